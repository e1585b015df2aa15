// Pages about problem codes, to which the types of problem details link.

package describe

import (
	"fmt"
	"html"
	"net/http"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// problemsPath is the address of the pages: see forms.Pages.
const problemsPath = "/-/problems/"

// RegisterProblems adds the pages: a list of all codes, and one for each.
func RegisterProblems(rs *request.Routes, languages *problem.Languages) {
	for _, k := range problem.Kinds() {
		registerProblem(rs, problemsPath+k.Code, problemPage(languages, k.Title, func(say func(string) string) string {
			return fmt.Sprintf("<h1>%s</h1>\n<p><code>%s</code></p>\n<p>%s</p>\n<p><a href=\"./\">%s</a></p>", say(k.Title), k.Code, say(k.About), say("All problems"))
		}))
	}
	registerProblem(rs, problemsPath, problemPage(languages, "Problems", func(say func(string) string) string {
		var list strings.Builder
		for _, k := range problem.Kinds() {
			fmt.Fprintf(&list, "<dt><a href=\"%s\"><code>%s</code></a></dt>\n<dd>%s</dd>\n", k.Code, k.Code, say(k.About))
		}
		return "<h1>" + say("Problems") + "</h1>\n<dl>\n" + list.String() + "</dl>"
	}))
}

func registerProblem(rs *request.Routes, path string, page pageapi.View) {
	rs.Register(path, &request.Route{Route: &plan.Route{}, RouterPattern: path, View: request.ViewOperation(page)})
}

// problemPage returns a page without a requester. It is rendered in each language before the service
// listens.
func problemPage(languages *problem.Languages, title string, main func(say func(string) string) string) pageapi.View {
	made := map[*problem.Language][]byte{}
	for _, l := range append([]*problem.Language{nil}, languages.All()...) {
		say := func(text string) string { return html.EscapeString(l.SayWord(text)) }
		direction := ""
		if l.RightToLeft() {
			direction = ` dir="rtl"`
		}
		made[l] = []byte("<!doctype html>\n<html lang=\"" + l.Tag() + "\"" + direction + ">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n" +
			"<title>" + say(title) + "</title>\n<main>\n" + main(say) + "\n</main>\n</html>\n")
	}
	vary := ""
	if languages != nil {
		vary = "Accept-Language"
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			return pageapi.NotAllowed(w, r, "GET, HEAD")
		}
		h, l := w.Header(), pageapi.LanguageOf(w)
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cache-Control", "public, max-age=3600")
		if pageapi.SetVary(h, vary); l != nil {
			h.Set("Content-Language", l.Tag())
		}
		_, err := w.Write(made[l])
		return err
	}
}
