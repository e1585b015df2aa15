// Code of a team for writes of rows.

package plan

import "strings"

// Hook is code of a team that runs with a row, a *T of the resource.
type Hook func(call Call, row any) error

// Hooks are those of a resource; nil for none. All except AfterCommit run in the transaction of the change,
// and run again if it does.
type Hooks struct {
	BeforeCreate, AfterCreate Hook
	BeforeUpdate, AfterUpdate Hook
	BeforeDelete, AfterDelete Hook
	AfterCommit               Hook
}

// Any reports whether there is a hook.
func (h *Hooks) Any() bool {
	return h.BeforeCreate != nil || h.AfterCreate != nil || h.BeforeUpdate != nil || h.AfterUpdate != nil ||
		h.BeforeDelete != nil || h.AfterDelete != nil || h.AfterCommit != nil
}

// words returns the names of the hooks.
func (h *Hooks) words() string {
	var words []string
	for _, named := range []struct {
		name string
		hook Hook
	}{
		{"before create", h.BeforeCreate},
		{"after create", h.AfterCreate},
		{"before update", h.BeforeUpdate},
		{"after update", h.AfterUpdate},
		{"before delete", h.BeforeDelete},
		{"after delete", h.AfterDelete},
		{"after commit", h.AfterCommit},
	} {
		if named.hook != nil {
			words = append(words, named.name)
		}
	}
	return strings.Join(words, ", ")
}
