// Reverting the deletion of a row and its dependants.

package store

import (
	"slices"
	"strings"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Restore removes the mark of a deleted row, and of the rows that were deleted with it at the same moment.
// Those that refer to other rows which stay deleted stay deleted too, with their dependants. A unique value
// that another row has by now is refused as in an update, and so is a reference of the row itself to a
// deleted one. The number of statements depends on the levels of tables, and not on the rows.
func (tx *Tx) Restore(rec *schema.Record) error {
	c, t := tx.c, tx.c.spec.Type
	moment := query.Stored(c.dialect, t.Deleted, rec.Column(t.Deleted.Index))
	found, stay := newMarkedTree(tx, moment), newMarkedTree(tx, moment)
	if err := found.add(t, []schema.Key{rec.Key()}); err != nil {
		return err
	}
	refs, err := found.references(rec)
	for err == nil {
		blocked := found.blocked(refs, stay)
		if len(blocked.types) == 0 {
			break
		}
		for _, of := range blocked.types {
			if err = stay.add(of, blocked.keys(of)); err != nil {
				break
			}
		}
	}
	if err != nil {
		return err
	}
	if stay.has(t, rec.Key()) { // it refers to a row that was deleted with it
		return problem.New(problem.Conflict, "This %s cannot be restored because records that it refers to stay deleted.", strings.ToLower(t.Name))
	}
	q, err := c.many.Get("restore", func() (*database.Statement, error) {
		return database.Build(marking(c.dialect, t, goqu.L("NULL")).Where(goqu.L("? = ?", goqu.C(t.Key.Column), arg)), 1)
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, rec.Key().Arg())
	}
	if err != nil {
		return c.wrapRow(tx.refused(err, rec, c.whole), "restore", rec.Key())
	}
	if err := tx.record(Change{Type: t, Word: schema.Restored, Keys: []schema.Key{rec.Key()}}); err != nil {
		return err
	}
	for _, of := range found.types {
		keys := slices.DeleteFunc(found.keys(of), func(key schema.Key) bool {
			return stay.has(of, key) || of.Table == t.Table && key == rec.Key()
		})
		if err := tx.restoreDependants(of, keys); err != nil {
			return err
		}
	}
	return nil
}

// restoreDependants removes the mark of rows that were deleted with another.
func (tx *Tx) restoreDependants(t *schema.Type, keys []schema.Key) error {
	if len(keys) == 0 {
		return nil
	}
	c := tx.c
	q, err := c.many.Get("restore:"+t.Table, func() (*database.Statement, error) {
		return database.Build(marking(c.dialect, t, goqu.L("NULL")).
			Where(goqu.L("? IN ?", goqu.C(t.Key.Column), query.KeyRows(c.dialect, t.Key).Select(goqu.T("keys").Col("value")))), 1)
	})
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, q, query.KeyList(c.dialect, keys))
	}
	if v, refused := database.ViolationOf(err); refused && v.Unique {
		var fields problem.Fields
		fields.Add(problem.NonField, "A %s that was deleted with it has values that another one has by now.", strings.ToLower(t.Name))
		return fields.Err()
	}
	if err == nil {
		err = tx.record(Change{Type: t, Word: schema.Restored, Keys: keys, Along: true})
	}
	return c.Wrap(err, "restore dependants of")
}

// markedTree is a set of rows that were marked at one moment, with those that were marked with them.
type markedTree struct {
	tx     *Tx
	moment any
	types  []*schema.Type // in the order in which they were found
	rows   map[string]map[schema.Key]bool
}

func newMarkedTree(tx *Tx, moment any) *markedTree {
	return &markedTree{tx: tx, moment: moment, rows: map[string]map[schema.Key]bool{}}
}

func (m *markedTree) has(t *schema.Type, key schema.Key) bool { return m.rows[t.Table][key] }

// keys returns the keys of a type's rows, in ascending order.
func (m *markedTree) keys(t *schema.Type) (keys []schema.Key) {
	for key := range m.rows[t.Table] {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, schema.Key.Compare)
	return keys
}

// note notes rows, and returns the new ones.
func (m *markedTree) note(t *schema.Type, keys []schema.Key) (fresh []schema.Key) {
	if m.rows[t.Table] == nil && len(keys) > 0 {
		m.rows[t.Table] = map[schema.Key]bool{}
		m.types = append(m.types, t)
	}
	for _, key := range keys {
		if !m.rows[t.Table][key] {
			m.rows[t.Table][key] = true
			fresh = append(fresh, key)
		}
	}
	return fresh
}

// add adds rows, and those that were deleted with them.
func (m *markedTree) add(t *schema.Type, keys []schema.Key) error {
	type level struct {
		of   *schema.Type
		keys []schema.Key
	}
	levels := []level{{t, m.note(t, keys)}}
	for i := 0; i < len(levels); i++ { // grows
		of, keys := levels[i].of, levels[i].keys
		for _, b := range dependantsOf(of) {
			if !b.cascades || len(keys) == 0 {
				continue
			}
			below, err := m.below(b, keys)
			if err != nil {
				return err
			}
			if below = m.note(b.t, below); b.tree() {
				keys = append(keys, below...)
			} else {
				levels = append(levels, level{b.t, below})
			}
		}
	}
	return nil
}

