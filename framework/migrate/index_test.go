// Tests of indexes and constraints.

package migrate_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// sorted are columns of an index by whose order rows are read.
func sorted(words ...string) []schema.IndexColumn {
	var columns []schema.IndexColumn
	for _, word := range words {
		name, desc := strings.CutPrefix(word, "-")
		columns = append(columns, schema.IndexColumn{Name: name, Sorted: true, Desc: desc, NullsFirst: !desc})
	}
	return columns
}

var letters = []schema.Column{
	{Name: "a", Value: field.Of(field.Text())},
	{Name: "b", Value: field.Of(field.Text()), Null: true},
	{Name: "c", Value: field.Of(field.Integer()), Unique: true},
	{Name: "thing_id", Value: reference, Null: true, References: "things", Delete: schema.SetNull},
}

func withIndexes(indexes ...schema.Index) schema.Table {
	t := things(letters...)
	t.Indexes = indexes
	return t
}

// statements are the indexes that a migration adds, without those of the column letters themselves.
func indexesMade(t *testing.T, db *database.DB, table schema.Table) (made []string) {
	for _, text := range apply(t, db, table) {
		if before, name, ok := strings.Cut(text, `INDEX "things_`); ok {
			made = append(made, strings.TrimPrefix(before, "CREATE ")+strings.Replace(name, `" ON "things" `, " ", 1))
		}
	}
	equal(t, "a second run", apply(t, db, table), []string(nil))
	return made
}

// An index that another suits for is not made: it begins with the same columns, in the same order or all
// the other way round, or by a unique value.
func TestMigrateIndexes(t *testing.T) {
	found := schema.OnColumns
	for _, tt := range []struct {
		name             string
		indexes          []schema.Index
		sqlite, postgres []string // "" is as in SQLite
	}{
		{"none", nil, nil, nil},
		{"of a unique column", []schema.Index{{Columns: found("c")}, {Columns: sorted("-c", "id")}, {Columns: found("c", "a")}}, nil, nil},
		{"of the key", []schema.Index{{Columns: found("id")}, {Columns: sorted("-id")}, {Columns: found("id", "a")}}, nil, nil},
		{"of a reference", []schema.Index{{Columns: found("thing_id")}}, nil, nil},
		{"prefixes", []schema.Index{{Columns: found("a")}, {Columns: found("a", "thing_id")}, {Columns: found("a")}}, []string{`a_thing_id_idx ("a", "thing_id")`}, nil},
		{"order", []schema.Index{{Columns: sorted("a", "id")}}, []string{`a_id_idx ("a")`}, []string{`a_id_idx ("a", "id")`}},
		{"order and its reverse", []schema.Index{{Columns: sorted("a", "id")}, {Columns: sorted("-a", "-id")}, {Columns: found("a")}}, []string{`a_id_idx ("a")`}, []string{`a_id_idx ("a", "id")`}},
		{"order in two directions", []schema.Index{{Columns: sorted("a", "-c")}}, []string{`a_c_desc_idx ("a", "c" DESC)`}, nil},
		{"order of what may be null", []schema.Index{{Columns: sorted("b", "c")}}, []string{`b_c_idx ("b", "c")`}, []string{`b_c_idx ("b" NULLS FIRST, "c")`}},
		{"unique together", []schema.Index{{Columns: found("a", "b"), Unique: true}, {Columns: found("a")}}, []string{`UNIQUE a_b_key ("a", "b")`}, nil},
		{
			"partial",
			[]schema.Index{{Columns: found("a"), Unique: true, Rows: lettersType(t), Where: bound(t, predicate.And(predicate.Ne("b", "it's"), predicate.In("c", 1, 2)))}},
			[]string{`UNIQUE a_HASH_key ("a") WHERE (("b" = 'it''s') IS NOT TRUE AND "c" IN (1, 2))`},
			nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
				want := append([]string{`UNIQUE c_key ("c")`}, tt.sqlite...)
				if db.Dialect().Name == "postgres" && tt.postgres != nil {
					want = append(want[:1:1], tt.postgres...)
				}
				made := indexesMade(t, db, withIndexes(tt.indexes...))
				equal(t, "indexes", strings.Join(without(made, "thing_id_idx ("), "\n"), strings.Join(want, "\n"))
			})
		})
	}
}

// without are lines but those that begin with a text, with the hashes of names masked.
func without(lines []string, prefix string) (left []string) {
	for _, line := range lines {
		if before, after, ok := strings.Cut(line, "_key"); ok && strings.Contains(line, "WHERE") {
			line = before[:len(before)-8] + "HASH_key" + after
		}
		if !strings.HasPrefix(line, prefix) {
			left = append(left, line)
		}
	}
	return left
}

