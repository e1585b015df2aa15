// Events: changes of rows that are published.

package rest

import (
	"time"

	"example.com/resourceful/framework/rest/internal/source"
)

// Events configures the events of a set, for Set.Events. View sets with Events have them.
//
// An event is written in the transaction of the change: by the built-in operations, for lists too, by code
// that writes through rest.Rows, and for rows that are deleted, restored, or lose their reference, with
// others. There is none for a team's statements in SQL, for the sweep that removes rows which were marked
// as deleted, and for many-to-many relations that end because the other side is deleted.
type Events struct {
	// Keep is how long events are kept, and so how long a reader may be away; a week by default. They are
	// removed within the hour after.
	Keep time.Duration
}

// Events sets how long the events of the set are kept:
//
//	set.Events(rest.Events{Keep: 30 * 24 * time.Hour})
//
// Without the call that is a week. It returns the set.
func (s *Set) Events(e Events) *Set {
	s.set.KeepEvents = s.set.KeepEvents.With([]time.Duration{e.Keep}, source.CallerOf(1))
	return s
}
