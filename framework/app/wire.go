// Opening the database of a configuration, and compiling its declarations.

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/app/limits"
	"example.com/resourceful/framework/app/service"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate/history"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

// plan compiles the declarations of a configuration. It also reports mistakes in other ones, because a
// program with mistakes does nothing.
func (p *program) plan(configuration string) (*plan.Plan, error) {
	var asked *plan.Plan
	var mistakes []error
	for _, set := range p.sets {
		compiled, err := set.Compile()
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("configuration %s has mistakes:\n%w", set.Name(), err))
		}
		if set.Name() == configuration {
			asked = compiled
		}
	}
	switch {
	case mistakes != nil:
		return nil, errors.Join(mistakes...)
	case asked == nil:
		return nil, fmt.Errorf("there is no configuration %q", configuration)
	}
	return asked, nil
}

// databaseFlags are the flags about the database.
type databaseFlags struct {
	Database string `setting:"" placeholder:"DATABASE" help:"SQLite file, or postgres://… address. Default: a file named after the configuration, such as ${configuration}.sqlite."`

	ConnectTimeout time.Duration `setting:"" default:"0s" placeholder:"TIME" help:"For a connection to each PostgreSQL server; 0 is the timeout in the address, or 5s."`
	BinaryParams   bool          `name:"binary-parameters" setting:"" help:"Send statements to PostgreSQL in one piece, for a pooler that hands out connections by transaction."`
}

// address returns the address of the database for a configuration.
func (d databaseFlags) address(configuration string) (string, error) {
	switch {
	case d.Database == "":
		return configuration + ".sqlite", nil
	case mistypedURL.MatchString(d.Database) && !isURL(d.Database):
		scheme, _, _ := strings.Cut(d.Database, ":")
		return "", fmt.Errorf("database: %s is not a known database; write postgres://… or the path of an SQLite file", scheme)
	case !isURL(d.Database):
		return d.Database, nil
	}
	// The driver would quote an address that it cannot parse, with its password.
	if _, err := url.Parse(d.Database); err != nil {
		return "", fmt.Errorf("database: the address is not a URL; write special characters of the name and the password as %%23 for #, %%2F for /")
	}
	return d.Database, nil
}

// mistypedURL matches a mistyped address of a database, which is no name of a file.
var mistypedURL = regexp.MustCompile(`://|^(?i:postgres|postgresql):`)

// options returns the database options that all commands share.
func (d databaseFlags) options(log *slog.Logger) database.Options {
	return database.Options{Logger: log, ConnectTimeout: d.ConnectTimeout, BinaryParameters: d.BinaryParams}
}

// open opens the database of a plan, and prepares its tables.
func (p *program) open(plan *plan.Plan, d databaseFlags, opts database.Options) (*database.DB, error) {
	if err := p.checkFile(plan, d); err != nil {
		return nil, err
	}
	db, err := p.connect(plan, d, opts)
	if err != nil {
		return nil, err
	}
	if err := p.prepareTables(db, plan); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// checkFile fails if the database of a program with migrations is missing: opening it would leave an empty file.
func (p *program) checkFile(plan *plan.Plan, d databaseFlags) error {
	address, err := d.address(plan.Name)
	if err == nil && p.own.Migrations != nil && address != ":memory:" && isMissingFile(address) {
		return fmt.Errorf("there is no database %s; make it with \"%s migrate up\"", address, p.own.Name)
	}
	return err
}

// connect opens the database of a plan, and leaves its tables.
func (p *program) connect(plan *plan.Plan, d databaseFlags, opts database.Options) (*database.DB, error) {
	address, err := d.address(plan.Name)
	if err != nil {
		return nil, err
	}
	own := d.options(p.log())
	opts.Logger, opts.ConnectTimeout, opts.BinaryParameters = own.Logger, own.ConnectTimeout, own.BinaryParameters
	return database.Open(p.ctx, address, opts)
}

// schemes returns the authentication schemes of a plan, or the default ones.
func schemes(plan *plan.Plan) []auth.Scheme {
	if plan.Schemes == nil {
		return standard.Schemes()
	}
	return plan.Schemes
}

// handler makes the HTTP handler of a plan, with pages, by its settings.
func (p *program) handler(plan *plan.Plan, s *service.Service, opts serve.Options) (*serve.Handler, error) {
	pages, err := browse.New(s.Authenticator, plan.Theme)
	if err != nil {
		return nil, fmt.Errorf("configuration %s has mistakes:\n%w", plan.Name, err)
	}
	opts.Logger = p.log()
	return s.Handler(plan, pages, opts)
}

// log returns the logger of the program, on standard error if it has its own.
func (p *program) log() *slog.Logger {
	if p.logger != nil {
		return p.logger
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(p.logging.LogLevel)); err != nil {
		panic(err) // the flag has checked it
	}
	opts := &slog.HandlerOptions{Level: level}
	if p.logging.LogFormat == "json" {
		return slog.New(observe.Logs(slog.NewJSONHandler(p.stderr, opts)))
	}
	return slog.New(observe.Logs(slog.NewTextHandler(p.stderr, opts)))
}

func isURL(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}

// describe returns the name of a database without the secrets in its address.
func describe(dialect, address string) string {
	switch {
	case dialect == "sqlite":
		return "SQLite, file " + address
	case isURL(address):
		u, err := url.Parse(address)
		if err != nil {
			return "PostgreSQL"
		}
		who := ""
		if name := u.User.Username(); name != "" {
			who = url.User(name).String() + "@"
		}
		return "PostgreSQL, " + u.Scheme + "://" + who + u.Host + u.EscapedPath()
	case strings.Contains(strings.ToLower(address), "pass"):
		return "PostgreSQL" // quotes may hide the end of a password
	default:
		return "PostgreSQL, " + address
	}
}

// vars returns the defaults and choices in the tags of flags that come from code.
func (p *program) vars() kong.Vars {
	var names []string
	for _, set := range p.sets {
		names = append(names, set.Name())
	}
	vars := limits.Vars()
	vars["configurations"], vars["configuration"] = strings.Join(names, ","), names[0]
	vars["lock_timeout"] = history.DefaultLockTimeout.String()
	vars["operators"] = p.own.operatorPaths()
	return vars
}

// isMissingFile reports whether a database is an SQLite file that does not exist.
func isMissingFile(address string) bool {
	_, err := os.Stat(address)
	return errors.Is(err, fs.ErrNotExist) && !database.IsPostgres(address)
}
