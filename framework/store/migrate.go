package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"example.com/resourceful/framework/schema"
)

// Migrate brings the tables to what the declarations ask for, in one transaction, and returns the
// statements that it took; with dryRun it only returns them. There is no history of migrations:
// what is there is compared with what is asked for.
//
// It adds tables, columns, indexes and references. It never drops or changes anything: not what
// it does not know, and not what it knows to be different, such as a column of another type.
// That, and a column that existing rows would have no value for, is an error that says what to do
// by hand; all such errors come back at once, and nothing is changed then.
//
// A new index on a large table takes long: on PostgreSQL, ReadTimeout has to allow for it.
func (db *DB) Migrate(ctx context.Context, tables []schema.Table, dryRun bool) ([]string, error) {
	var made []string
	err := db.inTx(ctx, func(s session) error {
		m := migration{dialect: db.dialect, tx: s.tx, keys: map[string]string{}}
		if err := m.begin(ctx); err != nil {
			return err
		}
		if err := m.plan(ctx, tables); err != nil {
			return err
		}
		if made = m.statements(); dryRun {
			return errDryRun
		}
		for _, text := range made {
			if _, err := s.tx.ExecContext(ctx, text); err != nil {
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

// migration collects the statements, in the order in which they can be run: tables may refer to
// each other in a circle.
type migration struct {
	dialect  *dialect
	tx       *sql.Tx
	keys     map[string]string // the key column of a table
	tables   []string
	columns  []string
	foreigns []string
	indexes  []string
	problems []error
}

func (m *migration) statements() []string {
	return slices.Concat(m.tables, m.columns, m.foreigns, m.indexes)
}

// begin lets other processes that migrate wait. In SQLite the transaction does that by itself.
func (m *migration) begin(ctx context.Context) error {
	if m.dialect.name != "postgres" {
		return nil
	}
	for _, text := range []string{"SET LOCAL statement_timeout = 0", "SELECT pg_advisory_xact_lock(1919251311)"} {
		if _, err := m.tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

func (m *migration) plan(ctx context.Context, tables []schema.Table) error {
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.Key {
				m.keys[t.Name] = c.Name
			}
		}
	}
	for _, t := range tables {
		have, err := m.dialect.inspect(ctx, m.tx, t.Name)
		if err != nil {
			return fmt.Errorf("inspect table %s: %w", t.Name, err)
		}
		if have == nil {
			m.create(t)
		} else {
			m.extend(t, have)
		}
	}
	if err := m.planExpiring(ctx, "sessions", "token_hash"); err != nil {
		return err
	}
	if err := m.planExpiring(ctx, keptTable, "key"); err != nil {
		return err
	}
	return errors.Join(m.problems...)
}

// create makes a whole table.
func (m *migration) create(t schema.Table) {
	m.tables = append(m.tables, m.createTable(t))
	for _, c := range t.Columns {
		if c.References != "" && m.dialect.name == "postgres" {
			m.foreigns = append(m.foreigns, m.addForeign(t.Name, c))
		}
		m.index(t.Name, c, t.Pairs && c.Name == t.Columns[0].Name)
	}
}

// index adds the index that a column needs: a unique one, or one for finding what refers to a row.
func (m *migration) index(table string, c schema.Column, covered bool) {
	switch {
	case c.Key:
	case c.Unique:
		m.indexes = append(m.indexes, createIndex(true, uniqueName(table, c.Name), table, c.Name))
	case c.References != "" && !covered:
		m.indexes = append(m.indexes, createIndex(false, indexName(table, c.Name), table, c.Name))
	}
}

// extend adds to a table what it lacks.
func (m *migration) extend(t schema.Table, have *table) {
	for _, c := range t.Columns {
		column, ok := have.columns[c.Name]
		if !ok {
			m.add(t, c, have)
			continue
		}
		m.compare(t.Name, c, column)
		if c.Unique && !c.Key && !have.indexed(true, c.Name) {
			m.index(t.Name, c, false)
		}
		if c.References != "" {
			m.reference(t, c, have)
		}
	}
	if t.Pairs && !have.indexed(true, t.Columns[0].Name, t.Columns[1].Name) && !have.indexed(true, t.Columns[1].Name, t.Columns[0].Name) {
		m.indexes = append(m.indexes, createIndex(true, name(t.Name+"_pair_key"), t.Name, t.Columns[0].Name, t.Columns[1].Name))
	}
}

// reference checks the reference of a column that is there, and adds what is missing of it.
func (m *migration) reference(t schema.Table, c schema.Column, have *table) {
	switch action, ok := have.foreign[c.Name+" "+c.References]; {
	case ok && action != c.Delete:
		m.problem(`column %s.%s: deleting the row that it refers to has another effect than the declaration says (ondelete); drop the constraint by hand`, t.Name, c.Name)
	case ok:
	case m.dialect.name == "postgres":
		m.foreigns = append(m.foreigns, m.addForeign(t.Name, c))
	default:
		m.problem(`column %s.%s does not refer to table %s, and SQLite cannot add that to a column; make the table anew by hand and copy its rows`, t.Name, c.Name, c.References)
	}
	if !c.Unique && !have.indexed(false, c.Name) {
		m.index(t.Name, c, false)
	}
}

// add adds a column where the rows that are there can have a value for it.
func (m *migration) add(t schema.Table, c schema.Column, have *table) {
	now := c.HasDefault && c.Default == nil
	switch {
	case c.Key:
		m.problem(`table %s has no column %s, which is the key; name the key's column in the declaration (db:"…"), or another table`, t.Name, c.Name)
		return
	case have.rows && !c.Null && !c.HasDefault:
		m.problem(`table %s has rows, and column %s is new, required and without a default; give the field a default or make it optional, or add the column by hand with a value for every row`, t.Name, c.Name)
		return
	case have.rows && now && m.dialect.name == "sqlite":
		m.problem(`table %s has rows, and SQLite cannot add column %s with the current time as its default; make the field a pointer, or make the table anew by hand and copy its rows`, t.Name, c.Name)
		return
	}
	m.columns = append(m.columns, "ALTER TABLE "+quote(t.Name)+" ADD COLUMN "+m.define(c))
	if c.References != "" && m.dialect.name == "postgres" {
		m.foreigns = append(m.foreigns, m.addForeign(t.Name, c))
	}
	m.index(t.Name, c, false)
}

// compare reports what is different about a column that is there.
func (m *migration) compare(table string, c schema.Column, have tableColumn) {
	if !m.dialect.holds(c, have.typ) {
		m.problem(`column %s.%s is of type %s, and the declaration asks for %s (%s); change the column or the declaration by hand`, table, c.Name, have.typ, c.Kind, m.dialect.columnType(c))
	}
	switch {
	case c.Key && !have.generated:
		m.problem(`column %s.%s is the key and gets no number by itself; make it %s by hand`, table, c.Name, m.dialect.keyType())
	case c.Key:
	case c.Null && have.notNull:
		m.problem(`column %s.%s is NOT NULL, and the declaration allows null; drop NOT NULL by hand, or make the field no pointer`, table, c.Name)
	case !c.Null && !have.notNull:
		m.problem(`column %s.%s may be NULL, and the declaration allows no null; fill it and set NOT NULL by hand, or make the field a pointer or optional`, table, c.Name)
	}
}

func (m *migration) problem(format string, args ...any) {
	m.problems = append(m.problems, fmt.Errorf(format, args...))
}
