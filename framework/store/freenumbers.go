// Numbers that no row has, for rows that give way where a CHECK of others refuses the usual placeholders.

package store

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// errNoNumbers means that a column has too few numbers left.
var errNoNumbers = errors.New("no numbers are left")

// putFreeNumbers puts numbers that no row has into a column of records: those between numbers in use first, which a CHECK of
// a range allows, then those above or below all.
func (tx *Tx) putFreeNumbers(f *schema.Field, recs []*schema.Record, below bool) error {
	numbers, err := tx.freeNumbers(f, len(recs), below)
	if err != nil {
		return err
	}
	for i, rec := range recs {
		if overflows(f.Type, numbers[i]) {
			return errNoNumbers
		}
		if rec.Set(f, numbers[i]); rec.Broken(nil, nil) != nil {
			return errNoNumbers
		}
	}
	return nil
}

// freeNumbers returns n numbers that no row has in a column.
func (tx *Tx) freeNumbers(f *schema.Field, n int, below bool) (numbers []int64, err error) {
	c, of := tx.c, func(table string) any { return goqu.L("CAST(? AS bigint)", goqu.T(table).Col(f.Column)) }
	rows := goqu.T(c.spec.Type.Table)
	q, err := c.many.Get(fmt.Sprintf("free:%s:%t", f.Column, below), func() (*database.Statement, error) {
		d := c.dialect
		if below {
			return database.Build(d.From(rows.As("t")).Prepared(true).Select(goqu.L("CAST(min(?) AS bigint)", goqu.T("t").Col(f.Column)), goqu.L("NULL")).Limit(uint(n+1)), 1)
		}
		next := d.From(rows.As("u")).Select(goqu.L("CAST(min(?) AS bigint)", goqu.T("u").Col(f.Column))).Where(goqu.L("? > ?", goqu.T("u").Col(f.Column), goqu.T("t").Col(f.Column)))
		taken := d.From(rows.As("v")).Select(goqu.L("1")).Where(goqu.L("? = ? + 1", goqu.T("v").Col(f.Column), of("t")))
		gaps := d.From(rows.As("t")).Prepared(true).Select(of("t"), next).Where(goqu.L("? IS NOT NULL AND NOT EXISTS ?", goqu.T("t").Col(f.Column), taken))
		return database.Build(gaps.Order(goqu.T("t").Col(f.Column).Asc()).Limit(uint(n+1)), 1)
	})
	if err != nil {
		return nil, err
	}
	var before int64
	var next *int64
	err = tx.s.Each(tx.ctx, q, []any{&before, &next}, func() error {
		step, last := int64(1), int64(n)
		if below {
			step = -1
		} else if next != nil {
			last = *next - before - 1
		}
		for i := int64(1); i <= last && len(numbers) < n; i++ {
			numbers = append(numbers, before+step*i)
		}
		return nil
	}, n+1)
	if err == nil && len(numbers) < n {
		err = errNoNumbers
	}
	return numbers, err
}

// overflows reports whether a Go type of numbers cannot hold one.
func overflows(t reflect.Type, n int64) bool {
	zero := reflect.New(t).Elem()
	switch {
	case zero.CanInt():
		return zero.OverflowInt(n)
	case zero.CanUint():
		return n < 0 || zero.OverflowUint(uint64(n))
	default:
		return true
	}
}

// vacate is Vacate for records that have their placeholders.
func (tx *Tx) vacate(f *schema.Field, keys []schema.Key, recs []*schema.Record) error {
	c, rows := tx.c, make([][]any, len(keys))
	for i, rec := range recs {
		rows[i] = []any{keys[i].Arg(), query.Stored(tx.c.dialect, f, rec.Stored(f.Index))}
	}
	args := c.dialect.RowLists(rows, 2)
	q, err := c.many.Get("vacate:"+f.Column, func() (*database.Statement, error) {
		key, sent := c.spec.Type.Key, goqu.T("sent")
		return database.Build(c.dialect.Update(c.spec.Type.Table).Prepared(true).Set(goqu.Record{f.Column: sent.Col("c1")}).
			From(c.dialect.Rows("sent", query.KeyType(c.dialect, key), query.KeyType(c.dialect, f))).
			Where(goqu.L("? = ?", goqu.T(c.spec.Type.Table).Col(key.Column), sent.Col("c0"))), len(args))
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, args...)
	}
	return err
}

// vacateWithin is vacate, and tries other numbers where a CHECK refuses the placeholders. PostgreSQL goes on after an error only
// from a savepoint, which is made for tables of others.
func (tx *Tx) vacateWithin(f *schema.Field, keys []schema.Key, recs []*schema.Record) error {
	try := func(do func() error) error { return do() }
	if tx.c.dialect.Name != "sqlite" {
		if !tx.c.spec.Type.Unmanaged {
			return tx.vacate(f, keys, recs)
		}
		try = func(do func() error) error { return tx.s.Savepoint(tx.ctx, do) }
	}
	first := try(func() error { return tx.vacate(f, keys, recs) })
	if v, is := database.ViolationOf(first); !is || v.Check == "" || f.Kind.Name != "integer" {
		return first
	}
	for _, below := range []bool{false, true} {
		err := try(func() error {
			if err := tx.putFreeNumbers(f, recs, below); err != nil {
				return err
			}
			return tx.vacate(f, keys, recs)
		})
		if err == nil {
			return nil
		}
	}
	return first
}
