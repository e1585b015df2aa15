// Package app is the program as a library: its commands serve a configuration as a REST API, and manage its
// accounts and tables.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/app/settings"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/rest"
)

// flags is the command line. Flags that carry the setting tag can also be set in the environment
// and in the settings file.
type flags struct {
	Settings string `placeholder:"FILE" help:"YAML file with settings."`
	logFlags `embed:""`

	Serve   serveCmd   `cmd:"" help:"Serve a configuration."`
	User    userCmd    `cmd:"" help:"Manage accounts."`
	Group   groupCmd   `cmd:"" help:"Manage groups of accounts, and their permissions."`
	Check   checkCmd   `cmd:"" help:"Check all declarations."`
	Plan    planCmd    `cmd:"" help:"Show what the declarations of a configuration were compiled to."`
	OpenAPI openapiCmd `cmd:"" name:"openapi" help:"Write the OpenAPI document of a configuration, or list its breaking changes."`
	Inspect inspectCmd `cmd:"" help:"Write the declarations of resources over the tables of an existing database."`
	Migrate migrateCmd `cmd:"" help:"Change the tables of the database to match the declarations."`
	Doctor  doctorCmd  `cmd:"" help:"Check a service: its settings, its database, its files and its machine."`
	Backup  backupCmd  `cmd:"" help:"Save the SQLite database and the files of its rows to an archive, while a service uses them."`
	Restore restoreCmd `cmd:"" help:"Restore a database and its files from an archive."`
	Dump    dumpCmd    `cmd:"" help:"Write the rows of a configuration as text."`
	Load    loadCmd    `cmd:"" help:"Store rows from files that dump wrote."`
	Seed    seedCmd    `cmd:"" help:"Add made-up rows, for development."`
	Version versionCmd `cmd:"" help:"Show the version of the program."`

	Own kong.Plugins `embed:""`
}

// Main runs a program with only the built-in features: see Program.Main.
func Main(sets ...*rest.Set) { Program{}.Main(sets...) }

// Main runs the command line of the process, and ends the process. It serves one of the sets, by name, or
// the first by default.
func (own Program) Main(sets ...*rest.Set) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal, a second one ends the program at once, as usual.
	context.AfterFunc(ctx, stop)
	os.Exit(own.run(ctx, sets, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// builtIn returns the names of the built-in commands.
func builtIn() []string {
	var names []string
	t := reflect.TypeFor[flags]()
	for i := range t.NumField() {
		if _, is := t.Field(i).Tag.Lookup("cmd"); is {
			names = append(names, strings.ToLower(t.Field(i).Name))
		}
	}
	return names
}

// run runs the program and returns the exit code: 0 for success and 1 otherwise. getenv supplies settings
// and passwords.
func (own Program) run(ctx context.Context, sets []*rest.Set, args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	p := newProgram(ctx, own, sets, stdin, stdout, stderr, getenv)
	err := p.own.check(sets, builtIn())
	if err == nil {
		err = p.runCommand(args)
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errSaid):
		return 1
	}
	room := ""
	if database.Full(err) || errors.Is(err, syscall.ENOSPC) {
		room = "; the disk is full: make room, and run the command again"
	}
	fmt.Fprintf(stderr, "%s: %v%s\n", p.own.Name, err, room)
	return 1
}

// runCommand runs the command on the command line.
func (p *program) runCommand(args []string) error {
	command, err := p.parse(args)
	if err != nil || command == nil {
		return err
	}
	return command.Run()
}

// parse reads the command line and the settings. It returns nil after it has printed a requested help.
func (p *program) parse(args []string) (*kong.Context, error) { return p.parseInto(&flags{}, args) }

func (p *program) parseInto(f *flags, args []string) (*kong.Context, error) {
	p.logging = &f.logFlags
	if p.own.Flags != nil {
		f.Own = kong.Plugins{p.own.Flags}
	}
	helped := false
	options := []kong.Option{
		kong.Name(p.own.Name),
		kong.Description("Serves REST APIs that are declared as Go structs.\n\nSettings come from flags, then from " + p.own.Prefix + "_… environment variables, then from the settings file."),
		kong.Writers(p.stdout, p.stderr),
		kong.Exit(func(int) { helped = true }),
		p.vars(),
		kong.Bind(p),
	}
	for _, c := range p.own.Commands {
		options = append(options, c.option())
	}
	parser, err := kong.New(f, options...)
	if err != nil {
		return nil, fmt.Errorf("app.Program: the flags cannot be read: %w", err) // flags of the team: tests cover the built-in ones
	}
	if err := checkFlags(parser.Model); err != nil {
		return nil, err
	}
	if p.own.Traces == nil {
		hide(parser.Model, "traces")
	}
	if p.own.Certificates == nil {
		hide(parser.Model, "acme-folder")
		hide(parser.Model, "acme-directory")
	}
	command, err := parser.Parse(args)
	if helped {
		return nil, nil
	}
	return command, err
}

// checkFlags refuses a team's flag that a command has too, because the command line would be ambiguous.
func checkFlags(app *kong.Application) error {
	var mistakes []error
	for _, own := range app.Flags {
		for _, command := range app.Leaves(false) {
			for _, flag := range command.Flags {
				if flag.Name == own.Name {
					mistakes = append(mistakes, fmt.Errorf("app.Program: Flags: --%s is a flag of the command %s; give it another name", own.Name, command.Path()))
				}
			}
		}
	}
	return errors.Join(mistakes...)
}

// hide leaves a flag out of the usage, because the program lacks its feature.
func hide(app *kong.Application, name string) {
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, is := node.(*kong.Flag); is && flag.Name == name {
			flag.Hidden = true
		}
		return next(nil)
	})
}

// BeforeResolve is called by kong after it has read the command line and before it reads settings.
func (f *flags) BeforeResolve(ctx *kong.Context, p *program) error {
	s := settings.Settings{Getenv: p.getenv, Variable: p.own.variable}
	path := p.getenv(p.own.variable("settings"))
	known := map[string]*kong.Flag{}
	err := kong.Visit(ctx.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			if flag.Tag.Has("setting") {
				known[flag.Name] = flag
			}
			if given, ok := ctx.FlagValue(flag).(string); ok && flag.Name == "settings" && given != "" {
				path = given
			}
		}
		return next(nil)
	})
	if err == nil && path != "" {
		s.File, err = settings.Read(path, known)
	}
	if err == nil {
		err = s.Add(p.given, known)
	}
	if err != nil {
		return err
	}
	s.Path = path
	p.settings = s
	ctx.AddResolver(s)
	return nil
}
