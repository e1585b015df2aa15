// The states of orders, and the actions that lead from one to the next.

package orders

import (
	"strings"

	"example.com/resourceful/framework/rest"
)

// Status is how far an order has come.
type Status string

// The states of an order.
const (
	New       Status = "new"
	Packed    Status = "packed"
	Shipped   Status = "shipped"
	Cancelled Status = "cancelled"
)

// Choices returns the states in their order.
func (Status) Choices() []rest.Choice {
	return []rest.Choice{
		rest.ChoiceOf(New, "New"), rest.ChoiceOf(Packed, "Packed"),
		rest.ChoiceOf(Shipped, "Shipped"), rest.ChoiceOf(Cancelled, "Cancelled"),
	}
}

// Cancellation is the input of the action cancel.
type Cancellation struct {
	Reason string `rest:"reason,multiline" validate:"max=500"`
}

func pack(_ *rest.Call, o *Order, _ rest.None) (*Order, error) {
	o.Status = Packed
	return o, nil
}

func ship(call *rest.Call, o *Order, _ rest.None) (*Order, error) {
	now := call.Now()
	o.Status, o.Shipped = Shipped, &now
	return o, nil
}

func cancel(_ *rest.Call, o *Order, in Cancellation) (*Order, error) {
	o.Status = Cancelled
	o.Notes = strings.TrimSpace(o.Notes + "\n\nCancelled: " + in.Reason)
	return o, nil
}

// open reports whether an order can still change.
func (o *Order) open() bool { return o.Status == New || o.Status == Packed }
