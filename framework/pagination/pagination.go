// Package pagination has the ways to cut lists into pages that Django REST framework has: by the
// number of the page, by limit and offset, and by cursor. A view set lists one as its Pages, or any other
// plan.Paginator.
package pagination

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"errors"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

// Envelope is the object in which Django REST framework gives a page: count, which is null where it
// is not known, next, previous, results.
func Envelope(p *plan.Page) media.Frame {
	b := append(make([]byte, 0, 64+len(p.Next)+len(p.Previous)), `{"count":`...)
	b = AppendCount(b, p.Total)
	b = AppendLink(append(b, `,"next":`...), p.Next)
	b = AppendLink(append(b, `,"previous":`...), p.Previous)
	return media.Frame{Name: "results", Before: append(b, '}')}
}

// AppendCount appends a number of rows as JSON, null where it is not known.
func AppendCount(dst []byte, n int64) []byte {
	if n == plan.Unknown {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, n, 10)
}

// AppendLink appends an address as JSON, null for none.
func AppendLink(dst []byte, address string) []byte {
	if address == "" {
		return append(dst, "null"...)
	}
	return field.AppendText(dst, address)
}

// checkCount is what is wrong with what a declaration says of counting.
func checkCount(c plan.Count) error {
	if !c.Valid() {
		return errors.New("Pages count up to no row; write rest.CountUpTo(1000), or leave Count out")
	}
	return nil
}

// countWords say in the text of the plan how a list is counted, where the declaration does.
func countWords(c plan.Count) string {
	if c == 0 {
		return ""
	}
	return ", " + c.String()
}

// counted reports whether a number of rows is known to be right.
func counted(how plan.Count, rows int64) bool { return rows != plan.Unknown && !how.Estimated(rows) }

// digits reports whether a text is a number without a sign.
func digits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// whole is the JSON Schema of a whole number from low on.
func whole(low int) map[string]any { return map[string]any{"type": "integer", "minimum": low} }
