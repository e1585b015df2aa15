// Tests of full text.

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
	"example.com/resourceful/framework/schema/structs"
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

// A full text of other fields, in another language or of another release is made anew, with the rows that are
// there; a dry run says so.
func TestMigrateOtherFullText(t *testing.T) {
	for _, key := range []schema.Column{numberKey, textKey} {
		databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
			apply(t, db, texts(t, key, "simple", "title"))
			databasetest.Exec(t, db, "INSERT INTO papers (id, title, body) VALUES ('1', 'fish', 'bird')")
			changes := []schema.Table{texts(t, key, "simple", "title", "body"), texts(t, key, "english", "title"), texts(t, key, "simple", "body")}
			for _, table := range changes {
				planned, err := migrate.Compare(t.Context(), db, []schema.Table{table})
				if err != nil || !strings.Contains(strings.Join(planned.Statements, "\n"), "DROP ") {
					t.Errorf("plan of %v: got %q, %v, want it to name the dropped index", table.FullText, planned.Statements, err)
				}
				equal(t, "made", apply(t, db, table), planned.Statements)
				equal(t, "a second run", apply(t, db, table), []string(nil))
				equal(t, "words of "+strings.Join(table.FullText.Columns, ", "), len(matching(t, db, "bird")) == 1, slices.Contains(table.FullText.Columns, "body"))
			}
			table, older := changes[2], []string{"COMMENT ON COLUMN papers.full_text IS 'simple full text of body'", "COMMENT ON COLUMN papers.full_text IS NULL"}
			if db.Dialect().Name == "sqlite" {
				older = []string{"DROP TRIGGER papers_full_text_delete"}
			}
			for _, old := range older {
				databasetest.Exec(t, db, old)
				equal(t, "made anew after "+old, len(apply(t, db, table)) > 0, true)
			}
			databasetest.Exec(t, db, "DELETE FROM papers")
			equal(t, "without rows", len(matching(t, db, "bird")), 0)
			equal(t, "without a full text", apply(t, db, texts(t, key, "")), []string(nil))
		})
	}
}

// What has the name of a full text and is none is left as it is.
func TestMigrateNoFullText(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, texts(t, numberKey, ""))
		others := [][2]string{
			{"ALTER TABLE papers ADD COLUMN full_text tsvector", "ALTER TABLE papers DROP COLUMN full_text"},
			{"ALTER TABLE papers ADD COLUMN full_text text", ""},
		}
		if db.Dialect().Name == "sqlite" {
			others = [][2]string{
				{"CREATE TABLE papers_full_text (id INTEGER)", "DROP TABLE papers_full_text"},
				{"CREATE VIRTUAL TABLE papers_full_text USING fts5 (title)", "DROP TABLE papers_full_text"},
				{"CREATE TABLE papers_full_text_keys (id INTEGER PRIMARY KEY, note TEXT)", "DROP TABLE papers_full_text_keys"},
				{"CREATE TRIGGER papers_full_text_insert AFTER INSERT ON papers BEGIN DELETE FROM papers; END", "DROP TRIGGER papers_full_text_insert"},
			}
		}
		for _, other := range others {
			databasetest.Exec(t, db, other[0])
			_, err := migrate.Apply(t.Context(), db, []schema.Table{texts(t, numberKey, "simple", "title")})
			if err == nil || !strings.Contains(err.Error(), "rename it by hand") {
				t.Errorf("%s: got %v, want an error that says what to rename", other[0], err)
			}
			if other[1] != "" {
				databasetest.Exec(t, db, other[1])
			}
		}
	})
}

// The tags of a struct say what the full text of its table is.
func TestFullTextOfTags(t *testing.T) {
	typ := structs.Compile(reflect.TypeFor[paper](), "", field.Builtin(), field.NewRules(nil), nil, func(name, msg string) { t.Errorf("%s: %s", name, msg) })
	tables := structs.Tables([]*schema.Type{typ}, func(*schema.Type, string, string) {})
	equal(t, "full text", tables[0].FullText, &schema.FullText{Columns: []string{"title", "body"}, Language: "simple"})
}
