// Tests of the commands migrate diff and migrate lint.

package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type shelfOfOld struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type shelfOfNow struct {
	ID    int64  `rest:"id,readonly"`
	Label string `rest:"label"`
	Size  int64  `rest:"size"`
}

func TestMigrateDiff(t *testing.T) {
	t.Chdir(t.TempDir())
	old := []*rest.Set{rest.NewSet("shelves", rest.ViewSet[shelfOfOld]{Path: "/shelves/", Access: permission.Anyone, Table: "shelves"})}
	now := []*rest.Set{rest.NewSet("shelves", rest.ViewSet[shelfOfNow]{Path: "/shelves/", Access: permission.Anyone, Table: "shelves"})}
	own := Program{Name: "shelves"}
	diff := func(sets []*rest.Set, code int, args ...string) (stdout, stderr string) {
		t.Helper()
		return callOf(t, own, sets, code, env(), append([]string{"migrate"}, args...)...)
	}
	if out, _ := diff(old, 0, "diff", "first"); !strings.Contains(out, filepath.Join("migrations", "sqlite")) || !strings.Contains(out, "_first.sql\n") {
		t.Errorf("first: got %q", out)
	}
	if out, _ := diff(old, 0, "diff", "again"); !strings.Contains(out, "there is nothing to write") {
		t.Errorf("again: got %q", out)
	}
	if out, _ := diff(old, 0, "lint"); !strings.Contains(out, "2 files: nothing that") {
		t.Errorf("lint of the first: got %q", out)
	}
	if _, stderr := diff(now, 1, "diff", "second"); !strings.Contains(stderr, "--rename shelves.label=name") {
		t.Errorf("without an answer: got %q", stderr)
	}
	diff(now, 0, "diff", "second", "--rename", "shelves.label=name", "--new")
	files, _ := filepath.Glob("migrations/sqlite/*_second.sql")
	if len(files) != 1 {
		t.Fatalf("got files %v", files)
	}
	content, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(content), `INSERT INTO "new_shelves" ("id", "label", "size") SELECT "id", "name", 0 FROM "shelves";`) {
		t.Errorf("second: got %s, error %v", content, err)
	}
	if out, _ := diff(now, 1, "lint"); !strings.Contains(out, "_second.sql:") || !strings.Contains(out, "\tinstead:\n") {
		t.Errorf("lint of the second: got %q", out)
	}
}

// TestNoMixedMigrations: a program that embeds no migrations adds nothing to a database that has some.
func TestNoMixedMigrations(t *testing.T) {
	t.Chdir(t.TempDir())
	own := Program{Name: "shelves"}
	of := func(table string) []*rest.Set {
		return []*rest.Set{rest.NewSet("shelves", rest.ViewSet[shelfOfNow]{Path: "/shelves/", Access: permission.Anyone, Table: table})}
	}
	callOf(t, own, of("shelves"), 0, env(), "migrate", "diff", "first")
	callOf(t, own, of("shelves"), 0, env(), "migrate", "up", "--folder", "migrations", "--database", "x.sqlite")
	callOf(t, own, of("shelves"), 0, env(), "migrate", "--database", "x.sqlite")
	if _, stderr := callOf(t, own, of("racks"), 1, env(), "migrate", "--database", "x.sqlite"); !strings.Contains(stderr, "the database has versioned migrations, and this program embeds none") {
		t.Errorf("another table: got %q", stderr)
	}
}