// below returns the rows that were marked at the moment and depend on some rows.
func (m *markedTree) below(b dependants, above []schema.Key) ([]schema.Key, error) {
	c, below := m.tx.c, goqu.T("below")
	args := []any{query.KeyList(c.dialect, above), m.moment}
	q, err := c.many.Get("went:"+b.name(), func() (*database.Statement, error) {
		key, marked := below.Col(b.t.Key.Column), goqu.L("? = ?", below.Col(b.t.Deleted.Column), arg)
		rows := c.dialect.From(goqu.T(b.t.Table).As("below")).Prepared(true)
		tops := query.KeyRows(c.dialect, b.of.Key)
		if !b.tree() {
			tops = tops.Select(goqu.T("keys").Col("value"))
			return database.Build(rows.Select(key).Where(goqu.L("? IN ?", below.Col(b.by[0].Column), tops), marked), len(args))
		}
		rows = rows.Select(key).Join(goqu.T("tree"), goqu.On(b.inTree())).Where(marked)
		return database.Build(c.dialect.From("tree").Prepared(true).Select("k").
			WithRecursive("tree(k)", tops.Select(goqu.T("keys").Col("value").As("k")).Union(rows)), len(args))
	})
	if err != nil {
		return nil, c.Wrap(err, "rows that went with those of")
	}
	keys, err := m.tx.readKeys(q, args)
	return keys, c.Wrap(err, "rows that went with those of")
}

// reference is a reference from a marked row to another marked row.
type reference struct {
	of, to     *schema.Type
	key, other schema.Key
}

// references returns the references of the rows to deleted rows. It locks the other referenced rows against
// deletion until the transaction ends. It refuses a record that refers to a deleted row outside of the
// rows.
func (m *markedTree) references(rec *schema.Record) (list []reference, err error) {
	c := m.tx.c
	for _, t := range m.types {
		for _, f := range t.Fields {
			if !f.IsToOne() || f.Relation.Type.Deleted == nil {
				continue
			}
			q, err := c.many.Get("above:"+t.Table+"."+f.Column, func() (*database.Statement, error) { return c.above(t, f) })
			if err != nil {
				return nil, c.Wrap(err, "rows that those refer to of")
			}
			var key, other query.KeyDest
			var deleted bool
			var refused error
			err = m.tx.s.Each(m.tx.ctx, q, []any{&key, &other, &deleted}, func() error {
				r := reference{t, f.Relation.Type, schema.Key(key), schema.Key(other)}
				if deleted {
					list = append(list, r)
				}
				if deleted && t.Table == rec.Type.Table && r.key == rec.Key() && !m.has(r.to, r.other) {
					refused = invalid(f, "does_not_exist", f.Missing(r.other))
				}
				return nil
			}, query.KeyList(c.dialect, m.keys(t)))
			if err != nil {
				return nil, c.Wrap(err, "rows that those refer to of")
			}
			if refused != nil {
				return nil, refused
			}
		}
	}
	return list, nil
}

// blocked returns the rows, except those that already stay deleted, that refer to rows which stay deleted
// too: to rows outside of these, or to one that is blocked itself.
func (m *markedTree) blocked(refs []reference, stay *markedTree) *markedTree {
	blocked := newMarkedTree(m.tx, m.moment)
	stays := func(t *schema.Type, key schema.Key) bool {
		return !m.has(t, key) || stay.has(t, key) || blocked.has(t, key)
	}
	for grows := true; grows; {
		grows = false
		for _, r := range refs {
			if stays(r.to, r.other) && !stays(r.of, r.key) {
				blocked.note(r.of, []schema.Key{r.key})
				grows = true
			}
		}
	}
	return blocked
}

// above builds the statement that reads the rows which a type's rows refer to by a field, and whether they
// are deleted.
func (c *Table) above(t *schema.Type, f *schema.Field) (*database.Statement, error) {
	other, x, above := f.Relation.Type, goqu.T("x"), goqu.T("above")
	rows := c.dialect.From(goqu.T(t.Table).As("x")).Prepared(true).
		Join(goqu.T(other.Table).As("above"), goqu.On(goqu.L("? = ?", above.Col(other.Key.Column), x.Col(f.Column)))).
		Select(x.Col(t.Key.Column), above.Col(other.Key.Column), goqu.L("? IS NOT NULL", above.Col(other.Deleted.Column))).
		Where(goqu.L("? IN ?", x.Col(t.Key.Column), query.KeyRows(c.dialect, t.Key).Select(goqu.T("keys").Col("value")))).
		Order(above.Col(other.Key.Column).Asc())
	if c.dialect.Name == "postgres" {
		rows = rows.ForShare(goqu.Wait, above)
	}
	return database.Build(rows, 1)
}
