// Templates of mails.

package manage

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	htmltemplate "html/template"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"
	"time"
	"unicode"

	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/problem"
)

// builtin has the templates of the mails that the team has none for.
//
//go:embed mails/mail.txt mails/mail.html
var builtin embed.FS

// standardFiles returns the folder of the built-in templates.
func standardFiles() fs.FS {
	files, _ := fs.Sub(builtin, "mails") // it fails only for an invalid name
	return files
}

// everyMail is the name of templates for all mails without their own.
const everyMail = "mail"

// executor is a template of text or of HTML.
type executor interface {
	Execute(w io.Writer, data any) error
}

// mailTemplate are the templates of one mail, or every mail, in one language, or every language. Each is nil for none.
type mailTemplate struct {
	text, subject, html executor
	language            string            // of the file, in its letter case; "" for every language
	files               map[string]string // the names of its files by their endings: ".txt"
}

// templates are the templates of mails by the names of their files, in lower case and without the ending: "invite.pt-br".
type templates struct {
	of       map[string]*mailTemplate
	mistakes []string // in the files
}

// readTemplates reads the templates in a folder.
func readTemplates(from fs.FS) *templates {
	t := &templates{of: map[string]*mailTemplate{}}
	entries, err := fs.ReadDir(from, ".")
	if err != nil {
		t.report("the folder cannot be read: %v; give Options.Templates the folder of the files", err)
	}
	texts, pages := template.New(""), htmltemplate.New("")
	var list []string
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."):
		case e.IsDir():
			t.report("%s is a folder; give Options.Templates the folder of the files itself, as by fs.Sub(files, %q)", name, name)
		case !strings.HasPrefix(name, "_"):
			list = append(list, name)
		case path.Ext(name) == ".html":
			t.parsed(parseInto(from, name, func(source string) error { _, err := pages.New(name).Parse(source); return err }))
		default:
			t.parsed(parseInto(from, name, func(source string) error { _, err := texts.New(name).Parse(source); return err }))
		}
	}
	for _, name := range list {
		ending := path.Ext(name)
		stem := strings.TrimSuffix(name, ending)
		of, language, _ := strings.Cut(stem, ".")
		if of != everyMail && !slices.Contains(mailNames(), of) || ending != ".txt" && ending != ".html" {
			t.report("%s is the template of no mail; name it %s or %s, as in %s.txt, %s.html or %s.de.html, and begin the names of parts of others with _",
				name, everyMail, strings.Join(mailNames(), ", "), everyMail, inviteMail, inviteMail)
			continue
		}
		stem = strings.ToLower(stem)
		if t.of[stem] == nil {
			t.of[stem] = &mailTemplate{language: language, files: map[string]string{}}
		}
		if other := t.of[stem].files[ending]; other != "" {
			t.report("%s and %s differ in letter case only; remove one of them", other, name)
			continue
		}
		t.of[stem].files[ending] = name
		t.parsed(parseInto(from, name, func(source string) error {
			if ending == ".html" {
				return t.of[stem].parseHTML(pages, name, source)
			}
			return t.of[stem].parseText(texts, name, source)
		}))
	}
	return t
}

// parseInto reads a file and parses it.
func parseInto(from fs.FS, name string, parse func(source string) error) error {
	source, err := fs.ReadFile(from, name)
	if err != nil {
		return err
	}
	return parse(string(source))
}

// parseBeside parses a template beside a copy of the parts of all.
func parseBeside[T interface {
	Clone() (T, error)
	New(name string) T
	Parse(text string) (T, error)
}](parts T, name, source string) (all, parsed T, err error) {
	if all, err = parts.Clone(); err == nil {
		parsed, err = all.New(name).Parse(source)
	}
	return all, parsed, err
}

// parseText parses a template of text, with its subject, beside the parts of all.
func (t *mailTemplate) parseText(parts *template.Template, name, source string) error {
	all, parsed, err := parseBeside(parts, name, source)
	if err != nil {
		return err
	}
	t.text = parsed
	if subject := all.Lookup("subject"); subject != nil {
		t.subject = subject
	}
	return nil
}

// parseHTML parses a template of HTML, beside the parts of all.
func (t *mailTemplate) parseHTML(parts *htmltemplate.Template, name, source string) error {
	all, parsed, err := parseBeside(parts, name, source)
	if err != nil {
		return err
	}
	if all.Lookup("subject") != nil {
		return fmt.Errorf("%s: it defines the subject, which is no HTML; define it in %s.txt", name, strings.TrimSuffix(name, ".html"))
	}
	t.html = parsed
	return nil
}

func (t *templates) report(format string, args ...any) {
	if text := "Templates of mails: " + fmt.Sprintf(format, args...); !slices.Contains(t.mistakes, text) {
		t.mistakes = append(t.mistakes, text)
	}
}

// parsed reports the error of a file.
func (t *templates) parsed(err error) {
	if err != nil {
		t.report("%s; correct the file", errorText(err))
	}
}

// errorText returns the text of a template's error: it begins with the file and the line.
func errorText(err error) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "html/"), "template:"))
}

// find returns the templates of a mail in a language; nil for none. Those of the mail itself come before those of every mail,
// and then those of the language: of "pt-BR", of "pt", of every language.
func (t *templates) find(name, language string) *mailTemplate {
	for _, name := range []string{name, everyMail} {
		for tag := strings.ToLower(language); tag != ""; tag = tag[:max(strings.LastIndexByte(tag, '-'), 0)] {
			if found := t.of[name+"."+tag]; found != nil {
				return found
			}
		}
		if found := t.of[name]; found != nil {
			return found
		}
	}
	return nil
}

