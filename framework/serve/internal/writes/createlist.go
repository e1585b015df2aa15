// The operation POST on a list, of many rows.

package writes

import (
	"net/http"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// createList stores a record for each object of a list, all of them or none.
func createList(x *request.Exchange, a *request.Admission, key *IdempotencyKey, list []any) (request.Result, error) {
	if err := x.ChargeRows(len(list)); err != nil { // 429
		return request.Result{}, err
	}
	m := bindItems(x, a, list, schema.Create)
	defer m.release()
	if err := m.validate(); err != nil {
		return request.Result{}, err
	}
	if err := m.readNested(); err != nil { // 400
		return request.Result{}, err
	}
	if err := m.fill(); err != nil { // 400
		return request.Result{}, err
	}
	w := &listWriter{items: m, steps: (*listWriter).create, status: http.StatusCreated}
	w.write = w.insert
	return w.transact(key)
}

// fill makes the rows of the items, and asks what is asked of whole rows.
func (m *items) fill() error {
	x, a, res := m.x, m.a, m.res
	now := x.Service.Options.Now()
	for _, it := range m.list {
		it.values = res.Type.Acquire()
		it.values.FillAs(res.Shapes.Create.Type, now)
		it.values.Apply(it.input.changes)
		if owner := res.Type.Owner; owner != nil && a.Requester.User != nil {
			it.values.Set(owner, schema.NumberKey(a.Requester.User.ID))
		}
		if a.Route.Nested {
			it.values.Set(res.Parent.Field, a.Above)
		}
		it.Call = calls.New(x, a, it.input.sentChanges())
	}
	if err := m.checkTogether(); err != nil {
		return err
	}
	if err := m.fillNested(); err != nil {
		return err
	}
	if err := m.checkChoices(nil); err != nil {
		return err
	}
	return m.derive()
}

// create makes the rows.
func (w *listWriter) create(tx *store.Tx) error {
	hooks := &w.res.Hooks
	w.begin(tx)
	err := w.tree.writeBefore(tx, w.c)
	if err == nil {
		err = w.run(tx, func(it *item) error {
			it.Key = schema.Key{}
			return it.before(w.x, w.res, hooks.BeforeCreate, it.values)
		})
	}
	if err == nil {
		err = w.tree.writeAfter(tx, w.c)
	}
	if err == nil {
		err = w.runAfter(hooks.AfterCreate)
	}
	return err
}

// insert stores rows, and what they are joined to.
func (w *listWriter) insert(tx *store.Tx, waiting []*item) error {
	return w.insertNamed(tx, waiting, nil)
}

// insertNamed is insert of rows that are told apart by a field: where another has its value by now, that one is meant.
func (w *listWriter) insertNamed(tx *store.Tx, waiting []*item, by *schema.Field) error {
	rows := make([]*schema.Record, len(waiting))
	for i, it := range waiting {
		rows[i] = it.row
	}
	if len(waiting) == 1 {
		tx = tx.Sent(waiting[0].input.changes)
	}
	keys, err := tx.InsertMany(rows)
	if store.IsTaken(err, by) {
		return errMoved
	}
	if err != nil {
		return refusedRows(err, waiting)
	}
	for i, it := range waiting {
		it.Key = keys[i]
		if err := it.row.SetKey(it.Key); err != nil {
			return err
		}
	}
	if err := w.checkRelated(tx, waiting); err != nil {
		return err
	}
	if err := joinMade(tx, w.res, waiting); err != nil {
		return refusedRows(err, waiting)
	}
	return nil
}

// refusedRows is an error that the database gives for some rows, which is told of the row where that is the only one, and
// else is errWhichRow where a constraint is broken.
func refusedRows(err error, rows []*item) error {
	if len(rows) == 1 {
		rows[0].refuse(err)
		return err
	}
	if _, refused := database.ViolationOf(err); refused {
		return errWhichRow
	}
	return err
}

// joinMade stores the many-to-many relations of rows that were made.
func joinMade(tx *store.Tx, res *request.Resource, made []*item) error {
	for _, f := range res.Type.Fields {
		if !f.IsManyToMany() {
			continue
		}
		var pairs []store.Pair
		for _, it := range made {
			there, _ := it.row.Get(f).([]schema.Key)
			for _, key := range there {
				pairs = append(pairs, store.Pair{Here: it.Key, There: key})
			}
		}
		if err := tx.JoinMany(f, pairs); err != nil {
			return err
		}
	}
	return nil
}
