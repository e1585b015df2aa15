// Tests of the texts of mails and of their templates.

package manage_test

import (
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/messages/german"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// folder returns a folder of files, whose names and texts alternate.
func folder(files ...string) fstest.MapFS {
	f := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		f[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return f
}

// anyToken matches the token of a link.
var anyToken = regexp.MustCompile(`token=[A-Z2-7]+`)

// A mail is in the language of its request, in text and HTML; a template of the team replaces it, in each language that it is for.
func TestMails(t *testing.T) {
	team := folder(
		"_head.html", `{{define "head"}}<b>{{.Service}}</b>{{end}}`,
		"mail.de.html", `{{template "head" .}} {{range .Before}}<p>{{.}}</p>{{end}}<a href="{{.Link}}">{{.Say "Not found."}}</a>`,
		"password-reset.txt", "{{define \"subject\"}}\n Hello\n\tBcc: {{.Account}} {{.Language}}\x00\n{{end}}For {{.Account}} ({{.Service}}), {{.Lifetime.Minutes}} minutes\r\n{{.Link}}",
		".hidden", "",
	)
	portuguese := []rest.Catalogue{{Language: "pt-BR", Messages: map[string]string{"Not found.": "Não."}}, {Language: "pt-AO", Messages: map[string]string{"Not found.": "Não."}}}
	const bold, link = "&lt;b&gt;Shelf &amp; Co", "https://shelf.example.com/accounts/"
	for name, tt := range map[string]struct {
		templates           fstest.MapFS
		path, language      string
		jobs                bool
		subject             string
		text, html, without []string // without: in neither
	}{
		"built in": {
			path: "password-reset", subject: "Your password at <b>Shelf & Co",
			text: []string{
				"Somebody, probably you, has forgotten the password of the account with this address at <b>Shelf & Co.\n\nTo set another, open this page:\n\n" + link + "password-reset/confirm/?token=…\n\nThe link works once, within an hour.\n\nThe name of the account is alice.\n\nIf it was not you, do nothing: the password stays.\n",
			},
			html: []string{`<html lang="en">`, "at " + bold, `<p><a href="` + link + `password-reset/confirm/?token=…">` + link + "password-reset/confirm/?token=…</a></p>\n<p"},
		},
		"built in, German": {
			path: "sign-up", language: "de-AT, en;q=0.5", subject: "Ihr Konto bei <b>Shelf & Co",
			text: []string{"Jemand, vermutlich Sie, hat bei <b>Shelf & Co ein Konto mit dieser Adresse beantragt.\n\nEs gibt schon eines.", "\n\n" + link + "password-reset/\n"},
			html: []string{`<html lang="de">`, "hat bei " + bold}, without: []string{"Somebody"},
		},
		"a job, German": {path: "sign-up", language: "de", jobs: true, subject: "Ihr Konto bei <b>Shelf & Co", text: []string{"Es gibt schon eines."}, html: []string{"Es gibt schon eines."}},
		"of the mail, in every language": {
			templates: team, path: "password-reset", language: "de", subject: "Hello Bcc: alice de",
			text: []string{"For alice (<b>Shelf & Co), 60 minutes\r\n" + link + "password-reset/confirm/?token=…"},
		},
		"of every mail, in German": {
			templates: team, path: "sign-up", language: "de", subject: "Ihr Konto bei <b>Shelf & Co", text: []string{"Es gibt schon eines."},
			html: []string{"<b>" + bold + "</b> <p>Jemand", `<a href="` + link + `password-reset/">Nicht gefunden.</a>`},
		},
		"none in the language": {templates: team, path: "sign-up", subject: "Your account at <b>Shelf & Co", text: []string{"There is one already."}, html: []string{"There is one already."}},
		"of a part of the tag": {templates: folder("sign-up-known.pt.txt", "Oi\n{{.Link}}"), path: "sign-up", language: "pt-AO", subject: "Your account at <b>Shelf & Co", text: []string{"Oi\n"}},
		"of the whole tag":     {templates: folder("sign-up-known.PT-br.txt", "Olá {{.Link}}", "sign-up-known.pt.txt", "Oi {{.Link}}"), path: "sign-up", language: "pt-br", subject: "Your account at <b>Shelf & Co", text: []string{"Olá "}},
		"HTML beside no text":  {templates: folder("mail.html", "<i>{{.Link}}</i>"), path: "sign-up", language: "de", subject: "Ihr Konto bei <b>Shelf & Co", text: []string{"Es gibt schon eines."}, html: []string{"<i>https"}},
		"an empty subject":     {templates: folder("mail.txt", "{{define \"subject\"}} {{end}}{{.Link}}"), path: "sign-up", subject: "Your account at <b>Shelf & Co", text: []string{"https"}},
	} {
		box := &box{}
		options := manage.Options{Mailer: box, Service: "<b>Shelf & Co", Jobs: tt.jobs}
		if tt.templates != nil {
			options.Templates = tt.templates
		}
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("shelf", rest.Jobs{Path: "/jobs/"}).Include(manage.Endpoints(options)...).Catalogues(german.Catalogue()).Catalogues(portuguese...)
		}, Options: serve.Options{BaseURL: "https://shelf.example.com"}, Accounts: []server.Account{{Name: "alice", Email: "alice@example.com", Password: "alice-password"}}}, ":memory:")
		w := server.SendAs(s, "", "POST", "https://shelf.example.com/accounts/"+tt.path+"/", `{"email":"alice@example.com"}`, "Content-Type", "application/json", "Accept-Language", tt.language)
		if _, err := s.RunJobs(t); err != nil || w.Code != 200 {
			t.Fatalf("%s: got %d %s, %v", name, w.Code, w.Body, err)
		}
		got := box.last(t, "alice@example.com")
		text, html := anyToken.ReplaceAllString(got.Text, "token=…"), anyToken.ReplaceAllString(got.HTML, "token=…")
		if got.Subject != tt.subject || (tt.html == nil) != (html == "") {
			t.Errorf("%s: got the subject %q and %d bytes of HTML, want %q", name, got.Subject, len(html), tt.subject)
		}
		for _, want := range tt.text {
			if !strings.Contains(text, want) {
				t.Errorf("%s: got the text\n%s\nwant\n%s", name, text, want)
			}
		}
		for _, want := range tt.html {
			if !strings.Contains(html, want) {
				t.Errorf("%s: got the HTML\n%s\nwant\n%s", name, html, want)
			}
		}
		for _, not := range tt.without {
			if strings.Contains(text+html, not) {
				t.Errorf("%s: got %q in\n%s%s", name, not, text, html)
			}
		}
	}
}

