// The representation on a page, in the requested format.

package browse

import (
	"html/template"
	"net/http"
	"strings"

	"example.com/resourceful/framework/browse/internal/colour"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/serve/pageapi"
)

// shows is a format that the representation can be shown in.
type shows struct {
	Name, Href string
	Current    bool
}

// representation returns the body in the shown format and, if the page can be requested again, links to it
// in other formats.
func representation(a *layout.Answer) (template.HTML, []shows) {
	text := colour.JSON(a.Body, a.Base)
	if len(a.Text) > 0 {
		text = template.HTMLEscapeString(string(a.Text))
		if a.Shown.MediaType == "application/yaml" {
			text = colour.YAML(a.Text, a.Base)
		}
	}
	var links []shows
	if a.Method == http.MethodGet || a.Method == http.MethodHead {
		for _, f := range a.Formats {
			if f.MediaType == "text/html" {
				continue
			}
			query := layout.With(pageapi.Without(a.Query, layout.BodyParam), layout.BodyParam, f.Name)
			links = append(links, shows{strings.ToUpper(f.Name), layout.Local(a, a.Path+"?"+query) + "#representation", f.Name == a.Shown.Name})
		}
	}
	return template.HTML(text), links //nolint:gosec // escaped by both
}
