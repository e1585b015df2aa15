// Templates of mails.

package manage

import (
	"bytes"
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
	language            string // of the file, in its letter case; "" for every language
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
			t.of[stem] = &mailTemplate{language: language}
		}
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

// parseText parses a template of text, with its subject, beside the parts of all.
func (t *mailTemplate) parseText(parts *template.Template, name, source string) error {
	all, err := parts.Clone()
	if err != nil {
		return err
	}
	parsed, err := all.New(name).Parse(source)
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
	all, err := parts.Clone()
	if err != nil {
		return err
	}
	parsed, err := all.New(name).Parse(source)
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
	t.mistakes = append(t.mistakes, "Templates of mails: "+fmt.Sprintf(format, args...))
}

// parsed reports the error of a file.
func (t *templates) parsed(err error) {
	if err != nil {
		t.report("%s; correct the file", strings.TrimPrefix(strings.TrimPrefix(err.Error(), "html/"), "template: "))
	}
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

// render returns a mail with a link. A mail of the team's template of HTML has the built-in text if there is none of text beside it.
func (m *manager) render(of accountMail, link string, say func(string) string) (mail.Message, error) {
	data := m.mailOf(of, link, say)
	t, standard := m.templates.find(of.Mail, of.Language), m.standard.of[everyMail]
	if t == nil {
		t = standard
	}
	subject, err := execute(t.subject, data)
	message := mail.Message{To: of.To, Subject: oneLine(subject)}
	if err == nil && message.Subject == "" {
		message.Subject = oneLine(data.Subject)
	}
	if err == nil && t.text != nil {
		message.Text, err = execute(t.text, data)
	} else if err == nil {
		message.Text, err = execute(standard.text, data)
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

// verifyTemplates returns the mistakes in the templates of the team: it renders each mail in each language.
func (m *manager) verifyTemplates(languages []string) []string {
	t := &templates{mistakes: slices.Clone(m.templates.mistakes)}
	for _, stem := range slices.Sorted(maps.Keys(m.templates.of)) {
		tag := m.templates.of[stem].language
		used := func(language string) bool {
			return strings.EqualFold(language, tag) || len(language) > len(tag) && language[len(tag)] == '-' && strings.EqualFold(language[:len(tag)], tag)
		}
		if strings.Contains(stem, ".") && !slices.ContainsFunc(languages, used) {
			t.report("%s is in the language %q, and the set has %s; add a catalogue of the language, or rename the file", stem, tag, strings.Join(languages, ", "))
		}
	}
	const token = "ABCDEFGH"
	for _, language := range languages {
		for _, name := range mailNames() {
			found := m.templates.find(name, language)
			for _, account := range []string{"", "alice"} {
				of := accountMail{Mail: name, To: "alice@example.com", Account: account, Language: language, Lifetime: time.Hour}
				made, err := m.render(of, "https://example.com/?token="+token, func(message string) string { return message })
				switch {
				case found == nil:
				case err != nil:
					t.report("%s; a mail has the fields Service, To, Account, Link, Lifetime, Language, Subject, Before and After, and Say", strings.TrimPrefix(strings.TrimPrefix(err.Error(), "html/"), "template: "))
				case !strings.Contains(made.Text, token) || found.html != nil && !strings.Contains(made.HTML, token):
					t.report("the mail %s in %q has no link; write {{.Link}} into its templates", name, language)
				}
			}
		}
	}
	return slices.Compact(t.mistakes)
}
