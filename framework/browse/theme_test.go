package browse_test

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/browse/internal/themes"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/templates"
)

// A block of a team takes the place of ours, in any folder, and may be empty or use blocks of its
// own.
func TestTheme(t *testing.T) {
	theme := rest.Theme{Title: "Notes", Files: fstest.MapFS{
		"footer.html":      {Data: []byte(`{{/* ours */}}{{define "footer"}}<p>Made by {{template "makers" .}}</p>{{end}}`)},
		"deep/makers.html": {Data: []byte(`{{define "makers"}}the makers of {{.Service}} & co{{end}}{{define "pager"}}{{end}}`)},
	}}
	if err := browse.Check(theme); err != nil {
		t.Fatal(err)
	}
	a := states(endpoint(t))["list-pages"]
	page := render(t, newPages(t, theme), a)
	contains(t, page, "<p>Made by the makers of Notes & co</p>", "Note List")
	if strings.Contains(page, `class="pager"`) {
		t.Error("an empty block does not take the place of ours")
	}
	contains(t, render(t, newPages(t, rest.Theme{}), a), `class="pager"`, "<p>Resourceful")
}

// A team's block shows what people typed as ours do.
func TestThemeTypedTexts(t *testing.T) {
	theme := rest.Theme{Files: fstest.MapFS{
		"footer.html": {Data: []byte(`{{define "footer"}}<p title="{{plain .Title}}">{{typed .Title}}</p>{{end}}`)},
	}}
	a := answer(endpoint(t), `[]`)
	a.Name = "<b>\u202E"
	contains(t, render(t, newPages(t, theme), a),
		`<p title="&lt;b&gt;⟨U&#43;202E⟩"><bdi dir="auto">&lt;b&gt;<span class="mark" title="RIGHT-TO-LEFT OVERRIDE">U+202E</span></bdi></p>`)
}

// A team may put a block of its own in the place of any of ours, and it is shown.
func TestEveryBlockCanBeReplaced(t *testing.T) {
	ours, err := template.New("").Funcs(themes.Funcs).ParseFS(templates.FS, "html/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range ours.Templates() {
		name := block.Name()
		if name == "" || name == "texts" || strings.HasSuffix(name, ".html") { // for texts in other languages see TestGermanPages
			continue
		}
		t.Run(name, func(t *testing.T) {
			pages := newPages(t, rest.Theme{Files: fstest.MapFS{"own.html": {Data: []byte(`{{define "` + name + `"}} data-own {{end}}`)}}})
			all := []string{}
			for _, a := range states(endpoint(t)) {
				all = append(all, render(t, pages, a))
			}
			for _, a := range filterStates(t) {
				all = append(all, render(t, pages, a))
			}
			for _, path := range []string{"/api-auth/login/", "/api-auth/logout/"} {
				w := httptest.NewRecorder()
				if err := pages.Views()[path](w, httptest.NewRequest("GET", path, nil)); err != nil {
					t.Fatal(err)
				}
				all = append(all, w.Body.String())
			}
			about, err := pages.Problem(&pageapi.ProblemPage{Request: httptest.NewRequest("GET", "/-/problems/", nil), Header: http.Header{}})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(about), renderReference(t, pages), renderFound(t, pages))
			if !strings.Contains(strings.Join(all, ""), " data-own ") {
				t.Error("no page shows the team's block")
			}
		})
	}
}

