// Rows of events that several listeners see in the same way.

package events

import (
	"reflect"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/serve/internal/request"
)

// sharedRows are the rows of some events, by resource and by the condition of the listeners who may read them.
type sharedRows []*sharedRow

// sharedRow are the rows of one resource under one condition; nil for a row that does not meet it.
type sharedRow struct {
	of     *request.Watched
	cond   predicate.Expr
	live   map[eventRow]*toldRecord // empty if representations depend on the listener
	former map[int64]*toldRecord    // by the position of the event
}

// under returns the rows of a resource under a listener's condition.
func (s *sharedRows) under(w *request.Watched, cond predicate.Expr) *sharedRow {
	for _, known := range *s {
		if known.of == w && reflect.DeepEqual(known.cond, cond) {
			return known
		}
	}
	rows := &sharedRow{w, cond, map[eventRow]*toldRecord{}, map[int64]*toldRecord{}}
	*s = append(*s, rows)
	return rows
}

// has reports whether all of some rows are known.
func (r *sharedRow) has(rows []eventRow) bool {
	for _, row := range rows {
		if _, known := r.live[row]; !known {
			return false
		}
	}
	return true
}
