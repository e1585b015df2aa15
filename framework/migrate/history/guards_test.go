// Tests of what holds a migration of SQLite up.

package history_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate/history"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/schema"
)

// A row that referred to nothing before holds no migration up, also if its table is made anew or renamed. What does hold it
// up says what that is, and what to do.
func TestGuards(t *testing.T) {
	key := schema.Column{Name: "id", Value: field.Of(field.Integer()), Key: true, Numbered: true}
	people := schema.Table{Name: "people", Columns: []schema.Column{key}}
	tasks := func(name string, value field.Kind) schema.Table {
		return schema.Table{Name: name, Columns: []schema.Column{
			key, {Name: "person_id", Value: field.Of(field.Integer()), References: "people", Null: true}, {Name: "v", Value: field.Of(value), Null: true},
		}}
	}
	for _, tt := range []struct {
		name, plant string
		to          schema.Table
		edit        string // a statement behind the copy of the rows
		want        string // in the error; "" for none
	}{
		{"orphans", "INSERT INTO tasks (person_id) VALUES (8), (9)", tasks("tasks", field.Integer()), "", ""},
		{"orphans, renamed", "INSERT INTO tasks (person_id) VALUES (8), (9)", tasks("works", field.Text()), "", ""},
		{"orphans, renamed and made anew", "INSERT INTO tasks (person_id) VALUES (8), (9)", tasks("works", field.Integer()), "", ""},
		{
			"another orphan", "INSERT INTO tasks (person_id) VALUES (9)", tasks("tasks", field.Integer()), `INSERT INTO "new_tasks" ("person_id") VALUES (7)`,
			"; this migration was rolled back; the migration would make rows refer to nothing",
		},
		{
			"another orphan, renamed", "INSERT INTO tasks (person_id) VALUES (9)", tasks("works", field.Text()), `INSERT INTO "works" ("person_id") VALUES (7)`,
			"rows of works would refer to missing rows of people: 1; delete them in the migration",
		},
		{"a column", "ALTER TABLE tasks ADD COLUMN own TEXT; ALTER TABLE tasks ADD COLUMN other TEXT", tasks("tasks", field.Integer()), "", "and would lose them (own, other): declare them"},
		{"an index", "CREATE INDEX mine ON tasks (v)", tasks("tasks", field.Integer()), "", "table tasks has indexes or triggers that the migration does not know, and would lose them (mine): drop them"},
		{"a value", "INSERT INTO tasks (v) VALUES ('x')", tasks("tasks", field.Integer()), "", `values of "v" in the table "tasks" have no form in the new type`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			renames := map[string]string{}
			if tt.to.Name != "tasks" {
				renames[tt.to.Name] = "tasks"
			}
			write(t, folder, 0, nil, people, tasks("tasks", field.Text()))
			db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "x.sqlite"), database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			up(t, open(t, db, in(t, folder, "")), history.Up{})
			careless, err := db.Migrations() // does not check references
			if err != nil {
				t.Fatal(err)
			}
			if _, err := careless.ExecContext(t.Context(), tt.plant); err != nil {
				t.Fatal(err)
			}
			careless.Close()
			before := databasetest.Number(t, db, "SELECT count(*) FROM tasks")
			write(t, folder, 1, renames, people, tt.to)
			_, err = open(t, db, in(t, folder, tt.edit)).Up(t.Context(), history.Up{})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got error %v, want %q", err, tt.want)
			}
			name := "tasks"
			if err == nil {
				name = tt.to.Name
			}
			if n := databasetest.Number(t, db, "SELECT count(*) FROM "+name); n != before {
				t.Errorf("there are %d rows, want the %d from before", n, before)
			}
		})
	}
}

// write writes the migration to some tables.
func write(t *testing.T, folder string, day int, renames map[string]string, tables ...schema.Table) {
	t.Helper()
	_, err := steps.Write(steps.Request{Folder: folder, Name: "m", Tables: tables, Now: time.Date(2026, 1, 1+day, 0, 0, 0, 0, time.UTC), Sure: true, Options: steps.Options{Renames: renames}})
	if err != nil {
		t.Fatal(err)
	}
}

// in returns the migrations of a folder, the last with a statement before the first DROP TABLE, or else at the end of its
// way up.
func in(t *testing.T, folder, edit string) fstest.MapFS {
	t.Helper()
	made := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, path))
		if text := string(content); edit != "" && strings.Contains(path, "sqlite/20260102") {
			for _, before := range []string{"DROP TABLE \"tasks\"", "\n-- +goose Down"} {
				if strings.Contains(text, before) {
					content = []byte(strings.Replace(text, before, edit+";\n"+before, 1))
					break
				}
			}
		}
		made["migrations/"+path] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}
