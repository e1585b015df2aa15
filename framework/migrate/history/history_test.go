// Tests of migrations on both databases, also by two processes at once and with every kind of bad input.

package history_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate/history"
)

// folder makes a file system of migrations for both databases from names and texts.
func folder(files ...string) fstest.MapFS {
	made := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		for _, dialect := range []string{"sqlite", "postgres"} {
			made["migrations/"+dialect+"/"+files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
		}
	}
	return made
}

// The files of most tests.
const (
	first  = "-- +goose Up\nCREATE TABLE tasks (id BIGINT PRIMARY KEY, title TEXT);\nINSERT INTO tasks VALUES (1, 'a');\n-- +goose Down\nDROP TABLE tasks;\n"
	second = "-- +goose Up\nALTER TABLE tasks ADD COLUMN body TEXT;\nUPDATE tasks SET id = id + 1;\n-- +goose Down\nALTER TABLE tasks DROP COLUMN body;\nUPDATE tasks SET id = id - 1;\n"
	third  = "-- +goose Up\nCREATE TABLE labels (id BIGINT PRIMARY KEY);\n"
)

// usual are three migrations, of which the last has no down step.
func usual() fstest.MapFS {
	return folder("1_tasks.sql", first, "2_body.sql", second, "3_labels.sql", third)
}

