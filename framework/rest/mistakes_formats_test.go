package rest_test

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var formatMistakes = []mistake{
	{"no renderers", func() *rest.Set { return plainSet().Renderers() }},
	{"renderer that is nil", func() *rest.Set { return plainSet().Renderers(media.JSONRenderer{}, nil) }},
	{"renderer that is a nil pointer", func() *rest.Set { return plainSet().Renderers((*textRenderer)(nil), media.JSONRenderer{}) }},
	{"renderer listed twice", func() *rest.Set { return plainSet().Renderers(media.JSONRenderer{}, media.JSONRenderer{}) }},
	{"two renderers of one name", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "json", MediaType: "text/plain", ContentType: "text/plain"})
	}},
	{"two renderers of one media type", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "hal", MediaType: "application/json", ContentType: "application/json"})
	}},
	{"renderer without a name", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{MediaType: "text/plain", ContentType: "text/plain"})
	}},
	{"name that is no suffix", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "tar.gz", MediaType: "text/plain", ContentType: "text/plain"})
	}},
	{"name in upper case", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "TXT", MediaType: "text/plain", ContentType: "text/plain"})
	}},
	{"media type without a subtype", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "txt", MediaType: "text", ContentType: "text"})
	}},
	{"media type with a parameter", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "txt", MediaType: "text/plain; charset=utf-8", ContentType: "text/plain"})
	}},
	{"media type that is a range", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "txt", MediaType: "text/*", ContentType: "text/plain"})
	}},
	{"content type of another media type", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "txt", MediaType: "text/plain", ContentType: "text/html"})
	}},
	{"content type that is none", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "txt", MediaType: "text/plain", ContentType: "text/plain\r\nX-Evil: 1"})
	}},
	{"content that there is none of", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "txt", MediaType: "text/plain", ContentType: "text/plain", Only: 1 << 7})
	}},
	{"no renderer of errors", func() *rest.Set {
		return plainSet().Renderers(&textRenderer{Name: "txt", MediaType: "text/plain", ContentType: "text/plain", Only: media.Record | media.List})
	}},
	{"pages alone", func() *rest.Set { return plainSet().Renderers(media.PageRenderer{}) }},
	{"renderers in two calls", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}).Renderers(media.YAMLRenderer{})
	}},
	{"more renderers than letters", func() *rest.Set {
		list := []media.Renderer{media.JSONRenderer{}}
		for c := 'a'; c <= 'z'; c++ {
			list = append(list, &textRenderer{Name: string(c), MediaType: "text/" + string(c), ContentType: "text/" + string(c)})
		}
		return plainSet().Renderers(list...)
	}},
	{"no parsers", func() *rest.Set { return plainSet().Parsers() }},
	{"two parsers of one media type", func() *rest.Set {
		return plainSet().Parsers(media.JSONParser(), media.FormParser(), media.JSONParser())
	}},
	{"parser without a function", func() *rest.Set {
		return plainSet().Parsers(media.FormParser(), media.Parser{MediaType: "text/plain"})
	}},
	{"parser without a media type", func() *rest.Set {
		return plainSet().Parsers(media.FormParser(), media.Parser{Parse: media.JSONParser().Parse})
	}},
	{"parser of a media type in upper case", func() *rest.Set {
		return plainSet().Parsers(media.FormParser(), media.Parser{MediaType: "Text/Plain", Parse: media.JSONParser().Parse})
	}},
	{"pages whose forms nobody reads", func() *rest.Set { return plainSet().Parsers(media.JSONParser()) }},
	{"parsers in two calls", func() *rest.Set {
		return plainSet().Parsers(media.FormParser()).Parsers(media.JSONParser())
	}},
	{"a list as a file in no format", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Exports: true}).Access(permission.Anyone)
	}},
	{"a file of no list", func() *rest.Set {
		rows := &textRenderer{Name: "rows", MediaType: "text/plain", ContentType: "text/plain", RowsOnly: true}
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Exports: true, Actions: rest.Retrieve}).
			Access(permission.Anyone).Renderers(media.JSONRenderer{}, rows)
	}},
}

func plainSet() *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone)
}

// textRenderer has whatever format a case wants.
type textRenderer media.Format

func (r *textRenderer) Format() media.Format                      { return media.Format(*r) }
func (*textRenderer) Render(*media.Output, *media.Document) error { return nil }
