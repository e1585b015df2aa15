// The statements of a table, built when it is made.

package store

import (
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

func (c *Table) limit() {
	for _, cache := range []*database.Cache[statementKey, *database.Statement]{&c.lists, &c.counts, &c.pages, &c.finds, &c.meets} {
		cache.Limit = 128
	}
	c.many.Limit = 2 * maxInserted
	c.visible.Limit, c.selects.Limit, c.updates.Limit, c.views.Limit = 64, 64, 64, 64
}

func (c *Table) build() error {
	var err error
	if c.spec.Order, err = c.complete(c.spec.Order); err != nil {
		return err
	}
	if c.base, err = c.newView(Reader{}, viewKey{}); err != nil {
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

// complete returns an order that ends in the key.
func (c *Table) complete(by []Order) ([]Order, error) {
	for i, o := range by {
		if !o.Field.Orderable() {
			return nil, fmt.Errorf("order by %s: a %s has no column", o.Field.Go, o.Field.Kind)
		}
		if o.Field == c.spec.Type.Key {
			return withKey(by[:i], o), nil // no two rows are equal
		}
	}
	return withKey(by, Order{Field: c.spec.Type.Key}), nil
}

// withKey returns an order that ends in the key, after its columns if it has several: they have an index.
func withKey(by []Order, key Order) []Order {
	by = slices.Clip(by)
	for _, f := range key.Field.KeyParts {
		if !slices.ContainsFunc(by, func(o Order) bool { return o.Field == f }) {
			by = append(by, Order{Field: f, Desc: key.Desc})
		}
	}
	return append(by, key)
}

func (c *Table) byKey() exp.Expression { return query.By(c.dialect, c.spec.Type.Key) }

// keyArgs appends the arguments of byKey.
func (c *Table) keyArgs(args []any, id schema.Key) []any {
	return query.AppendArgs(args, c.spec.Type.Key, id)
}

func (c *Table) buildReads() error {
	loads, err := query.NewReading(c.dialect, c.spec.Type, c.loads, false, nil)
	if err != nil {
		return err
	}
	whole, err := query.NewReading(c.dialect, c.spec.Type, c.whole, false, nil)
	if err != nil {
		return err
	}
	if c.size, err = database.Build(c.From().Select(c.textSize()).Where(c.byKey()).Prepared(true), query.ArgsOf(c.spec.Type.Key)); err != nil {
		return err
	}
	c.size.ByKey = true
	if c.load, err = loads.One(loads.From(c.From()).Where(c.byKey()), c.spec.Type.Key); err != nil {
		return err
	}
	if c.loadBy = c.load; c.spec.Lookup != c.spec.Type.Key {
		rows := loads.From(c.From()).Where(query.By(c.dialect, c.spec.Lookup))
		if c.spec.Deleted { // of several with the value, the one that was deleted last
			rows = rows.Order(query.Column(c.spec.Type.Deleted).Desc(), query.Column(c.spec.Type.Key).Desc())
		}
		if c.loadBy, err = loads.One(rows, c.spec.Lookup); err != nil {
			return err
		}
	}
	lock := whole.From(c.From()).Where(c.byKey())
	if c.dialect.Name == "postgres" {
		lock = lock.ForUpdate(goqu.Wait)
	}
	c.lock, err = whole.One(lock, c.spec.Type.Key)
	return err
}

// textSize returns the number of bytes in the texts of a row. Neither database reads a long text for it.
func (c *Table) textSize() exp.Expression {
	size := goqu.L("CAST(0 AS bigint)")
	for _, f := range c.whole {
		switch {
		case f.Kind.FreeText && f.Unmanaged: // an enum has no length
			size = goqu.L("? + COALESCE(octet_length(CAST(? AS TEXT)), 0)", size, query.Column(f))
		case f.Kind.FreeText:
			size = goqu.L("? + COALESCE(octet_length(?), 0)", size, query.Column(f))
		}
	}
	return size
}