// open returns the history of a database by a file system.
func open(t testing.TB, db *database.DB, fsys fstest.MapFS) *history.History {
	t.Helper()
	files, err := history.Read(fsys, "tracker", true, db.Dialect().Name)
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.New(db, files, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// state returns the steps as text: a + for an applied one, and the problem.
func state(t testing.TB, h *history.History) string {
	t.Helper()
	steps, err := h.Steps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, step := range steps {
		line := step.String()
		if step.Applied {
			if line = "+" + line; step.At.IsZero() || time.Since(step.At).Abs() > time.Hour {
				t.Errorf("%v was applied at %v, want now", step, step.At)
			}
		}
		if step.Problem != "" {
			line += " " + step.Problem
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// up applies the pending migrations and returns their names.
func up(t testing.TB, h *history.History, how history.Up) string {
	t.Helper()
	done, err := h.Up(t.Context(), how)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(done)
}

// Migrations go up in their order, and down one at a time.
func TestUpAndDown(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		h := open(t, db, usual())
		if got, want := state(t, h), "1_tasks; 2_body; 3_labels"; got != want {
			t.Errorf("at first: got %s, want %s", got, want)
		}
		if got := up(t, h, history.Up{To: 2}); got != "[1_tasks 2_body]" {
			t.Errorf("up to 2: got %s", got)
		}
		if got, want := state(t, h), "+1_tasks; +2_body; 3_labels"; got != want {
			t.Errorf("after 2: got %s, want %s", got, want)
		}
		if step, err := h.Redo(t.Context(), false); err != nil || step.Version != 2 {
			t.Errorf("redo: got %v and %v", step, err)
		}
		if id := databasetest.Number(t, db, "SELECT id FROM tasks"); id != 2 {
			t.Errorf("after the migration was redone the id is %d, want 2", id)
		}
		if step, err := h.Down(t.Context(), false); err != nil || step.Version != 2 {
			t.Errorf("down: got %v and %v", step, err)
		}
		if got := up(t, h, history.Up{}) + up(t, h, history.Up{}); got != "[2_body 3_labels][]" {
			t.Errorf("up twice: got %s", got)
		}
		if _, err := h.Down(t.Context(), false); err == nil || !strings.HasSuffix(err.Error(), "3_labels.sql has no down step; nothing was changed; write one into the file, and undo it with --allow-edited") {
			t.Errorf("down without a down step: got %v", err)
		}
		if got, want := state(t, h), "+1_tasks; +2_body; +3_labels"; got != want {
			t.Errorf("at the end: got %s, want %s", got, want)
		}
	})
}

// What makes migrations unsafe is refused in a sentence, and nothing is changed.
func TestRefusals(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		before := databasetest.Catalog(t, db)
		_, down := open(t, db, usual()).Down(t.Context(), false)
		_, redo := open(t, db, usual()).Redo(t.Context(), false)
		if want := "the database has no migrations to undo"; text(down) != want || text(redo) != want {
			t.Errorf("down and redo of nothing: got %v and %v, want %s", down, redo, want)
		}
		if after := databasetest.Catalog(t, db); !slices.Equal(after, before) {
			t.Errorf("down and redo of nothing made\n%s", after)
		}
		up(t, open(t, db, folder("2_tasks.sql", first, "4_labels.sql", third)), history.Up{})
		dialect := db.Dialect().Name
		tests := []struct {
			name       string
			files      fstest.MapFS
			how        history.Up
			want       string
			wantStatus string
		}{
			{
				"edited", folder("2_tasks.sql", first, "4_labels.sql", third+"-- more\n"),
				history.Up{},
				"4_labels was edited after it was applied; undo that and write the change into a new migration, or accept the file with --allow-edited",
				"+2_tasks; +4_labels edited after it was applied",
			},
			{
				"other line ends", folder("2_tasks.sql", first, "4_labels.sql", strings.ReplaceAll(third, "\n", "\r\n")),
				history.Up{},
				"",
				"+2_tasks; +4_labels",
			},
			{
				"below an applied one", folder("2_tasks.sql", first, "3_x.sql", third, "4_labels.sql", third),
				history.Up{},
				"3_x is pending below 4, which is applied; give it a later version, or apply it with --out-of-order",
				"+2_tasks; 3_x pending below 4, which is applied; +4_labels",
			},
			{
				"another program's", folder("7_x.sql", third),
				history.Up{},
				"the database has version 2, whose file is missing in migrations/" + dialect + ": it is that of another program or of a later release, and nothing was changed; name another database, or run the program that has the file",
				"+2 its file is missing; +4 its file is missing; 7_x",
			},
			{
				"one that nobody has written", folder("2_tasks.sql", first, "4_labels.sql", third, "5_x.sql", "-- +goose Up\n-- Write.\n-- +goose Down\nSELECT 1;\n"),
				history.Up{},
				"5_x has no statements yet; write them into migrations/" + dialect + "/5_x.sql, or SELECT 1; if this database needs none",
				"+2_tasks; +4_labels; 5_x",
			},
			{"a later release's", folder("2_tasks.sql", first), history.Up{}, "", "+2_tasks; +4 its file is missing"},
			{"an unknown version", folder("2_tasks.sql", first), history.Up{To: 3}, "there is no version 3 in migrations/" + dialect + "; its newest is 2", "+2_tasks; +4 its file is missing"},
			{"no files", fstest.MapFS{}, history.Up{To: 3}, "there is no version 3, because migrations/" + dialect + " has no migrations", "+2 its file is missing; +4 its file is missing"},
		}
		for _, tt := range tests {
			h := open(t, db, tt.files)
			done, err := h.Up(t.Context(), tt.how)
			if got := text(err); got != tt.want || len(done) > 0 {
				t.Errorf("%s: got %v and\n %s\nwant\n %s", tt.name, done, got, tt.want)
			}
			if got := state(t, h); got != tt.wantStatus {
				t.Errorf("%s: got the state %s, want %s", tt.name, got, tt.wantStatus)
			}
		}
		if _, err := open(t, db, folder("7_x.sql", third)).Down(t.Context(), false); err == nil || !strings.Contains(err.Error(), "version 4 cannot be undone, because its file is missing in migrations/"+dialect+"; nothing was changed") {
			t.Errorf("down without the file: got %v", err)
		}
		const want = "4_labels was edited after it was applied, so that its down step may not undo what it did; nothing was changed; --allow-edited runs it"
		if _, err := open(t, db, folder("2_tasks.sql", first, "4_labels.sql", third+"-- more\n")).Down(t.Context(), false); text(err) != want {
			t.Errorf("down of an edited file: got %v, want %s", err, want)
		}
		edited := open(t, db, folder("2_tasks.sql", first+"-- more\n", "3_body.sql", second, "4_labels.sql", third))
		if got := up(t, edited, history.Up{AllowEdited: true, OutOfOrder: true}); got != "[3_body]" {
			t.Errorf("up with both flags: got %s", got)
		}
		if got, want := state(t, edited), "+2_tasks; +3_body; +4_labels"; got != want {
			t.Errorf("after both flags: got %s, want %s", got, want)
		}
	})
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A migration that fails names its file and its statement, and leaves nothing; the ones before it stay.
func TestFailures(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		path := "migrations/" + db.Dialect().Name + "/"
		h := open(t, db, folder("1_tasks.sql", first, "2_bad.sql", "-- +goose Up\nDELETE FROM tasks;\nSELEKT\n 1;\n"))
		done, err := h.Up(t.Context(), history.Up{})
		if got, want := text(err), path+"2_bad.sql: SELEKT 1;: "; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "; this migration was rolled back") || fmt.Sprint(done) != "[1_tasks]" {
			t.Errorf("a mistake in SQL: got %v and %s, want %s", done, got, want)
		}
		if n := databasetest.Number(t, db, "SELECT count(*) FROM tasks"); n != 1 {
			t.Errorf("after a migration that failed there are %d rows, want the 1 from before", n)
		}
		h = open(t, db, folder("1_tasks.sql", first, "2_bad.sql", "DELETE FROM tasks;\n"))
		if _, err := h.Up(t.Context(), history.Up{}); err == nil || !strings.Contains(err.Error(), "2_bad.sql") {
			t.Errorf("a file without annotations: got %v, want its name", err)
		}
		// The check of values that a new type cannot hold, as migrate diff writes it, says what to do.
		h = open(t, db, folder("1_tasks.sql", first, "2_number.sql", `-- +goose Up
CREATE TEMP TABLE "must_be_none" ("broken" INTEGER CHECK ("broken" = 0));
INSERT INTO "must_be_none" SELECT count(*) FROM "tasks" WHERE "title" <> '7';
`))
		if _, err := h.Up(t.Context(), history.Up{}); err == nil || !strings.HasSuffix(err.Error(), `; this migration was rolled back; values of "title" in the table "tasks" have no form in the new type, such as "a": find them with the SELECT of this statement, change them or the migration, and run it again`) {
			t.Errorf("values without a form: got %v", err)
		}
		// A unique index over values that several rows have, in the form of migrate diff and of people.
		for _, index := range []string{`CREATE UNIQUE INDEX "tasks_title_key" ON "tasks" ("title")`, "create unique index tasks_title_key on tasks (lower(title)) where id > 0"} {
			h = open(t, db, folder("1_tasks.sql", first, "2_unique.sql", "-- +goose NO TRANSACTION\n-- +goose Up\nDELETE FROM tasks WHERE id > 1;\nINSERT INTO tasks VALUES (2, 'a'), (3, 'b'), (4, NULL), (5, NULL);\n"+index+";\n"))
			if _, err := h.Up(t.Context(), history.Up{}); err == nil || !strings.HasSuffix(err.Error(), `: "a" (2 rows); change or delete rows until one of each is left, and run it again`) {
				t.Errorf("%s: got %v", index, err)
			}
		}
		// PostgreSQL refuses what has no form by itself.
		for change, want := range map[string]string{
			`ALTER TABLE "tasks" ALTER COLUMN "title" TYPE integer USING CAST("title" AS integer)`:             `; values of "title" in the table "tasks" do not fit the type, such as "a": change them or the migration, and run it again`,
			`ALTER TABLE "tasks" ALTER COLUMN "id" TYPE smallint`:                                              `; values of "id" in the table "tasks" do not fit the type, such as "70000": change them or the migration, and run it again`,
			`UPDATE tasks SET id = CAST(title AS integer)`:                                                     "; values do not fit the type: change them or the migration, and run it again",
			`ALTER TABLE "tasks" ALTER COLUMN "title" TYPE text COLLATE "C" USING CAST("title" AS date)::text`: `do not fit the type: change them or the migration, and run it again`,
		} {
			if db.Dialect().Name == "sqlite" {
				break
			}
			databasetest.Exec(t, db, "DELETE FROM tasks WHERE id > 1", "INSERT INTO tasks VALUES (70000, '70000')")
			h = open(t, db, folder("1_tasks.sql", first, "2_number.sql", "-- +goose Up\n"+change+";\n"))
			if _, err := h.Up(t.Context(), history.Up{}); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: got %v, want %s", change, err, want)
			}
		}
		databasetest.Exec(t, db, "DELETE FROM tasks WHERE id > 1")
		// Without a transaction a part stays, and the corrected file goes on.
		const half = "-- +goose NO TRANSACTION\n-- +goose Up\nDROP TABLE IF EXISTS extra;\nCREATE TABLE extra (id BIGINT);\n"
		h = open(t, db, folder("1_tasks.sql", first, "2_half.sql", half+"SELEKT 1;\n"))
		if _, err := h.Up(t.Context(), history.Up{}); err == nil || !strings.HasSuffix(err.Error(), "; it runs without a transaction, so what it did before stays, and it will run from its beginning") {
			t.Errorf("without a transaction: got %v", err)
		}
		if got := state(t, h); got != "+1_tasks; 2_half" {
			t.Errorf("half-applied: got %s", got)
		}
		if got := up(t, open(t, db, folder("1_tasks.sql", first, "2_half.sql", half)), history.Up{}); got != "[2_half]" {
			t.Errorf("corrected: got %s", got)
		}
	})
}

