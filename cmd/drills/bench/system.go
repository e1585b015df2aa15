package main

import (
	"context"
	"fmt"
	"os/exec"

	"example.com/resourceful/cmd/drills/internal/process"
)

// system is a way to serve configurations.
type system interface {
	name() string
	// serves reports whether it can be measured with a scenario on a database of this name.
	serves(s scenario, database string) bool
	// schema is the name of its tables' form; systems with the same one share databases.
	schema() string
	// fill makes the tables in an empty database and puts a data set in.
	fill(ctx context.Context, at address, d *dataset) error
	// command is the server on a database, listening on a host and port.
	command(configuration string, at address, listen string) *exec.Cmd
	// exact is whether its answers are to be equal byte by byte, headers too.
	exact() bool
}

// translator is a system whose requests and answers have a form of its own.
type translator interface {
	// request returns the request that means the same to it.
	request(s scenario) scenario
	// answer returns its answer to a scenario in the form of the others.
	answer(s scenario, got answer) (answer, error)
}

// requestOf returns the request of a scenario as a system reads it.
func requestOf(sys system, s scenario) scenario {
	if t, ok := sys.(translator); ok {
		return t.request(s)
	}
	return s
}

// ours is the program as it is built and run by everybody.
type ours struct {
	program string
	files   string // the folder of files that rows have
}

func (ours) name() string { return "resourceful" }

func (ours) serves(scenario, string) bool { return true }

func (ours) schema() string { return "resourceful" }

func (ours) exact() bool { return true }

func (o ours) fill(ctx context.Context, at address, d *dataset) error {
	return fillOurs(ctx, o.program, at, d)
}

func (o ours) command(configuration string, at address, listen string) *exec.Cmd {
	cmd := exec.Command(o.program, "serve", configuration, "--listen", listen, "--database", at.String(), "--files", o.files)
	cmd.Env = process.Environment()
	return cmd
}

// byHand is this very program with the sub-command that serves package byhand.
type byHand struct{ self, program string }

func (byHand) name() string { return "by hand" }

func (byHand) serves(scenario, string) bool { return true }

func (byHand) schema() string { return "resourceful" }

func (byHand) exact() bool { return true }

func (b byHand) fill(ctx context.Context, at address, d *dataset) error {
	return fillOurs(ctx, b.program, at, d)
}

func (b byHand) command(configuration string, at address, listen string) *exec.Cmd {
	cmd := exec.Command(b.self, handCommand, "-listen", listen, "-database", at.String(), configuration)
	cmd.Env = process.Environment()
	return cmd
}

// fillOurs lets the program make its tables.
func fillOurs(ctx context.Context, program string, at address, d *dataset) error {
	migrate := exec.CommandContext(ctx, program, "migrate", d.configuration, "--database", at.String())
	migrate.Env = process.Environment()
	if out, err := migrate.CombinedOutput(); err != nil {
		return fmt.Errorf("migrate: %w: %s", err, out)
	}
	c, err := d.content(ctx)
	if err != nil {
		return err
	}
	return seed(ctx, at, c)
}
