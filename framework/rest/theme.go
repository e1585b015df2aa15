// The theme: the appearance of a set's pages.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
)

// Theme is the difference of a set's pages from the default. The zero value has none.
type Theme = plan.Theme

// Theme sets the appearance of the set's pages. It returns the set. Mistakes in the files are found when
// they are read: at the start of the service, and by "resourceful check".
func (s *Set) Theme(theme Theme) *Set {
	at := source.CallerOf(1)
	s.set.Theme = theme.Located(func(name string, line int) string { return source.OfFile(at, name, line) })
	return s
}

// ThemeOf returns the appearance of a set's pages, even if its declarations have mistakes.
func ThemeOf(s *Set) Theme { return s.set.Theme }