// PostgreSQL rolls back one of two transactions that wait for each other. If that is the migration, it runs again from its
// beginning, but not without a transaction.
func TestDeadlock(t *testing.T) {
	db, err := database.Open(t.Context(), databasetest.Addresses()["postgres"](t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const fails = "UPDATE tasks SET id = id + 1;\n-- +goose StatementBegin\nDO $$ BEGIN IF nextval('tries') < %d THEN RAISE EXCEPTION 'it waits' USING ERRCODE = '40P01'; END IF; END $$;\n-- +goose StatementEnd\n"
	databasetest.Exec(t, db, "CREATE SEQUENCE tries")
	file := fmt.Sprintf("-- +goose Up\n"+fails+"-- +goose Down\n"+fails, 3, 6)
	h := open(t, db, folder("1_tasks.sql", first, "2_often.sql", file))
	if got := up(t, h, history.Up{}); got != "[1_tasks 2_often]" || databasetest.Number(t, db, "SELECT id FROM tasks") != 2 {
		t.Errorf("got %s, want each once", got)
	}
	if step, err := h.Down(t.Context(), false); err != nil || step.Version != 2 || databasetest.Number(t, db, "SELECT id FROM tasks") != 3 {
		t.Errorf("down: got %v, error %v", step, err)
	}
	for _, always := range []string{fmt.Sprintf("-- +goose Up\n"+fails, 1000), fmt.Sprintf("-- +goose NO TRANSACTION\n-- +goose Up\n"+fails, 30)} {
		_, err := open(t, db, folder("1_tasks.sql", first, "2_often.sql", always)).Up(t.Context(), history.Up{})
		if err == nil || !strings.Contains(err.Error(), "2_often.sql: DO $$ BEGIN") {
			t.Errorf("got %v", err)
		}
		databasetest.Exec(t, db, "SELECT setval('tries', 20)")
	}
}

// A migration that is killed is not begun, and the next process applies it.
func TestKilled(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		files := func(slow int) fstest.MapFS {
			made := folder("1_tasks.sql", first)
			rest := "-- +goose Up\nUPDATE tasks SET title = 'changed';\n"
			made["migrations/postgres/2_slow.sql"] = &fstest.MapFile{Data: fmt.Appendf(nil, "%sSELECT pg_sleep(%d);\n", rest, slow)}
			made["migrations/sqlite/2_slow.sql"] = &fstest.MapFile{Data: fmt.Appendf(nil, "%sWITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d000000000) SELECT count(*) FROM n;\n", rest, slow)}
			return made
		}
		var done []history.Step
		for wait := 300 * time.Millisecond; len(done) == 0; wait *= 2 { // until the first is applied before the end
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			var err error
			if done, err = open(t, db, files(60)).Up(ctx, history.Up{}); err == nil {
				t.Fatal("the slow migration is applied")
			}
			cancel()
		}
		if fmt.Sprint(done) != "[1_tasks]" {
			t.Fatalf("a killed migration: got %v", done)
		}
		if n := databasetest.Number(t, db, "SELECT count(*) FROM tasks WHERE title = 'changed'"); n != 0 {
			t.Error("a part of the killed migration has stayed")
		}
		if got := up(t, open(t, db, files(0)), history.Up{}); got != "[2_slow]" {
			t.Errorf("after the kill: got %s", got)
		}
	})
}

