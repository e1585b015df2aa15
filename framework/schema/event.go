// The tables of what has become of rows, for whoever waits to be told: the outbox of events.

package schema

import "time"

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
