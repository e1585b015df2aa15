// Tests of the commands about versioned migrations, and of services that wait for their tables.

package app

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
)

// shelves returns the sets of two releases.
func shelves() (old, now []*rest.Set) {
	old = []*rest.Set{rest.NewSet("shelves", rest.ViewSet[shelfOfOld]{Path: "/shelves/", Access: permission.Anyone, Table: "shelves"})}
	now = []*rest.Set{rest.NewSet("shelves", rest.ViewSet[shelfOfNow]{Path: "/shelves/", Access: permission.Anyone, Table: "shelves"})}
	return old, now
}

// versioned writes the migrations of both releases into a folder, and returns the program with them.
func versioned(t *testing.T) Program {
	t.Helper()
	old, now := shelves()
	own := Program{Name: "shelves"}
	callOf(t, own, old, 0, env(), "migrate", "diff", "first")
	firsts, _ := filepath.Glob("migrations/*/*.sql")
	for _, file := range firsts { // the second one is made within the same second
		if err := os.Rename(file, filepath.Join(filepath.Dir(file), "20260101000000_first.sql")); err != nil {
			t.Fatal(err)
		}
	}
	callOf(t, own, now, 0, env(), "migrate", "diff", "second", "--rename", "shelves.label=name", "--new")
	own.Migrations = os.DirFS(".")
	return own
}

// TestVersionedMigrations leads both databases through two releases and back, and refuses to serve what does not fit.
func TestVersionedMigrations(t *testing.T) {
	for name, address := range map[string]func() string{"sqlite": func() string { return "x.sqlite" }, "postgres": func() string { return pg.Postgres(t) }} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			own, at := versioned(t), address()
			old, now := shelves()
			run := func(sets []*rest.Set, code int, words string) string {
				t.Helper()
				args := append(strings.Fields(words), "--database", at)
				stdout, stderr := callOf(t, own, sets, code, env("P", "correct horse"), args...)
				return stdout + stderr
			}
			check := func(got string, want ...string) {
				t.Helper()
				for _, w := range want {
					if !regexp.MustCompile(w).MatchString(got) {
						t.Errorf("got\n%s\nwant %s", got, w)
					}
				}
			}
			serve := "serve --listen 127.0.0.1:0"
			if name == "sqlite" {
				check(run(now, 1, "serve"), `there is no database x.sqlite; make it with "shelves migrate up"`)
				check(run(now, 1, "user list"), "there is no database x.sqlite")
				check(run(now, 1, "user add ann --password-env P"), `there is no database x.sqlite; make it with "shelves migrate up"`)
				check(run(now, 1, "migrate status"), "there is no database x.sqlite")
				if _, err := os.Stat(at); err == nil {
					t.Error("a command that failed has made the file")
				}
			}
			steps, _ := filepath.Glob("migrations/" + name + "/*.sql")
			firstVersion, _, _ := strings.Cut(filepath.Base(steps[0]), "_")
			check(run(now, 0, "migrate up-to "+firstVersion), `applied \d+_first\n.*: 1 migration applied`)
			check(run(now, 1, "migrate up-to 7"), "there is no version 7 in migrations/"+name)
			check(run(now, 0, "migrate status"), `(?m)^\d{14}  first   20\S+Z  -$`, `(?m)^\d{14}  second  pending\s+-$`)
			if name == "sqlite" {
				run(now, 0, "backup b.tar.zst")
				_, notes := callOf(t, own, now, 0, env(), "restore", "b.tar.zst", "--database", "restored.sqlite")
				check(notes, `^note: migration \d+_second is pending; run "shelves migrate up", or "shelves serve --migrate"\n$`)
			}
			check(run(now, 1, serve), `migration \d+_second is pending; run "shelves migrate up", or "shelves serve --migrate"`)
			check(run(now, 1, "user list"), `migration \d+_second is pending`)
			check(run(now, 1, "check"), `migration \d+_second is pending`)
			check(run(now, 1, "doctor"), `migration \d+_second is pending`)
			check(run(now, 1, "migrate"), `this program has versioned migrations; run "shelves migrate up"`)
			check(run(now, 0, "migrate up"), `applied \d+_second\n.*: 1 migration applied`)
			check(run(now, 0, "migrate up"), `: 0 migrations applied`)
			check(run(now, 0, "user list"), "NAME")
			check(run(now, 0, "check"), "as the declarations ask for")
			check(run(now, 0, "migrate redo"), `undone and applied again \d+_second`)
			check(run(old, 1, serve), `the declarations have changed since the last migration: .*shelves.(name|label).*; run "shelves migrate diff NAME"`)
			check(run(now, 0, "migrate down"), `undone \d+_second`)
			check(run(now, 1, "migrate baseline"), `the tables do not fit the newest version, and nothing was recorded; if they are those of an earlier version, name it, and run migrate up:\n`)
			text, err := os.ReadFile(steps[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(steps[0], append(text, "-- more\n"...), 0o600); err != nil {
				t.Fatal(err)
			}
			check(run(now, 1, "migrate status"), "edited after it was applied")
			check(run(now, 1, "migrate up"), `\d+_first was edited after it was applied; undo that and write the change into a new migration, or accept the file with --allow-edited`)
			check(run(now, 0, "migrate up --allow-edited"), `applied \d+_second`)
			check(run(now, 0, "migrate status"), `first`)
		})
	}
}

