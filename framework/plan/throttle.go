// Limits on the frequency of operations.

package plan

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/traffic"
)

// Throttle limits how often a requester may run some operations.
type Throttle struct {
	// Scope is the unit of counting: all operations with throttles of one scope, key and rates count
	// together. It is in the header RateLimit. "" is the path of the view set or action, the name of an
	// endpoint, and "all" for a throttle of a set.
	Scope string
	// Actions are the built-in operations of a view set that it limits; 0 for all of its operations.
	Actions Actions
	By      ThrottleKey
	Rates   []traffic.Rate // all of them apply: for bursts and for longer times
	Cost    int64          // of one request; 0 is 1
	// RowCost is the cost of each row of a list in a writing request, and ExportCost that of a list as a
	// file, both instead of Cost; 0 is none. A list that costs more than remains is refused before a row is
	// written, and counts as one request.
	RowCost, ExportCost int64
	// TokenScope is a scope of tokens. The throttle counts only requests with a token that is limited to
	// that scope, perhaps among others. "" counts all.
	TokenScope string
	// Exact counts the requests of all processes together, in the database: a short transaction of each
	// request.
	Exact bool

	// Name distinguishes the throttle from others with another scope, key or rates; Compile sets it.
	Name string
}

// ThrottleKey determines whose requests count together.
type ThrottleKey uint8

const (
	// PerUser counts those of an account, and without credentials those of an address.
	PerUser ThrottleKey = iota
	// PerToken counts those of an account's token; without one it is PerUser.
	PerToken
	// PerAddress counts those without credentials from an address. Others are not counted.
	PerAddress
	// Together counts those of everybody.
	Together
)

var throttleKeyNames = [...]string{"user", "token", "anonymous address", "everybody"}

// String returns the key for people.
func (k ThrottleKey) String() string { return throttleKeyNames[k] }

// SetName sets Name.
func (t *Throttle) SetName() {
	t.Name = fmt.Sprintf("%s by %s: %v", t.Scope, t.By, t.Rates)
	if t.TokenScope != "" {
		t.Name += " of " + t.TokenScope
	}
}

// words describes the limits of the throttle.
func (t *Throttle) words() string {
	rates := make([]string, len(t.Rates))
	for i, r := range t.Rates {
		rates[i] = r.String()
	}
	words := fmt.Sprintf("%s by %s", strings.Join(rates, " and "), t.By)
	if t.Cost > 1 {
		words += fmt.Sprintf(" at a cost of %d", t.Cost)
	}
	if t.RowCost > 0 {
		words += fmt.Sprintf(", %d for each row of a list", t.RowCost)
	}
	if t.ExportCost > 0 {
		words += fmt.Sprintf(", %d for a file", t.ExportCost)
	}
	if t.TokenScope != "" {
		words += fmt.Sprintf(" for tokens with the scope %q", t.TokenScope)
	}
	if t.Exact {
		words += " in all processes together"
	}
	return words + fmt.Sprintf(" in scope %q", t.Scope)
}
