// Package migrate brings the tables of a database to the declared state. It reads the existing ones among
// the desired tables, columns, indexes and references, compares, and adds the missing ones, in one
// transaction.
//
// Every difference is one of three. It does no harm, or the migration removes it by adding what is missing.
// Otherwise it is reported with the statement that a person runs, and nothing is changed. The migration does
// not drop, rename or change anything but its own full texts, which hold nothing that the rows do not, and
// sequences behind their rows. It keeps no history of versions.
package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Comparison is what a migration does, or would do.
type Comparison struct {
	// Statements bring the database to the declared state, in this order; none if it is there.
	Statements []string
	// Remarks are differences that do no harm and that people should know, each a sentence without its full stop.
	Remarks []string
	// Renamings are the new columns that may be renamed ones. Remarks has each of them, with a statement by hand.
	Renamings []Renaming

	sequences int          // the last of Statements, which are about sequences
	kinds     []columnKind // that the rows of the tables fit, and that the database does not know yet
}

// Renaming is a new column of a table with rows, beside columns without a declaration. One of these may be its former name.
type Renaming struct {
	Table, Column string
	Undeclared    []string // at least one
	Remark        string   // of Comparison
}

// Lacking returns the statements without those that advance sequences, or let them count further: these follow the rows,
// and no version of the declarations.
func (c Comparison) Lacking() []string { return c.Statements[:len(c.Statements)-c.sequences] }

// Apply brings the tables to the declared state, and adds those of the framework, in one transaction.
//
// It adds tables, columns, indexes, references and constraints, replaces a full text of another release or of other
// fields, and advances sequences. It never drops or changes anything else, neither unknown objects nor different ones,
// such as a column of another type. Differences that would make a valid request fail, and a new column without a value
// for existing rows, are an error of type Differences, with the steps to do by hand. All are returned at once, and then
// nothing is changed.
//
// A new index on a large table takes long, so on PostgreSQL, ReadTimeout has to be long enough.
func Apply(ctx context.Context, db *database.DB, tables []schema.Table) (Comparison, error) {
	return run(ctx, db, tables, true)
}

// Compare returns what Apply would do, or its error, and changes nothing.
func Compare(ctx context.Context, db *database.DB, tables []schema.Table) (Comparison, error) {
	return run(ctx, db, tables, false)
}

// run compares the tables, and changes them. Values of rows are read between two comparisons, since reading may take long: other
// processes wait for none, and a service goes on to write.
func run(ctx context.Context, db *database.DB, tables []schema.Table, change bool) (Comparison, error) {
	m, made, err := once(ctx, db, tables, change, nil)
	if _, differs := errors.AsType[Differences](err); len(m.kinds.unread) == 0 || err != nil && !differs {
		return made, err
	}
	if err := m.readKinds(ctx, db); err != nil {
		return Comparison{}, fmt.Errorf("migrate: %w", err)
	}
	if len(m.differences) > 0 {
		return Comparison{}, fmt.Errorf("migrate: %w", m.differences)
	}
	if change {
		_, made, err = once(ctx, db, tables, true, &m.kinds)
	}
	made.Remarks = append(made.Remarks, m.kinds.remarks...)
	if !change {
		made.kinds = m.kinds.fit
	}
	return made, err
}