// Two processes with ten tasks in all apply each migration once, also one that would not fail a second time.
func TestAtOnce(t *testing.T) {
	for name, address := range databasetest.Addresses() {
		if name == "memory" {
			continue // is in one process
		}
		t.Run(name, func(t *testing.T) {
			at := address(t)
			var dbs [2]*database.DB
			for i := range dbs {
				db, err := database.Open(t.Context(), at, database.Options{})
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				dbs[i] = db
			}
			var mu sync.Mutex
			times := map[int64]int{}
			const count = "-- +goose Up\nUPDATE tasks SET id = id + 1;\n"
			releases := []fstest.MapFS{usual(), folder("1_tasks.sql", first, "2_body.sql", second, "3_labels.sql", third, "4_count.sql", count, "5_apart.sql", "-- +goose NO TRANSACTION\n"+count)}
			for _, release := range releases {
				var all sync.WaitGroup
				for i := range 10 {
					h := open(t, dbs[i%2], release)
					all.Go(func() {
						done, err := h.Up(t.Context(), history.Up{})
						if err != nil {
							t.Error(err)
						}
						mu.Lock()
						defer mu.Unlock()
						for _, step := range done {
							times[step.Version]++
						}
					})
				}
				all.Wait()
			}
			if fmt.Sprint(times) != "map[1:1 2:1 3:1 4:1 5:1]" {
				t.Errorf("got the migrations %v, want each once", times)
			}
			if id := databasetest.Number(t, dbs[0], "SELECT id FROM tasks"); id != 4 {
				t.Errorf("the id was counted up to %d, want 4", id)
			}
		})
	}
}

