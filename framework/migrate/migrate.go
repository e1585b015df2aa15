// Package migrate brings the tables of a database to what the declarations ask for.
package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"ariga.io/atlas/sql/migrate"
	atlas "ariga.io/atlas/sql/schema"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// Apply brings the tables to what the declarations ask for, and adds those of the framework, in one transaction, and returns the
// statements that it took; with dryRun it only returns them. There is no history of migrations:
// what is there is compared with what is asked for.
//
// It adds tables, columns, indexes and references. It never drops or changes anything: not what
// it does not know, and not what it knows to be different, such as a column of another type.
// That, and a column that existing rows would have no value for, is an error that says what to do
// by hand; all such errors come back at once, and nothing is changed then.
//
// A new index on a large table takes long: on PostgreSQL, ReadTimeout has to allow for it.
func Apply(ctx context.Context, db *database.DB, tables []schema.Table, dryRun bool) ([]string, error) {
	var made []string
	err := db.Write(ctx, func(s database.Session) (err error) {
		m := migration{dialect: db.Dialect(), tx: s.Tx(), declared: map[*atlas.Column]schema.Column{}}
		if err := m.begin(ctx); err != nil {
			return err
		}
		if made, err = m.plan(ctx, tables); err != nil {
			return err
		}
		if dryRun {
			return errDryRun
		}
		for _, text := range made {
			if _, err := s.Tx().ExecContext(ctx, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	return made, nil
}

// errDryRun rolls the transaction back.
var errDryRun = errors.New("dry run")

// migration is one run of Apply. Atlas reads what is there, compares it with what is desired, and
// writes the statements; in between, only what adds something is let through.
type migration struct {
	dialect  *database.Dialect
	tx       *sql.Tx
	atlas    atlasDriver
	declared map[*atlas.Column]schema.Column // what the desired columns were made from

	// What is to be done. Tables may refer to each other in a circle; Atlas orders them.
	tables                     []atlas.Change
	columns, foreigns, indexes []tableChange
	problems                   []error
}

// atlasDriver is what both of Atlas's drivers are.
type atlasDriver interface {
	migrate.Driver
	atlas.TypeParseFormatter
}

// tableChange is a change to a table that is there.
type tableChange struct {
	table  *atlas.Table
	change atlas.Change
	tail   string // what Atlas leaves out at the end of the statement
}

// begin lets other processes that migrate wait, and shows them what was done meanwhile: at a higher
// level of isolation they would see the tables of before the wait. In SQLite the transaction does
// that by itself.
func (m *migration) begin(ctx context.Context) (err error) {
	if m.dialect.Name == "postgres" {
		for _, text := range []string{
			"SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
			"SET LOCAL statement_timeout = 0",
			"SELECT pg_advisory_xact_lock(1919251311)",
		} {
			if _, err := m.tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
	}
	m.atlas, err = m.openAtlas()
	return err
}

// plan returns the statements that are needed, or all that stands against them.
func (m *migration) plan(ctx context.Context, tables []schema.Table) ([]string, error) {
	have, err := m.inspect(ctx, tables)
	if err != nil {
		return nil, fmt.Errorf("inspect tables: %w", err)
	}
	changes, err := m.atlas.SchemaDiff(have, m.desired(tables, have))
	if err != nil {
		return nil, fmt.Errorf("compare tables: %w", err)
	}
	for _, t := range tables {
		if table, ok := have.Table(t.Name); ok {
			m.checkKey(table, t)
			m.checkMarks(table, t)
		}
	}
	for _, change := range changes {
		if err := m.filterChange(ctx, have, change); err != nil {
			return nil, err
		}
	}
	if len(m.problems) > 0 {
		return nil, errors.Join(m.problems...)
	}
	return m.statements(ctx)
}

// statements are the changes in SQL, in the order in which they can be run: each in a statement
// of its own, so that an error names what it is about.
func (m *migration) statements(ctx context.Context) ([]string, error) {
	made, err := m.write(ctx, "\t", m.tables...)
	if err != nil {
		return nil, err
	}
	for _, list := range [][]tableChange{m.columns, m.foreigns, m.indexes} {
		for _, c := range list {
			texts, err := m.write(ctx, "", &atlas.ModifyTable{T: c.table, Changes: []atlas.Change{c.change}})
			if err != nil {
				return nil, err
			}
			texts[len(texts)-1] += c.tail
			made = append(made, texts...)
		}
	}
	return made, nil
}

func (m *migration) write(ctx context.Context, indent string, changes ...atlas.Change) ([]string, error) {
	plan, err := m.atlas.PlanChanges(ctx, "", changes, func(o *migrate.PlanOptions) {
		o.SchemaQualifier, o.Indent = new(string), indent // PostgreSQL: whichever schema comes first in search_path
	})
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	var made []string
	for _, change := range plan.Changes {
		made = append(made, standardQuotes(change.Cmd))
	}
	return made, nil
}

// standardQuotes turns the backticks that Atlas puts around names in SQLite into the quotes of
// standard SQL; those within texts stay.
func standardQuotes(statement string) string {
	parts := strings.Split(statement, "'")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.ReplaceAll(parts[i], "`", `"`)
	}
	return strings.Join(parts, "'")
}

func (m *migration) problem(format string, args ...any) {
	m.problems = append(m.problems, fmt.Errorf(format, args...))
}