// TestMigrationsOfNobody are commands about migrations that a program lacks, and mistakes in their flags.
func TestMigrationsOfNobody(t *testing.T) {
	t.Chdir(t.TempDir())
	_, now := shelves()
	own := Program{Name: "shelves"}
	for args, want := range map[string]string{
		"migrate up":                             "this program has no migrations; embed their folder and list it as Migrations in its app.Program, or name it with --folder",
		"migrate up --folder nowhere":            "folder: there is no folder nowhere",
		"migrate up-to 0 --folder .":             "0 is not a version; write one such as 20261128180000",
		"serve --migrate":                        "migrate and wait-for-schema: this program has no migrations",
		"serve --wait-for-schema=-1s":            "wait-for-schema: has to be 0 or more",
		"migrate down --folder . --database y.x": `there is no database y.x; make it with "shelves migrate up"`,
	} {
		if _, stderr := callOf(t, own, now, 1, env(), strings.Fields(args)...); !strings.Contains(stderr, want) {
			t.Errorf("%s: got %s, want %s", args, stderr, want)
		}
	}
}

// TestBaseline records the migrations of a database that the automatic mode has made, and then serves it.
func TestBaseline(t *testing.T) {
	t.Chdir(t.TempDir())
	_, now := shelves()
	own := Program{Name: "shelves"}
	callOf(t, own, now, 0, env(), "migrate")
	callOf(t, own, now, 0, env(), "migrate", "diff", "first")
	out, _ := callOf(t, own, now, 0, env(), "migrate", "baseline", "--folder", "migrations")
	if !strings.Contains(out, "_first\nSQLite, file shelves.sqlite: 1 migration recorded, none was run\n") {
		t.Errorf("got %s", out)
	}
	own.Migrations = os.DirFS("migrations")
	if out, stderr := callOf(t, own, now, 0, env(), "user", "list"); !strings.Contains(out, "NAME") || stderr != "" {
		t.Errorf("after it: got %s%s", out, stderr)
	}
	if _, stderr := callOf(t, own, now, 1, env(), "migrate", "baseline"); !strings.Contains(stderr, "the database has a history already") {
		t.Errorf("again: got %s", stderr)
	}
	db, err := database.Open(t.Context(), "shelves.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, "ALTER TABLE shelves DROP COLUMN size")
	if _, stderr := callOf(t, own, now, 1, env(), "serve", "--listen", "127.0.0.1:0"); !strings.Contains(stderr, `the tables lack what 1 statement would add, such as ALTER TABLE "shelves" ADD COLUMN "size"`) || !strings.Contains(stderr, `; the tables were changed by hand, and the migrations have made it; run: ALTER TABLE "shelves" ADD COLUMN`) {
		t.Errorf("without a column: got %s", stderr)
	}
}

// TestServeAtOnce starts services that migrate, and one that waits for them, on an empty database.
func TestServeAtOnce(t *testing.T) {
	for name, address := range map[string]func() string{"sqlite": func() string { return "x.sqlite" }, "postgres": func() string { return pg.Postgres(t) }} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			own, at := versioned(t), address()
			_, now := shelves()
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan int)
			serve := func(args ...string) *output {
				var out output
				args = append([]string{"serve", "--listen", "127.0.0.1:0", "--database", at}, args...)
				go func() { ended <- own.run(ctx, now, args, nil, &out, &out, env("STATE_DIRECTORY", ".")) }()
				return &out
			}
			waiting := serve("--wait-for-schema", "1m")
			waiting.await(t, regexp.MustCompile(`waiting for tables that fit.*2 migrations are pending`))
			for _, out := range []*output{serve("--migrate"), serve("--migrate"), serve("--migrate"), waiting} {
				out.await(t, regexp.MustCompile(`Serving shelves at`))
			}
			stop()
			for range 4 {
				if code := <-ended; code != 0 {
					t.Errorf("a service ended with %d, want 0", code)
				}
			}
			began := time.Now()
			if _, stderr := callOf(t, own, now[:1], 0, env(), "migrate", "down", "--database", at); stderr == "" {
				t.Error("nothing was logged about the migration that was undone")
			}
			_, stderr := callOf(t, own, now, 1, env(), "serve", "--database", at, "--wait-for-schema", "1500ms")
			if !strings.Contains(stderr, "is pending") || time.Since(began) < 1500*time.Millisecond {
				t.Errorf("after a wait in vain: got %s", stderr)
			}
		})
	}
}

