// Lists as files.

package rest

import (
	"slices"

	"example.com/resourceful/framework/media"
)

// exports checks that what the resource offers as a file has a format.
func (r *resource) exports() {
	r.Resource.Exports = r.declaration.Exports
	switch {
	case !r.declaration.Exports:
	case !r.Has(List):
		r.mistake("Exports is about the list, and the resource has none; add rest.List to the Actions, or leave Exports out")
	case !r.set.hasRowFormat():
		r.mistake("Exports is for formats of rows alone, and the set lists none; list one in Renderers, such as csv.Renderer{} or ndjson.Renderer{}, or leave Exports out")
	}
}

// hasRowFormat reports whether a renderer of the set writes the rows of a list alone.
func (s *Set) hasRowFormat() bool {
	return s.renderers != nil && slices.ContainsFunc(s.renderers.values, func(r media.Renderer) bool {
		f, ok := call(func() media.Format { return r.Format() })
		return !ok || f.RowsOnly
	})
}
