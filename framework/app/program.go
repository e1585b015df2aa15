// The program of a team, and its command line.

package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// Program is a program of a team: what it calls itself, and what it has beside the commands of every
// program. What it does not list is not linked. The zero value is a program with neither metrics nor
// traces.
type Program struct {
	// Name is what the program calls itself in its usage, its errors and its traces. Default: the last
	// word of the path of package main.
	Name string
	// Prefix begins the environment variables of the settings: with TRACKER, the setting max-body is
	// TRACKER_MAX_BODY. Default: the name in capitals, with _ for what no variable may have. Variables
	// that begin with it and are no setting mean nothing, because others make such: those of a service in
	// Kubernetes, for one.
	Prefix string
	// Version is what the command version says. Default: the version of the module.
	Version string

	// Flags points to a struct of flags of the team's own, for all commands, by the struct tags of
	// github.com/alecthomas/kong. One with the tag setting:"" is a setting: it may also stand in the
	// environment and in the settings file. They are read before a command runs.
	Flags any
	// Commands are beside those of every program.
	Commands []Command
	// Middleware wraps the service, the first outermost. It is made once, after the flags were read. A
	// request that it sees has its id. One that it passes on is counted and logged by the service; one
	// that it answers itself is not. When it panics the answer is a 500, which is logged.
	Middleware []func(http.Handler) http.Handler

	// Files opens the store of the files of rows whose setting files is an address and no folder, such as
	// s3.Open.
	Files func(ctx context.Context, address string) (files.Store, error)

	// Mailer opens what mails go by where the setting mailer is an address of another kind than log:, smtp: and smtps:.
	Mailer func(ctx context.Context, address string) (mail.Mailer, error)
	// Agents puts tools for agents before the service, such as agents.MCP.
	Agents func(*plan.Plan, http.Handler) (http.Handler, error)

	// Metrics are the figures at /metrics of the address for operators, such as prometheus.Metrics.
	Metrics func(observe.Sources) observe.Metrics
	// Traces follow requests to a collector, such as otlp.Traces.
	Traces func(context.Context, observe.Tracing) (observe.Traces, error)
}

// Main runs a program that has nothing of its own but its sets: see Program.Main.
func Main(sets ...*rest.Set) { Program{}.Main(sets...) }

// Main runs the program on the command line of the process, and ends the process. The sets are what it
// can serve by name; the first of them is served where no other is named.
func (own Program) Main(sets ...*rest.Set) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal they mean what they usually do: a second one ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(own.run(ctx, sets, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// withDefaults fills in what the program does not say.
func (own Program) withDefaults() Program {
	if own.Name == "" {
		own.Name = mainName()
	}
	if own.Prefix == "" {
		own.Prefix = strings.TrimLeft(strings.ToUpper(noVariable.ReplaceAllString(own.Name, "_")), "_0123456789")
	}
	return own
}

// mainName is the last word of the path of package main, without a major version, or the name of the
// program's file where there is none, as in "go run main.go".
func mainName() string {
	if info, ok := debug.ReadBuildInfo(); ok && strings.Contains(info.Path, "/") {
		dir, name := path.Split(info.Path)
		if majorVersion.MatchString(name) {
			name = path.Base(dir)
		}
		return name
	}
	return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
}

var (
	noVariable   = regexp.MustCompile(`[^A-Za-z0-9_]`)
	majorVersion = regexp.MustCompile(`^v[0-9]+$`)
	programName  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	prefixName   = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
	commandName  = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
)

// check returns the mistakes of the program and of its sets: when there is one, all of them, so that
// nothing has to be started twice.
func (own Program) check(sets []*rest.Set) error {
	if len(sets) == 0 {
		return errors.Join(own.mistakes(), errors.New("there is nothing to serve; give app.Main at least one set, such as app.Main(config.All()...)"))
	}
	mistakes := errors.Join(own.mistakes(), rest.CheckSets(sets...))
	if mistakes == nil {
		return nil
	}
	return errors.Join(mistakes, checkSets(sets))
}

// checkSets are the mistakes within the sets.
func checkSets(sets []*rest.Set) error {
	var mistakes []error
	for _, set := range sets {
		if set == nil {
			continue
		}
		if _, err := set.Compile(); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return errors.Join(mistakes...)
}

// mistakes are those of the program itself.
func (own Program) mistakes() error {
	var mistakes []error
	mistake := func(format string, args ...any) {
		mistakes = append(mistakes, fmt.Errorf("app.Program: "+format, args...))
	}
	if !programName.MatchString(own.Name) {
		mistake("Name: %q is no word; write letters, digits, dots and hyphens, such as tracker", own.Name)
	}
	if !prefixName.MatchString(own.Prefix) {
		mistake("Prefix: %q begins no name of a variable; write capitals, digits and _, such as TRACKER", own.Prefix)
	}
	if strings.HasSuffix(own.Prefix, "_") {
		mistake("Prefix: %q ends in _, which is put behind it anyway; write %q", own.Prefix, strings.TrimRight(own.Prefix, "_"))
	}
	if strings.ContainsAny(own.Version, "\r\n") {
		mistake("Version: %q has more than one line; write one word such as 1.2", own.Version)
	}
	if own.Flags != nil && !isStruct(own.Flags) {
		mistake("Flags: %T points to no struct; write &struct{…}{}", own.Flags)
	}
	for i, m := range own.Middleware {
		if m == nil {
			mistake("Middleware: the one at place %d is nil; take it out", i+1)
		}
	}
	seen := map[string]bool{}
	for _, c := range own.Commands {
		c.mistakes(mistake)
		if seen[c.Name] {
			mistake("Commands: %q is there twice; give one of them another name", c.Name)
		}
		seen[c.Name] = true
	}
	return errors.Join(mistakes...)
}

// isStruct reports whether flags can be read into a value.
func isStruct(v any) bool {
	t := reflect.TypeOf(v)
	return t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && !reflect.ValueOf(v).IsNil()
}
