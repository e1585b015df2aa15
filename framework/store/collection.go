package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// Spec is what a resource needs of its table.
type Spec struct {
	Type  *schema.Type
	Order []Order         // of lists; the key is added where it is not among them, so that no two rows are equal
	Reads []*schema.Field // what a representation reads, in order and each once
	// Loads are what Load reads beside the columns: the keys of to-many relations.
	Loads []*schema.Field
}

// Order is one field by which lists are sorted.
type Order struct {
	Field *schema.Field
	Desc  bool
}

// Collection is the statements of one resource. It is safe for concurrent use, and costs nothing
// to make before its table exists.
type Collection struct {
	db    *DB
	spec  Spec
	reads *selection // Spec.Reads
	whole []*schema.Field
	loads []*schema.Field // whole and Spec.Loads
	fixed
	lists, counts, pages cache // by the shape of their condition
	updates              cache // by the columns that are set
	guarded              cache // checks and joins under a guard, by the field and the guard's shape
	views                views
}

// fixed are the statements that are always the same.
type fixed struct {
	get, load, lock, insert, remove *statement
	size                            *statement
	taken, missing, lookup, clear   map[*schema.Field]*statement
	join                            map[*schema.Field]*statement
}

// Collection builds the statements of a resource.
func (db *DB) Collection(spec Spec) (*Collection, error) {
	c := &Collection{db: db, spec: spec, whole: spec.Type.Columns()}
	c.loads = append(c.whole[:len(c.whole):len(c.whole)], spec.Loads...)
	c.limit()
	if err := c.build(); err != nil {
		return nil, fmt.Errorf("statements of %s: %w", spec.Type.Table, err)
	}
	return c, nil
}

func (c *Collection) limit() {
	for _, kept := range []*cache{&c.lists, &c.counts, &c.pages, &c.updates, &c.guarded} {
		kept.limit = 64
	}
}

func (c *Collection) build() error {
	for _, o := range c.spec.Order {
		if o.Field.Column == "" {
			return fmt.Errorf("order by %s: a to-many relation has no column", o.Field.Go)
		}
	}
	byKey := func(o Order) bool { return o.Field == c.spec.Type.Key }
	if !slices.ContainsFunc(c.spec.Order, byKey) {
		c.spec.Order = append(slices.Clone(c.spec.Order), Order{Field: c.spec.Type.Key})
	}
	var err error
	if c.reads, err = newSelection(c.db.dialect, c.spec.Type, c.spec.Reads, true); err != nil {
		return err
	}
	if err := c.buildReads(); err != nil {
		return err
	}
	if err := c.buildChecks(); err != nil {
		return err
	}
	return c.buildWrites()
}

// table is the table of the collection, called t.
func (c *Collection) table() *goqu.SelectDataset {
	return c.db.dialect.From(goqu.T(c.spec.Type.Table).As("t"))
}

func (c *Collection) byKey() exp.Expression {
	return goqu.L("? = ?", column(c.spec.Type.Key), arg)
}

func (c *Collection) buildReads() error {
	loads, err := newSelection(c.db.dialect, c.spec.Type, c.loads, false)
	if err != nil {
		return err
	}
	whole, err := newSelection(c.db.dialect, c.spec.Type, c.whole, false)
	if err != nil {
		return err
	}
	if c.get, err = c.reads.one(c.reads.from(c.table()).Where(c.byKey())); err != nil {
		return err
	}
	if c.size, err = built(c.table().Select(c.textSize()).Where(c.byKey()).Prepared(true), 1); err != nil {
		return err
	}
	c.size.quick = true
	if c.load, err = loads.one(loads.from(c.table()).Where(c.byKey())); err != nil {
		return err
	}
	lock := whole.from(c.table()).Where(c.byKey())
	if c.db.dialect.name == "postgres" {
		lock = lock.ForUpdate(goqu.Wait)
	}
	c.lock, err = whole.one(lock)
	return err
}

// textSize is how many bytes the texts of a row take. Neither database reads a long text for that.
func (c *Collection) textSize() exp.Expression {
	size := goqu.L("CAST(0 AS bigint)")
	for _, f := range c.whole {
		if f.Kind.FreeText {
			size = goqu.L("? + COALESCE(octet_length(?), 0)", size, column(f))
		}
	}
	return size
}

