// Tests of unique indexes that existing rows break.

package migrate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// Values that several rows have are named before a unique index is made, and nothing is changed.
func TestMigrateUniqueTooLate(t *testing.T) {
	text := func(name string) schema.Column {
		return schema.Column{Name: name, Value: field.Of(field.Text()), Null: true}
	}
	number := schema.Column{Name: "n", Value: field.Of(field.Integer()), Null: true}
	for _, tt := range []struct {
		name   string
		column func(*schema.Column) // of column a
		unique []string             // columns that are unique together
		rows   string               // of a, b and n
		want   string
	}{
		{
			"values", func(c *schema.Column) { c.Unique = true }, nil, "('x', NULL, 1), ('x', NULL, 2), ('y', 'x', 1), ('X', 'x', 1), (NULL, 'z', 1), (NULL, 'z', 1)",
			`table things has 1 values of a that several rows have, and the declaration asks for unique: "x" (2 rows); change or delete rows until one of each is left, or take unique out of the declaration`,
		},
		{
			"any case", func(c *schema.Column) { c.Unique, c.IgnoresCase = true, true }, nil, "('é', NULL, 1), ('E' || chr(769), NULL, 2), ('É', 'x', 1), ('e', 'x', 1), ('B', '', 1), ('b', '', 1)",
			`table things has 2 values of a that several rows have in any letter case, and the declaration asks for unique=ci: "E` + "\u0301" + `" and "é" (3 rows), "B" and "b" (2 rows); change or delete rows until one of each is left, or take unique=ci out of the declaration`,
		},
		{
			"together", nil,
			[]string{"a", "n"},
			"('x', NULL, 1), ('x', NULL, 2), ('x', 'x', 1), ('y', NULL, NULL), ('y', NULL, NULL)",
			`table things has 1 values of a, n that several rows have, and the declaration asks for unique: ("x", "1") (2 rows); `,
		},
		{
			"many", func(c *schema.Column) { c.Unique = true }, nil, "('1', '', 1), ('2', '', 1), ('3', '', 1), ('4', '', 1), ('5', '', 1), ('6', '', 1), ('7', '', 1), ('7', '', 1), ('6', '', 1), ('5', '', 1), ('4', '', 1), ('3', '', 1), ('2', '', 1), ('1', '', 1), ('1', '', 1)",
			`has 7 values of a that several rows have, and the declaration asks for unique: "1" (3 rows), "2" (2 rows), "3" (2 rows), "4" (2 rows), "5" (2 rows); `,
		},
		{"long", func(c *schema.Column) { c.Unique = true }, nil, fmt.Sprintf("('%[1]s', '', 1), ('%[1]s', '', 1)", strings.Repeat("ä", 61)), `"` + strings.Repeat("ä", 60) + `…" (2 rows)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
				apply(t, db, things(text("a"), text("b"), number))
				rows := tt.rows
				if db.Dialect().Name == "sqlite" {
					rows = strings.ReplaceAll(rows, "chr(", "char(")
				}
				databasetest.Exec(t, db, "INSERT INTO things (a, b, n) VALUES "+rows)
				a := text("a")
				if tt.column != nil {
					tt.column(&a)
				}
				table := things(a, text("b"), number, text("new"))
				if tt.unique != nil {
					table.Indexes = append(table.Indexes, schema.Index{Columns: schema.OnColumns(tt.unique...), Unique: true})
				}
				for _, run := range []func(context.Context, *database.DB, []schema.Table) (migrate.Comparison, error){migrate.Apply, migrate.Compare} {
					_, err := run(t.Context(), db, []schema.Table{table})
					wants(t, err, tt.want)
				}
				if err := databasetest.TryExec(t, db, "SELECT new FROM things"); err == nil {
					t.Error("the table was changed")
				}
				databasetest.Exec(t, db, "DELETE FROM things WHERE id > 1")
				apply(t, db, table)
			})
		})
	}
}

// Rows that a condition leaves out may share a value. The default of a new column is the value of all rows.
func TestMigrateUniqueOfSomeRowsTooLate(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db, withIndexes())
		databasetest.Exec(t, db, "INSERT INTO things (a, b, c) VALUES ('x', 'z', 1), ('y', 'z', 2), ('y', 'z', 3)")
		partial := func(value string) schema.Table {
			return withIndexes(schema.Index{Columns: schema.OnColumns("b"), Unique: true, Rows: lettersType(t), Where: bound(t, predicate.Eq("a", value))})
		}
		apply(t, db, partial("x"))
		_, err := migrate.Apply(t.Context(), db, []schema.Table{partial("y")})
		wants(t, err, `table things has 1 values of b that several rows have, and the declaration asks for unique: "z" (2 rows); `)
		table := withIndexes()
		table.Columns = append(table.Columns, schema.Column{Name: "d", Value: field.Of(field.Text()), HasDefault: true, Default: "new", Unique: true})
		_, err = migrate.Apply(t.Context(), db, []schema.Table{table})
		wants(t, err, `table things has 1 values of d that several rows have, and the declaration asks for unique: "new" (3 rows); `)
	})
}

// Values that refer to no row are named before a foreign key is made, and nothing is changed.
func TestMigrateForeignKeyTooLate(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		if db.Dialect().Name == "sqlite" {
			t.Skip("SQLite cannot add a foreign key to a column, which has a message of its own")
		}
		number := schema.Column{Name: "shelf_id", Value: field.Of(field.Integer()), Null: true}
		apply(t, db, things(number))
		databasetest.Exec(t, db, "INSERT INTO things (shelf_id) VALUES (1), (1), (7), (NULL)")
		referring := number
		referring.References = "shelves"
		tables := []schema.Table{{Name: "shelves", Columns: []schema.Column{key}}, things(referring)}
		both := `table things has 2 values of shelf_id that refer to no row of shelves: "1" (2 rows), "7" (1 rows); run: UPDATE "things" SET "shelf_id" = NULL WHERE "shelf_id" IN (…), or change or delete these rows`
		for _, run := range []func(context.Context, *database.DB, []schema.Table) (migrate.Comparison, error){migrate.Apply, migrate.Compare} {
			_, err := run(t.Context(), db, tables)
			wants(t, err, both)
		}
		apply(t, db, tables[0])
		databasetest.Exec(t, db, "INSERT INTO shelves (id) VALUES (1)")
		_, err := migrate.Apply(t.Context(), db, tables)
		wants(t, err, `table things has 1 values of shelf_id that refer to no row of shelves: "7" (1 rows)`)
		databasetest.Exec(t, db, "DELETE FROM things WHERE shelf_id = 7")
		apply(t, db, tables...)
	})
}
