// How often who may do what.

package plan

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/traffic"
)

// Throttle is how often a requester may do some operations.
type Throttle struct {
	// Scope is what counts together: all operations with throttles of one scope, key and rates. It is in the header
	// RateLimit. "" is the path of the view set or action, the name of an endpoint, and "all" for a throttle of a set.
	Scope string
	// Actions are those built-in operations of a view set that it is about; 0 for all of its operations.
	Actions Actions
	By      ThrottleKey
	Rates   []traffic.Rate // all of them hold: for bursts and for longer times
	Cost    int64          // of one request; 0 is 1
	// Exact counts the requests of all processes together, in the database: a short transaction of each request.
	Exact bool

	// Name tells the throttle from others with another scope, key or rates; Compile sets it.
	Name string
}

// ThrottleKey says whose requests count together.
type ThrottleKey uint8

const (
	// PerUser are those of an account, and without credentials those of an address.
	PerUser ThrottleKey = iota
	// PerToken are those of a token of an account; without one it is PerUser.
	PerToken
	// PerAddress are those without credentials of an address. Others are not counted.
	PerAddress
	// Together are those of everybody.
	Together
)

var throttleKeyNames = [...]string{"user", "token", "anonymous address", "everybody"}

// String is the key for people.
func (k ThrottleKey) String() string { return throttleKeyNames[k] }

// SetName sets Name.
func (t *Throttle) SetName() { t.Name = fmt.Sprintf("%s by %s: %v", t.Scope, t.By, t.Rates) }

// words say what the throttle lets through.
func (t *Throttle) words() string {
	rates := make([]string, len(t.Rates))
	for i, r := range t.Rates {
		rates[i] = r.String()
	}
	words := fmt.Sprintf("%s by %s", strings.Join(rates, " and "), t.By)
	if t.Cost > 1 {
		words += fmt.Sprintf(" at a cost of %d", t.Cost)
	}
	if t.Exact {
		words += " in all processes together"
	}
	return words + fmt.Sprintf(" in scope %q", t.Scope)
}