// TestRenamedField names the tag of a renamed field: its migration renames the column, which a statement by hand would be in
// the way of.
func TestRenamedField(t *testing.T) {
	t.Chdir(t.TempDir())
	type before struct {
		ID    int64  `rest:"id,readonly"`
		Label string `rest:"label,optional"`
	}
	type now struct {
		ID      int64  `rest:"id,readonly"`
		Caption string `rest:"caption,optional"`
	}
	own := Program{Name: "shelves"}
	old := []*rest.Set{rest.NewSet("shelves", rest.ViewSet[before]{Path: "/shelves/", Access: permission.Anyone, Table: "shelves"})}
	renamed := []*rest.Set{rest.NewSet("shelves", rest.ViewSet[now]{Path: "/shelves/", Access: permission.Anyone, Table: "shelves"})}
	callOf(t, own, old, 0, env(), "migrate", "diff", "first")
	own.Migrations = os.DirFS(".")
	callOf(t, own, old, 0, env(), "migrate", "up", "--database", "x.sqlite")
	alter(t, "INSERT INTO shelves (label) VALUES ('kept')")
	const want = `if one of them is the former name, such as label, write was=label into the tag of the field before you run "shelves migrate diff NAME", and "migrate up" with its files`
	for _, words := range []string{"serve --listen 127.0.0.1:0", "check", "doctor"} {
		stdout, stderr := callOf(t, own, renamed, 1, env(), append(strings.Fields(words), "--database", "x.sqlite")...)
		if got := strings.ReplaceAll(stdout+stderr, `\"`, `"`); !strings.Contains(got, want) || strings.Contains(got, "RENAME COLUMN") {
			t.Errorf("%s: got\n%s\nwant %s", words, got, want)
		}
	}
}

