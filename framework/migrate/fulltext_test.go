package migrate_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/schema"
)

type paper struct {
	ID    int64   `rest:"id,readonly"`
	Title string  `rest:"title,search=@"`
	Body  *string `rest:"body,search=@"`
}

// texts is the table papers with a full text of columns.
func texts(t *testing.T, key schema.Column, language string, columns ...string) schema.Table {
	t.Helper()
	table := schema.Table{Name: "papers", Columns: []schema.Column{
		key, {Name: "title", Value: field.Of(field.Text())}, {Name: "body", Value: field.Of(field.Text()), Null: true},
	}}
	if len(columns) > 0 {
		table.FullText = &schema.FullText{Columns: columns, Language: language}
	}
	return table
}

var (
	numberKey = schema.Column{Name: "id", Value: field.Of(field.Integer()), Key: true, Numbered: true}
	textKey   = schema.Column{Name: "id", Value: field.Of(field.Text()), Key: true}
)

// matching are the keys of the papers with a word in their full text.
func matching(t *testing.T, db *database.DB, word string) []string {
	t.Helper()
	query := `SELECT CAST(id AS TEXT) FROM papers WHERE full_text @@ to_tsquery('simple', '` + word + `') ORDER BY 1`
	if db.Dialect().Name == "sqlite" {
		query = `SELECT CAST(id AS TEXT) FROM papers WHERE rowid IN (SELECT rowid FROM papers_full_text WHERE papers_full_text MATCH '` + word + `') ORDER BY 1`
		if databasetest.Number(t, db, "SELECT count(*) FROM sqlite_schema WHERE name = 'papers_full_text_keys'") > 0 {
			query = `SELECT "key" FROM papers_full_text_keys WHERE id IN (SELECT rowid FROM papers_full_text WHERE papers_full_text MATCH '` + word + `') ORDER BY 1`
		}
	}
	return databasetest.Texts(t, db, query)
}

// A full text is made for the rows that are there, and kept by the database when rows change, whatever their
// keys; it is made once.
func TestMigrateFullText(t *testing.T) {
	for _, tt := range []struct {
		name string
		key  schema.Column
		keys []string // literals
	}{
		{"numbers", numberKey, []string{"1", "2", "3"}},
		{"texts", textKey, []string{"'b'", "'a'", "'c'"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
				apply(t, db, texts(t, tt.key, ""))
				databasetest.Exec(t, db, "INSERT INTO papers (id, title, body) VALUES ("+tt.keys[0]+", 'One fish', NULL), ("+tt.keys[1]+", 'Two', 'Ärger FISH')")
				table := texts(t, tt.key, "simple", "title", "body")
				if made := apply(t, db, table); !strings.Contains(strings.Join(made, "\n"), "full_text") {
					t.Errorf("got %q, want a full text", made)
				}
				equal(t, "a second run", apply(t, db, table), []string(nil))
				key := func(i int) string { return strings.Trim(tt.keys[i], "'") }
				sorted := func(keys ...string) []string { slices.Sort(keys); return keys }
				equal(t, "rows of before", matching(t, db, "fish"), sorted(key(0), key(1)))
				equal(t, "a letter beyond ASCII", matching(t, db, "ärger"), sorted(key(1)))
				databasetest.Exec(t, db, "INSERT INTO papers (id, title) VALUES ("+tt.keys[2]+", 'Fish')")
				equal(t, "a new row", matching(t, db, "fish"), sorted(key(0), key(1), key(2)))
				databasetest.Exec(t, db, "UPDATE papers SET title = 'bird' WHERE id = "+tt.keys[0], "DELETE FROM papers WHERE id = "+tt.keys[1])
				equal(t, "after a change and a deletion", matching(t, db, "fish"), sorted(key(2)))
				equal(t, "the new word", matching(t, db, "bird"), sorted(key(0)))
				databasetest.Exec(t, db, "DELETE FROM papers")
				equal(t, "without rows", len(matching(t, db, "bird")), 0)
			})
		})
	}
}

// A full text that is there and another is not changed.
func TestMigrateOtherFullText(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, texts(t, numberKey, "simple", "title"))
		for _, table := range []schema.Table{texts(t, numberKey, "simple", "title", "body"), texts(t, numberKey, "english", "title")} {
			_, err := migrate.Apply(t.Context(), db, []schema.Table{table}, false)
			if err == nil || !strings.Contains(err.Error(), "by hand, so that it is made anew") {
				t.Errorf("full text of %v: got %v, want an error that says what to drop", table.FullText, err)
			}
		}
		equal(t, "without a full text", apply(t, db, texts(t, numberKey, "")), []string(nil))
	})
}

// The tags of a struct say what the full text of its table is.
func TestFullTextOfTags(t *testing.T) {
	typ := schema.Compile(reflect.TypeFor[paper](), "", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
	tables := schema.Tables([]*schema.Type{typ}, func(*schema.Type, string, string) {})
	equal(t, "full text", tables[0].FullText, &schema.FullText{Columns: []string{"title", "body"}, Language: "simple"})
}
