// The framework's own rows: entries of histories, events.

package structs

import (
	"reflect"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// CompileEvents returns the types of the outbox.
func CompileEvents(kinds []field.Kind, rules *field.Rules, report func(field, msg string)) (events, deleted *schema.Type) {
	events = Compile(reflect.TypeFor[schema.Event](), schema.EventTable, kinds, rules, nil, report)
	pending := predicate.Expr{Op: predicate.OpIsNull, Name: "position", Index: events.ByWire("position").Index}
	events.Indexes = []schema.Index{
		{Columns: schema.OnColumns("position"), Unique: true, For: []string{"order of events"}},
		{Columns: schema.OnColumns("id"), Where: pending, Rows: events, For: []string{"events without a position"}},
		{Columns: schema.OnColumns("changed_at"), For: []string{"age of events"}},
	}
	deleted = Compile(reflect.TypeFor[schema.DeletedRow](), schema.DeletedRowTable, kinds, rules, nil, report)
	deleted.Indexes = []schema.Index{
		{Columns: schema.OnColumns("batch"), For: []string{"deleted rows of a transaction"}},
		{Columns: schema.OnColumns("row_table", "row_key"), For: []string{"deleted rows by key"}},
		{Columns: schema.OnColumns("deleted_at"), For: []string{"age of deleted rows"}},
	}
	return events, deleted
}

// CompileHistory returns the type of the history entries about rows of t.
func CompileHistory(t *schema.Type, kinds []field.Kind, rules *field.Rules, report func(field, msg string)) *schema.Type {
	h := Compile(reflect.TypeFor[schema.HistoryEntry](), t.Table+"_history", kinds, rules, nil, report)
	h.Indexes = []schema.Index{{Columns: schema.OnColumns("row_key", "id"), For: []string{"history of " + t.Go.Name()}}}
	return h
}
