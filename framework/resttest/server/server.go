// Package server runs a set on a database for tests: with scenarios, counts of statements, snapshots of the
// rows, and a check of each response against the OpenAPI document. It has no HTML pages; a test that needs
// them sets Config.Pages, or PlainPages for bare HTML.
package server

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/app/service"
	"example.com/resourceful/framework/auth"
	basicauth "example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// Config configures a test server.
type Config struct {
	Set func() *rest.Set
	// Pages makes the HTML renderer; nil for a service without pages.
	Pages func(*auth.Authenticator) pageapi.Pages
	// Options are the handler's; Now is the fixed Clock if it is nil, and Keys.Form returns one key.
	Options serve.Options
	// Store are the database's options; its log is discarded if it has none.
	Store database.Options
	// Auth are the settings of accounts and sessions; failed logins are counted in the database.
	Auth auth.Options
	// Basic adds the scheme Basic behind those that the set lists.
	Basic bool
	// Accounts are made first, with the keys 1, 2, 3 …; nil for Accounts.
	Accounts []Account
	// Middleware wraps the service, the first outermost, as that of app.Program does.
	Middleware []func(http.Handler) http.Handler
}

// Account is an account of a test server.
type Account struct {
	Name, Email, Password string
	Admin, Inactive       bool
}

// Accounts returns the default accounts of a test server: an administrator, two people, and one whose
// account is inactive. Each password is the name and "-password".
func Accounts() []Account {
	return []Account{
		{Name: "admin", Email: "admin@example.com", Password: "admin-password", Admin: true},
		{Name: "alice", Password: "alice-password"},
		{Name: "bob", Password: "bob-password"},
		{Name: "ivan", Password: "ivan-password", Inactive: true},
	}
}

// formKey is the key of every form on test servers, so that their pages can be compared.
const formKey = "key-of-a-form-of-a-test"

// Clock returns the time on test servers.
func Clock() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// Server is a service on a separate database.
type Server struct {
	http.Handler
	Plan *plan.Plan
	DB   *database.DB

	inner    *serve.Handler // the service inside of Handler
	options  serve.Options
	pages    bool // it has HTML pages
	declared declared
	accounts []Account
	address  string
	opened   sync.Once
	db       *sql.DB // behind the store's back; see Behind
	failed   error   // of opening it
	script   string
}

// New starts a service on a database address, such as ":memory:" or one from pg.Postgres. It is closed when
// the test ends.
func New(t testing.TB, config Config, address string) *Server {
	t.Helper()
	plan := compile(t, config)
	if config.Store.Logger == nil {
		config.Store.Logger = slog.New(slog.DiscardHandler)
	}
	db, err := database.Open(t.Context(), address, config.Store)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := migrate.Apply(t.Context(), db, plan.Tables); err != nil {
		t.Fatal(err)
	}
	addAccounts(t, db, plan, config.Accounts)
	options := withDefaults(t, config.Options)
	wired := authenticate(t, db, plan, config.Auth, options.Now)
	var pages pageapi.Pages
	if config.Pages != nil {
		pages = config.Pages(wired.Authenticator)
	}
	handler, err := wired.Handler(plan, pages, options)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Handler: wrap(handler, config.Middleware), inner: handler, Plan: plan, DB: db, options: options, pages: pages != nil, declared: declaredBy(plan), accounts: config.Accounts, address: address}
	t.Cleanup(func() {
		if s.db != nil {
			s.db.Close()
		}
	})
	return s
}

// Task returns what a task with a name works with, until the test ends. Its log goes to slog.Default.
func (s *Server) Task(t testing.TB, name string) *background.Context {
	return &background.Context{Context: t.Context(), Call: s.TaskAt(t, name, ""), DB: s.DB, Log: slog.Default().With("task", name)}
}

// TaskAt returns the call of a task of a service that listens at an address, such as "http://127.0.0.1:8000".
func (s *Server) TaskAt(t testing.TB, name, base string) *rest.Call {
	return rest.CallOf(s.inner.BackgroundCall(t.Context(), name, base))
}

// RunJobs runs the jobs that are due until none is left, one after the other. It returns their number and their errors; what
// has failed is due again later, by the service's clock.
func (s *Server) RunJobs(t testing.TB) (int, error) { return serve.Drain(t.Context(), s.inner, "") }

// wrap puts middleware around a service.
func wrap(service http.Handler, middleware []func(http.Handler) http.Handler) http.Handler {
	for _, one := range slices.Backward(middleware) {
		service = one(service)
	}
	return service
}

