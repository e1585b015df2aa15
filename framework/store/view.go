package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

// View reads representations of a collection as one requester may see them: of the rows that they
// relate to, only those that the guards let through. A reference to another row is shown as null.
// That takes no statement more.
type View struct {
	c    *Collection
	args []any // of the guards
}

// View is the collection under guards; without any, everything is seen.
func (c *Collection) View(guards ...Guard) (View, error) {
	if len(guards) == 0 {
		return View{c: c}, nil
	}
	var key strings.Builder
	for _, g := range guards {
		key.WriteString(strconv.Itoa(g.Field.Index) + ":" + shape(g.Seen) + "|")
	}
	v, err := c.views.get(key.String(), func() (*Collection, error) { return c.under(guards) })
	if err != nil {
		return View{}, c.wrap(err, "view")
	}
	var args []any
	for _, mine := range v.reads.guards {
		for _, g := range guards {
			if g.Field == mine.field {
				args = append(args, mine.args(c.db.dialect, g.Seen)...)
			}
		}
	}
	return View{v, args}, nil
}

// under is the collection with statements of its own for reading representations.
func (c *Collection) under(guards []Guard) (v *Collection, err error) {
	v = &Collection{db: c.db, spec: c.spec, whole: c.whole, loads: c.loads, fixed: c.fixed}
	v.limit()
	if v.reads, err = newSelection(c.db.dialect, c.spec.Type, c.spec.Reads, true, guards...); err != nil {
		return nil, err
	}
	v.get, err = v.reads.one(v.reads.from(v.table()).Where(v.byKey()))
	return v, err
}

// args is how many arguments the guards take.
func (s *selection) args() (n int) {
	for _, g := range s.guards {
		n += len(g.columns)
	}
	return n
}

// dests is where the columns of a representation go.
func (c *Collection) dests(rec *schema.Record) []any {
	dests := rec.Dests(c.spec.Reads, true)
	if len(c.reads.refs) == 0 {
		return dests
	}
	return rec.HiddenDests(dests, c.reads.refs)
}

// with are the arguments of a statement after those of the guards.
func (v View) with(args ...any) []any {
	if len(v.args) == 0 {
		return args
	}
	return append(v.args[:len(v.args):len(v.args)], args...)
}

// Stream gives every row that meets the condition, in order, to fn. It is one statement, and one
// record is used for all rows: fn must not keep it.
func (v View) Stream(ctx context.Context, where auth.Cond, fn func(*schema.Record) error) error {
	c := v.c
	q, args, err := c.filtered(&c.lists, where, kind{"", 1, c.reads.args()}, func(filter exp.Expression) *goqu.SelectDataset {
		return c.reads.from(c.table()).Where(filter).Order(order(c.spec.Order)...)
	})
	if err == nil {
		err = c.each(ctx, q, v.with(args...), fn)
	}
	return c.wrap(err, "list")
}

// shallow is how many rows a page may lie behind for the database to go past them whole.
const shallow = 1000

// Page is Stream for at most limit rows after the first offset ones. For a page that lies deep its
// keys are found first, so that relations are read for its rows only.
func (v View) Page(ctx context.Context, where auth.Cond, offset, limit int64, fn func(*schema.Record) error) error {
	q, args, err := v.page(where, offset, false, false)
	if err == nil {
		err = v.c.each(ctx, q, v.with(append(args, limit, offset)...), fn)
	}
	return v.c.wrap(err, "list a page of")
}

// CountedPage is Page with the number of all rows that meet the condition, in the same statement and
// so of the same moment. With most other than 0, counting stops there. Of a page without rows the
// number is 0, however many there are before it.
func (v View) CountedPage(ctx context.Context, where auth.Cond, offset, limit, most int64, fn func(*schema.Record) error) (total int64, err error) {
	var n tally
	q, args, err := v.page(where, offset, true, most > 0)
	if err == nil {
		all := slices.Clone(args)
		if most > 0 {
			all = append(all, most)
		}
		all = append(append(all, args...), limit, offset)
		err = v.c.each(ctx, q, v.with(all...), fn, &n)
	}
	return int64(n), v.c.wrap(err, "list a page of")
}

