// The renderers and parsers of a set.

package sets

import (
	"fmt"
	"mime"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
)

// maxRenderers is the number of letters for formats in entity tags.
const maxRenderers = 26

// isMediaType reports whether a text is a type that negotiation and Content-Type can name.
func isMediaType(s string) bool {
	base, params, err := mime.ParseMediaType(s)
	kind, subtype, _ := strings.Cut(s, "/")
	return err == nil && base == s && len(params) == 0 && kind != "" && subtype != "" && !strings.Contains(s, "*")
}

// CompileRenderers checks the renderers that the set lists.
func CompileRenderers(reporter *Reporter, p *plan.Plan) {
	l := reporter.Set.Renderers
	if l == nil {
		p.Renderers = media.Renderers()
		return
	}
	mistake := func(format string, args ...any) { reporter.Report("", "", l.At, fmt.Sprintf(format, args...)) }
	reporter.CheckListedOnce("Renderers", l.At, l.Again)
	if len(l.Values) == 0 {
		mistake("Renderers lists nothing; list some, such as media.JSONRenderer{}, or leave the call out")
		return
	}
	if len(l.Values) > maxRenderers {
		mistake("Renderers lists %d renderers; list at most %d", len(l.Values), maxRenderers)
	}
	names, types := map[string]bool{}, map[string]bool{}
	complete, unknown := false, false
	for i, r := range l.Values {
		f, ok := Try(func() media.Format { return r.Format() }) // panics if r is nil, or a nil pointer
		if !ok {
			mistake("renderer %d of the set is nil, or has no format; list a value such as media.JSONRenderer{}", i+1)
			unknown = true
			continue
		}
		checkFormat(reporter, l.At, f)
		if names[f.Name] {
			mistake("two renderers are called %q, which a suffix could not tell apart; give one another name, or list it once", f.Name)
		}
		if !names[f.Name] && types[f.MediaType] {
			mistake("two renderers write %s, which Accept could not tell apart; list one of them", f.MediaType)
		}
		names[f.Name], types[f.MediaType] = true, true
		_, page := r.(media.AnswerRenderer)
		complete = complete || !page && f.Holds(media.Anything)
	}
	if !complete && !unknown {
		mistake("no renderer can write errors and the answers to OPTIONS for programs; list one that holds everything, such as media.JSONRenderer{}")
	}
	p.Renderers = l.Values
}

// ListRenderers returns the names of the renderers of the set.
func ListRenderers(reporter *Reporter) (names []string) {
	renderers := media.Renderers()
	if reporter.Set.Renderers != nil {
		renderers = reporter.Set.Renderers.Values
	}
	for _, r := range renderers {
		if f, ok := Try(func() media.Format { return r.Format() }); ok {
			names = append(names, f.Name)
		}
	}
	return names
}

// checkFormat checks one renderer's description of its format.
func checkFormat(reporter *Reporter, at source.Caller, f media.Format) {
	mistake := func(format string, args ...any) { reporter.Report("", "", at, fmt.Sprintf(format, args...)) }
	if f.Name == "" || strings.Trim(f.Name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		mistake("a renderer is called %q, which is not a path suffix; write lower-case letters and digits", f.Name)
	}
	if !isMediaType(f.MediaType) {
		mistake("renderer %q writes %q, which is not a media type; write it in lower case without parameters, as application/json", f.Name, f.MediaType)
		return
	}
	if base, _, err := mime.ParseMediaType(f.ContentType); err != nil || base != f.MediaType {
		mistake("renderer %q has the content type %q; write %s, with parameters if it has some", f.Name, f.ContentType, f.MediaType)
	}
	if f.Only&^media.Anything != 0 {
		mistake("renderer %q holds a content that there is none of; join media.Record, media.List and the like by |", f.Name)
	}
}

// CompileParsers checks the parsers that the set lists.
func CompileParsers(reporter *Reporter, p *plan.Plan) {
	l := reporter.Set.Parsers
	if l == nil {
		p.Parsers = media.Parsers()
		return
	}
	mistake := func(format string, args ...any) { reporter.Report("", "", l.At, fmt.Sprintf(format, args...)) }
	reporter.CheckListedOnce("Parsers", l.At, l.Again)
	if len(l.Values) == 0 {
		mistake("Parsers lists nothing; list some, such as media.JSONParser(), or leave the call out")
	}
	types := map[string]bool{}
	for i, parser := range l.Values {
		switch {
		case !isMediaType(parser.MediaType):
			mistake("parser %d of the set reads %q, which is not a media type; write it in lower case without parameters, as application/json", i+1, parser.MediaType)
		case types[parser.MediaType]:
			mistake("two parsers read %s; list one of them", parser.MediaType)
		case parser.Parse == nil && parser.Read == nil:
			mistake("the parser of %s has neither Parse nor Read; write a function that reads a body", parser.MediaType)
		}
		types[parser.MediaType] = true
	}
	if hasPages(reporter) && !types["application/x-www-form-urlencoded"] && len(l.Values) > 0 {
		mistake("the pages for people send forms, which no parser reads; list media.FormParser() too, or take media.PageRenderer{} off the renderers")
	}
	p.Parsers = l.Values
}

// hasPages reports whether the set renders the pages for people.
func hasPages(reporter *Reporter) bool {
	if reporter.Set.Renderers == nil {
		return true
	}
	return slices.ContainsFunc(reporter.Set.Renderers.Values, func(r media.Renderer) bool {
		_, page := r.(media.AnswerRenderer)
		return page
	})
}