// compile compiles the set, with Basic among its schemes where that is asked for.
func compile(t testing.TB, config Config) *plan.Plan {
	t.Helper()
	plan, err := config.Set().Compile()
	if err != nil {
		t.Fatalf("declarations:\n%v", err)
	}
	if isBasic := func(s auth.Scheme) bool { return s.Name() == "basic" }; config.Basic && plan.Schemes != nil && !slices.ContainsFunc(plan.Schemes, isBasic) {
		more := *plan
		more.Schemes = append(slices.Clone(plan.Schemes), basicauth.Scheme{})
		plan = &more
	}
	return plan
}

// authenticate makes the authentication with the accounts of the database.
func authenticate(t testing.TB, db *database.DB, plan *plan.Plan, options auth.Options, now func() time.Time) *service.Service {
	t.Helper()
	options.HashCost = auth.HashCost{MemoryKiB: 8, Passes: 1} // a full one takes most of the time of many tests
	wired, err := service.New(plan, db, options, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := wired.Passwords.LoadHashKinds(t.Context()); err != nil {
		t.Fatal(err)
	}
	return wired
}

// withDefaults returns the options of a handler with the defaults for tests.
func withDefaults(t testing.TB, options serve.Options) serve.Options {
	t.Helper()
	if options.Now == nil {
		options.Now = Clock
	}
	if options.Keys.Form == nil {
		options.Keys.Form = func() string { return formKey }
	}
	if options.Keys.Cursor == nil {
		options.Keys.Cursor = func() []byte { return []byte(formKey) }
	}
	if options.Files.Store == nil {
		folder, err := files.Folder(filepath.Join(t.TempDir(), "files"))
		if err != nil {
			t.Fatal(err)
		}
		options.Files.Store = folder
	}
	return options
}

// Now returns the time of the service.
func (s *Server) Now() time.Time { return s.options.Now() }

// Reset empties the database, lets keys begin at 1 again and makes the accounts. It takes far less
// time than a new server. A database in memory cannot be reset.
func (s *Server) Reset(t testing.TB) {
	t.Helper()
	if err := s.empty(t); err != nil {
		t.Fatalf("empty the database: %v", err)
	}
	addAccounts(t, s.DB, s.Plan, s.accounts)
}

func addAccounts(t testing.TB, db *database.DB, plan *plan.Plan, list []Account) {
	t.Helper()
	if list == nil {
		list = Accounts()
	}
	users := accounts.NewUsers(db)
	for _, a := range list {
		if a.Email == "" && addressesAreUnique(plan) {
			a.Email = a.Name + "@example.com"
		}
		_, err := users.Create(t.Context(), auth.User{
			Username: a.Name, Email: a.Email, Password: quickHash(t, a.Password),
			Active: !a.Inactive, Admin: a.Admin, Created: Clock(),
		})
		if err != nil {
			t.Fatalf("create account %s: %v", a.Name, err)
		}
	}
}

// addressesAreUnique reports whether no two accounts may have the same mail address, not even none.
func addressesAreUnique(plan *plan.Plan) bool {
	for _, t := range plan.Types {
		if f := t.ByColumn("email"); t.Table == "users" && f != nil && f.Unique {
			return true
		}
	}
	return false
}

// quickHash is a hash in Django's form that takes no time, which a service should never store.
func quickHash(t testing.TB, password string) string {
	t.Helper()
	key, err := pbkdf2.Key(sha256.New, password, []byte("salt"), 1, 32)
	if err != nil {
		t.Fatal(err)
	}
	return "pbkdf2_sha256$1$salt$" + base64.StdEncoding.EncodeToString(key)
}

// Declarations fails the test with every mistake in a set's declarations.
func Declarations(t testing.TB, set *rest.Set) {
	t.Helper()
	if _, err := set.Compile(); err != nil {
		t.Errorf("declarations of %s:\n%v", set.Name(), err)
	}
}

// Statements counts the database statements of one request.
func Statements(t testing.TB, h http.Handler, r *http.Request) []string {
	t.Helper()
	ctx, counter := database.WithCounter(r.Context())
	w := &discard{header: http.Header{}}
	h.ServeHTTP(w, r.WithContext(ctx))
	if w.status >= http.StatusInternalServerError {
		t.Fatalf("%s %s: got status %d", r.Method, r.URL, w.status)
	}
	return counter.SQL()
}

// discard is a ResponseWriter that keeps only the status.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(status int)      { d.status = status }

// BasicHeader returns the Authorization header of an account of Accounts, or of "NAME:PASSWORD".
func BasicHeader(name string) string {
	name, password, ok := strings.Cut(name, ":")
	if !ok {
		password = name + "-password"
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+password))
}