// compose returns a mail with a link. If the team's template fails, it is the built-in mail, and mistake is the reason.
func (m *manager) compose(of accountMail, link string, say func(string) string) (message mail.Message, mistake, err error) {
	data, err := m.mailOf(of, link, say)
	if err != nil {
		return mail.Message{}, nil, err
	}
	if t := m.templates.find(of.Mail, of.Language); t != nil {
		if message, err = m.render(t, data); err == nil {
			return message, nil, nil
		}
		mistake = fmt.Errorf("the mail %s in %q has the built-in text: %s", of.Mail, of.Language, errorText(err))
	}
	message, err = m.render(m.standard.of[everyMail], data)
	return message, mistake, err
}

// render returns a mail of templates. One of a template of HTML has the built-in text if there is none of text beside it.
func (m *manager) render(t *mailTemplate, data Mail) (mail.Message, error) {
	subject, err := execute(t.subject, data)
	message := mail.Message{To: data.To, Subject: oneLine(subject)}
	if err == nil && message.Subject == "" {
		message.Subject = oneLine(data.Subject)
	}
	if err == nil && t.text != nil {
		message.Text, err = execute(t.text, data)
	} else if err == nil {
		message.Text, err = execute(m.standard.of[everyMail].text, data)
	}
	if err == nil {
		message.HTML, err = execute(t.html, data)
	}
	return message, err
}

// execute returns the text of a template, "" for none.
func execute(t executor, data Mail) (string, error) {
	if t == nil {
		return "", nil
	}
	var b bytes.Buffer
	err := t.Execute(&b, data)
	return b.String(), err
}

// oneLine returns a text that is a header: without line breaks and other control characters.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// verifyTemplates returns the mistakes in the templates of the team: it renders each mail in each language, with the values that the
// mail has in requests.
func (m *manager) verifyTemplates(languages []*problem.Language) []string {
	t := &templates{mistakes: slices.Clone(m.templates.mistakes)}
	var tags []string
	for _, l := range languages {
		tags = append(tags, l.Tag())
	}
	for _, stem := range slices.Sorted(maps.Keys(m.templates.of)) {
		of := m.templates.of[stem]
		tag := of.language
		used := func(language string) bool {
			return strings.EqualFold(language, tag) || len(language) > len(tag) && language[len(tag)] == '-' && strings.EqualFold(language[:len(tag)], tag)
		}
		if strings.Contains(stem, ".") && !slices.ContainsFunc(tags, used) {
			t.report("%s is in the language %q, and the set has %s; add a catalogue of the language, or rename the file", of.file(), tag, strings.Join(tags, ", "))
		}
	}
	for _, l := range languages {
		for _, of := range m.samples() {
			of.Language = l.Tag()
			if found := m.templates.find(of.Mail, of.Language); found != nil {
				m.verifyTemplate(t, found, of, l)
			}
		}
	}
	return t.mistakes
}

// file returns the name of its file of text, or else of HTML.
func (t *mailTemplate) file() string { return cmp.Or(t.files[".txt"], t.files[".html"]) }

// samples are all mails, as requests send them.
func (m *manager) samples() (list []accountMail) {
	for _, name := range mailNames() {
		of := accountMail{Mail: name, To: "alice@example.com", Address: m.Path + name + "/confirm/?token="}
		switch name {
		case signUpMail, emailMail:
			of.Lifetime = m.VerifyLifetime
		case inviteMail:
			of.Lifetime = m.InviteLifetime
		case resetMail:
			of.Lifetime = m.ResetLifetime
			named := of
			named.Account = "alice"
			list = append(list, named)
		case signUpKnownMail, inviteKnownMail:
			of.Address = m.Path + "password-reset/"
		default:
			of.Address = "/"
		}
		list = append(list, of)
	}
	return list
}

// verifyTemplate reports the mistakes that a mail of templates shows, and those of parts for an account and a lifetime, which the
// mail may not have. HTML may have a link in another notation, such as that of a script: only its host and token are looked for.
func (m *manager) verifyTemplate(t *templates, found *mailTemplate, of accountMail, l *problem.Language) {
	const host, token = "service.example.com", "ABCDEFGHIJKLMNOPQRSTUVWXYZ" // as long as that of a request
	link := "https://" + host + of.Address
	if of.Lifetime > 0 {
		link += token
	}
	made, err := m.renderSample(found, of, link, l)
	if err == nil {
		more := of
		more.Account, more.Lifetime = "alice", max(of.Lifetime, time.Hour)
		_, err = m.renderSample(found, more, link, l)
	}
	if err != nil {
		t.report("%s; a mail has the fields Service, To, Account, Link, Lifetime, Validity, Language, Subject, Before and After, and Say. "+
			"Account is empty in most mails, and After in those without a Lifetime", errorText(err))
		return
	}
	missing := func(ending string) {
		t.report("%s: the mail %s in %q lacks its link; write {{.Link}} into the file", found.files[ending], of.Mail, of.Language)
	}
	if found.text != nil && !strings.Contains(made.Text, link) {
		missing(".txt")
	}
	if found.html != nil && (!strings.Contains(made.HTML, host) || of.Lifetime > 0 && !strings.Contains(made.HTML, token)) {
		missing(".html")
	}
}

func (m *manager) renderSample(t *mailTemplate, of accountMail, link string, l *problem.Language) (mail.Message, error) {
	data, err := m.mailOf(of, link, l.Say)
	if err != nil {
		return mail.Message{}, err
	}
	return m.render(t, data)
}
