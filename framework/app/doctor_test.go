// Tests of the command doctor.

package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/app/backups"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
)

// Indexed has a filter with an index.
type Indexed struct {
	ID    int64     `rest:"id,readonly"`
	Title string    `rest:"title,filter=eq" validate:"max=50"`
	Scan  rest.File `rest:"scan,optional"`
}

func indexed() []*rest.Set {
	return []*rest.Set{rest.NewSet("sheets", rest.ViewSet[Indexed]{Path: "/sheets/", Access: permission.Anyone})}
}

// doctorOf runs doctor on sheets of a database.
func doctorOf(t *testing.T, code int, address string, args ...string) string {
	t.Helper()
	onPostgres := database.IsPostgres(address)
	if onPostgres {
		code = 1 // the server of tests writes nothing to the disk
	}
	args = append([]string{"doctor", "--base-url=https://example.com", "--files=files", "--database", address}, args...)
	out, _ := callOf(t, ours(), indexed(), code, env(), args...)
	if onPostgres && !slices.Contains(args, "--json") {
		for _, setting := range []string{"problem  database: fsync", "problem  database: full_page_writes", "warning  database: synchronous_commit"} {
			says(t, out, setting+" is off: ", "SET")
		}
		out = regexp.MustCompile(`(?m)^\w+ +database: \w+ is off.*\n`).ReplaceAllString(out, "")
	}
	return out
}

// says checks that a line of doctor begins with a status and a check, and contains a text.
func says(t *testing.T, out, begin, text string) {
	t.Helper()
	if !slices.ContainsFunc(strings.Split(out, "\n"), func(line string) bool {
		return strings.HasPrefix(line, begin) && strings.Contains(line, text)
	}) {
		t.Errorf("got\n%s\nwant a line %s … %s", out, begin, text)
	}
}

