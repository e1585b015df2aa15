package store

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/schema"
)

// buildChecks builds the statements that ask about what a client sent before it is stored.
func (c *Collection) buildChecks() error {
	c.taken = map[*schema.Field]*statement{}
	c.missing = map[*schema.Field]*statement{}
	c.lookup = map[*schema.Field]*statement{}
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

func (c *Collection) buildTaken(f *schema.Field) (err error) {
	c.taken[f], err = built(c.table().Select(goqu.L("1")).Prepared(true).
		Where(goqu.L("? = ?", column(f), arg), goqu.L("? <> ?", column(c.spec.Type.Key), arg)), 2)
	return err
}

func (c *Collection) buildMissing(f *schema.Field) (err error) {
	target := f.Relation.Type
	x := goqu.T("x")
	other := c.db.dialect.From(goqu.T(target.Table).As("x"))
	value := goqu.T("keys").Col("value")
	known := other.Select(goqu.L("1")).Where(goqu.L("? = ?", x.Col(target.Key.Column), value))
	c.missing[f], err = built(c.db.dialect.From(c.db.dialect.keys()).Select(value).Prepared(true).
		Where(goqu.L("NOT EXISTS ?", known)).Order(value.Asc()), 1)
	if err != nil || f.Show != schema.ShowField {
		return err
	}
	c.lookup[f], err = built(other.Select(x.Col(target.Key.Column)).Prepared(true).
		Where(goqu.L("? = ?", x.Col(f.Relation.OnShow.Column), arg)).
		Order(x.Col(target.Key.Column).Asc()).Limit(arg), 2)
	return err
}

// Taken reports whether a row other than the one with the key except has the value in a unique
// field. Null is never taken.
func (c *Collection) Taken(ctx context.Context, f *schema.Field, value any, except int64) (bool, error) {
	return c.isTaken(ctx, session{db: c.db}, f, value, except)
}

// Missing returns those of the keys that no row of f's other side has, in ascending order. It is
// the same one statement for any number of keys, and none for none.
func (c *Collection) Missing(ctx context.Context, f *schema.Field, ids []int64) ([]int64, error) {
	return c.missingOf(ctx, session{db: c.db}, f, ids)
}

// Lookup finds the row of f's other side by the text that f shows of it; the one with the lowest
// key where several have the text.
func (c *Collection) Lookup(ctx context.Context, f *schema.Field, text string) (id int64, found bool, err error) {
	return c.lookUp(ctx, session{db: c.db}, f, text)
}

func (c *Collection) isTaken(ctx context.Context, s session, f *schema.Field, value any, except int64) (bool, error) {
	value = columnValue(f, value)
	if value == nil {
		return false, nil
	}
	var one int64
	found, err := s.row(ctx, c.taken[f], []any{&one}, value, except)
	return found, c.wrap(err, "look for "+f.Column+" in")
}

func (c *Collection) missingOf(ctx context.Context, s session, f *schema.Field, ids []int64) (missing []int64, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ctx, end := s.db.bounded(ctx)
	defer end()
	rows, err := s.query(ctx, c.missing[f], c.db.dialect.keyList(ids))
	if err != nil {
		return nil, c.wrap(err, "look for rows of "+f.Go+" of")
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, c.wrap(err, "look for rows of "+f.Go+" of")
		}
		missing = append(missing, id)
	}
	return missing, c.wrap(rows.Err(), "look for rows of "+f.Go+" of")
}

func (c *Collection) lookUp(ctx context.Context, s session, f *schema.Field, text string) (id int64, found bool, err error) {
	if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return 0, false, nil // PostgreSQL would answer with an error
	}
	found, err = s.row(ctx, c.lookup[f], []any{&id}, text, 1)
	return id, found, c.wrap(err, "look for the row of "+f.Go+" of")
}
