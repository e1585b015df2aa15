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
func representation(answer *layout.Answer) (template.HTML, []shows) {
	text := colour.JSON(answer.Body, answer.Base)
	if len(answer.Text) > 0 {
		text = template.HTMLEscapeString(string(answer.Text))
		if answer.Shown.MediaType == "application/yaml" {
			text = colour.YAML(answer.Text, answer.Base)
		}
	}
	var links []shows
	if answer.Method == http.MethodGet || answer.Method == http.MethodHead {
		for _, f := range answer.Formats {
			if f.MediaType == "text/html" {
				continue
			}
			query := layout.With(pageapi.Without(answer.Query, layout.BodyParam), layout.BodyParam, f.Name)
			links = append(links, shows{strings.ToUpper(f.Name), layout.Local(answer, answer.Path+"?"+query) + "#representation", f.Name == answer.Shown.Name})
		}
	}
	return template.HTML(text), links //nolint:gosec // escaped by both
}
