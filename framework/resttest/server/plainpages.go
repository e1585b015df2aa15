// Plain pages, for tests of HTML that do not depend on its design.

package server

import (
	"fmt"
	"html"
	"net/http"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// PlainPages makes pages with a title and the representation, or the reason why a request is refused. They have no
// forms. The pages of framework/browse have their tests there.
func PlainPages(*auth.Authenticator) pageapi.Pages { return plainPages{} }

// plainPages show the representation, or why a request is refused.
type plainPages struct{}

func (plainPages) Compile(*plan.Plan, []media.Format, string) {}

func (p plainPages) Of(*plan.Plan) pageapi.Pages { return p }

func (plainPages) Page(r pageapi.Request) pageapi.Page { return plainPage{r} }

func (plainPages) Reference(*pageapi.ReferencePage) ([]byte, error) {
	return plainHTML("Reference", "")
}

func (plainPages) Problem(p *pageapi.ProblemPage) ([]byte, error) {
	kind := problem.Kind{Title: "Problems"}
	if p.Kind != nil {
		kind = *p.Kind
	}
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"en\">\n<title>%[1]s</title>\n<h1>%[1]s</h1>\n<p>%[2]s</p>\n</html>\n", kind.Title, kind.About), nil
}

func (plainPages) Find(*pageapi.FindPage) ([]byte, error) { return plainHTML("Find", "") }

func (plainPages) Views() map[string]pageapi.View { return nil }

// plainPage is the page of one request.
type plainPage struct{ request pageapi.Request }

func (plainPage) Parts() plan.Paginator { return rest.PageNumber{Size: 100, Param: "_page"} }

func (plainPage) Add(*schema.Record, int) bool { return true }

func (plainPage) Landing(bool) (location, flash string) { return "", "" }

func (p plainPage) Render(refusal *problem.Error) ([]byte, error) {
	facts := p.request.Facts()
	text := string(facts.Response.Body)
	if refusal != nil {
		text = refusal.Error()
	}
	return plainHTML(http.StatusText(facts.Response.Status), text)
}

// plainHTML is a page with a title and a text.
func plainHTML(title, text string) ([]byte, error) {
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"en\">\n<title>%s</title>\n<pre>%s</pre>\n</html>\n", title, html.EscapeString(text)), nil
}
