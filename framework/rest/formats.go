// Formats of responses and bodies: renderers and parsers, as options of a set.

package rest

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/rest/internal/source"
)

// Renderers lists the formats of the set's responses, first the default. Without this call they are JSON,
// the pages for people, and YAML. It returns the set.
func (s *Set) Renderers(renderers ...media.Renderer) *Set {
	s.set.Renderers = s.set.Renderers.With(renderers, source.CallerOf(1))
	return s
}

// Parsers lists the media types of the bodies that the set reads. Without this call they are JSON,
// the two types of forms, and YAML. It returns the set.
func (s *Set) Parsers(parsers ...media.Parser) *Set {
	s.set.Parsers = s.set.Parsers.With(parsers, source.CallerOf(1))
	return s
}
