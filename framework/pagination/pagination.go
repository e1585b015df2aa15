// Package pagination implements the paginators of Django REST framework: by page number, by limit and
// offset, and by cursor. A view set sets its Pages to one of them, or to another plan.Paginator.
package pagination

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"errors"
	"strconv"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

// Envelope returns the envelope of a page in Django REST framework: count, which is null if it is not
// known, next, previous, results.
func Envelope(p *plan.Page) media.Frame {
	b := append(make([]byte, 0, 64+len(p.Next)+len(p.Previous)), `{"count":`...)
	b = AppendCount(b, p.Total)
	b = AppendLink(append(b, `,"next":`...), p.Next)
	b = AppendLink(append(b, `,"previous":`...), p.Previous)
	return media.Frame{Name: "results", Before: append(b, '}')}
}

// AppendCount appends a number of rows in JSON, null if it is not known.
func AppendCount(dst []byte, n int64) []byte {
	if n == plan.Unknown {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, n, 10)
}

// AppendLink appends an address in JSON, null for none.
func AppendLink(dst []byte, address string) []byte {
	if address == "" {
		return append(dst, "null"...)
	}
	return notation.AppendText(dst, address)
}

// checkCount returns the mistake in a declared count.
func checkCount(c plan.Count) error {
	if !c.Valid() {
		return errors.New("Pages count up to no row; write rest.CountUpTo(1000), or leave Count out")
	}
	return nil
}

// countWords returns the declared count in the plan's text.
func countWords(c plan.Count) string {
	if c == 0 {
		return ""
	}
	return ", " + c.String()
}

// counted reports whether a number of rows is exact.
func counted(how plan.Count, rows int64) bool { return rows != plan.Unknown && !how.Estimated(rows) }

// whole returns the JSON Schema of an integer with a minimum.
func whole(low int) map[string]any { return map[string]any{"type": "integer", "minimum": low} }
