// The history table: one entry for each change of another table's rows.

package schema

import (
	"time"

	"example.com/resourceful/framework/field/notation"
)

// HistoryEntry is the change of one row in one transaction. Before and After are JSON objects by
// HistoryName. Before is nil for a new row, and the JSON null for a restored one; After is nil for a
// deleted one.
type HistoryEntry struct {
	ID        int64     `rest:"id,readonly"`
	Row       string    `rest:"row" db:"row_key"` // the key of the row
	At        time.Time `rest:"at" db:"changed_at"`
	Account   *int64    `rest:"account" db:"account_id"` // nil for an anonymous requester
	Username  string    `rest:"username"`
	Operation string    `rest:"operation"`
	Before    *string   `rest:"before" db:"row_before"`
	After     *string   `rest:"after" db:"row_after"`
}

// HistoryName returns the name of a field's values in a history. It is "" for the key, files, fields that
// are never shown, and members that are no values of the row.
func (f *Field) HistoryName() string {
	switch {
	case f.Hidden() && !f.remembered || f.Go == "ID" || f.IsVersion || f.IsFile() || f.IsPart():
		return ""
	case f.IsManyToMany():
		return f.Go
	default:
		return f.Column
	}
}

// AppendHistory appends the values of a row for a history, as an object by HistoryName. References are
// always keys.
func (r *Record) AppendHistory(b []byte) []byte {
	b = append(b, '{')
	for _, f := range r.Type.Fields {
		name := f.HistoryName()
		if name == "" {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(notation.AppendText(b, name), ':')
		switch value := r.slots[f.Index].Get().(type) {
		case Key:
			b = value.AppendJSON(b)
		case []Key:
			b = append(b, '[')
			for i, key := range value {
				if i > 0 {
					b = append(b, ',')
				}
				b = key.AppendJSON(b)
			}
			b = append(b, ']')
		default:
			b = r.slots[f.Index].Append(b, "")
		}
	}
	return append(b, '}')
}
