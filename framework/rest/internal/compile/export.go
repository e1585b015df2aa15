// The option Exports: lists as files.

package compile

import (
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
)

// compileExports compiles the option Exports, which needs a list and a format of rows.
func compileExports(r *resource) {
	r.Resource.Exports = r.declaration.Exports
	switch {
	case !r.declaration.Exports:
	case !r.Has(plan.List):
		r.mistake("Exports is about the list, and the resource has none; add rest.List to the Actions, or leave Exports out")
	case !hasRowFormat(r.Set):
		r.mistake("Exports needs a format of rows, and the set lists none; list one in Renderers, such as csv.Renderer{} or ndjson.Renderer{}, or leave Exports out")
	}
}

// hasRowFormat reports whether a renderer of the set writes only the rows of a list.
func hasRowFormat(s *declaration.Set) bool {
	return s.Renderers != nil && slices.ContainsFunc(s.Renderers.Values, func(r media.Renderer) bool {
		f, ok := sets.Try(func() media.Format { return r.Format() })
		return !ok || f.RowsOnly
	})
}
