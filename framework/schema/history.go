// The table of what has become of the rows of another.

package schema

import (
	"time"

	"example.com/resourceful/framework/field"
)

// HistoryEntry is what has become of one row in one transaction. Before and After are objects of JSON by HistoryName:
// Before is nil of a row that was made, and the JSON null of one that was marked as deleted and is restored; After is nil of
// one that was deleted.
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

// HistoryName is the name under which entries of a history have the values of a field. It is "" for the key,
// files, fields that no client is shown, and members that are no value of the row.
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

// AppendHistory appends the values of a row that entries of a history have, as an object by HistoryName. References
// are keys, whatever shows them.
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
		b = append(field.AppendText(b, name), ':')
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
