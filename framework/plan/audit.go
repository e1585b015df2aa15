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
	// RefusedLogins says that refused log-ins have entries too.
	RefusedLogins bool
}

// Entries are the type of the entries; nil where none are kept.
func (a *Audit) Entries() *schema.Type {
	if a == nil {
		return nil
	}
	return a.Type
}

// words say what the entries are about, and how long they are kept; "" for none.
func (a *Audit) words() string {
	switch {
	case a == nil:
		return ""
	case a.Keep > 0:
		return a.of() + ", kept for " + a.Keep.String()
	}
	return a.of() + ", kept for ever"
}

// of says what the entries are about.
func (a *Audit) of() string {
	if a.RefusedLogins {
		return "of who changes rows and logs in, and of refused log-ins"
	}
	return "of who changes rows and logs in"
}
