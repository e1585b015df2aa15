// The operation POST on a list, of many rows.

package serve

import (
	"errors"
	"net/http"
	"slices"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// createList stores a record for each object of a list, all of them or none.
func createList(x *exchange, a *admission, key *idempotencyKey, list []any) (result, error) {
	m := bindItems(x, a, list, schema.Create)
	defer m.release()
	if err := m.validate(); err != nil {
		return result{}, err
	}
	if err := m.fill(); err != nil { // 400
		return result{}, err
	}
	c := &change{call: newCall(x, a, nil)}
	w := &listWriter{items: m, c: c}
	c.work = w.create
	err := transact(x, a, key, c)
	if errors.Is(err, errWhichRow) {
		w.single = true
		err = transact(x, a, key, c)
	}
	if err != nil {
		return result{}, errSave(m.res, err)
	}
	x.timing.step("save")
	return *c.answer, nil
}

// fill makes the rows of the items, and asks what is asked of whole rows.
func (m *items) fill() error {
	x, a, res := m.x, m.a, m.res
	now := x.h.options.Now()
	for _, it := range m.list {
		it.values = res.Type.Acquire()
		it.values.FillAs(res.Shapes.Create.Type, now)
		it.values.Apply(it.input.changes)
		if owner := res.Type.Owner; owner != nil && a.requester.user != nil {
			it.values.Set(owner, schema.NumberKey(a.requester.user.ID))
		}
		if a.route.Nested {
			it.values.Set(res.Parent.Field, a.above)
		}
		it.call = newCall(x, a, it.input.changes)
	}
	if err := m.checkTogether(); err != nil {
		return err
	}
	for _, it := range m.list {
		if len(it.problems) > 0 {
			continue
		}
		if err := derive(x, res, it.call, it.values); err != nil && !it.refuse(err) {
			return errSave(res, err)
		}
	}
	return m.err()
}

// release gives the rows back.
func (m *items) release() {
	for _, it := range m.list {
		if it.values != nil {
			it.values.Release()
		}
	}
}

// errWhichRow says that the database has refused one of many rows, without saying which.
var errWhichRow = errors.New("one of many rows is refused")

// listWriter writes the rows of a list in one transaction.
type listWriter struct {
	*items
	c       *change
	single  bool // one row after the other, to find the one that the database refuses
	pending []*item
	failed  error // why rows that waited could not be stored
}

// create stores the rows, and makes the answer. The hooks of each row are run in the order of the list. Rows wait
// until a hook reads or writes other rows, or there are no more: so those whose hooks ask nothing are stored in
// few statements, and to those whose hooks do it is as if one was stored after the other.
func (w *listWriter) create(tx *store.Tx) error {
	hooks := &w.res.Hooks
	w.begin(tx)
	for _, it := range w.list {
		it.key = schema.Key{}
		err := it.before(w.x, w.res, hooks.BeforeCreate, it.values)
		if err == nil {
			if w.pending = append(w.pending, it); w.single {
				err = w.flush(tx)
			}
		}
		if err = w.continues(it, err); err != nil {
			return err
		}
	}
	if err := w.flush(tx); err != nil {
		return w.refusal(err)
	}
	for _, it := range w.list {
		if len(it.problems) > 0 {
			continue
		}
		if err := w.continues(it, it.call.hook(hooks.AfterCreate, it.row)); err != nil {
			return err
		}
	}
	if err := w.err(); err != nil {
		return err
	}
	return w.answer(tx, http.StatusCreated, true)
}

// continues reports, by nil, that the next item can be looked at after what the code of a team has said of one: so the
// client is told what is wrong with all of them. Once a statement has failed, nothing more can be asked.
func (w *listWriter) continues(it *item, err error) error {
	switch {
	case w.failed != nil:
		return w.refusal(w.failed)
	case err == nil || it.refuse(err) && it.call.failed == nil:
		return nil
	default:
		return w.refusal(err)
	}
}

// begin begins an attempt of the transaction: nothing is left of an earlier one.
func (w *listWriter) begin(tx *store.Tx) {
	w.pending, w.failed = nil, nil
	for _, it := range w.list {
		it.problems = nil
		it.call.begin(tx)
		it.call.pending = func() error { return w.flush(tx) }
	}
}

// refusal is what the client is told of a list, whose items say what they have found so far.
func (w *listWriter) refusal(err error) error {
	if said := w.err(); said != nil && !errors.Is(err, errWhichRow) {
		return said
	}
	return err
}

// flush stores the rows that wait.
func (w *listWriter) flush(tx *store.Tx) error {
	waiting := w.pending
	if w.pending = nil; len(waiting) > 0 && w.failed == nil {
		w.failed = w.insert(tx, waiting)
	}
	return w.failed
}

// insert stores rows, and what they are joined to.
func (w *listWriter) insert(tx *store.Tx, waiting []*item) error {
	rows := make([]*schema.Record, len(waiting))
	for i, it := range waiting {
		rows[i] = it.row
	}
	if len(waiting) == 1 {
		tx = tx.Sent(waiting[0].input.changes)
	}
	keys, err := tx.InsertMany(rows)
	if err != nil {
		if _, refused := database.ViolationOf(err); refused && len(waiting) > 1 {
			return errWhichRow
		}
		if len(waiting) == 1 {
			waiting[0].refuse(err)
		}
		return err
	}
	for i, it := range waiting {
		it.key = keys[i]
		if err := it.row.SetKey(it.key); err != nil {
			return err
		}
	}
	return w.storeRelations(tx, waiting)
}

// storeRelations stores the many-to-many relations of rows that were made, and refuses references to rows that the
// requester may see no longer: see checkRelated.
func (w *listWriter) storeRelations(tx *store.Tx, made []*item) error {
	of := &items{x: w.x, a: w.a, res: w.res, list: made}
	for _, f := range w.res.Type.Fields {
		if f.Relation == nil {
			continue
		}
		if sent := of.sent(f); len(sent) > 0 && w.a.visible(f) != nil {
			if err := of.refuseMissing(tx, f, sent); err != nil {
				return err
			}
		}
		if !f.IsManyToMany() {
			continue
		}
		var pairs []store.Pair
		for _, it := range made {
			there, _ := it.row.Get(f).([]schema.Key)
			for _, key := range there {
				pairs = append(pairs, store.Pair{Here: it.key, There: key})
			}
		}
		if err := tx.JoinMany(f, pairs); err != nil {
			return err
		}
	}
	return nil
}

func (m *items) refuseMissing(tx *store.Tx, f *schema.Field, sent []sentValue) error {
	missing, err := m.missing(f, sent, tx)
	if err != nil || len(missing) == 0 {
		return err
	}
	for _, v := range sent {
		if i := slices.IndexFunc(keysOf(v.change.Value), func(key schema.Key) bool { return missing[key] }); i >= 0 {
			v.tell(v.change.Known().Missing(v.input.named(f, keysOf(v.change.Value)[i])))
		}
	}
	return m.err()
}

// answer asks the rule about the rows as they were written, reads them back in the order of the list, and leaves for
// after the commit what their code wants.
func (w *listWriter) answer(tx *store.Tx, status int, made bool) error {
	keys := make([]schema.Key, len(w.list))
	for i, it := range w.list {
		keys[i] = it.key
	}
	if err := permitAllWritten(w.x, w.a, tx, keys, made); err != nil { // 403
		return err
	}
	encoded, rows, err := readBackAll(w.x, w.a, tx, w.c.call, keys)
	if err != nil {
		return err
	}
	for _, it := range w.list {
		if hook := w.res.Hooks.AfterCommit; hook != nil {
			it.call.afterCommitHook(hook, it.row.CopyValue())
		}
		w.c.call.done = append(w.c.call.done, it.call.done...)
		it.call.begin(nil)
	}
	w.c.answer = &result{status: status, content: media.List, encoded: encoded, rows: rows}
	return nil
}

// readBackAll reads the representations of some rows, in the order of their keys, in one statement.
func readBackAll(x *exchange, a *admission, tx *store.Tx, c *call, keys []schema.Key) (encoded, list []byte, err error) {
	res := a.route.resource
	found := make(map[schema.Key][]byte, len(keys))
	if len(keys) > 0 {
		view, err := a.view(x, res.retrieve, c)
		if err != nil {
			return nil, nil, err
		}
		if err := view.StreamIn(tx, listed(res, keys), func(rec *schema.Record) error {
			found[rec.Key()] = rec.Append(nil, x.base)
			return nil
		}); err != nil {
			return nil, nil, err
		}
	}
	var b []byte
	for i, key := range keys {
		row := found[key]
		if row == nil {
			return nil, nil, errVanished
		}
		b = append(comma(b, i), row...)
	}
	encoded, list = res.encloseRows(b, res.frame(nil, media.Frame{}), int64(len(keys)))
	return encoded, list, nil
}
