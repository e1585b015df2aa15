// Package store reads and writes rows of SQLite or PostgreSQL, as the compiled types of framework/schema
// describe them.
//
// A Table holds the statements of one resource. The text of a statement is built once, with goqu, only from
// names of the plan; all input from clients is passed as arguments. A read is one statement for any number
// of rows and relations, and every write is one transaction.
package store

import (
	"context"
	"fmt"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// TableSpec describes the table of a resource.
type TableSpec struct {
	Type  *schema.Type
	Order []Order         // of lists; the key is added if it is missing, so that no two rows are equal
	Reads []*schema.Field // the fields of a representation, in order and each once
	// Loads are read by Load in addition to the columns: the keys of to-many relations.
	Loads []*schema.Field
	// Lookup is the field that identifies the rows in addresses; nil for the key.
	Lookup *schema.Field
	// Deleted means that the rows are exactly those that are marked as deleted.
	Deleted bool
}

// Order is one field that sorts lists.
type Order = query.Order

// RowFilter determines which rows of a relation's other side a requester may see.
type RowFilter = query.RowFilter

// Visibility is a condition on the rows of a table, about a type that is stored there.
type Visibility = query.Visibility

// EveryRow is met by all rows that are not deleted. With it, Tx.Missing locks rows against deletion.
func EveryRow(t *schema.Type) Visibility { return Visibility{Type: t, Where: predicate.Constant(true)} }

// Table holds the statements of one resource. It is safe for concurrent use, and costs nothing to make
// before its table exists.
type Table struct {
	db *database.DB
	// dialect and session, for statements outside of transactions, are those of db.
	dialect *database.Dialect
	session database.Session
	spec    TableSpec
	base    *view           // of TableSpec.Reads, without filters
	whole   []*schema.Field // the columns, the key first
	// inserted are the columns that an insert stores, without a key from the database and filled ones.
	inserted []*schema.Field
	filled   []*schema.Field // the columns that the database fills
	loads    []*schema.Field // whole and TableSpec.Loads
	fixed
	lists, counts, pages database.Cache[statementKey, *database.Statement] // by their view and condition
	finds, meets         database.Cache[statementKey, *database.Statement] // the same, for one row
	selects              database.Cache[string, *database.Statement]       // of whole rows: see Select
	updates              database.Cache[string, *update]                   // by the columns that are set
	visible              database.Cache[filterKey, *database.Statement]    // checks and joins under a filter, by the field and the filter's shape
	many                 database.Cache[string, *database.Statement]       // about many rows: see many.go
	views                database.Cache[viewKey, *view]
}

// fixed are the statements that never change.
type fixed struct {
	load, lock, insert, remove    *database.Statement
	loadBy                        *database.Statement // by TableSpec.Lookup
	size                          *database.Statement
	taken, missing, lookup, clear map[*schema.Field]*database.Statement
	join                          map[*schema.Field]*database.Statement
	together                      map[*schema.Together]*database.Statement
}

// NewTable builds the statements of a resource.
func NewTable(db *database.DB, spec TableSpec) (*Table, error) {
	if spec.Lookup == nil {
		spec.Lookup = spec.Type.Key
	}
	c := &Table{db: db, dialect: db.Dialect(), session: db.Session(), spec: spec, whole: spec.Type.Columns()}
	c.loads = append(c.whole[:len(c.whole):len(c.whole)], spec.Loads...)
	if c.inserted = c.whole; spec.Type.Key.AsKey.Numbered {
		c.inserted = c.whole[1:]
	}
	c.inserted, c.filled = splitFilled(c.inserted)
	c.limit()
	spec.Type.ReportUnshown(db.Log())
	if err := c.build(); err != nil {
		return nil, fmt.Errorf("statements of %s: %w", spec.Type.Table, err)
	}
	return c, nil
}

// Type returns the type of the rows.
func (c *Table) Type() *schema.Type { return c.spec.Type }

// Dialect returns the dialect of the database.
func (c *Table) Dialect() *database.Dialect { return c.dialect }

// Session returns the session for statements outside of transactions.
func (c *Table) Session() database.Session { return c.session }

// Statement returns a statement about many rows under a name, which is built once.
func (c *Table) Statement(name string, build func() (*database.Statement, error)) (*database.Statement, error) {
	return c.many.Get(name, build)
}

// From returns the table, called t.
func (c *Table) From() *goqu.SelectDataset {
	return c.of(c.dialect.From(query.Source(c.spec.Type, "t")))
}

// from is From for the rows of a table or query.
func (c *Table) from(table string) *goqu.SelectDataset {
	return c.of(c.dialect.From(goqu.T(table).As("t")))
}

// of returns those of some rows that are the table's.
func (c *Table) of(rows *goqu.SelectDataset) *goqu.SelectDataset {
	if c.spec.Deleted {
		return rows.Where(goqu.L("? IS NOT NULL", query.Column(c.spec.Type.Deleted)))
	}
	if alive := query.Living(c.spec.Type, "t"); alive != nil {
		return rows.Where(alive)
	}
	return rows
}

// Count returns the number of rows that meet the condition; with a limit other than 0 it counts only to
// there.
func (c *Table) Count(ctx context.Context, where predicate.Expr, limit int64) (n int64, err error) {
	k := kind{name: "", times: 1, more: 0}
	if limit > 0 {
		k = kind{name: "limited:", times: 1, more: 1}
	}
	q, args, err := c.filtered(&c.counts, where, k, func(filter exp.Expression) *goqu.SelectDataset {
		if rows := c.countMatches(where); rows != nil && limit > 0 {
			return c.dialect.From(rows.Limit(arg).As("some")).Select(goqu.L("count(*)")).Prepared(true)
		} else if rows != nil {
			return rows.Select(goqu.L("count(*)")).Prepared(true)
		}
		return query.Counting(c.dialect, c.From(), c.spec.Type, where, filter, limit > 0).Prepared(true)
	})
	if err == nil {
		if limit > 0 {
			args = append(args, limit)
		}
		_, err = c.session.Row(ctx, q, []any{&n}, args...)
	}
	return n, c.Wrap(err, "count")
}

// Load reads all columns of one row, and of its to-many relations only TableSpec.Loads.
func (r Rows) Load(id schema.Key, rec *schema.Record) (found bool, err error) {
	if found, err = r.s.Row(r.ctx, r.c.load, rec.Dests(r.c.loads, false), r.c.keyArgs(nil, id)...); r.c.unfitKey(err) {
		return false, nil
	} else if err != nil {
		err = r.c.wrapRow(err, "load", id)
	}
	return found, err
}

// LoadBy is Load for the row that has the value in the look-up field.
func (c *Table) LoadBy(ctx context.Context, value schema.Key, rec *schema.Record) (found bool, err error) {
	found, err = c.session.Row(ctx, c.loadBy, rec.Dests(c.loads, false), query.AppendArgs(nil, c.spec.Lookup, value)...)
	if c.unfitArgument(err) {
		return false, nil
	}
	return found, c.wrapRow(err, "load", value)
}

// Size returns the number of bytes in the texts of one row, which Load would read.
func (c *Table) Size(ctx context.Context, id schema.Key) (bytes int64, err error) {
	var n tally
	_, err = c.session.Row(ctx, c.size, []any{&n}, c.keyArgs(nil, id)...)
	return int64(n), c.wrapRow(err, "size of", id)
}

// Meets reports whether the row with the key meets the condition. A row that does not exist meets none.
func (r Rows) Meets(id schema.Key, where predicate.Expr) (bool, error) {
	c := r.c
	if former, err := r.former(where, []schema.Key{id}); err != nil || former != nil {
		meet, err := r.Among([]schema.Key{id}, where, false)
		return meet[id], err
	}
	q, args, err := c.filtered(&c.meets, where, kind{times: 1, more: query.ArgsOf(c.spec.Type.Key)}, func(filter exp.Expression) *goqu.SelectDataset {
		return c.From().Select(goqu.L("1")).Where(filter, c.byKey()).Prepared(true)
	})
	if err != nil {
		return false, c.wrapRow(err, "condition on", id)
	}
	var one int64
	found, err := r.s.Row(r.ctx, q, []any{&one}, c.keyArgs(args, id)...)
	return found, c.wrapRow(err, "condition on", id)
}

// arg stands for any argument while a statement is built.
const arg = database.Arg

// kind is a kind of statements in a cache.
type kind struct {
	view  *view // nil for one that reads no representation
	name  string
	times int // number of times that the condition is in the statement
	more  int // number of arguments besides those of the condition
}

// statementKey identifies a statement in a cache.
type statementKey struct {
	view            *view
	kind, condition string
}

// filtered returns the statement for a condition, and the arguments of the condition, once. The text of the
// statement depends only on the condition's key.
func (c *Table) filtered(cache *database.Cache[statementKey, *database.Statement], where predicate.Expr, k kind, build func(filter exp.Expression) *goqu.SelectDataset) (*database.Statement, []any, error) {
	q, err := cache.Get(statementKey{k.view, k.name, where.Key()}, func() (*database.Statement, error) {
		filter, err := query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}.Expression(where, false)
		if err != nil {
			return nil, err
		}
		if where.IsTrue() {
			filter = goqu.And() // no WHERE: SQLite counts the rows of a table faster than those where TRUE
		}
		return database.Build(build(filter), k.times*len(query.Arguments(c.dialect, c.spec.Type, where))+k.more)
	})
	if err != nil {
		return nil, nil, err
	}
	return q, query.Arguments(c.dialect, c.spec.Type, where), nil
}

// each scans every row into one record, and columns at its end into more, until fn fails.
func (v Scoped) each(ctx context.Context, q *database.Statement, args []any, fn func(*schema.Record) error, more ...any) error {
	rec := v.as.Type.Acquire()
	defer rec.Release()
	return v.session.Each(ctx, q, append(v.dests(rec), more...), func() error { return fn(rec) }, args...)
}

// Wrap adds the operation to an error. It leaves errors for clients unchanged.
func (c *Table) Wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	if c.unfitArgument(err) {
		return refusedValues()
	}
	return wrap(err, doing+" "+c.spec.Type.Table)
}

func (c *Table) wrapRow(err error, doing string, id schema.Key) error {
	if err == nil {
		return nil
	}
	if c.unfitArgument(err) {
		return refusedValues()
	}
	return wrap(err, fmt.Sprintf("%s %s %s", doing, c.spec.Type.Table, id))
}

func wrap(err error, doing string) error {
	if err == nil || problem.As(err) != nil {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}
