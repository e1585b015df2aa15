// Checks whether unique values are free and related rows exist.

package store

import (
	"context"
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// buildChecks builds the statements that check a client's input before it is stored.
func (c *Table) buildChecks() error {
	c.taken = map[*schema.Field]*database.Statement{}
	c.missing = map[*schema.Field]*database.Statement{}
	c.lookup = map[*schema.Field]*database.Statement{}
	c.together = map[*schema.Together]*database.Statement{}
	for _, u := range c.spec.Type.Together {
		if err := c.buildTogether(u); err != nil {
			return err
		}
	}
	for _, f := range c.spec.Type.Fields {
		if f.Unique {
			if err := c.buildTaken(f); err != nil {
				return err
			}
		}
		if f.Relation == nil {
			continue
		}
		if err := c.buildMissing(f); err != nil {
			return err
		}
	}
	return nil
}

func (c *Table) buildTaken(f *schema.Field) (err error) {
	c.taken[f], err = database.Build(c.From().Select(goqu.L("1")).Prepared(true).
		Where(c.sameValue(f, query.Column(f), arg), goqu.L("? IS DISTINCT FROM ?", query.Based(c.dialect, c.spec.Type.Key, query.Column(c.spec.Type.Key)), arg)), 2)
	return err
}

// sameValue compares a unique column with a value: the folded texts if the field ignores letter case.
func (c *Table) sameValue(f *schema.Field, column exp.IdentifierExpression, value any) exp.Expression {
	if f.IgnoresCase {
		return goqu.L("? = ?", query.Folded(c.dialect, column), goqu.L(c.dialect.Folded("?"), value))
	}
	if value == arg {
		value = query.ArgFor(f)
	}
	return goqu.L("? = ?", query.Based(c.dialect, f, column), value)
}

func (c *Table) buildMissing(f *schema.Field) (err error) {
	if c.missing[f], err = database.Build(c.missingRows(f, nil, false), 1); err != nil || f.ShownBy() == nil {
		return err
	}
	c.lookup[f], err = buildLookup(f, c.lookupRow(f, nil), 2)
	return err
}

// missingRows returns the keys of a list without a row on f's other side, or without one that passes the
// filter. With lock, existing rows are locked against changes.
func (c *Table) missingRows(f *schema.Field, filter exp.Expression, lock bool) *goqu.SelectDataset {
	target, x, value := f.Relation.Type, goqu.T("x"), goqu.T("keys").Col("value")
	known := c.other(f, filter).Select(goqu.L("1")).Where(goqu.L("? = ?", x.Col(target.Key.Column), value))
	if lock {
		known = known.ForShare(goqu.Wait)
	}
	return query.KeyRows(c.dialect, target.Key).Select(value).Prepared(true).
		Where(goqu.L("NOT EXISTS ?", known)).Order(value.Asc())
}

// lookupRow returns the row of f's other side with a text that f shows.
func (c *Table) lookupRow(f *schema.Field, filter exp.Expression) *goqu.SelectDataset {
	target, x := f.Relation.Type, goqu.T("x")
	return c.other(f, filter).Select(query.Read(c.dialect, target.Key, x.Col(target.Key.Column))).Prepared(true).
		Where(c.sameValue(f.ShownBy(), x.Col(f.ShownBy().Column), arg)).
		Order(x.Col(target.Key.Column).Asc()).Limit(arg)
}

// buildLookup builds the statement of lookupRow. It is as fast as a look-up by key if no two rows have the
// same text.
func buildLookup(f *schema.Field, row *goqu.SelectDataset, args int) (*database.Statement, error) {
	q, err := database.Build(row, args)
	if err == nil {
		q.ByKey = f.ShownBy().Unique || f.ShownBy() == f.Relation.Type.Key
	}
	return q, err
}

// other returns the rows of f's other side, called x, that pass the filter; nil passes all.
func (c *Table) other(f *schema.Field, filter exp.Expression) *goqu.SelectDataset {
	rows := query.RowsOf(c.dialect, f.Relation.Type, "x")
	if filter != nil {
		rows = rows.Where(filter)
	}
	return rows
}

// Taken reports whether a row other than the one with the key except has the value in a unique field. Null
// is never taken.
func (c *Table) Taken(ctx context.Context, f *schema.Field, value any, except schema.Key) (bool, error) {
	value = query.ColumnValue(c.dialect, f, value)
	if value == nil {
		return false, nil
	}
	var one int64
	var other any // null for no row
	if !except.IsZero() {
		other = except.Arg()
	}
	found, err := c.session.Row(ctx, c.taken[f], []any{&one}, value, other)
	return found, c.Wrap(err, "look for "+f.Column+" in")
}

// LookupChoice is Lookup, and also reports whether the found row meets a condition. The condition contains
// no columns of a referring row.
func (c *Table) LookupChoice(ctx context.Context, f *schema.Field, value any, to predicate.Expr, visible ...Visibility) (key schema.Key, found, meets bool, err error) {
	value, storable := lookupValue(value)
	if !storable {
		return schema.Key{}, false, false, nil
	}
	target := f.Relation.Type
	given := query.Arguments(c.dialect, target, to)
	q, args, err := c.underFilter(filterKey{kind: "lookup", condition: to.Key()}, f, visible, func(g query.Filter) (*database.Statement, error) {
		cond, err := query.Condition{Dialect: c.dialect, Type: target, As: "x"}.Expression(to, false)
		if err != nil {
			return nil, err
		}
		return buildLookup(f, c.lookupRow(f, g.Filter).SelectAppend(goqu.L("(?) IS TRUE", cond)), len(given)+2+g.Count)
	})
	if err != nil {
		return schema.Key{}, false, false, err
	}
	var dest query.KeyDest
	found, err = c.session.Row(ctx, q, []any{&dest, &meets}, append(append(given, args...), value, 1)...)
	return schema.Key(dest), found, meets, c.Wrap(err, "look for the row of "+f.Go+" of")
}

// Missing returns the keys without a row on f's other side, in ascending order; with visible, those without
// a row that meets one of the conditions. It is one statement for any number of keys, and none for none. If
// visible is given and rows may change, a transaction locks the existing rows against changes until it
// ends, so that the answer stays true.
func (r Rows) Missing(f *schema.Field, ids []schema.Key, visible ...Visibility) (missing []schema.Key, err error) {
	c := r.c
	if len(ids) == 0 {
		return nil, nil
	}
	hidden, asked, err := r.hidden(f, ids, visible)
	if err != nil {
		return nil, err
	}
	if asked {
		visible = []Visibility{EveryRow(f.Relation.Type)}
	}
	q, args := c.missing[f], []any(nil)
	if len(visible) > 0 {
		kind := "missing"
		// SQLite has one writer, and no row locks; others may change their rows at any time.
		lock := r.s.Tx() != nil && c.dialect.Name == "postgres" && !f.Relation.Type.Unmanaged && slices.ContainsFunc(visible, func(s Visibility) bool { return !s.Fixed })
		if lock {
			kind = "missing, locking"
		}
		q, args, err = c.underFilter(filterKey{kind: kind}, f, visible, func(g query.Filter) (*database.Statement, error) {
			return database.Build(c.missingRows(f, g.Filter, lock), 1+g.Count)
		})
		if err != nil {
			return nil, err
		}
	}
	var key query.KeyDest
	err = r.s.Each(r.ctx, q, []any{&key}, func() error {
		missing = append(missing, schema.Key(key))
		return nil
	}, append([]any{query.KeyList(c.dialect, ids)}, args...)...)
	if len(hidden) > 0 {
		missing = append(missing, hidden...)
		slices.SortFunc(missing, schema.Key.Compare)
		missing = slices.Compact(missing)
	}
	return missing, c.Wrap(err, "look for rows of "+f.Go+" of")
}

// Lookup finds the row of f's other side by the value of f.ShownBy, a text or a schema.Key; of several
// rows, the one with the lowest key. With visible, it searches only those rows.
func (c *Table) Lookup(ctx context.Context, f *schema.Field, value any, visible ...Visibility) (key schema.Key, found bool, err error) {
	value, storable := lookupValue(value)
	if !storable {
		return schema.Key{}, false, nil
	}
	q, args := c.lookup[f], []any(nil)
	if len(visible) > 0 {
		q, args, err = c.underFilter(filterKey{kind: "lookup"}, f, visible, func(g query.Filter) (*database.Statement, error) {
			return buildLookup(f, c.lookupRow(f, g.Filter), 2+g.Count)
		})
		if err != nil {
			return schema.Key{}, false, err
		}
	}
	var dest query.KeyDest
	found, err = c.session.Row(ctx, q, []any{&dest}, append(args, value, 1)...)
	return schema.Key(dest), found, c.Wrap(err, "look for the row of "+f.Go+" of")
}

// lookupValue returns the argument for a value to look up, unless no row can have it.
func lookupValue(value any) (arg any, storable bool) {
	if named, ok := value.(schema.Key); ok {
		value = named.Arg()
	}
	text, isText := value.(string)
	return value, !isText || notation.Storable(text)
}

// filterKey identifies statements about a field under a filter, except those from References.
type filterKey struct {
	kind      string
	condition string // in addition to the filter, "" for none
	field     int
	shape     string
}

// underFilter returns a statement about f under a filter, and the filter's arguments.
func (c *Table) underFilter(key filterKey, f *schema.Field, visible []Visibility, build func(query.Filter) (*database.Statement, error)) (*database.Statement, []any, error) {
	key.field, key.shape = f.Index, query.Shape(visible)
	q, err := c.visible.Get(key, func() (*database.Statement, error) {
		g, err := query.NewVisibility(c.dialect, f, visible, "x")
		if err != nil {
			return nil, err
		}
		return build(g)
	})
	if err != nil {
		return nil, nil, c.Wrap(err, key.kind)
	}
	return q, query.VisibleArgs(c.dialect, visible), nil
}
