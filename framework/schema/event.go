// The tables of what has become of rows, for whoever waits to be told: the outbox of events.

package schema

import (
	"reflect"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
)

// The names of the tables of events.
const (
	EventTable      = "events"
	DeletedRowTable = "event_rows"
)

// Event says that a row has changed. It is written in the transaction of the change. Position is nil until that is
// committed, and then counts the events in the order in which they are told.
type Event struct {
	ID       int64     `rest:"id,readonly"`
	Position *int64    `rest:"position" db:"position"`
	At       time.Time `rest:"at" db:"changed_at"`
	Change   string    `rest:"change" db:"row_change"` // as in an AuditEntry
	Table    string    `rest:"table" db:"row_table"`
	Key      string    `rest:"key" db:"row_key"`
	Batch    string    `rest:"batch" db:"batch"` // the DeletedRows of the transaction; "" for none
}

// DeletedRow is a row as it was before a transaction deleted it, as an object of JSON by columns, so that it can be asked
// afterwards who was allowed to see it. A row of a table of pairs has no key.
type DeletedRow struct {
	ID    int64     `rest:"id,readonly"`
	At    time.Time `rest:"at" db:"deleted_at"`
	Batch string    `rest:"batch" db:"batch"`
	Table string    `rest:"table" db:"row_table"`
	Key   string    `rest:"key" db:"row_key"`
	Row   string    `rest:"row" db:"row_columns"`
}

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
