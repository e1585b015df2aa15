// The option History: the changes of each record.

package compile

import (
	"strings"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema/structs"
)

// compileHistory compiles the history of the resource, and the operations on it.
func compileHistory(r *resource) {
	h := r.declaration.History
	if h == nil {
		return
	}
	found := len(r.Mistakes)
	switch {
	case r.Resource.Singleton || r.RecordPattern == "":
		r.mistake("History is for records of a collection, and a singleton has none; leave History out")
	case !r.Has(plan.Retrieve):
		r.mistake("History shows what reading a record shows, and none can be read; add rest.Retrieve to the actions, or leave History out")
	case h.Max < 0:
		r.mistake("History: Max is %d; write how many entries are kept of a record, or leave it out for all", h.Max)
	}
	if h.Deleted != nil && permission.LooksAtRows(h.Deleted, true) {
		r.mistake("History: Deleted is the rule %q, which looks at rows, but a deleted record has no row; write one about the requester", permission.String(h.Deleted))
	}
	if p := r.Resource.Parent; h.Deleted != nil && p != nil && p.Field.HistoryName() == "" {
		r.mistake(`History: Deleted shows a deleted record below the one that it referred to, and entries do not have %s.%s, which no client sees; write the name of a member instead of "-", or leave Deleted out`, source.PlainName(r.declaration.GoType), p.Field.Go)
	}
	for _, other := range r.Compiled {
		if other != r.Resource && other.History != nil && other.Type.Table == r.Type.Table {
			r.mistake("History is kept of the table %s by the view set of %s already, at %s; leave it out of one", r.Type.Table, other.Path, r.Finder.View(other.Type.Go, r.Set.At))
		}
	}
	if len(r.Mistakes) > found {
		return
	}
	entries := structs.CompileHistory(r.Type, r.kinds, r.checks, func(_, msg string) { r.mistake("History: %s", msg) })
	r.order = append(r.order, entries)
	r.Resource.History = &plan.History{Type: entries, Deleted: h.Deleted, Max: h.Max, Pages: pagination.PageNumber{Size: 20, MaxSize: 100}}
	position := func() string { return r.Finder.View(r.declaration.GoType, r.Set.At) }
	pattern := r.RecordPattern + "history/"
	about, restores := "The changes of the record, newest first.", "Gives the record the members that it had after the entry."
	var nested []string
	for _, f := range r.Resource.Shown(false).Type.Shown {
		if f.IsNested() {
			nested = append(nested, f.Label)
		}
	}
	if nested != nil {
		names := strings.Join(nested, ", ")
		about, restores = about+" Not recorded: "+names+".", restores+" Others stay as they are, such as "+names+"."
	}
	addOperation(r, &plan.Operation{
		Name: "history", Method: "GET", Pattern: pattern, Title: r.Resource.Name + " history", Resource: r.Resource, Record: true, Status: 200, History: true,
		Description: about,
	}, position)
	if r.Has(plan.Modify) {
		addOperation(r, &plan.Operation{
			Name: "history-restore", Method: "POST", Pattern: pattern + "{entry}/restore/", Title: "Restore " + r.Resource.Name, Resource: r.Resource, Record: true, Status: 200, History: true,
			Rows: r.Resource, Output: r.Resource.Shown(false),
			Description: restores,
		}, position)
	}
}
