// Pages about problem codes, to which the types of problem details link.

package describe

import (
	"errors"
	"fmt"
	"html"
	"net/http"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// RegisterProblems adds the pages: a list of all codes, and one for each. A service without pages gets them
// in plain HTML.
func RegisterProblems(rs *request.Routes, languages *problem.Languages, pages pageapi.Pages) {
	if pages != nil {
		registerProblem(rs, pageapi.ProblemsPath, problemOperation(pages, nil))
		for _, k := range problem.Kinds() {
			registerProblem(rs, pageapi.ProblemsPath+k.Code, problemOperation(pages, &k))
		}
		return
	}
	for _, k := range problem.Kinds() {
		registerProblem(rs, pageapi.ProblemsPath+k.Code, plainProblem(languages, k.Title, func(say func(string) string) string {
			return fmt.Sprintf("<h1>%s</h1>\n<p><code>%s</code></p>\n<p>%s</p>\n<p><a href=\"./\">%s</a></p>", say(k.Title), k.Code, say(k.About), say("All problems"))
		}))
	}
	registerProblem(rs, pageapi.ProblemsPath, plainProblem(languages, "Problems", func(say func(string) string) string {
		var list strings.Builder
		for _, k := range problem.Kinds() {
			fmt.Fprintf(&list, "<dt><a href=\"%s\"><code>%s</code></a></dt>\n<dd>%s</dd>\n", k.Code, k.Code, say(k.About))
		}
		return "<h1>" + say("Problems") + "</h1>\n<dl>\n" + list.String() + "</dl>"
	}))
}

func registerProblem(rs *request.Routes, path string, page *request.Operation) {
	rs.Register(path, &request.Route{Route: &plan.Route{}, RouterPattern: path, View: page})
}

// problemOperation answers with the page of a code, or with the list if kind is nil. The page names the
// requester. Refused credentials are none here, so that everybody can read why they were refused.
func problemOperation(pages pageapi.Pages, kind *problem.Kind) *request.Operation {
	return &request.Operation{Perform: func(x *request.Exchange, a *request.Admission) (request.Result, error) {
		if !request.Reads(x.R.Method) {
			return request.Result{}, pageapi.NotAllowed(x.W, x.R, "GET, HEAD")
		}
		x.W.Header().Set("Cache-Control", "public, no-cache")
		if err := request.Identify(x, a); err != nil && !refusesCredentials(err) {
			return request.Result{}, err
		}
		page, err := pages.Problem(&pageapi.ProblemPage{Request: x.R, Header: x.W.Header(), Base: x.Base, User: a.Requester.User, Language: x.Locale.Language, Kind: kind})
		if err != nil {
			return request.Result{}, err
		}
		x.TellLanguage()
		return request.Result{Written: true}, SendTagged(x, page, "text/html; charset=utf-8")
	}}
}

// refusesCredentials reports whether an error refuses the credentials of a request.
func refusesCredentials(err error) bool {
	refusal, ok := errors.AsType[*problem.Error](err)
	return ok && (refusal.Code == problem.Unauthorized || refusal.Code == problem.Forbidden)
}

// plainProblem returns a page without a requester. It is rendered in each language before the service
// listens.
func plainProblem(languages *problem.Languages, title string, main func(say func(string) string) string) *request.Operation {
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
	return request.ViewOperation(func(w http.ResponseWriter, r *http.Request) error {
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
	})
}
