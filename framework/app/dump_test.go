// Tests of the commands dump and load.

package app

import (
	"os"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Rows that were dumped are loaded into another database, where later rows get later numbers. Accounts are dumped on
// request.
func TestDumpAndLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	const row = `{"table":"scanneds","row":{"id":7,"title":"seven","scan":"","scan_name":"","scan_size":0,"scan_content_type":""}}` + "\n"
	if err := os.WriteFile("rows", []byte(row), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		callSheets(t, 0, "load", "rows", "--config", "sheets", "--database", "x.sqlite", "--no-update")
	}
	if got, _ := callSheets(t, 0, "dump", "sheets", "--database", "x.sqlite"); got != row {
		t.Errorf("got %s\nwant %s", got, row)
	}
	t.Setenv("X", "password of ann")
	callOf(t, ours(), sheets(), 0, os.Getenv, "user", "add", "ann", "--password-env", "X", "--database", "x.sqlite")
	got, _ := callSheets(t, 0, "dump", "sheets", "--database", "x.sqlite", "--accounts", "-o", "rows.ndjson")
	if want := "rows.ndjson: 2 rows of SQLite, file x.sqlite"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got, _ = callSheets(t, 0, "load", "rows.ndjson", "--config", "sheets", "--database", "y.sqlite", "--accounts", "--batch", "1")
	if want := "rows.ndjson: 2 created, 0 updated, 0 kept\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, _ := callSheets(t, 0, "user", "list", "--database", "y.sqlite"); !strings.Contains(got, "ann") {
		t.Errorf("there is no account ann:\n%s", got)
	}
	for _, name := range []string{"sheets.yaml", "sheets.csv"} {
		callSheets(t, 0, "dump", "sheets", "--database", "x.sqlite", "-o", name)
		callSheets(t, 0, "load", name, "--config", "sheets", "--database", name+".sqlite")
		if got, _ := callSheets(t, 0, "dump", "sheets", "--database", name+".sqlite"); got != row {
			t.Errorf("%s: got %s\nwant %s", name, got, row)
		}
	}
	info, err := os.Stat("rows.ndjson")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v: others may read it", info.Mode(), err)
	}
}

// Made-up rows are the same for the same seed, and come behind those that are there.
func TestSeed(t *testing.T) {
	t.Chdir(t.TempDir())
	rows := func(database string, args ...string) string {
		t.Helper()
		args = append([]string{"seed", "--config", "sheets", "--database", database, "--today", "2030-01-02"}, args...)
		callOf(t, ours(), sheets(), 0, env(), args...)
		out, _ := callSheets(t, 0, "dump", "sheets", "--database", database)
		return out
	}
	first := rows("x.sqlite", "--rows", "5")
	if n := strings.Count(first, "\n"); n != 5 || !strings.Contains(first, `"id":5,`) {
		t.Errorf("got %d rows, want 5:\n%s", n, first)
	}
	if again := rows("y.sqlite", "--rows", "5"); again != first {
		t.Errorf("the same seed: got\n%s\nwant\n%s", again, first)
	}
	if other := rows("z.sqlite", "--rows", "5", "--seed", "2"); other == first {
		t.Error("another seed makes the same rows")
	}
	if more := rows("x.sqlite", "--rows", "0", "--table", "scanneds=2"); !strings.HasPrefix(more, first) || strings.Count(more, "\n") != 7 {
		t.Errorf("two more: got\n%s", more)
	}
	for args, want := range map[string]string{"--rows=-1": "rows: has to be 0 or more", "--table scanneds=-5": "table: scanneds=-5 is not a number of rows; write 0 or more", "--table nothing=1": `there is no table "nothing" to fill; write some of scanneds`} {
		_, stderr := callSheets(t, 1, append([]string{"seed", "--config", "sheets", "--database", "x.sqlite"}, strings.Fields(args)...)...)
		if !strings.Contains(stderr, want) {
			t.Errorf("%s: got %s, want %s", args, stderr, want)
		}
	}
}

// What cannot be dumped or loaded is refused.
func TestDumpAndLoadRefusals(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("wrong", []byte(`{"table":"scanneds","row":{"title":null}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("plain", []byte(`{"table":"users","row":{"username":"ann","password":"secret"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	callSheets(t, 0, "migrate", "sheets", "--database", "x.sqlite")
	for args, want := range map[string]string{
		"dump sheets --database none.sqlite":                        "dump: there is no file none.sqlite",
		"dump sheets --database x.sqlite --format csv":              "dump: csv is a file for each table; name their folder by --output",
		"dump sheets --database x.sqlite -o . --format csv":         "dump: there is something named .; name a new folder",
		"dump sheets --only x":                                      `only: there is no table "x" of rows; write some of groups, scanneds, users`,
		"load none --config sheets --database x.sqlite":             "open none: no such file or directory",
		"load wrong --config sheets --database x.sqlite":            "wrong:1: title: This field may not be null.",
		"load plain --config sheets --accounts --database x.sqlite": "plain:1: password: write the hash of a password",
		"load wrong --database x.sqlite --batch=-1":                 "batch: -1 is not a number of rows",
		"dump tasks --database x.sqlite -o none/tasks.text":         "no such file or directory",
	} {
		if _, got := callSheets(t, 1, strings.Fields(args)...); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
}

// Tables that others manage are left out, and named. What people should know about the tables is told once.
func TestForeignTables(t *testing.T) {
	t.Chdir(t.TempDir())
	type Order struct {
		ID  int64  `rest:"id,readonly"`
		Ref string `rest:"ref,filter,sort"`
	}
	set := rest.NewSet("shop", rest.ViewSet[Order]{Path: "/orders/", Table: "orders", Unmanaged: true, Access: permission.Anyone},
		rest.ViewSet[Task]{Path: "/tasks/", Access: permission.Anyone})
	alter(t, "CREATE TABLE orders (id INTEGER PRIMARY KEY, ref TEXT NOT NULL, day TEXT NOT NULL)")
	alter(t, "CREATE TRIGGER fill BEFORE INSERT ON orders BEGIN SELECT 1; END")
	for _, command := range []string{"seed --config shop --rows 2", "dump shop", "dump shop --only tasks"} {
		out, got := callOf(t, ours(), []*rest.Set{set}, 0, env(), append(strings.Fields(command), "--database", "x.sqlite")...)
		const note = "note: left out, since others manage them: orders\n"
		if strings.Contains(got, note) == strings.Contains(command, "only") {
			t.Errorf("%s: got %q, want %q without --only", command, got, note)
		}
		if warnings := strings.Count(got, "column orders.day is NOT NULL without a default"); strings.Contains(command, "seed") && warnings != 1 {
			t.Errorf("%s: the column is told %d times, want once:\n%s", command, warnings, got)
		}
		if strings.Contains(out, `"orders"`) {
			t.Errorf("%s: got rows of orders:\n%s", command, out)
		}
	}
}
