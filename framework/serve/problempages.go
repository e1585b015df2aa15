// The pages of the codes of problems, where the types of problem details lead to.

package serve

import (
	"fmt"
	"html"
	"net/http"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// problemsPath is where the pages are: see forms.Pages.
const problemsPath = "/-/problems/"

// registerProblems adds the pages: a list of all codes, and one for each.
func (rs *routes) registerProblems() {
	var list strings.Builder
	for _, k := range problem.Kinds() {
		page := problemPage(k.Title, fmt.Sprintf("<h1>%s</h1>\n<p><code>%s</code></p>\n<p>%s</p>\n<p><a href=\"./\">All problems</a></p>", html.EscapeString(k.Title), k.Code, html.EscapeString(k.About)))
		rs.register(problemsPath+k.Code, &route{Route: &plan.Route{}, pattern: problemsPath + k.Code, view: viewOperation(page)})
		fmt.Fprintf(&list, "<dt><a href=\"%s\"><code>%s</code></a></dt>\n<dd>%s</dd>\n", k.Code, k.Code, html.EscapeString(k.About))
	}
	page := problemPage("Problems", "<h1>Problems</h1>\n<dl>\n"+list.String()+"</dl>")
	rs.register(problemsPath, &route{Route: &plan.Route{}, pattern: problemsPath, view: viewOperation(page)})
}

// problemPage is a page that is the same for everybody.
func problemPage(title, main string) View {
	text := []byte("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n" +
		"<title>" + html.EscapeString(title) + "</title>\n<main>\n" + main + "\n</main>\n</html>\n")
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			return NotAllowed(w, r, "GET, HEAD")
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cache-Control", "public, max-age=3600")
		SetVary(h, "")
		_, err := w.Write(text)
		return err
	}
}
