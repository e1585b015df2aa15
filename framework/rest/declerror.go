// Mistakes in declarations: their positions and corrections.

package rest

import (
	"example.com/resourceful/framework/rest/internal/sets"
)

// DeclError is a mistake in a declaration, found at start-up.
type DeclError struct {
	Pos      string // file:line of the field, of the view set, of the type, or of the call that made the set
	Resource string // the Go type, or "" for the set as a whole
	Field    string // the Go field, or "" for the resource as a whole
	Msg      string // the mistake; and its correction
}

// Error returns the mistake in one line.
func (e *DeclError) Error() string { return sets.Mistake(*e).Error() }