// Count is the number of rows that meet the condition; with a limit other than 0 it stops there.
func (c *Collection) Count(ctx context.Context, where auth.Cond, limit int64) (n int64, err error) {
	k := kind{"", 1, 0}
	if limit > 0 {
		k = kind{"limited:", 1, 1}
	}
	q, args, err := c.filtered(&c.counts, where, k, func(filter exp.Expression) *goqu.SelectDataset {
		return c.counting(filter, limit > 0).Prepared(true)
	})
	if err == nil {
		if limit > 0 {
			args = append(args, limit)
		}
		_, err = session{db: c.db}.row(ctx, q, []any{&n}, args...)
	}
	return n, c.wrap(err, "count")
}

// counting counts the rows that pass a filter, no more of them than the argument where it is limited.
func (c *Collection) counting(filter exp.Expression, limited bool) *goqu.SelectDataset {
	if !limited {
		return c.table().Select(goqu.L("count(*)")).Where(filter)
	}
	some := c.table().Select(goqu.L("1")).Where(filter).Limit(arg)
	return c.db.dialect.From(some.As("some")).Select(goqu.L("count(*)"))
}

// Load reads all columns of one row, and of its relations' tables nothing but Spec.Loads.
func (c *Collection) Load(ctx context.Context, id int64, rec *schema.Record) (found bool, err error) {
	return c.loadRow(ctx, session{db: c.db}, id, rec)
}

func (c *Collection) loadRow(ctx context.Context, s session, id int64, rec *schema.Record) (found bool, err error) {
	found, err = s.row(ctx, c.load, rec.Dests(c.loads, false), id)
	return found, c.wrapRow(err, "load", id)
}

// Size is how many bytes the texts of one row take, which Load would read.
func (c *Collection) Size(ctx context.Context, id int64) (bytes int64, err error) {
	var n tally
	_, err = session{db: c.db}.row(ctx, c.size, []any{&n}, id)
	return int64(n), c.wrapRow(err, "size of", id)
}

// kind is one of the kinds of statements that a cache keeps.
type kind struct {
	name  string
	times int // that the condition stands in the statement
	more  int // arguments besides those of the condition
}

// filtered returns the statement for a condition, and the arguments of the condition, once. The text
// of the statement depends on the condition's shape alone.
func (c *Collection) filtered(kept *cache, where auth.Cond, k kind, build func(filter exp.Expression) *goqu.SelectDataset) (*statement, []any, error) {
	q, err := kept.get(k.name+where.Shape(), func() (*statement, error) {
		cond := condition{t: c.spec.Type}
		filter, err := cond.expression(where, false)
		if err != nil {
			return nil, err
		}
		if where.Op == auth.True {
			filter = goqu.And() // no WHERE at all: SQLite counts the rows of a table faster than those where TRUE
		}
		q, err := built(build(filter), k.times*len(cond.columns)+k.more)
		if err == nil {
			q.columns = cond.columns
		}
		return q, err
	})
	if err != nil {
		return nil, nil, err
	}
	args := where.Args()
	for i, f := range q.columns {
		args[i] = columnValue(c.db.dialect, f, args[i])
	}
	return q, args, nil
}

// each scans every row into one record, and columns at its end into more, until fn fails.
func (c *Collection) each(ctx context.Context, q *statement, args []any, fn func(*schema.Record) error, more ...any) error {
	ctx, end := c.db.bounded(ctx, q)
	defer end()
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	defer c.db.wal.reading(ctx)()
	rows, err := session{db: c.db}.query(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	rec := c.spec.Type.Acquire()
	defer rec.Release()
	dests := append(c.dests(rec), more...)
	for rows.Next() {
		if err := rows.Scan(dests...); err != nil {
			return err
		}
		if err := fn(rec); err != nil {
			enough() // or else PostgreSQL would send the rest of the list, to be thrown away
			return err
		}
	}
	return rows.Err()
}

// wrap says what was being done when err happened. What a client may read stays as it is.
func (c *Collection) wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	return wrap(err, doing+" "+c.spec.Type.Table)
}

func (c *Collection) wrapRow(err error, doing string, id int64) error {
	if err == nil {
		return nil
	}
	return wrap(err, fmt.Sprintf("%s %s %d", doing, c.spec.Type.Table, id))
}

func wrap(err error, doing string) error {
	if err == nil || problem.As(err) != nil {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// must is for statements that depend on no declaration.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
