// Compiling the rows that the framework keeps for itself: entries of histories, events.

package schema

import (
	"reflect"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
)

// CompileEvents are the types of the outbox.
func CompileEvents(kinds []field.Kind, rules *field.Rules, report func(field, msg string)) (events, deleted *Type) {
	events = Compile(reflect.TypeFor[Event](), EventTable, kinds, rules, nil, report)
	pending := predicate.Expr{Op: predicate.OpIsNull, Name: "position", Index: events.ByWire("position").Index}
	events.Indexes = []Index{
		{Columns: OnColumns("position"), Unique: true, For: []string{"order of events"}},
		{Columns: OnColumns("id"), Where: pending, Rows: events, For: []string{"events without a position"}},
		{Columns: OnColumns("changed_at"), For: []string{"age of events"}},
	}
	deleted = Compile(reflect.TypeFor[DeletedRow](), DeletedRowTable, kinds, rules, nil, report)
	deleted.Indexes = []Index{
		{Columns: OnColumns("batch"), For: []string{"deleted rows of a transaction"}},
		{Columns: OnColumns("row_table", "row_key"), For: []string{"deleted rows by key"}},
		{Columns: OnColumns("deleted_at"), For: []string{"age of deleted rows"}},
	}
	return events, deleted
}

// CompileHistory is the type of the entries about rows of t.
func CompileHistory(t *Type, kinds []field.Kind, rules *field.Rules, report func(field, msg string)) *Type {
	h := Compile(reflect.TypeFor[HistoryEntry](), t.Table+"_history", kinds, rules, nil, report)
	h.Indexes = []Index{{Columns: OnColumns("row_key", "id"), For: []string{"history of " + t.Go.Name()}}}
	return h
}
