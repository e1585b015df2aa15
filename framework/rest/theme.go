// How the pages of a set look.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
)

// Theme is how the pages of a set differ from the framework's own. The zero value differs in nothing.
type Theme = plan.Theme

// Theme sets how the pages of the set look. It returns the set. Mistakes in the files are found when they are
// read: at the start of the service, and by "resourceful check".
func (s *Set) Theme(theme Theme) *Set {
	at := source.CallerOf(1)
	s.set.Theme = theme.Located(func(name string, line int) string { return source.OfFile(at, name, line) })
	return s
}

// ThemeOf is how the pages of a set look, also where its declarations have mistakes.
func ThemeOf(s *Set) Theme { return s.set.Theme }
