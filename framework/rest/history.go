// A history of records as a word of a view set.

package rest

import (
	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
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
// GET /tickets/1/history/ lists them, the newest first, for whoever may read the record, with the members that reading
// it shows to him, as far as they are kept: columns and many-to-many relations of the row. Not kept are its key and
// version, files, write-only members and passwords, and fields without a wire name, even where a representation shows
// them; nor what is computed or nested. POST /tickets/1/history/12/restore/ gives the record the members that it had after
// entry 12, or before it where that is its deletion, as a PATCH would: those that the requester may write and is shown.
type History struct {
	// Deleted says who may read the history of a record that is deleted, by who asks; nil for nobody. On a nested path
	// it is below the record that the deleted one was below, as long as the requester may read that, and below no
	// other: the reference needs a wire name.
	Deleted permission.Rule
	// Max is how many entries are kept of a record; 0 for all.
	Max int
}

// history compiles the history of the resource, and the operations on it.
func (r *resource) history() {
	h := r.declaration.History
	if h == nil {
		return
	}
	found := len(r.mistakes)
	switch {
	case r.Resource.Singleton || r.RecordPattern == "":
		r.mistake("History is of records below a collection, and a singleton has none; leave History out")
	case !r.Has(Retrieve):
		r.mistake("History shows what reading a record shows, and none can be read; add rest.Retrieve to the actions, or leave History out")
	case h.Max < 0:
		r.mistake("History: Max is %d; write how many entries are kept of a record, or leave it out for all", h.Max)
	}
	if h.Deleted != nil && permission.LooksAtRows(h.Deleted, true) {
		r.mistake("History: Deleted is the rule %q, which looks at rows, and a record that is deleted is none; write one about who asks", permission.String(h.Deleted))
	}
	if p := r.Resource.Parent; h.Deleted != nil && p != nil && p.Field.HistoryName() == "" {
		r.mistake(`History: Deleted shows a deleted record below the one that it referred to, and entries do not have %s.%s, which no client sees; write the name of a member in place of "-", or leave Deleted out`, plainName(r.goType), p.Field.Go)
	}
	for _, other := range r.compiled {
		if other != r.Resource && other.History != nil && other.Type.Table == r.Type.Table {
			r.mistake("History is kept of the table %s by the view set of %s already, at %s; leave it out of one", r.Type.Table, other.Path, r.finder.view(other.Type.Go, r.set.at))
		}
	}
	if len(r.mistakes) > found {
		return
	}
	entries := schema.CompileHistory(r.Type, r.kinds, r.checks, func(_, msg string) { r.mistake("History: %s", msg) })
	r.order = append(r.order, entries)
	r.Resource.History = &plan.History{Type: entries, Deleted: h.Deleted, Max: h.Max, Pages: pagination.PageNumber{Size: 20, MaxSize: 100}}
	position := func() string { return r.finder.view(r.goType, r.set.at) }
	pattern := r.RecordPattern + "history/"
	r.addOperation(&plan.Operation{
		Name: "history", Method: "GET", Pattern: pattern, Title: r.Resource.Name + " history", Resource: r.Resource, Record: true, Status: 200, History: true,
		Description: "What has become of the record, the newest change first.",
	}, position)
	if r.Has(Modify) {
		r.addOperation(&plan.Operation{
			Name: "history-restore", Method: "POST", Pattern: pattern + "{entry}/restore/", Title: "Restore " + r.Resource.Name, Resource: r.Resource, Record: true, Status: 200, History: true,
			Rows: r.Resource, Output: r.Resource.Shown(false),
			Description: "Gives the record the members that it had after the entry.",
		}, position)
	}
}
