// Package resttest is the test kit for teams: laws that hold a set to its declarations, test servers with
// scenarios, databases and golden files.
package resttest

import (
	"context"
	"iter"
	"net/http"
	"testing"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

// Postgres returns the address of an empty PostgreSQL database of this test, on a server that the tests of
// a package share. Without PostgreSQL's programs the test is skipped, or fails if RESOURCEFUL_TEST_REQUIRE
// has the word "postgres".
func Postgres(t testing.TB) string {
	t.Helper()
	return pg.Postgres(t)
}

// Bouncer returns the address of a database behind a pgbouncer of this test, with conns connections by
// transaction. settings are further lines of its configuration. The test is skipped unless
// RESOURCEFUL_TEST_REQUIRE has the word "pgbouncer".
func Bouncer(t testing.TB, address string, conns int, settings ...string) string {
	t.Helper()
	return pg.Bouncer(t, address, conns, settings...)
}

// Replica is a second PostgreSQL server, which follows the one of Postgres.
type Replica = pg.Replica

// NewReplica starts a replica of the server of Postgres, which ends with the test.
func NewReplica(t testing.TB) *Replica {
	t.Helper()
	return pg.NewReplica(t)
}

// Golden compares a text with a file. With -update it writes the file, and the folders above it.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	golden.Check(t, file, got)
}

// Diff returns the message about a text that differs from a golden file, after the file's name. It is ""
// for equal texts.
func Diff(want, got string) string { return golden.Diff(want, got) }

// Config configures a test server; server.Config has its fields.
type Config = server.Config

// Account is an account of a test server.
type Account = server.Account

// Accounts returns the default accounts of a test server: an administrator, two people, and one whose
// account is inactive. Each password is the name and "-password".
func Accounts() []Account { return server.Accounts() }

// Clock returns the time on test servers.
func Clock() time.Time { return server.Clock() }

// Server is a service on a separate database; server.Server has its fields and methods.
type Server = server.Server

// NewServer starts a service on a database address, such as ":memory:" or one from Postgres. It is closed
// when the test ends.
func NewServer(t testing.TB, config Config, address string) *Server {
	t.Helper()
	return server.New(t, config, address)
}

// Snapshot is a state of a server's database: after a request that has changed some rows, it can be
// restored, which takes far less time than Reset and fill.
type Snapshot = server.Snapshot

// Declarations fails the test with every mistake in a set's declarations.
func Declarations(t testing.TB, set *rest.Set) {
	t.Helper()
	server.Declarations(t, set)
}

// Statements counts the database statements of one request.
func Statements(t testing.TB, h http.Handler, r *http.Request) []string {
	t.Helper()
	return server.Statements(t, h, r)
}

// Run plays every scenario file of a pattern on SQLite, on PostgreSQL, and on PostgreSQL through a pooler
// if RESOURCEFUL_TEST_REQUIRE names pgbouncer, each time on an empty database. All must give the same
// responses to the byte. With -update the want sections are rewritten from SQLite's responses.
//
// A scenario is a txtar file. Its comment states the rule in words. Each request is a section named by its
// method and path, then optionally "as NAME" for the Basic credentials of an account of Accounts (or "as
// NAME:PASSWORD"), and "in JAR" for a cookie jar; it contains headers, an empty line and a body, whose last
// newline does not count. The header "Body: base64" or "Body: quoted" means that the body is written as
// base64 or as a Go string, and "Show: all" requests the headers that every response has; neither is sent.
// The following section "want" contains the status, the headers that can differ, and the body; for a page
// only its links and forms. The section "steps" has short requests, each a line: the same words and then a
// body, of JSON unless a header declares another type. Its response follows in lines that begin with a tab,
// the status and the body. A line such as "Accept: text/csv" adds a header to the requests below it, "Only:
// id" shows only that member of lists, and "Show: etag" the names of tags, such as "{etag-1}", which later
// requests may use. Lines that begin with "#" are comments. If the folder has the file start.steps, each
// scenario of it begins with these lines. "{cookie}" in a path, header or body is the session cookie of the
// jar. Random values of the service have names in the responses, "{uuid-1}" for the first such key and
// "{cursor-1}" for the first cursor, which later requests may use.
func Run(t *testing.T, pattern string, config Config) { server.Run(t, pattern, config) }

// Step is one request of a scenario and its answer; server.Step has its fields and methods.
type Step = server.Step

// Play sends the requests of a scenario, in the form that Run describes, one after the other and without
// looking at the wanted answers. A section that is no request yields an error and is left out, as net/http
// would not hand it on.
func Play(ctx context.Context, h http.Handler, scenario []byte) iter.Seq2[Step, error] {
	return server.Play(ctx, h, scenario)
}

// File is a file of a form.
type File = server.File

// FormWithFiles is a form with files, as a browser sends it, and its Content-Type. The fields are in the order
// of their names, before the files.
func FormWithFiles(fields map[string]string, files ...File) (contentType string, body []byte) {
	return server.FormWithFiles(fields, files...)
}

// CheckAnswers returns a handler that responds as the service of a plan does and calls tell with each
// response that does not agree with the plan's OpenAPI document, as Server.CheckContract does in a test.
// tell is called by several goroutines at once. Responses of more than 16 MiB and streams of events are not
// checked. It fits app.Program.Agents; the limits must be the usual ones, and the service has no base
// address.
func CheckAnswers(p *plan.Plan, service http.Handler, tell func(error)) (http.Handler, error) {
	return server.CheckAnswers(p, service, tell)
}

// findPostgres is replaced by the test that runs without PostgreSQL.
var findPostgres = pg.Find
