// A team's program, and its command line.

package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
	"strings"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// Program is a team's program: its name, and its additions to the built-in commands. The features in unset
// fields are not linked. The zero value has neither metrics nor traces.
type Program struct {
	// Name is the name of the program in its usage, its errors and its traces. Default: the last segment of
	// the path of package main.
	Name string
	// Prefix begins the environment variables of the settings: with TRACKER, the setting max-body is
	// TRACKER_MAX_BODY. Default: the name in capitals, with _ for characters that variables may not have.
	// Other variables with the prefix are ignored, because Kubernetes, for one, sets some for each service.
	Prefix string
	// Version is the output of the command version. Default: the version of the module.
	Version string

	// Flags points to a struct of the team's flags for all commands, with the struct tags of
	// github.com/alecthomas/kong. A flag with the tag setting:"" is a setting: it may also be in the
	// environment and in the settings file. Flags are read before a command runs.
	Flags any
	// Commands are added to the built-in ones.
	Commands []Command
	// Middleware wraps the service, with the first outermost. It is created once, after the flags were
	// read. Its requests have an id. The service counts and logs a request that it passes on, but not one
	// that it answers itself. If it panics, the response is a 500, which is logged.
	Middleware []func(http.Handler) http.Handler

	// Files opens the store of the rows' files if the setting files is an address instead of a folder, such
	// as s3.Open.
	Files func(ctx context.Context, address string) (files.Store, error)

	// Migrations has the folder migrations of versioned migrations, embedded: a folder for each database, with
	// the names and annotations of goose, such as migrations/postgres/20261128180000_add_due_dates.sql. A program
	// with several sets has a folder of each set's name in migrations. The service then never extends tables by
	// itself, and does not start on tables that do not fit. Steps in Go are added with goose.AddMigrationContext.
	// nil means that the service adds what its tables lack, which is for development.
	Migrations fs.FS

	// Mailer opens the mailer if the setting mailer is an address with another scheme than log:, smtp: and
	// smtps:.
	Mailer func(ctx context.Context, address string) (mail.Mailer, error)
	// Agents adds tools for agents to the service, such as agents.MCP.
	Agents func(*plan.Plan, http.Handler) (http.Handler, error)
	// Certificates obtains certificates for the setting acme-folder, such as acme.Certificates. Its context ends with the
	// program.
	Certificates func(context.Context, Authority) (Certificates, error)
	// Static adds files beside the service, such as static.Files with a single-page app. It gets the setting base-url.
	Static func(p *plan.Plan, base string, service http.Handler) (http.Handler, error)

	// Background are tasks beside the requests of each process that serves: see package background. A stopping program
	// waits for them as for requests.
	Background []background.Task

	// Metrics collects the metrics at /metrics of the address for operators, such as prometheus.Metrics.
	Metrics func(observe.Sources) observe.Metrics
	// Traces sends traces of requests to a collector, such as otlp.Traces.
	Traces func(context.Context, observe.Tracing) (observe.Traces, error)
}

// withDefaults sets the defaults of unset fields.
func (own Program) withDefaults() Program {
	if own.Name == "" {
		own.Name = mainName()
	}
	if own.Prefix == "" {
		own.Prefix = strings.TrimLeft(strings.ToUpper(noVariable.ReplaceAllString(own.Name, "_")), "_0123456789")
	}
	return own
}

// variable returns the environment variable of a flag: TRACKER_MAX_BODY of max-body, with the prefix
// TRACKER.
func (own Program) variable(flag string) string {
	return own.Prefix + "_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// mainName returns the last segment of the path of package main, without a major version. Without a path,
// as in "go run main.go", it is the name of the program's file.
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

// check returns all mistakes in the program and in its sets, so that one start reports everything. Commands have other
// names than the built-in ones.
func (own Program) check(sets []*rest.Set, builtIn []string) error {
	names := make([]string, len(sets))
	for i, set := range sets {
		if set != nil {
			names[i] = set.Name()
		}
	}
	if len(sets) == 0 {
		return errors.Join(own.mistakes(builtIn, names), errors.New("there is nothing to serve; give app.Main at least one set, such as app.Main(config.All()...)"))
	}
	mistakes := errors.Join(own.mistakes(builtIn, names), rest.CheckSets(sets...))
	if mistakes == nil {
		return nil
	}
	return errors.Join(mistakes, checkSets(sets))
}

// checkSets returns the mistakes within the sets.
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

// mistakes returns the mistakes in the program itself.
func (own Program) mistakes(builtIn, sets []string) error {
	var mistakes []error
	mistake := func(format string, args ...any) {
		mistakes = append(mistakes, fmt.Errorf("app.Program: "+format, args...))
	}
	if !programName.MatchString(own.Name) {
		mistake("Name: %q is not a program name; write letters, digits, dots and hyphens, such as tracker", own.Name)
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
	for _, text := range background.Mistakes(own.Background, sets) {
		mistake("Background: %s", text)
	}
	seen := map[string]bool{}
	for _, c := range own.Commands {
		c.mistakes(mistake, builtIn)
		if seen[c.Name] {
			mistake("Commands: %q is there twice; give one of them another name", c.Name)
		}
		seen[c.Name] = true
	}
	return errors.Join(mistakes...)
}

// isStruct reports whether flags can be parsed into a value.
func isStruct(v any) bool {
	t := reflect.TypeOf(v)
	return t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && !reflect.ValueOf(v).IsNil()
}
