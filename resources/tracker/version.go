package tracker

import (
	_ "embed"

	"example.com/resourceful/framework/rest"
)

// What the versions look like, as "resourceful plan tracker --version 1.1" prints it.
var (
	//go:embed version10.txt
	golden10 string
	//go:embed version11.txt
	golden11 string
)

// Versions are those of the tracker. 1.1 calls the status of a ticket its state.
func Versions() []rest.Version {
	return []rest.Version{
		{Name: "1.0", Golden: golden10},
		{Name: "1.1", Golden: golden11, Changes: []rest.VersionChange{rest.Rename[Ticket]("status", "state")}},
	}
}
