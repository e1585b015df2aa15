// Package app is the program as a library: the commands that serve a configuration as a REST API, and
// look after its accounts and tables.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/rest"
)

// Main runs the program on the command line of the process, and ends the process. The sets are what it
// can serve by name; the first of them is served where no other is named.
func Main(sets ...*rest.Set) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal they mean what they usually do: a second one ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, sets, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// program is what the commands share.
type program struct {
	ctx    context.Context
	sets   []*rest.Set
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	getenv func(string) string
	flags  *flags
	// settings are what the flags that were not given come from.
	settings settings
}

// flags is the command line. Flags that carry the setting tag can also be set in the environment
// and in the settings file.
type flags struct {
	Settings  string `placeholder:"FILE" help:"YAML file with settings."`
	LogFormat string `setting:"" enum:"text,json" default:"text" help:"How the log is written: text or json."`
	LogLevel  string `setting:"" enum:"debug,info,warn,error" default:"info" help:"What is logged: debug, info, warn or error."`

	Serve   serveCmd   `cmd:"" help:"Serve a configuration."`
	User    userCmd    `cmd:"" help:"Look after the accounts."`
	Check   checkCmd   `cmd:"" help:"Check all declarations."`
	Plan    planCmd    `cmd:"" help:"Show what the declarations of a configuration were compiled to."`
	Migrate migrateCmd `cmd:"" help:"Bring the tables of the database to what the declarations ask for."`
	Version versionCmd `cmd:"" help:"Show the version of the program."`
}

// run is the program: it returns the exit code, 0 when all went well and 1 otherwise. getenv is
// asked for settings and for passwords.
func run(ctx context.Context, sets []*rest.Set, args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	if len(sets) == 0 {
		fmt.Fprintln(stderr, "resourceful: there is nothing to serve; give app.Main at least one set, such as app.Main(config.All()...)")
		return 1
	}
	p := newProgram(ctx, sets, stdin, stdout, stderr, getenv)
	command, err := p.parse(args)
	if err == nil && command != nil {
		err = command.Run()
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errSaid):
		return 1
	}
	fmt.Fprintf(stderr, "resourceful: %v\n", err)
	return 1
}

func newProgram(ctx context.Context, sets []*rest.Set, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) *program {
	return &program{ctx: ctx, sets: sets, stdin: stdin, stdout: stdout, stderr: stderr, getenv: getenv}
}

// parse reads the command line and the settings. It returns nil when all that was asked for was
// help, which was given.
func (p *program) parse(args []string) (*kong.Context, error) {
	p.flags = &flags{}
	helped := false
	parser, err := kong.New(p.flags,
		kong.Name("resourceful"),
		kong.Description("Serves REST APIs that are declared as Go structs.\n\nSettings come from flags, then from RESOURCEFUL_… environment variables, then from the settings file."),
		kong.Writers(p.stdout, p.stderr),
		kong.Exit(func(int) { helped = true }),
		p.vars(),
		kong.Bind(p),
	)
	if err != nil {
		panic(err) // the tags of flags are ours
	}
	command, err := parser.Parse(args)
	if helped {
		return nil, nil
	}
	return command, err
}

// errSaid is a failure that the user has already been told about.
var errSaid = errors.New("failed")

// vars are the defaults and choices that the code knows anyway, for the tags of flags.
func (p *program) vars() kong.Vars {
	var names []string
	for _, set := range p.sets {
		names = append(names, set.Name())
	}
	vars := limitVars()
	vars["configurations"], vars["configuration"] = strings.Join(names, ","), names[0]
	return vars
}