// Doctor finds nothing on a service that is well, and each fault that is planted.
func TestDoctor(t *testing.T) {
	for name, address := range map[string]func(*testing.T) string{
		"sqlite":   func(*testing.T) string { return "x.sqlite" },
		"postgres": func(t *testing.T) string { return pg.Postgres(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			at := address(t)
			s := beginOf(t, ours(), indexed(), env(), "--database", at, "--files=files")
			s.serving(t)
			s.addSheet(t, "first", "the first scan")
			out := doctorOf(t, 0, at)
			for _, check := range []string{"settings: no mistakes", "hosts: https://example.com", "disk: ", "database: ", "schema: as the declarations ask for", "files: the store has 1 sampled file that rows name"} {
				says(t, out, "ok       "+check, "")
			}
			if name == "postgres" {
				says(t, out, "ok       clock: the clocks of the database and of this machine differ by 0s", "")
				says(t, out, "ok       database: PostgreSQL", "encoding UTF8")
				says(t, out, "ok       statements: ", "")
			} else {
				says(t, out, "ok       database: SQLite, file x.sqlite, is whole", "")
			}
			if strings.Contains(out, "warning") || strings.Contains(out, "problem") {
				t.Errorf("a service that is well: got\n%s", out)
			}
			db, err := database.Open(t.Context(), at, database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			plantFaults(t, db, at)
		})
	}
}

func plantFaults(t *testing.T, db *database.DB, at string) {
	t.Helper()
	index := databasetest.Texts(t, db, map[string]string{
		"sqlite":   "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'indexeds' AND sql LIKE '%title%'",
		"postgres": "SELECT indexname FROM pg_indexes WHERE tablename = 'indexeds' AND indexdef LIKE '%title%'",
	}[db.Dialect().Name])
	if len(index) == 0 {
		t.Fatal("there is no index of the titles")
	}
	databasetest.Exec(t, db, `DROP INDEX "`+index[0]+`"`)
	says(t, doctorOf(t, 0, at), "warning  schema: an index is missing, without which requests read whole tables: CREATE INDEX", "; run migrate, or this statement")
	if db.Dialect().Name == "postgres" {
		databasetest.Exec(t, db, "UPDATE indexeds SET id = 1000")
		says(t, doctorOf(t, 1, at), "problem  schema: a sequence is behind its rows or too short, so that new rows may get no key; start the service again, or run: SELECT setval(", "")
		check, _ := callOf(t, ours(), indexed(), 1, env(), "check", "--database", at)
		if !strings.Contains(check, "a sequence is behind its rows or too short, so that new rows may get no key; start the service again, or run: SELECT setval(") {
			t.Errorf("check --database says nothing of the sequence: %s", check)
		}
	}
	databasetest.Exec(t, db, "ALTER TABLE indexeds ADD COLUMN old integer NOT NULL DEFAULT 1")
	callOf(t, ours(), indexed(), 0, env(), "migrate", "--database", at)

	old := time.Now().Add(-2 * sweepAge)
	var scan string
	if err := filepath.WalkDir("files", func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			scan = path
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	orphan := filepath.Join(filepath.Dir(scan), "orphan")
	if err := os.WriteFile(orphan, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(orphan, old, old); err != nil {
		t.Fatal(err)
	}
	says(t, doctorOf(t, 0, at), "warning  files: no row names 1 of 2 files that are older than 168h", "read its log")
	if err := os.Remove(scan); err != nil {
		t.Fatal(err)
	}
	says(t, doctorOf(t, 1, at), "problem  files: the store lacks 1 of 1 file that rows name, such as ", "from a backup")

	databasetest.Exec(t, db, "ALTER TABLE indexeds RENAME COLUMN title TO body")
	out := doctorOf(t, 1, at)
	check, _ := callOf(t, ours(), indexed(), 1, env(), "check", "--database", at)
	m := regexp.MustCompile(`(column indexeds\.body .*)\n`).FindStringSubmatch(check)
	if m == nil {
		t.Fatalf("check --database says nothing of the column: %s", check)
	}
	says(t, out, "problem  schema: "+m[1], "")
	var object struct {
		Set      string
		OK       bool
		Findings []finding
	}
	if err := json.Unmarshal([]byte(doctorOf(t, 1, at, "--json")), &object); err != nil || object.Set != "sheets" || object.OK ||
		!slices.ContainsFunc(object.Findings, func(f finding) bool { return f.Check == "schema" && f.Status == isProblem && f.Remedy != "" }) {
		t.Errorf("as JSON: got %+v, error %v", object, err)
	}
}

// Doctor reports settings, hosts, backups and databases that cannot be used.
func TestDoctorMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("text", []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("backups", 0o700); err != nil {
		t.Fatal(err)
	}
	callSheets(t, 0, "migrate", "--database", "x.sqlite")
	if err := os.WriteFile("empty", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args string
		code int
		want []string
	}{
		{"--database none.sqlite", 1, []string{"warning  hosts: every host name is answered; set base-url", "problem  database: there is no file none.sqlite; start the service or run migrate"}},
		{"--database text", 1, []string{"problem  database: open database: text: file is not a database (26); stop the service, and restore a backup with --replace"}},
		{"--database backups", 1, []string{"problem  database: backups is a folder; name the file within it"}},
		{"--database empty", 1, []string{"problem  database: empty is empty; name another with --database; if it had rows, stop the service"}},
		{"--database text/x", 1, []string{"problem  database: stat text/x: not a directory; see that the path and the disk are right"}},
		{"--database x.sqlite --base-url ftp://x", 1, []string{"problem  settings: base-url: "}},
		{"--database x.sqlite --base-url http://example.com", 0, []string{"warning  hosts: passwords and sessions go over HTTP"}},
		{"--database x.sqlite --allowed-hosts a.example.com", 0, []string{"ok       hosts: a.example.com"}},
		{"--database x.sqlite --session-cookie=a/b --max-body=0", 1, []string{"problem  settings: session-cookie: "}},
		{"--database mysql://h/d", 1, []string{"problem  settings: database: mysql is not a known database"}},
		{"--database postgres://u:secret@127.0.0.1:1/d", 1, []string{"problem  database: ", "ok       settings: no mistakes"}},
		{"--database x.sqlite --backup-every 6h --backup-folder backups", 1, []string{"problem  backups: there is none in backups; start the service"}},
	} {
		out, _ := callSheets(t, tt.code, append([]string{"doctor"}, strings.Fields(tt.args)...)...)
		for _, want := range tt.want {
			says(t, out, want, "")
		}
		if strings.Contains(out, "ok       hosts: ftp") {
			t.Errorf("%s: a wrong address is well: %s", tt.args, out)
		}
		if strings.Contains(out, "secret") {
			t.Errorf("%s: the password is in %s", tt.args, out)
		}
	}
	callSheets(t, 0, "backup", "whole", "--database", "x.sqlite")
	whole, err := os.ReadFile("whole")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		age     time.Duration
		content []byte
		want    string
	}{
		{time.Hour, whole, "ok       backups: the newest of 1 is of "},
		{20 * time.Hour, whole, "problem  backups: the newest is of "},
		{time.Hour, nil, "problem  backups: the archive cannot be restored: "},
	} {
		name, want := "backups/"+backups.Name("sheets", time.Now().Add(-tt.age)), tt.want
		if err := os.WriteFile(name, tt.content, 0o600); err != nil {
			t.Fatal(err)
		}
		code := map[bool]int{true: 0, false: 1}[strings.HasPrefix(want, "ok")]
		out, _ := callSheets(t, code, strings.Fields("doctor --database x.sqlite --backup-every 6h --backup-folder backups")...)
		says(t, out, want, "")
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// sqliteError is an error of SQLite with a result code.
type sqliteError int

func (e sqliteError) Error() string { return fmt.Sprint("SQLite: ", int(e)) }
func (e sqliteError) Code() int     { return int(e) }

// Only a damaged file has to be restored.
func TestFileRemedy(t *testing.T) {
	for err, want := range map[error]string{
		sqliteError(11): restoreRemedy, sqliteError(26): restoreRemedy, sqliteError(8 | 3<<8): rightsRemedy, sqliteError(14): rightsRemedy,
		errors.New("no such file"): pathRemedy, sqliteError(10): "see that the disk is well, and run doctor again",
	} {
		if got := fileRemedy(fmt.Errorf("open database: %w", err)); got != want {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
}

// Doctor names slow statements where PostgreSQL collects them, and says why it cannot.
func TestDoctorSlowStatements(t *testing.T) {
	t.Chdir(t.TempDir())
	at := pg.Postgres(t)
	callOf(t, ours(), indexed(), 0, env(), "migrate", "--database", at)
	db, err := database.Open(t.Context(), at, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := databasetest.TryExec(t, db, "CREATE SCHEMA extensions; CREATE EXTENSION pg_stat_statements SCHEMA extensions"); err != nil {
		t.Skip(err)
	}
	says(t, doctorOf(t, 0, at), "warning  statements: pg_stat_statements cannot be read: ", "; add it to shared_preload_libraries")
	databasetest.Exec(t, db, // the server of tests does not load it
		"CREATE TABLE pg_stat_statements AS SELECT oid AS dbid, 'SELECT'||chr(10)||'  slow' AS query, 20::bigint AS calls, 150.4::float8 AS mean_exec_time, 3000::float8 AS total_exec_time FROM pg_database WHERE datname = current_database()",
		"INSERT INTO pg_stat_statements SELECT dbid, 'SELECT fast', 1000, 99, 99000 FROM pg_stat_statements")
	out := doctorOf(t, 0, at)
	says(t, out, "warning  statements: 150 ms on average of 20 calls: SELECT slow; ", "EXPLAIN")
	if strings.Contains(out, "fast") {
		t.Errorf("a fast statement is in %s", out)
	}
	databasetest.Exec(t, db, "DELETE FROM pg_stat_statements WHERE calls = 20")
	says(t, doctorOf(t, 0, at), "ok       statements: none takes more than 100 ms on average", "")
}
