// The services that this program has itself.

package main

import (
	"os"
	"os/exec"

	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/background"
)

// ownVariable makes this program one of its services.
const ownVariable = "RESOURCEFUL_FAULTS_SERVICE"

// The values of ownVariable.
const (
	depotService  = "depot"
	officeService = "office"
	lossyService  = "lossy-office"
)

// asService is the program as one of its services, where it was started as that.
func asService() bool {
	switch name := os.Getenv(ownVariable); name {
	case depotService:
		app.Main(depot())
	case officeService, lossyService:
		app.Program{Background: []background.Task{background.Jobs()}}.Main(office(name == lossyService))
	default:
		return false
	}
	return true
}

// ownCommand makes command lines of one of these services.
func (p *program) ownCommand(name string) func(args ...string) *exec.Cmd {
	return func(args ...string) *exec.Cmd {
		exe, err := os.Executable()
		if err != nil {
			exe = os.Args[0]
		}
		cmd := exec.Command(exe, args...)
		cmd.Env, cmd.Dir = process.Environment(ownVariable+"="+name), p.folder
		return cmd
	}
}
