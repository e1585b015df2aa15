// The operation POST on a list.

package writes

import (
	"net/http"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Create stores a new record, or where the resource takes lists, one for each object of a list.
func Create(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		if list, isList, err := sentList(x, a, plan.Create); err != nil { // 400
			return request.Result{}, err
		} else if isList {
			return RetryOnConflict(x, a, func() (request.Result, error) { return createList(x, a, key, list) })
		}
		return RetryOnConflict(x, a, func() (request.Result, error) { return createOne(x, a, key) })
	})
}

// createOne stores a record.
func createOne(x *request.Exchange, a *request.Admission, key *IdempotencyKey) (request.Result, error) {
	b := newBatchOfOne(x, a)
	defer b.release()
	if err := b.bindBody(schema.Create, request.Record{}); err != nil { // 400, 413, 415
		return request.Result{}, err
	}
	change, err := b.insertAll(key)
	if err != nil {
		return request.Result{}, err
	}
	made := request.Record{RowKey: change.Key, Address: b.res.Lookup.Of(change.saved), Record: change.saved}
	stored := request.Result{Status: http.StatusCreated, Content: media.Record, Record: made}
	if !a.Prefers.DryRun { // there is no such record
		stored.Location = createdAt(x, a, made)
	}
	return stored, nil
}

// createList stores a record for each object of a list, all of them or none.
func createList(x *request.Exchange, a *request.Admission, key *IdempotencyKey, list []any) (request.Result, error) {
	if err := x.ChargeRows(len(list)); err != nil { // 429
		return request.Result{}, err
	}
	b := newBatch(x, a, len(list))
	defer b.release()
	b.bindList(list)
	if err := b.checkSent(); err != nil { // 400
		return request.Result{}, err
	}
	change, err := b.insertAll(key)
	if err != nil {
		return request.Result{}, err
	}
	return *change.Answer, nil
}

// insertAll stores the rows of the items in one transaction. The rows that they nest are checked with them (fillNestedRows),
// stored before them (writeBefore) or after them (writeAfter), and permitted by Transact once they are written.
func (b *batch) insertAll(key *IdempotencyKey) (*Change, error) {
	if err := b.fillNewRows(); err != nil { // 400, 403
		return nil, err
	}
	if b.one && b.res.Hooks.BeforeCreate == nil { // which may change the value
		if err := access.CheckAddress(b.a, b.list[0].values); err != nil {
			return nil, err
		}
	}
	w := &writer{batch: b, verb: verb{(*writer).createRows, (*writer).insertWaiting, http.StatusCreated}}
	return w.transact(key)
}

// fillNewRows makes the records of new rows: defaults, sent values, owner and parent. Then it checks whole rows.
func (b *batch) fillNewRows() error {
	x, a, res := b.x, b.a, b.res
	now := x.Service.Options.Now()
	for _, it := range b.list {
		if b.one {
			it.values = x.Pooled.Records.Acquire(res.Type)
		} else {
			it.values = res.Type.Acquire()
		}
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
	return b.checkRows()
}

// checkRows checks rows with their new values, and derives the others.
func (b *batch) checkRows() error {
	if err := b.checkTogether(); err != nil {
		return err
	}
	if err := b.fillNestedRows(); err != nil {
		return err
	}
	if err := b.checkChoicesSent(); err != nil {
		return err
	}
	return b.deriveRows()
}

// createRows runs the hooks around the creation of the rows, and stores them with their nested rows.
func (w *writer) createRows(tx *store.Tx) error {
	hooks := &w.res.Hooks
	w.begin(tx)
	err := w.tree.writeBefore(tx, w.c)
	if err == nil {
		err = w.run(tx, func(it *item) error {
			it.Key = schema.Key{}
			return it.runBeforeHook(w.x, w.res, hooks.BeforeCreate, it.values)
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

// insertWaiting stores new rows that wait, with their many-to-many relations.
func (w *writer) insertWaiting(tx *store.Tx, waiting []*item) error {
	return w.insertNamed(tx, waiting, nil)
}

// insertNamed is insertWaiting for rows that a field identifies: if a row has its value by now, that row is meant.
func (w *writer) insertNamed(tx *store.Tx, waiting []*item, by *schema.Field) error {
	err := insertRows(w.txAbout(tx, waiting), waiting)
	if store.IsTaken(err, by) {
		return errNestedChanged
	}
	if err != nil {
		return refusedRows(err, waiting)
	}
	for _, it := range waiting {
		if err := it.row.SetKey(it.Key); err != nil {
			return err
		}
	}
	if err := w.checkRelated(tx, waiting); err != nil {
		return err
	}
	if err := joinNewRows(w.txAbout(tx, waiting), w.res, waiting); err != nil {
		return refusedRows(err, waiting)
	}
	return nil
}

// insertRows stores rows, and takes down their keys.
func insertRows(tx *store.Tx, waiting []*item) (err error) {
	if len(waiting) == 1 {
		waiting[0].Key, err = tx.Insert(waiting[0].row)
		return err
	}
	rows := make([]*schema.Record, len(waiting))
	for i, it := range waiting {
		rows[i] = it.row
	}
	keys, err := tx.InsertMany(rows)
	for i, key := range keys {
		waiting[i].Key = key
	}
	return err
}

// refusedRows returns the error of the database for some rows. A single row gets its messages; for several rows with a broken
// constraint it is errWhichRow.
func refusedRows(err error, rows []*item) error {
	if len(rows) == 1 {
		rows[0].addRefusal(err)
		return err
	}
	if _, refused := database.ViolationOf(err); refused {
		return errWhichRow
	}
	return err
}

// joinNewRows stores the many-to-many relations of new rows.
func joinNewRows(tx *store.Tx, res *request.Resource, made []*item) error {
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