// A process that waits for the lock of another says so, also when it is stopped.
func TestStoppedWhileWaiting(t *testing.T) {
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			db, err := database.Open(t.Context(), databasetest.Addresses()[kind](t), database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			defer lockAsOther(t, db)()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			files, err := history.Read(usual(), "tracker", true, kind)
			if err != nil {
				t.Fatal(err)
			}
			h, err := history.New(db, files, slog.New(stopAtWaiting{slog.DiscardHandler, stop}))
			if err != nil {
				t.Fatal(err)
			}
			want := "stopped while waiting for another process, which holds the lock of the database, perhaps to migrate it"
			if done, err := h.Up(ctx, history.Up{}); text(err) != want || len(done) > 0 {
				t.Errorf("got %v and %v, want %s", done, err, want)
			}
		})
	}
}

// lockAsOther takes the lock of a process that migrates, and returns what releases it.
func lockAsOther(t *testing.T, db *database.DB) (release func()) {
	t.Helper()
	if path := db.Path(); path != "" {
		release, err := database.LockFile(t.Context(), path+".migrate-lock", nil)
		if err != nil {
			t.Fatal(err)
		}
		return release
	}
	pool, err := db.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	pool.SetMaxOpenConns(1) // the lock is that of its session
	if _, err := pool.ExecContext(t.Context(), "SELECT pg_advisory_lock($1)", lock.DefaultLockID); err != nil {
		t.Fatal(err)
	}
	return func() { pool.Close() }
}

// stopAtWaiting is a log that stops a process which says that it waits.
type stopAtWaiting struct {
	slog.Handler
	stop func()
}

func (stopAtWaiting) Enabled(context.Context, slog.Level) bool { return true }

