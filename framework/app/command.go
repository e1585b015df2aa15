// Commands of a team's program.

package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
)

// Command is a command of a team's program.
type Command struct {
	// Name is the word on the command line: lower case, with hyphens.
	Name string
	// Help is one sentence for the usage.
	Help string
	// Flags points to a struct of the command's flags and arguments, with the struct tags of
	// github.com/alecthomas/kong; nil for none. They are read before Run.
	Flags any
	// Database adds the flags --config and --database of the commands about accounts, and lets Run open
	// that database.
	Database bool
	// Run runs the command. Its error is printed, and the exit code is then 1.
	Run func(*Context) error
}

// Context is the environment of a team's command. It ends when the program receives a signal to stop.
type Context struct {
	context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Log            *slog.Logger

	program *program
	of      *accountsOf // nil for a command without a database
}

// Plan returns the compiled declarations of the configuration in --config.
func (c *Context) Plan() (*plan.Plan, error) {
	if c.of == nil {
		return nil, errors.New("app.Program: the command has no --config; set Database in its app.Command")
	}
	return c.program.plan(c.of.Config)
}

// Open opens the configuration's database, or that of --database, and extends its tables, or fails if those of a
// program with migrations do not fit. The caller closes it.
func (c *Context) Open() (*database.DB, error) {
	compiled, err := c.Plan()
	if err != nil {
		return nil, err
	}
	return c.program.open(compiled, c.of.databaseFlags, database.Options{})
}

// mistakes reports the mistakes in the command's declaration.
func (c Command) mistakes(mistake func(string, ...any), builtIn []string) {
	if !commandName.MatchString(c.Name) {
		mistake("Commands: the name %q is not a command name; write lower case letters, digits and hyphens", c.Name)
	}
	if slices.Contains(builtIn, c.Name) {
		mistake("Commands: %q is a command of every program; give it another name", c.Name)
	}
	if c.Run == nil {
		mistake("Commands: %q does nothing; give it a Run", c.Name)
	}
	if c.Flags != nil && !isStruct(c.Flags) {
		mistake("Commands: the Flags of %q are %T, which points to no struct; write &struct{…}{}", c.Name, c.Flags)
	}
}

// teamCmd is a Command on the command line.
type teamCmd struct {
	Own kong.Plugins `embed:""`
	of  *accountsOf
	run func(*Context) error
}

// Run runs the command.
func (c *teamCmd) Run(p *program) error {
	return c.run(&Context{Context: p.ctx, Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr, Log: p.log(), program: p, of: c.of})
}

// option adds the command to a command line.
func (c Command) option() kong.Option {
	cmd := &teamCmd{run: c.Run}
	if c.Flags != nil {
		cmd.Own = append(cmd.Own, c.Flags)
	}
	if c.Database {
		cmd.of = &accountsOf{}
		cmd.Own = append(cmd.Own, cmd.of)
	}
	return kong.DynamicCommand(c.Name, c.Help, "", cmd)
}
