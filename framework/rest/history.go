// The history of records, as an option of a view set.

package rest

import (
	"example.com/resourceful/framework/permission"
)

// History records who has changed a record of a view set, with the time, the operation, and the states
// before and after:
//
//	History: &rest.History{Deleted: permission.Admin}
//
// Entries are written in the transaction of the change: by the built-in operations, for lists too, by code
// that writes through rest.Rows, and for rows that are removed, marked as deleted, restored, or lose their
// reference, with others. They are rows of a separate table, "tickets_history" for the table tickets, which
// the migration makes.
//
// There are no entries for a team's statements in SQL, for the sweep that removes marked rows, and for
// many-to-many relations that end because the other side is deleted.
//
// GET /tickets/1/history/ lists them, the newest first, for requesters who may read the record, with the
// members of its representation for them, as far as they are recorded: columns and many-to-many relations
// of the row. Its key and version, files, write-only members and passwords, and fields without a wire name
// are not recorded, even if a representation shows them. Neither are computed and nested members. POST
// /tickets/1/history/12/restore/ restores the members of the record to their state after entry 12, or
// before it if it is the deletion, as a PATCH would: those that the requester may write and see.
type History struct {
	// Deleted determines who may read the history of a deleted record, by the requester; nil for nobody. On
	// a nested path it is below the former parent of the deleted record, as long as the requester may read
	// that parent, and below no other: the reference needs a wire name.
	Deleted permission.Rule
	// Max is the largest number of entries of a record; 0 for all.
	Max int
}