// Each mistake in a team's files is said with its line and what to write instead.
func TestThemeMistakes(t *testing.T) {
	for _, tt := range []struct{ name, file, text, want string }{
		{"syntax", "a.html", "\n{{define \"footer\"}}{{if}}{{end}}", `a.html:2: missing value for if; compare with the block of this name in templates/html`},
		{"end", "a.html", "{{define \"footer\"}}\n{{if .User}}", `a.html:2: unexpected EOF; write {{end}} for each {{define}}, {{if}}, {{range}} and {{with}}`},
		{"function", "a.html", `{{define "footer"}}{{user}}{{end}}`, `a.html:1: function "user" not defined; write a dot before the name of a field`},
		{"field", "a.html", "{{define \"footer\"}}\n{{.NoSuchField}}{{end}}", `a.html:2: executing "footer" at <.NoSuchField>: can't evaluate field NoSuchField in type *browse.page; write a field that the block of this name in templates/html uses`},
		{"context", "a.html", `{{define "footer"}}<a href="{{if .User}}"{{end}}>{{end}}`, `a.html:1: {{if}} branches end in different contexts`},
		{"unknown block", "a.html", "\n\n{{define \"foter\"}}x{{end}}", `a.html:3: block "foter" overrides no block, and no template uses it; write "footer"`},
		{"far block", "a.html", `{{define "our-own-block"}}x{{end}}`, `a.html:1: block "our-own-block" overrides no block, and no template uses it; write one of account, actions, active, answer, aria, ask, bare, beside, calls`},
		{"missing block", "a.html", "{{define \"footer\"}}{{range .Crumbs}}\n{{template \"acount\" .}}{{end}}{{end}}", `a.html:2: block "acount" is not there; write "account"`},
		{"outside", "a.html", "{{/* fine */}}\n<p>never</p>\n{{define \"footer\"}}x{{end}}", `what is outside of a block is never shown; write it between {{define "…"}} and {{end}}`},
		{"inline style", "a.html", "{{define \"footer\"}}\n<p style=\"color: red\">x</p>{{end}}", `a.html:2: the pages' security policy blocks inline styles; write a class here and its rules in a .css file`},
		{"inline script", "a.html", "{{define \"footer\"}}<p onclick=\"x()\">x</p>{{end}}", `a.html:1: the pages' security policy keeps scripts in a page out; leave it out`},
		{"another host", "a.html", `{{define "footer"}}<img src="//evil.example/x.png">{{end}}`, `a.html:1: the pages' security policy keeps other hosts out`},
		{"style from elsewhere", "own.css", "p {}\n@import \"https://fonts.example/x.css\";", `own.css:2: the pages' security policy keeps other sheets and hosts out`},
		{"another file", "logo.png", "PNG", `logo.png:1: the file is neither *.html nor *.css, and no page can refer to it; take it out of Theme.Files`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := browse.Check(rest.Theme{Files: fstest.MapFS{tt.file: {Data: []byte(tt.text)}}})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if _, isMistake := errors.AsType[*rest.DeclError](err); !isMistake {
				t.Errorf("%v is not a mistake with a position", err)
			}
		})
	}
	t.Run("all at once", func(t *testing.T) {
		err := browse.Check(rest.Theme{Files: fstest.MapFS{
			"a.html": {Data: []byte(`{{define "foter"}}{{end}}{{define "footer"}}x{{end}}`)},
			"b.html": {Data: []byte(`{{define "footer"}}y{{end}}`)},
		}})
		const want = "b.html:1: block \"footer\" is also in a.html; write it once\n" +
			"a.html:1: block \"foter\" overrides no block, and no template uses it; write \"footer\""
		if fmt.Sprint(err) != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	})
	t.Run("no folder", func(t *testing.T) {
		if err := browse.Check(rest.Theme{Files: os.DirFS("nowhere")}); err == nil || !strings.Contains(err.Error(), "give Theme.Files a folder that is there") {
			t.Errorf("got %v", err)
		}
	})
}

//go:embed testdata/theme
var ownLook embed.FS

// The position is that of the file beside the source that declares the theme.
func TestThemePosition(t *testing.T) {
	set := rest.NewSet("notes").Theme(rest.Theme{Files: ownLook})
	err := browse.Check(rest.ThemeOf(set))
	const want = `framework/browse/testdata/theme/wrong.html:3: block "heading" overrides no block, and no template uses it; write one of `
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s…", err, want)
	}
}