// Letters are the rows of partial indexes.
type Letters struct {
	ID int64   `rest:"id,readonly"`
	A  string  `rest:"a"`
	B  *string `rest:"b"`
	C  int64   `rest:"c,unique"`
}

// An index that is there under another name serves as well, and one that another condition asks for is
// made beside the one that is there.
func TestMigrateIndexesThatAreThere(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, withIndexes())
		databasetest.Exec(t, db, "CREATE INDEX own_order ON things (a DESC, c DESC)", "CREATE INDEX own_partial ON things (b) WHERE a = 'x'")
		equal(t, "indexes on the same columns", apply(t, db, withIndexes(schema.Index{Columns: sorted("a", "c")}, schema.Index{Columns: schema.OnColumns("a")})), []string(nil))
		equal(t, "an index that is partial only", len(apply(t, db, withIndexes(schema.Index{Columns: schema.OnColumns("b")}))), 1)
		equal(t, "an order in two directions", len(apply(t, db, withIndexes(schema.Index{Columns: sorted("a", "-c")}))), 1)
		partial := func(value string) schema.Table {
			return withIndexes(schema.Index{Columns: schema.OnColumns("b"), Unique: true, Rows: lettersType(t), Where: bound(t, predicate.Eq("a", value))})
		}
		equal(t, "a partial index", len(apply(t, db, partial("x"))), 1)
		equal(t, "the same again", apply(t, db, partial("x")), []string(nil))
		equal(t, "another condition", len(apply(t, db, partial("y"))), 1)
		databasetest.Exec(t, db, "INSERT INTO things (a, b, c) VALUES ('x', 'z', 1), ('y', 'z', 2), ('z', 'z', 3), ('z', 'z', 4)")
		if err := databasetest.TryExec(t, db, "INSERT INTO things (a, b, c) VALUES ('x', 'z', 5)"); err == nil {
			t.Error("the partial index takes a value twice")
		}
		before := databasetest.Catalog(t, db)
		equal(t, "a declaration without indexes", apply(t, db, withIndexes()), []string(nil))
		equal(t, "the catalog", databasetest.Catalog(t, db), before)
	})
}

// Names have at most the 63 bytes that PostgreSQL leaves of them, and long ones stay apart.
func TestMigrateLongNames(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a, b := strings.Repeat("a", 60), strings.Repeat("b", 60)
		table := things(schema.Column{Name: a, Value: field.Of(field.Text())}, schema.Column{Name: b, Value: field.Of(field.Text())})
		table.Indexes = []schema.Index{{Columns: schema.OnColumns(a, b)}, {Columns: schema.OnColumns(b, a)}, {Columns: sorted(a, "-"+b)}}
		for _, text := range apply(t, db, table) {
			if _, name, ok := strings.Cut(text, `INDEX "`); ok && strings.Index(name, `"`) > 63 {
				t.Errorf("a name has more than 63 bytes: %s", text)
			}
		}
		equal(t, "a second run", apply(t, db, table), []string(nil))
	})
}

func lettersType(t *testing.T) *schema.Type {
	t.Helper()
	return structs.Compile(letterType, "things", field.Builtin(), field.NewRules(nil), nil, func(field, msg string) { t.Errorf("%s: %s", field, msg) })
}

func bound(t *testing.T, e predicate.Expr) predicate.Expr {
	t.Helper()
	e, err := e.Bind(lettersType(t))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var letterType = reflect.TypeFor[Letters]()

// span has a rule of two columns.
type span struct {
	ID    int64  `rest:"id,readonly"`
	First int64  `rest:"first"`
	Last  *int64 `rest:"last" validate:"gtefield=First"`
}

// plainSpan is a span without the rule.
type plainSpan struct {
	ID    int64  `rest:"id,readonly"`
	First int64  `rest:"first"`
	Last  *int64 `rest:"last"`
}

// Constraints come with a table, and to one that is there; the database then refuses what breaks them, and
// nothing else.
func TestMigrateConstraints(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, tablesOf[plainSpan](t)...)
		databasetest.Exec(t, db, "INSERT INTO things (id, first, last) VALUES (1, 1, 2), (2, 5, NULL)")
		if made := apply(t, db, tablesOf[span](t)...); len(made) == 0 {
			t.Fatal("nothing was made")
		}
		equal(t, "a second run", apply(t, db, tablesOf[span](t)...), []string(nil))
		for _, tt := range []struct {
			text string
			good bool
		}{
			{"INSERT INTO things (id, first, last) VALUES (11, 3, 3)", true},
			{"INSERT INTO things (id, first, last) VALUES (12, 3, NULL)", true},
			{"INSERT INTO things (id, first, last) VALUES (13, 3, 2)", false},
			{"UPDATE things SET first = 3 WHERE id = 1", false},
			{"UPDATE things SET first = 2 WHERE id = 1", true},
			{"UPDATE things SET last = 4 WHERE id = 2", false},
		} {
			err := databasetest.TryExec(t, db, tt.text)
			if (err == nil) != tt.good {
				t.Errorf("%s: got %v", tt.text, err)
			}
			if v, ok := database.ViolationOf(err); err != nil && (!ok || !strings.HasPrefix(v.Check, "things_") || !strings.HasSuffix(v.Check, "_check")) {
				t.Errorf("%s: %v is about %+v", tt.text, err, v)
			}
		}
	})
}