func (s stopAtWaiting) Handle(_ context.Context, record slog.Record) error {
	if strings.HasSuffix(record.Message, "; waiting") {
		s.stop()
	}
	return nil
}

// A baseline records versions without running them: all on a database without a history, and others by their version.
func TestBaseline(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		databasetest.Exec(t, db, "CREATE TABLE tasks (id BIGINT PRIMARY KEY, title TEXT)")
		h := open(t, db, usual())
		if _, err := h.Up(t.Context(), history.Up{}); err == nil || !strings.Contains(err.Error(), "this migration was rolled back; if the database was made without versions and has what the migrations make, run migrate baseline; if the table is another program's, name another database or schema") {
			t.Errorf("up without a baseline: got %v", err)
		}
		if _, err := h.Baseline(t.Context(), 5); err == nil {
			t.Error("an unknown version was recorded")
		}
		if marked, err := h.Baseline(t.Context(), 1); err != nil || fmt.Sprint(marked) != "[1_tasks]" {
			t.Errorf("got %v and %v, want 1_tasks", marked, err)
		}
		if got := up(t, h, history.Up{}); got != "[2_body 3_labels]" {
			t.Errorf("up after it: got %s", got)
		}
		if _, err := h.Baseline(t.Context(), 0); err == nil || err.Error() != "the database has a history already: 1_tasks is applied; run migrate up, or name the last version to record" {
			t.Errorf("a second time: got %v", err)
		}
		later := open(t, db, folder("1_tasks.sql", first, "2_body.sql", second, "3_labels.sql", third, "4_by_hand.sql", first))
		if marked, err := later.Baseline(t.Context(), 4); err != nil || fmt.Sprint(marked) != "[4_by_hand]" {
			t.Errorf("above a history: got %v and %v, want 4_by_hand", marked, err)
		}
		if _, err := later.Baseline(t.Context(), 4); err == nil || err.Error() != "4_by_hand is applied already" {
			t.Errorf("a recorded version: got %v", err)
		}
	})
}

