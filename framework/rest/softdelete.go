// Rows that are marked as deleted instead of removed.

package rest

import (
	"time"

	"example.com/resourceful/framework/permission"
)

// SoftDelete makes deletions mark rows. Marked rows are absent from lists, relations, counts, choices and
// checks of uniqueness. The zero value removes rows.
//
// Requesters who may read the row, and meet Access, have two more operations: GET on "deleted/" below the
// list, which lists the marked rows, with the parameters of the list, and POST on "restore/" below a marked
// record.
type SoftDelete struct {
	// Field is the wire or column name of a *time.Time that no client writes: the moment of the deletion,
	// null in other rows.
	Field string
	// Access determines who may list and restore deleted rows.
	Access permission.Rule
	// Keep is how long deleted rows are kept before the sweep of the service removes them; 0 is forever.
	Keep time.Duration
}
