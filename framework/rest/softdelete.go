// Rows that are marked as deleted in place of being removed.

package rest

import (
	"time"

	"example.com/resourceful/framework/permission"
)

// SoftDelete lets deletions mark rows. Marked rows are absent from lists, relations, counts, choices and checks
// of uniqueness. The zero value removes rows.
//
// Those whom Access allows, of those who may read the row, have two operations more: GET on "deleted/" below the list,
// which lists the rows that are marked, with the parameters of the list, and POST on "restore/" below a record that is.
type SoftDelete struct {
	// Field is the wire or column name of a *time.Time that no client writes: the moment of the deletion, in
	// rows that are there null.
	Field string
	// Access says who may list and restore deleted rows.
	Access permission.Rule
	// Keep is how long deleted rows are kept before the sweep of the service removes them; 0 is for ever.
	Keep time.Duration
}