// tally takes a number of rows from a driver, which database/sql would turn into a text on the way
// to an int64.
type tally int64

// Scan is called by database/sql.
func (t *tally) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("number of rows: got %T, want an integer", v)
	}
	*t = tally(n)
	return nil
}

// page is the statement of a page, which takes a limit and an offset after the condition's arguments.
// Where it counts, these come twice, and the first time before the limit of counting.
func (v View) page(where auth.Cond, offset int64, counted, limited bool) (*statement, []any, error) {
	c, build := v.c, v.c.page
	k := kind{"", 1, 2 + v.c.reads.args()}
	if offset > shallow {
		k.name, build = "deep:", c.deepPage
	}
	switch {
	case limited:
		k = kind{k.name + "limited:", 2, k.more + 1}
	case counted:
		k = kind{k.name + "counted:", 2, k.more}
	}
	return c.filtered(&c.pages, where, k, func(filter exp.Expression) *goqu.SelectDataset {
		page := build(filter)
		if counted {
			page = page.SelectAppend(goqu.L("?", c.counting(filter, limited)))
		}
		return page
	})
}

func (c *Collection) page(filter exp.Expression) *goqu.SelectDataset {
	return c.reads.from(c.table()).Where(filter).Order(order(c.spec.Order)...).Limit(arg).Offset(arg)
}

func (c *Collection) deepPage(filter exp.Expression) *goqu.SelectDataset {
	key := c.spec.Type.Key.Column
	keys := c.table().Select(column(c.spec.Type.Key)).Where(filter).
		Order(order(c.spec.Order)...).Limit(arg).Offset(arg)
	on := goqu.On(goqu.L("? = ?", goqu.T("t").Col(key), goqu.T("page").Col(key)))
	page := c.db.dialect.From(keys.As("page")).Join(goqu.T(c.spec.Type.Table).As("t"), on)
	return c.reads.from(page).Order(order(c.spec.Order)...)
}

// Get reads what a representation needs of one row.
func (v View) Get(ctx context.Context, id int64, rec *schema.Record) (found bool, err error) {
	return v.get(ctx, session{db: v.c.db}, id, rec)
}

// GetIn is Get within a transaction, with what that has changed.
func (v View) GetIn(tx *Tx, id int64, rec *schema.Record) (found bool, err error) {
	return v.get(tx.ctx, tx.s, id, rec)
}

func (v View) get(ctx context.Context, s session, id int64, rec *schema.Record) (found bool, err error) {
	found, err = s.row(ctx, v.c.get, v.c.dests(rec), v.with(id)...)
	return found, v.c.wrapRow(err, "read", id)
}

// Stream is View.Stream with everything seen.
func (c *Collection) Stream(ctx context.Context, where auth.Cond, fn func(*schema.Record) error) error {
	return View{c: c}.Stream(ctx, where, fn)
}

// Page is View.Page with everything seen.
func (c *Collection) Page(ctx context.Context, where auth.Cond, offset, limit int64, fn func(*schema.Record) error) error {
	return View{c: c}.Page(ctx, where, offset, limit, fn)
}

// Get is View.Get with everything seen.
func (c *Collection) Get(ctx context.Context, id int64, rec *schema.Record) (found bool, err error) {
	return View{c: c}.Get(ctx, id, rec)
}

// Get is View.GetIn with everything seen.
func (tx *Tx) Get(id int64, rec *schema.Record) (found bool, err error) {
	return View{c: tx.c}.GetIn(tx, id, rec)
}

// views keeps the views of a collection by the shape of their guards, which are few: they depend
// on the rules, not on what a client sends.
type views struct {
	mu   sync.RWMutex
	kept map[string]*Collection
}

func (v *views) get(key string, build func() (*Collection, error)) (*Collection, error) {
	v.mu.RLock()
	c := v.kept[key]
	v.mu.RUnlock()
	if c != nil {
		return c, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c := v.kept[key]; c != nil {
		return c, nil
	}
	c, err := build()
	if err != nil {
		return nil, err
	}
	if v.kept == nil {
		v.kept = map[string]*Collection{}
	}
	v.kept[key] = c
	return c, nil
}