// once compares the tables in one transaction, and changes them unless values of rows have to be read first. read are the
// kinds of an earlier comparison, whose values were read; nil for none.
func once(ctx context.Context, db *database.DB, tables []schema.Table, change bool, read *kinds) (m *migration, made Comparison, err error) {
	m = &migration{}
	err = db.Write(ctx, func(s database.Session) error {
		m = &migration{dialect: db.Dialect(), tx: s.Tx(), keys: keysOf(tables)}
		if err := m.begin(ctx); err != nil {
			return err
		}
		if err := m.plan(ctx, tables); err != nil {
			return err
		}
		if read != nil {
			m.kinds = kinds{fit: read.fit}
		}
		if made = (Comparison{Statements: m.statements(), Remarks: m.remarks, Renamings: m.renamings, sequences: len(m.sequences), kinds: m.kinds.fit}); !change || len(m.kinds.unread) > 0 {
			return errDryRun
		}
		for _, text := range made.Statements {
			if _, err := s.Tx().ExecContext(ctx, text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		made.kinds = nil
		return m.remember(ctx)
	})
	if err != nil && !errors.Is(err, errDryRun) {
		return m, Comparison{}, fmt.Errorf("migrate: %w", err)
	}
	return m, made, nil
}

// errDryRun rolls the transaction back.
var errDryRun = errors.New("dry run")

// migration is one run of Apply: it reads the existing tables, compares them with the desired ones, and
// collects the statements for the missing parts.
type migration struct {
	dialect *database.Dialect
	tx      querier
	keys    map[string]string // the key column of each declared table
	lz4     bool              // PostgreSQL has this compression, which is faster than its default

	// The statements, in the order in which they can run: tables may refer to each other in a circle.
	stale, functions, tables, columns, foreigns, indexes, constraints, fullTexts, fileColumns, sequences []string

	differences Differences
	remarks     []string
	renamings   []Renaming
	kinds       kinds
}

// statements returns the changes in SQL, each in a separate statement, so that an error names its subject.
func (m *migration) statements() []string {
	return slices.Concat(m.stale, m.functions, m.tables, m.columns, m.foreigns, m.indexes, m.constraints, m.fullTexts, m.fileColumns, m.sequences)
}

// begin makes concurrent migrations wait, and then see the changes of this one: at a higher isolation level
// they would see the tables from before the wait. In SQLite the transaction does that by itself.
func (m *migration) begin(ctx context.Context) error {
	if !m.postgres() {
		return nil
	}
	for _, text := range []string{
		"SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
		"SET LOCAL statement_timeout = 0",
		"SELECT pg_advisory_xact_lock(1919251311)",
	} {
		if _, err := m.tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	const compressions = "SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"
	if err := m.tx.QueryRowContext(ctx, compressions).Scan(&m.lz4); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return nil
}

// plan collects the required statements, or returns all errors.
func (m *migration) plan(ctx context.Context, tables []schema.Table) error {
	names, managed, others := fileColumns(tables), managedOf(tables), m.unmanaged(tables)
	tables = managed
	want := m.desired(tables, names...)
	have, err := m.inspect(ctx, want)
	if err != nil {
		return fmt.Errorf("inspect tables: %w", err)
	}
	if err := m.dropStaleFolds(ctx); err != nil {
		return err
	}
	for _, t := range want {
		switch there := have[t.name]; {
		case there == nil:
			m.create(t)
			continue
		case there.kind != "":
			m.differs(t.name, "", fmt.Sprintf("%s is %s of the database, and no table", t.name, there.kind), "rename it, or name another table in the declaration")
			tables = slices.DeleteFunc(slices.Clone(tables), func(of schema.Table) bool { return of.Name == t.name })
			continue
		}
		if err := m.extend(ctx, t, have[t.name]); err != nil {
			return err
		}
	}
	if err := m.compareUnmanaged(ctx, others, want); err != nil {
		return fmt.Errorf("inspect tables that others manage: %w", err)
	}
	if err := m.compareTriggers(ctx, slices.Concat(want, others)); err != nil {
		return fmt.Errorf("inspect triggers: %w", err)
	}
	if err := m.addFunctions(ctx, slices.Concat(want, others)); err != nil {
		return err
	}
	if err := m.addConstraints(ctx, tables, have); err != nil {
		return err
	}
	if err := m.addFullTexts(ctx, tables); err != nil {
		return err
	}
	if err := m.addFileColumns(ctx, names, have[schema.FileColumnsTable] != nil); err != nil {
		return err
	}
	if err := m.checkReferences(ctx, have, want); err != nil {
		return err
	}
	if err := m.advanceSequences(ctx, want, have); err != nil {
		return err
	}
	if err := m.noteKinds(ctx, want, have); err != nil {
		return err
	}
	if len(m.differences) > 0 {
		return m.differences
	}
	return nil
}

func (m *migration) postgres() bool { return m.dialect.Name == "postgres" }

// in returns the column type in the database's own SQL.
func (m *migration) in(c schema.Column) *field.Column {
	return c.Value.ColumnIn(field.Dialect(m.dialect.Name))
}
