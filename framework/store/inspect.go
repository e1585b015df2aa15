package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/postgres"
	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"example.com/resourceful/framework/schema"
)

// openAtlas returns Atlas's driver on a transaction.
func (d *dialect) openAtlas(tx *sql.Tx) (atlasDriver, error) {
	var opened migrate.Driver
	var err error
	if d.name == "postgres" {
		opened, err = postgres.Open(tx)
	} else {
		opened, err = sqlite.Open(sqliteCatalog{tx})
	}
	if err != nil {
		return nil, err
	}
	if d, ok := opened.(atlasDriver); ok {
		return d, nil
	}
	return nil, errors.New("this database only speaks like PostgreSQL") // CockroachDB
}

// inspect reads what is there of the tables that are asked for. Atlas looks at no other, so that
// nothing in them can be in its way.
func (m *migration) inspect(ctx context.Context, tables []schema.Table) (*atlas.Schema, error) {
	names := []string{sessionsTable, tokensTable, keptTable, attemptsTable}
	for _, t := range tables {
		names = append(names, t.Name)
	}
	have, err := m.atlas.InspectSchema(ctx, "", &atlas.InspectOptions{Mode: atlas.InspectTables, Tables: names})
	if err == nil && m.dialect.name == "sqlite" {
		lower(have)
	}
	return have, err
}

// lower writes all names in lower case, which is how declarations write them; SQLite's know no
// letter case.
func lower(s *atlas.Schema) {
	for _, t := range s.Tables {
		t.Name = strings.ToLower(t.Name)
		for _, c := range t.Columns {
			c.Name = strings.ToLower(c.Name)
		}
		for _, i := range t.Indexes {
			i.Name = strings.ToLower(i.Name)
		}
		for _, f := range t.ForeignKeys {
			f.RefTable.Name = strings.ToLower(f.RefTable.Name)
		}
	}
}

// sqliteCatalog is a transaction on which Atlas's inspection of SQLite does not fail at what people
// have added to a table by hand.
type sqliteCatalog struct{ *sql.Tx }

// QueryContext asks Atlas's questions in better words.
func (c sqliteCatalog) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return c.Tx.QueryContext(ctx, sqliteQuestions.Replace(query), args...)
}

var sqliteQuestions = strings.NewReplacer(
	// A table is asked for in lower case and may have been made in another.
	"sqlite_master.name IN", "lower(sqlite_master.name) IN",
	// "REFERENCES things" without a column is NULL there, which Atlas cannot read: the key is meant.
	"`id`, `from`, `to`,", "`id`, `from`, coalesce(`to`, (SELECT `name` FROM pragma_table_info(`table`) WHERE `pk` = 1), ''),",
	// Atlas finds the condition of a partial index only where WHERE is in capitals. No such index
	// is what a declaration asks for.
	"ON il.name = m.name", "ON il.name = m.name AND NOT `il`.`partial`",
	// Atlas looks for the expression of a computed column in the text of CREATE TABLE, and cannot
	// find it behind a comment, for instance. Such a column is like any other here.
	", `hidden` FROM", ", 0 FROM",
)