// TestOtherReleases serves databases that a later release, or another program, has migrated: no remedy changes their tables.
func TestOtherReleases(t *testing.T) {
	for name, address := range map[string]func() string{"sqlite": func() string { return "x.sqlite" }, "postgres": func() string { return pg.Postgres(t) }} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			later, at := versioned(t), address()
			old, now := shelves()
			callOf(t, later, now, 0, env(), "migrate", "up", "--database", at)
			if err := os.Mkdir("old", 0o700); err != nil {
				t.Fatal(err)
			}
			t.Chdir("old")
			if name == "sqlite" {
				at = filepath.Join("..", at)
			}
			earlier := Program{Name: "shelves"}
			callOf(t, earlier, old, 0, env(), "migrate", "diff", "first")
			refuse := func(want, remedy string) {
				t.Helper()
				own := earlier
				own.Migrations = os.DirFS(".")
				for _, words := range []string{"serve --listen 127.0.0.1:0 --wait-for-schema=1s", "serve --listen 127.0.0.1:0", "check", "doctor"} {
					stdout, stderr := callOf(t, own, old, 1, env(), append(strings.Fields(words), "--database", at)...)
					if got := stdout + stderr; !regexp.MustCompile(want).MatchString(got) || !strings.Contains(got, remedy) || strings.Contains(got, "COLUMN") || strings.Contains(got, "migrate diff") || strings.Contains(got, "migrate up") {
						t.Errorf("%s: got\n%s\nwant only %s", words, got, want)
					}
				}
			}
			setVersion := func(version string) {
				files, _ := filepath.Glob("migrations/*/*.sql")
				for _, file := range files {
					if err := os.Rename(file, filepath.Join(filepath.Dir(file), version+"_first.sql")); err != nil {
						t.Fatal(err)
					}
				}
			}
			setVersion("20250101000000")
			refuse(`the database has the migrations of another program: version \d{14} has no file in migrations/`, "name another database with --database")
			setVersion("20260101000000") // which both releases have
			refuse(`the database is at version \d{14} of a later release, whose tables do not fit this one; the newest version here is 20260101000000`,
				`start that release, or run "migrate down" with it`)
		})
	}
}

// TestMigrateAnotherFile refuses the SQLite file of another program before anything is written into it, and tells that a disk is full.
func TestMigrateAnotherFile(t *testing.T) {
	t.Chdir(t.TempDir())
	own := versioned(t)
	_, now := shelves()
	db, err := database.Open(t.Context(), "other.sqlite", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	databasetest.Exec(t, db, "CREATE TABLE bookmarks (id INTEGER PRIMARY KEY)")
	before := databasetest.Catalog(t, db)
	const problem = "other.sqlite is the database of another program: it has the table bookmarks, and none of the tables of shelves; "
	const want = "shelves: " + problem + "nothing was changed; name another file with --database\n"
	for _, words := range []string{"migrate up", "migrate down", "migrate redo", "migrate status", "migrate baseline", "migrate baseline 20260101000000", "serve --listen 127.0.0.1:0 --migrate"} {
		if _, stderr := callOf(t, own, now, 1, env(), append(strings.Fields(words), "--database", "other.sqlite")...); !strings.HasSuffix(stderr, want) {
			t.Errorf("%s: got %s\nwant %s", words, stderr, want)
		}
	}
	// So does each command that would make tables or say which are missing, also of a program without migrations.
	plain := own
	plain.Migrations = nil
	for _, tt := range []struct {
		of       Program
		commands []string
	}{
		{own, []string{"serve --listen 127.0.0.1:0", "serve --listen 127.0.0.1:0 --wait-for-schema 1ms", "check", "doctor", "seed --rows 1", "user list"}},
		{plain, []string{"migrate", "migrate --dry-run", "serve --listen 127.0.0.1:0", "check", "doctor", "seed --rows 1", "user list"}},
	} {
		for _, words := range tt.commands {
			stdout, stderr := callOf(t, tt.of, now, 1, env(), append(strings.Fields(words), "--database", "other.sqlite")...)
			if !strings.Contains(stdout+stderr, problem) {
				t.Errorf("%s: got %s%s\nwant %s", words, stdout, stderr, problem)
			}
		}
	}
	if after := databasetest.Catalog(t, db); !slices.Equal(after, before) {
		t.Errorf("got the tables\n%s\nwant\n%s", after, before)
	}
	db.Close()
	full := "-- +goose Up\nPRAGMA max_page_count = 1;\nCREATE TABLE large AS SELECT zeroblob(1000000) AS x;\n"
	if err := os.WriteFile("migrations/sqlite/20990101000000_full.sql", []byte(full), 0o600); err != nil {
		t.Fatal(err)
	}
	_, stderr := callOf(t, own, now, 1, env(), "migrate", "up", "--database", "x.sqlite")
	if !strings.HasSuffix(stderr, "; this migration was rolled back; the disk is full: make room, and run the command again\n") {
		t.Errorf("a full disk: got %s", stderr)
	}
}
