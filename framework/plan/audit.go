// The audit of a set's operations.

package plan

import (
	"time"

	"example.com/resourceful/framework/schema"
)

// Audit describes the record of who changes rows.
type Audit struct {
	Type *schema.Type  // of the entries, which a resource shows
	Keep time.Duration // how long entries are kept; 0 is forever
	// RefusedLogins means that refused logins have entries too.
	RefusedLogins bool
}

// Entries returns the type of the entries; nil for no audit.
func (a *Audit) Entries() *schema.Type {
	if a == nil {
		return nil
	}
	return a.Type
}

// words describes the entries and their retention; "" for none.
func (a *Audit) words() string {
	switch {
	case a == nil:
		return ""
	case a.Keep > 0:
		return a.of() + ", kept for " + a.Keep.String()
	}
	return a.of() + ", kept for ever"
}

// of returns the subject of the entries.
func (a *Audit) of() string {
	if a.RefusedLogins {
		return "of who changes rows and logs in, and of refused log-ins"
	}
	return "of who changes rows and logs in"
}