// firstOnly is a span without its end.
type firstOnly struct {
	ID    int64 `rest:"id,readonly"`
	First int64 `rest:"first"`
}

// needing has a new column that some rows need.
type needing struct {
	ID    int64  `rest:"id,readonly"`
	First int64  `rest:"first"`
	Last  *int64 `rest:"last" validate:"required_if=First 3"`
}

// Of a column that is new, the rows have its default.
func TestMigrateConstraintsOfNewColumns(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, tablesOf[firstOnly](t)...)
		databasetest.Exec(t, db, "INSERT INTO things (id, first) VALUES (1, 3), (2, 4)")
		_, err := migrate.Apply(t.Context(), db, tablesOf[needing](t))
		wants(t, err, "table things has 1 rows that break a constraint of the validate tag of Last (This field is required.)")
		databasetest.Exec(t, db, "UPDATE things SET first = 4")
		apply(t, db, tablesOf[needing](t)...)
	})
}

// Rows that break a new constraint, and a constraint that is no longer declared, are reported and stay as they
// are.
func TestMigrateConstraintsByHand(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, tablesOf[plainSpan](t)...)
		databasetest.Exec(t, db, "INSERT INTO things (id, first, last) VALUES (1, 3, 2)")
		_, err := migrate.Apply(t.Context(), db, tablesOf[span](t))
		wants(t, err, "table things has 1 rows that break a constraint of the validate tag of Last", "Ensure this value is greater than or equal to first.")
		databasetest.Exec(t, db, "UPDATE things SET first = 1")
		apply(t, db, tablesOf[span](t)...)
		_, err = migrate.Apply(t.Context(), db, tablesOf[plainSpan](t))
		wants(t, err, "which is no longer declared and would refuse rows; run: ")
		for line := range strings.Lines(fmt.Sprint(err)) {
			if _, drop, ok := strings.Cut(line, "run: "); ok {
				databasetest.Exec(t, db, strings.TrimSpace(drop))
			}
		}
		equal(t, "without the constraint", apply(t, db, tablesOf[plainSpan](t)...), []string(nil))
	})
}

type essay struct {
	ID    int64          `rest:"id,readonly"`
	Slug  string         `rest:"slug,unique"`
	Title string         `rest:"title" validate:"max=200"`
	Mood  string         `rest:"mood" validate:"oneof=light dark"`
	Body  string         `rest:"body,multiline"`
	Notes map[string]any `rest:"notes,optional"`
	Scan  []byte         `rest:"scan,optional"`
}

// Columns that may hold long values are compressed by lz4, which is quicker than PostgreSQL's own method.
// Short columns stay as they are.
func TestMigrateCompression(t *testing.T) {
	db, err := database.Open(t.Context(), pg.Postgres(t), database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if databasetest.Number(t, db, "SELECT count(*) FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)") == 0 {
		t.Skip("this server has no lz4")
	}
	const compressed = "SELECT attname FROM pg_attribute WHERE attrelid = 'things'::regclass AND attcompression = 'l' AND NOT attisdropped ORDER BY attname"
	apply(t, db, tablesOf[essay](t)...)
	equal(t, "compressed columns", databasetest.Texts(t, db, compressed), []string{"body", "notes", "scan"})
	equal(t, "a second run", apply(t, db, tablesOf[essay](t)...), []string(nil))
	databasetest.Exec(t, db, "ALTER TABLE things DROP COLUMN body")
	apply(t, db, tablesOf[essay](t)...)
	equal(t, "compressed columns, of which one was added", databasetest.Texts(t, db, compressed), []string{"body", "notes", "scan"})
}
