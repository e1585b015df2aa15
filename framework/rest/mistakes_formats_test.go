// Mistakes in renderers and parsers.

package rest_test

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Mistakes in the formats that a set writes and reads, and in those of lists as files.
var formatMistakes = []mistake{
	{"no renderers", func() *rest.Set { return plainSet().Renderers() }},
	{"renderers", func() *rest.Set {
		return plainSet().Renderers(
			media.JSONRenderer{}, nil, media.JSONRenderer{},
			&textRenderer{Name: "hal", MediaType: "application/json", ContentType: "application/json"},
			&textRenderer{MediaType: "text/a", ContentType: "text/a"},
			&textRenderer{Name: "tar.gz", MediaType: "text/b", ContentType: "text/b"},
			&textRenderer{Name: "TXT", MediaType: "text/c", ContentType: "text/c"},
			&textRenderer{Name: "subtype", MediaType: "text", ContentType: "text"},
			&textRenderer{Name: "parameter", MediaType: "text/d; charset=utf-8", ContentType: "text/d"},
			&textRenderer{Name: "range", MediaType: "text/*", ContentType: "text/e"},
			&textRenderer{Name: "other", MediaType: "text/plain", ContentType: "text/html"},
			&textRenderer{Name: "evil", MediaType: "text/g", ContentType: "text/g\r\nX-Evil: 1"},
			&textRenderer{Name: "content", MediaType: "text/f", ContentType: "text/f", Only: 1 << 7},
		)
	}},
	{"two renderers of one name", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "json", MediaType: "text/plain", ContentType: "text/plain"})
	}},
	{"renderer that is a nil pointer", func() *rest.Set { return plainSet().Renderers((*textRenderer)(nil), media.JSONRenderer{}) }},
	{"no renderer of errors", func() *rest.Set {
		return plainSet().Renderers(&textRenderer{Name: "txt", MediaType: "text/plain", ContentType: "text/plain", Only: media.Record | media.List})
	}},
	{"pages alone", func() *rest.Set { return plainSet().Renderers(media.PageRenderer{}) }},
	{"renderers in two calls, and parsers", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}).Renderers(media.YAMLRenderer{}).
			Parsers(media.FormParser()).Parsers(media.JSONParser())
	}},
	{"more renderers than letters", func() *rest.Set {
		list := []media.Renderer{media.JSONRenderer{}}
		for c := 'a'; c <= 'z'; c++ {
			list = append(list, &textRenderer{Name: string(c), MediaType: "text/" + string(c), ContentType: "text/" + string(c)})
		}
		return plainSet().Renderers(list...)
	}},
	{"no parsers", func() *rest.Set { return plainSet().Parsers() }},
	{"parsers", func() *rest.Set {
		parse := media.JSONParser().Parse
		return plainSet().Parsers(media.FormParser(), media.Parser{Parse: parse}, media.Parser{MediaType: "Text/Plain", Parse: parse},
			media.JSONParser(), media.JSONParser(), media.Parser{MediaType: "text/plain"})
	}},
	{"pages whose forms nobody reads", func() *rest.Set { return plainSet().Parsers(media.JSONParser()) }},
	{"a list as a file in no format", func() *rest.Set { return listing(rest.ViewSet[Plain]{Path: "/notes/", Exports: true}) }},
	{"a file of no list", func() *rest.Set {
		rows := &textRenderer{Name: "rows", MediaType: "text/plain", ContentType: "text/plain", RowsOnly: true}
		return listing(rest.ViewSet[Plain]{Path: "/notes/", Exports: true, Actions: rest.Retrieve}).Renderers(media.JSONRenderer{}, rows)
	}},
}

func plainSet() *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone)
}

// textRenderer has whatever format a case wants.
type textRenderer media.Format

func (r *textRenderer) Format() media.Format                      { return media.Format(*r) }
func (*textRenderer) Render(*media.Output, *media.Document) error { return nil }
