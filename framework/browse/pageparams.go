package browse

import (
	"html/template"
	"net/http"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/serve"
)

// shows is a format that the representation can be shown in.
type shows struct {
	Name, Href string
	Current    bool
}

// bodyParam is the parameter of the query that says in which format a page shows the representation.
const bodyParam = "_body"

// bodyFormat is the format in which a page shows the representation: JSON, unless the query says
// otherwise. Which format the answer itself has is another question.
func (p *Pages) bodyFormat(query string) media.Format {
	name := serve.LastParam(query, bodyParam)
	for _, f := range p.formats {
		if name != "" && f.Name == name && f.MediaType != "text/html" {
			return f
		}
	}
	return p.formats[0]
}

// representation is the body in the format that is shown and, where the page can be asked for
// again, links to the same page with another.
func representation(a *response) (template.HTML, []shows) {
	text, name := colour(a.Body, a.Base), "json"
	if len(a.YAML) > 0 {
		text, name = colourYAML(a.YAML, a.Base), "yaml"
	}
	var links []shows
	if a.Method == http.MethodGet || a.Method == http.MethodHead {
		for _, f := range a.Formats {
			if f.MediaType == "text/html" {
				continue
			}
			query := with(serve.Without(a.Query, bodyParam), bodyParam, f.Name)
			links = append(links, shows{strings.ToUpper(f.Name), local(a, a.Path+"?"+query) + "#representation", f.Name == name})
		}
	}
	return template.HTML(text), links //nolint:gosec // escaped by both
}