// SQLite makes a table anew without losing the rows that refer to it. A migration that breaks references is rolled back,
// and references that were broken before are not its business.
func TestReferencesOfSQLite(t *testing.T) {
	db, err := database.Open(t.Context(), t.TempDir()+"/x.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, "CREATE TABLE projects (id INTEGER PRIMARY KEY); CREATE TABLE tickets (id INTEGER PRIMARY KEY, project INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE);"+
		"INSERT INTO projects VALUES (1); INSERT INTO tickets VALUES (1, 1)")
	const anew = "-- +goose Up\nCREATE TABLE new_projects (id INTEGER PRIMARY KEY, name TEXT);\nINSERT INTO new_projects (id) SELECT id FROM projects;\nDROP TABLE projects;\nALTER TABLE new_projects RENAME TO projects;\n"
	up(t, open(t, db, folder("1_anew.sql", anew)), history.Up{})
	if n := databasetest.Number(t, db, "SELECT count(*) FROM tickets"); n != 1 {
		t.Errorf("there are %d tickets after their projects' table was made anew, want 1", n)
	}
	broken := open(t, db, folder("1_anew.sql", anew, "2_broken.sql", "-- +goose Up\nDELETE FROM projects;\n"))
	const want = "rows of tickets would refer to missing rows of projects: 1"
	if _, err := broken.Up(t.Context(), history.Up{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("broken references: got %v, want %s", err, want)
	}
	if n := databasetest.Number(t, db, "SELECT count(*) FROM projects"); n != 1 {
		t.Errorf("there are %d projects after the migration failed, want 1", n)
	}
	databasetest.Exec(t, db, "CREATE TABLE notes (id INTEGER PRIMARY KEY, ticket INTEGER REFERENCES tickets (id))")
	careless, err := db.Migrations() // does not check references
	if err != nil {
		t.Fatal(err)
	}
	defer careless.Close()
	if _, err := careless.ExecContext(t.Context(), "INSERT INTO notes VALUES (1, 9)"); err != nil {
		t.Fatal(err)
	}
	if got := up(t, open(t, db, folder("1_anew.sql", anew, "3_more.sql", "-- +goose Up\nINSERT INTO projects (id) VALUES (2);\n")), history.Up{}); got != "[3_more]" {
		t.Errorf("after references were broken by others: got %s", got)
	}
}

// A full disk leaves nothing of the migration.
func TestFullDisk(t *testing.T) {
	db, err := database.Open(t.Context(), t.TempDir()+"/x.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	h := open(t, db, folder("1_tasks.sql", first, "2_full.sql", "-- +goose Up\nDELETE FROM tasks;\nPRAGMA max_page_count = 1;\nCREATE TABLE large AS SELECT zeroblob(1000000) AS x;\n"))
	if _, err := h.Up(t.Context(), history.Up{}); err == nil || !database.Full(err) || !strings.Contains(err.Error(), "2_full.sql: CREATE TABLE large") {
		t.Errorf("a full disk: got %v", err)
	}
	if got := state(t, h); got != "+1_tasks; 2_full" || databasetest.Number(t, db, "SELECT count(*) FROM tasks") != 1 {
		t.Errorf("after it: got %s, want the row from before", got)
	}
}

// Steps in Go run between those of files; one without a function for the way down cannot be undone.
func TestStepsInGo(t *testing.T) {
	defer goose.ResetGlobalMigrations()
	goose.AddNamedMigrationContext("migrations/tracker/2_code.go", func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE tasks SET title = 'in Go'")
		return err
	}, nil)
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		h := open(t, db, folder("1_tasks.sql", first, "3_labels.sql", third))
		if got := up(t, h, history.Up{To: 2}); got != "[1_tasks 2_code]" {
			t.Errorf("got %s", got)
		}
		if _, err := h.Down(t.Context(), false); err == nil || err.Error() != "migrations/tracker/2_code.go has no down step; nothing was changed; give its goose.AddMigrationContext a second function" {
			t.Errorf("down: got %v", err)
		}
		if got, want := state(t, h), "+1_tasks; +2_code; 3_labels"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	for set, want := range map[string]int64{"tracker": 2, "snippets": 0} { // of a program with several sets
		files, err := history.Read(fstest.MapFS{}, set, false, "sqlite")
		if err != nil {
			t.Fatal(err)
		}
		if h, err := history.New(nil, files, slog.Default()); err != nil || h.Newest() != want {
			t.Errorf("%s: got the newest version %d and %v, want %d", set, h.Newest(), err, want)
		}
	}
	if _, err := history.Read(folder("2_tasks.sql", first), "tracker", true, "sqlite"); err == nil || err.Error() != "version 2 is a file and a step in Go: migrations/sqlite/2_tasks.sql and 2_code.go; give one of them another version" {
		t.Errorf("a file and a step of one version: got %v", err)
	}
}

// The folder of a set is found, and mistakes in names are all reported.
func TestRead(t *testing.T) {
	file := &fstest.MapFile{Data: []byte(third)}
	tests := []struct {
		name    string
		files   []string
		several bool
		want    string // the folder and the versions
		wantErr string
	}{
		{name: "one set", files: []string{"migrations/sqlite/1_a.sql", "migrations/sqlite/README.md"}, want: "migrations/sqlite 1_a"},
		{name: "the folder itself", files: []string{"sqlite/1_a.sql"}, want: "sqlite 1_a"},
		{name: "one set with its name", files: []string{"migrations/tracker/sqlite/1_a.sql"}, want: "migrations/tracker/sqlite 1_a"},
		{name: "several sets", files: []string{"tracker/sqlite/1_a.sql", "snippets/sqlite/2_b.sql"}, several: true, want: "tracker/sqlite 1_a"},
		{name: "several sets without their names", files: []string{"migrations/sqlite/1_a.sql"}, several: true, want: "migrations/tracker/sqlite"},
		{name: "no folder", want: "migrations/sqlite"},
		{name: "one database", files: []string{"sqlite/1_a.sql"}, want: "sqlite 1_a"},
		{name: "two databases", files: []string{"sqlite/1_a.sql", "postgres/1_a.sql", "postgres/2_a_concurrently.sql"}, want: "sqlite 1_a"},
		{
			name: "different versions", files: []string{"sqlite/1_a.sql", "sqlite/2_b.sql", "postgres/1_a.sql", "postgres/3_c.sql"},
			want: "sqlite 1_a; 2_b in sqlite and not in postgres; 3_c in postgres and not in sqlite",
		},
		{
			name: "names", files: []string{"sqlite/a.sql", "sqlite/0_b.sql", "sqlite/99999999999999999999_c.sql", "sqlite/1_d.sql", "sqlite/01_e.sql"},
			wantErr: "sqlite/0_b.sql: 0 is not a version; write the time as in 20261128180000_add_title.sql\n" +
				"sqlite/1_d.sql has the version of sqlite/01_e.sql; give one of them another version\n" +
				"sqlite/99999999999999999999_c.sql: 99999999999999999999 is not a version; write the time as in 20261128180000_add_title.sql\n" +
				"sqlite/a.sql: the name of the file begins with no version; write one such as 20261128180000_add_title.sql",
		},
	}
	db, err := database.Open(t.Context(), ":memory:", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tt := range tests {
		fsys := fstest.MapFS{}
		for _, name := range tt.files {
			if fsys[name] = file; strings.Contains(name, "concurrently") {
				fsys[name] = &fstest.MapFile{Data: []byte("-- +goose NO TRANSACTION\n" + third)}
			}
		}
		files, err := history.Read(fsys, "tracker", !tt.several, "sqlite")
		if text(err) != tt.wantErr {
			t.Errorf("%s: got the error\n %v\nwant\n %s", tt.name, err, tt.wantErr)
		}
		if err != nil {
			continue
		}
		h, err := history.New(db, files, slog.Default())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(h.Folder() + " " + state(t, h)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// onLog is a log that calls a function for each line.
type onLog struct {
	slog.Handler
	fn func(record slog.Record)
}

func (l onLog) Enabled(context.Context, slog.Level) bool { return true }

func (l onLog) Handle(_ context.Context, record slog.Record) error {
	l.fn(record)
	return nil
}

// A migration does not queue for a lock behind a long transaction, because requests would queue behind it. It is rolled back,
// and runs again; after a number of attempts it says whom to look for.
func TestLockTimeout(t *testing.T) {
	db, err := database.Open(t.Context(), databasetest.Addresses()["postgres"](t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	up(t, open(t, db, usual()), history.Up{To: 1})
	pool, err := db.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	export, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = export.Rollback() }()
	read := func(from interface {
		QueryRowContext(context.Context, string, ...any) *sql.Row
	},
	) {
		var n int
		if err := from.QueryRowContext(t.Context(), "SELECT count(*) FROM tasks").Scan(&n); err != nil || n != 1 {
			t.Errorf("read %d rows: %v", n, err)
		}
	}
	read(export)
	files, err := history.Read(usual(), "tracker", true, "postgres")
	if err != nil {
		t.Fatal(err)
	}
	attempts := 0
	h, err := history.New(db, files, slog.New(onLog{slog.DiscardHandler, func(record slog.Record) {
		if strings.Contains(record.Message, "it runs again") {
			attempts++
			read(pool)
		}
	}}))
	if err != nil {
		t.Fatal(err)
	}
	h.LockTimeout = time.Millisecond
	_, err = h.Up(t.Context(), history.Up{})
	want := regexp.MustCompile(`2_body\.sql: .*this migration was rolled back; another transaction holds a lock, and 21 attempts did not get it; the oldest transaction is process \d+, for \d+ s; wait for its end`)
	if err == nil || !want.MatchString(err.Error()) || attempts != 20 {
		t.Errorf("after %d attempts: %v", attempts, err)
	}
	if err := export.Rollback(); err != nil {
		t.Fatal(err)
	}
	if got := up(t, h, history.Up{}); got != "[2_body 3_labels]" {
		t.Errorf("after the export: %s", got)
	}
}