// A template of the team that fails for a request is logged, and the mail has the built-in text.
func TestTemplateFails(t *testing.T) {
	for _, jobs := range []bool{false, true} {
		box, log := &box{}, &server.Records{}
		options := manage.Options{Mailer: box, Jobs: jobs, Templates: folder("mail.txt", `{{define "subject"}}Hi{{end}}{{.Link}}{{if eq .To "bob@example.com"}}{{index .Before 9}}{{end}}`)}
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("shelf", rest.Jobs{Path: "/jobs/"}).Include(manage.Endpoints(options)...)
		}, Options: serve.Options{BaseURL: "https://shelf.example.com", Logger: slog.New(slog.NewTextHandler(log, nil))}}, ":memory:")
		for email, subject := range map[string]string{"bob@example.com": "Your account at Resourceful", "eve@example.com": "Hi"} {
			log.Take()
			check(t, server.SendAs(s, "", "POST", "https://shelf.example.com/accounts/sign-up/", `{"email":"`+email+`"}`, "Content-Type", "application/json"), 200, "")
			if _, err := s.RunJobs(t); err != nil {
				t.Errorf("jobs %v: %v", jobs, err)
			}
			if got := box.last(t, email); got.Subject != subject || !anyToken.MatchString(got.Text) {
				t.Errorf("jobs %v: got %+v, want the subject %q", jobs, got, subject)
			}
			lines := strings.Join(log.Take(), "")
			if failed := subject != "Hi"; failed != (strings.Count(lines, `the mail sign-up in \"en\" has the built-in text: mail.txt:1:`) == 1) {
				t.Errorf("jobs %v: logged %q", jobs, lines)
			}
		}
	}
}

// A Mail of a test of templates has no catalogues.
func TestMailOutside(t *testing.T) {
	if got := (manage.Mail{}).Say("Not found."); got != "Not found." {
		t.Errorf("got %q", got)
	}
}

