// Who has done what by the operations of a set.

package plan

import (
	"time"

	"example.com/resourceful/framework/schema"
)

// Audit says that who changes rows is kept.
type Audit struct {
	Type *schema.Type  // of the entries, which a resource shows
	Keep time.Duration // how long entries are kept; 0 is for ever
}

// auditWords say that the rows of the resource are the audit, and how long they are kept.
func (r *Resource) auditWords() string {
	switch {
	case r.Audit == nil:
		return ""
	case r.Audit.Keep > 0:
		return "of who changes rows, kept for " + r.Audit.Keep.String()
	}
	return "of who changes rows, kept for ever"
}
