// A history of records as a word of a view set.

package rest

import (
	"example.com/resourceful/framework/permission"
)

// History keeps who has changed a record of a view set, when, by which operation, and what it was before and after:
//
//	History: &rest.History{Deleted: permission.Admin}
//
// Entries are written in the transaction of the change: by the built-in operations, of lists too, by code that writes
// through rest.Rows, and of rows that are removed, marked as deleted, restored, or lose their reference, with others. They
// are rows of a table of their own, "tickets_history" for the table tickets, which the migration makes.
//
// There are no entries of statements of a team's own in SQL, of the sweep that removes marked rows, and of many-to-many
// relations that end because the other side is deleted.
//
// GET /tickets/1/history/ lists them, the newest first, for whoever may read the record, with the members that
// reading it shows to him, as far as they are kept: columns and many-to-many relations of the row. Not kept are
// its key and version, files, write-only members and passwords, and fields without a wire name, even where a
// representation shows them. Computed and nested members are not kept either. POST
// /tickets/1/history/12/restore/ gives the record the members that it had after entry 12, or before it where
// that is its deletion, as a PATCH would: those that the requester may write and is shown.
type History struct {
	// Deleted says who may read the history of a record that is deleted, by who asks; nil for nobody. On a nested path
	// it is below the record that the deleted one was below, as long as the requester may read that, and below no
	// other: the reference needs a wire name.
	Deleted permission.Rule
	// Max is how many entries are kept of a record; 0 for all.
	Max int
}
