package tracker

import "example.com/resourceful/framework/rest"

// Version11 calls the status of a ticket its state.
func Version11() rest.Version {
	return rest.Version{Name: "1.1", Changes: []rest.VersionChange{rest.Rename[Ticket]("status", "state")}}
}
