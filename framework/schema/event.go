// The tables of events: the outbox.

package schema

import "time"

// The names of the tables of events.
const (
	EventTable      = "events"
	DeletedRowTable = "event_rows"
)

// Event records that a row has changed, in the transaction of the change. Position is nil until the commit,
// and then numbers the events in the order of delivery.
type Event struct {
	ID       int64     `rest:"id,readonly"`
	Position *int64    `rest:"position" db:"position"`
	At       time.Time `rest:"at" db:"changed_at"`
	Change   string    `rest:"change" db:"row_change"` // as in an AuditEntry
	Table    string    `rest:"table" db:"row_table"`
	Key      string    `rest:"key" db:"row_key"`
	Batch    string    `rest:"batch" db:"batch"` // the batch of the transaction's DeletedRows; "" for none
}

// DeletedRow is a row before its deletion or a change, as a JSON object by columns, to check afterwards who was
// allowed to see it. A row of a table of pairs has no key, and one that the transaction created no object: Row is "".
type DeletedRow struct {
	ID    int64     `rest:"id,readonly"`
	At    time.Time `rest:"at" db:"deleted_at"`
	Batch string    `rest:"batch" db:"batch"`
	Table string    `rest:"table" db:"row_table"`
	Key   string    `rest:"key" db:"row_key"`
	Row   string    `rest:"row" db:"row_columns"`
}