// Mistakes in templates are told when the set is compiled, each with its file and what to write instead.
func TestTemplateMistakes(t *testing.T) {
	for name, tt := range map[string]struct {
		templates fstest.MapFS
		want      string // "" for none
	}{
		"good":                {folder("mail.txt", "{{.Link}}{{range .After}}{{.}}{{end}}", "_part.txt", "part", "invite.de.html", "<p>{{.Link}}"), ""},
		"good parts only":     {folder("_part.txt", "{{.Nothing}}"), ""},
		"unknown name":        {folder("welcome.txt", "{{.Link}}"), `welcome.txt is the template of no mail; name it mail or sign-up, `},
		"unknown ending":      {folder("invite.md", "{{.Link}}"), `invite.md is the template of no mail;`},
		"unknown language":    {folder("invite.fr.txt", "{{.Link}}"), `invite.fr.txt is in the language "fr", and the set has en, de; add a catalogue of the language, or rename the file`},
		"no language":         {folder("invite..txt", "{{.Link}}"), `invite..txt is in the language "", and the set has en, de;`},
		"folder":              {folder("mails/invite.txt", "{{.Link}}"), `mails is a folder; give Options.Templates the folder of the files itself, as by fs.Sub(files, "mails")`},
		"syntax":              {folder("invite.txt", "a\n{{.Link"), `invite.txt:2: unclosed action; correct the file`},
		"syntax of HTML":      {folder("invite.html", "a\n{{.Link"), `invite.html:2: unclosed action; correct the file`},
		"syntax of a part":    {folder("_part.html", "{{end}}"), `_part.html:1: unexpected {{end}}; correct the file`},
		"context of HTML":     {folder("invite.html", `<a href="{{.Link}}`), `invite.html: ends in a non-text context`},
		"unknown field":       {folder("invite.de.txt", "{{.Link}}\n{{if .Account}}{{.Nmae}}{{end}}"), `invite.de.txt:2:17: executing "invite.de.txt" at <.Nmae>: can't evaluate field Nmae in type manage.Mail; a mail has the fields Service, `},
		"unknown field, HTML": {folder("mail.html", "{{.Link}}{{.Nmae}}"), `mail.html:1:11: executing "mail.html" at <.Nmae>: can't evaluate field Nmae in type manage.Mail; a mail has the fields Service, `},
		"unknown subject":     {folder("mail.txt", `{{.Link}}{{define "subject"}}{{.Nmae}}{{end}}`), `mail.txt:1:31: executing "subject" at <.Nmae>`},
		"subject in HTML":     {folder("mail.html", `{{.Link}}{{define "subject"}}{{end}}`), `mail.html: it defines the subject, which is no HTML; define it in mail.txt`},
		"unknown part":        {folder("mail.txt", `{{template "_part.txt" .}}{{.Link}}`), `template "_part.txt" not defined`},
		"no link":             {folder("invite.txt", "hello"), `invite.txt: the mail invite in "en" lacks its link; write {{.Link}} into the file`},
		"no link in HTML":     {folder("invite.de.html", "hello"), `invite.de.html: the mail invite in "de" lacks its link; write {{.Link}} into the file`},
		"another link":        {folder("mail.txt", "https://shelf.example.com{{slice .Link 27}}"), `mail.txt: the mail sign-up in "en" lacks its link;`},
		"token without host":  {folder("mail.html", "{{slice .Link 27}}"), `mail.html: the mail sign-up in "en" lacks its link;`},
		"link in a script":    {folder("mail.html", `<script>var a = {{.Link}}</script><a href={{.Link}}>x</a>`), ""},
		"without a lifetime":  {folder("mail.txt", "{{if .Lifetime}}{{.Link}}{{end}}"), `mail.txt: the mail sign-up-known in "en" lacks its link;`},
		"no paragraph after":  {folder("mail.txt", "{{.Link}}{{index .After 0}}"), `mail.txt:1:11: executing "mail.txt" at <index .After 0>`},
		"the other branch":    {folder("sign-up-known.txt", "{{.Link}}{{with .After}}x{{else}}{{.Nmae}}{{end}}"), `sign-up-known.txt:1:35: executing "sign-up-known.txt" at <.Nmae>`},
		"in its language":     {folder("mail.txt", `{{.Link}}{{if eq (.Say "Not found.") "Nicht gefunden."}}{{.Nmae}}{{end}}`), `at <.Nmae>`},
		"its own lifetime":    {folder("invite.txt", `{{.Link}}{{if eq .Lifetime.Hours 168.0}}{{.Nmae}}{{end}}`), `at <.Nmae>`},
		"letter case":         {folder("invite.DE.txt", "{{.Link}}", "invite.de.txt", "{{.Link}}"), `invite.DE.txt and invite.de.txt differ in letter case only; remove one of them`},
		"unknown part, HTML":  {folder("mail.html", "{{.Link}}\n{{template \"_p.html\" .}}"), `Templates of mails: mail.html:2:11: no such template "_p.html"`},
	} {
		_, err := rest.NewSet("shelf").Include(manage.Endpoints(manage.Options{Mailer: mail.Log{}, Templates: tt.templates})...).
			Access(permission.Anyone).Catalogues(german.Catalogue()).Compile()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), "mails_test.go") || err != nil && !strings.Contains(err.Error(), ": Templates of mails: ") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v\nwant %s", name, err, tt.want)
		}
	}
}

// The sentence about a lifetime has its largest whole unit.
func TestValidity(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Minute: "a minute", 61 * time.Second: "a minute", 90 * time.Minute: "90 minutes", time.Hour: "an hour", 3 * time.Hour: "3 hours",
		24 * time.Hour: "a day", 36 * time.Hour: "36 hours", 7 * 24 * time.Hour: "7 days", time.Second: "a minute", 90 * time.Second: "a minute", 119 * time.Minute: "119 minutes",
	} {
		if got := manage.Validity(d); got != "The link works once, within "+want+"." {
			t.Errorf("%v: got %q", d, got)
		}
	}
}
