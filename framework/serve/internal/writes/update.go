// The operations PUT and PATCH on a record, and PATCH on a list.

package writes

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Update replaces or modifies a record.
func Update(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		return RetryOnConflict(x, a, func() (request.Result, error) { return updateOrCreate(x, a, key) })
	})
}

// updateOrCreate replaces or modifies a record as it is read. A PUT for which the requester finds none may create one.
func updateOrCreate(x *request.Exchange, a *request.Admission, key *IdempotencyKey) (request.Result, error) {
	rec, err := LoadToWrite(x, a) // 401, 403, 404, 412
	if c := access.Creating(a, err); c != nil {
		return createMissing(x, a, c, key)
	}
	if err != nil {
		return request.Result{}, err
	}
	mode := schema.Replace
	if a.Operation.Modifies() {
		mode = schema.Modify
	}
	return SaveBody(x, a, key, rec, mode, nil)
}

// createMissing creates the record of a PUT, which c admits. If the value in the address belongs to a row that the requester does
// not see, the refusal is that of a POST.
func createMissing(x *request.Exchange, a, c *request.Admission, key *IdempotencyKey) (request.Result, error) {
	if asked := readConditions(x, a); asked.match != nil || !asked.since.IsZero() {
		return request.Result{}, errPrecondition()
	}
	if err := request.ThrottleAs(x, c); err != nil { // 429
		return request.Result{}, err
	}
	res, err := createOne(x, c, key)
	a.Sent = c.Sent
	if p := problem.As(err); p != nil && p.Code == problem.Invalid {
		if _, missing := access.LoadPermitted(x, a); missing == nil { // another request has created it
			err = errRowChanged
		}
	}
	return res, err
}

// SaveBody changes a record by the body. before is what a restoration was made for, nil for none.
func SaveBody(x *request.Exchange, a *request.Admission, key *IdempotencyKey, rec request.Record, mode schema.Mode, before *RowState) (request.Result, error) {
	b := newBatchOfOne(x, a)
	defer b.release()
	if err := b.bindBody(mode, rec); err != nil { // 400, 413, 415
		return request.Result{}, err
	}
	it := b.list[0]
	if before != nil {
		it.input.patched = before
	}
	it.values, it.Current = rec.Record, x.Pooled.Records.Acquire(b.res.Type) // functions after the commit may ask for it
	it.columns.before, it.columns.joined = ColumnValues(it.values), RelatedKeys(it.values, b.res.ToMany.Loaded)
	if b.res.Derives() || b.res.LimitChoices != nil {
		it.values.CopyTo(it.Current)
	}
	it.values.Apply(it.input.changes)
	change, err := b.updateAll(key)
	if err != nil {
		return request.Result{}, err
	}
	rec.Record, rec.Address = change.saved, b.res.Lookup.Of(change.saved)
	return request.Result{Content: media.Record, Record: rec}, nil
}

// ModifyList changes the rows that a list of objects names, or that filters leave, all of them or none.
func ModifyList(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		return RetryOnConflict(x, a, func() (request.Result, error) { return modifyList(x, a, key) })
	})
}

func modifyList(x *request.Exchange, a *request.Admission, key *IdempotencyKey) (request.Result, error) {
	b, err := chooseRows(x, a, plan.Modify) // 400, 401, 403, 409, 413, 415
	if err != nil {
		return request.Result{}, err
	}
	defer b.release()
	in := SchemaInput(x, a)
	for _, it := range b.list {
		if in.Form == nil { // a form has the same for all
			in.Value = it.input.value
		}
		_, isObject := in.Value.(map[string]any)
		switch found := it.Current != nil; {
		case found || in.Form != nil:
			b.bind(it, in, schema.Modify)
		case isObject:
			b.bindUnnamed(it, in)
		}
	}
	x.Timing.Step("bind")
	if err := b.checkSent(); err != nil { // 400
		return request.Result{}, err
	}
	for _, it := range b.list {
		if it.Current == nil { // of a list that is refused
			continue
		}
		it.values = b.res.Type.Acquire()
		it.Current.CopyTo(it.values)
		it.values.Apply(schema.CloneChanges(it.input.changes))
	}
	change, err := b.updateAll(key)
	if err != nil {
		return request.Result{}, err
	}
	return *change.Answer, nil
}

// updateAll checks rows that have the client's values, and stores them in one transaction.
func (b *batch) updateAll(key *IdempotencyKey) (*Change, error) {
	for _, it := range b.list {
		it.Call = calls.New(b.x, b.a, it.input.sentChanges())
		it.Call.Previous = it.Current
	}
	if err := b.checkRows(); err != nil {
		return nil, err
	}
	w := &writer{batch: b, verb: verb{(*writer).updateRows, (*writer).updateWaiting, http.StatusOK}}
	return w.transact(key)
}

// updateRows runs the hooks around the change of the rows, and stores them with their nested rows.
func (w *writer) updateRows(tx *store.Tx) error {
	hooks := &w.res.Hooks
	w.begin(tx)
	err := w.compareLocked(tx)
	if err == nil {
		err = w.tree.writeBefore(tx, w.c)
	}
	if err == nil {
		err = w.run(tx, func(it *item) error {
			if err := it.runBeforeHook(w.x, w.res, hooks.BeforeUpdate, it.values); err != nil {
				return err
			}
			it.columns.touched = touchedFields(it.row, it.Current, &it.input, it.columns.before)
			if it.columns.touched != nil || !w.tree.writesBelow(&it.Change) {
				return nil
			}
			if version := w.res.Type.Version; version != nil {
				it.columns.touched = []*schema.Field{version}
				return nil
			}
			return tx.NoteBelow([]schema.Key{it.Key})
		})
	}
	if err == nil {
		err = w.tree.writeAfter(tx, w.c)
	}
	if err == nil {
		err = w.runAfter(hooks.AfterUpdate)
	}
	return err
}

// compareLocked compares the locked rows with those that were loaded. The client's values are put into one row as it is by now;
// if values were derived from the row before, the result is errRowChanged.
func (w *writer) compareLocked(tx *store.Tx) error {
	if !w.one {
		return w.lockAndCompare(tx)
	}
	it := w.list[0]
	if err := checkPatched(w.x, w.a, tx, &it.Change); err != nil {
		return err
	}
	if err := checkStillReadOnly(w.res, w.x, w.a, tx, &it.Change); err != nil {
		return err
	}
	now, joined := ColumnValues(it.Current), RelatedKeys(it.Current, w.res.ToMany.Loaded)
	if slices.Equal(now, it.columns.before) && slices.EqualFunc(joined, it.columns.joined, slices.Equal) {
		return nil
	}
	if w.res.Derives() {
		return errRowChanged
	}
	it.columns.before, it.columns.joined = now, joined
	it.Current.CopyTo(it.values)
	it.values.Apply(it.input.changes)
	return nil
}

// updateWaiting stores changed rows that wait: those with the same fields in one statement.
func (w *writer) updateWaiting(tx *store.Tx, waiting []*item) error {
	if !access.RuleOf(w.a).IsTrue() {
		for _, it := range waiting {
			it.columns.permitted = ColumnValues(it.row) // which hooks may change afterwards
		}
	}
	if err := w.refuseRelated(tx, w.batchOf(waiting), true); err != nil { // 400; it locks the rows
		return err
	}
	if err := w.permitWaiting(tx, waiting); err != nil { // 403
		return err
	}
	if err := w.givePlaceholders(tx, waiting); err != nil {
		return refusedRows(err, waiting)
	}
	for _, it := range waiting {
		it.storing.done = true
		for _, f := range it.storing.vacated { // also where a hook has given the row its old value back
			if !slices.Contains(it.columns.touched, f) {
				it.columns.touched = append(it.columns.touched, f)
			}
		}
	}
	for _, group := range sameFields(waiting) {
		if err := w.updateGroup(tx, group); err != nil {
			return err
		}
	}
	if err := w.checkChosen(tx, w.batchOf(waiting)); err != nil {
		return err
	}
	return w.storeRelationsOf(tx, waiting)
}

// sameFields groups rows by the fields that are stored of them.
func sameFields(waiting []*item) (groups [][]*item) {
	if len(waiting) == 1 {
		return [][]*item{waiting}
	}
	places := map[string]int{}
	for _, it := range waiting {
		var name strings.Builder
		for _, f := range it.columns.touched {
			fmt.Fprintf(&name, "%d,", f.Index)
		}
		place, known := places[name.String()]
		if !known {
			place = len(groups)
			places[name.String()], groups = place, append(groups, nil)
		}
		groups[place] = append(groups[place], it)
	}
	return groups
}

// storeRelationsOf is storeRelations for several rows: it takes two statements for each relation.
func (w *writer) storeRelationsOf(tx *store.Tx, written []*item) error {
	if len(written) == 1 { // of which the database tells what it refuses
		it := written[0]
		err := storeRelations(w.a, w.txAbout(tx, written), &it.Change, it.row, changedRelations(it.row, it.Current, &it.input))
		if err != nil {
			err = refusedRows(err, written)
		}
		return err
	}
	for _, f := range w.res.Type.Fields {
		if !f.IsManyToMany() {
			continue
		}
		var sent, touched []*item
		for _, it := range written {
			switch {
			case !slices.Contains(changedRelations(it.row, it.Current, &it.input), f):
			case it.input.has(f):
				sent = append(sent, it)
			default:
				touched = append(touched, it)
			}
		}
		err := replaceRelation(tx, f, sent, w.a.Visible(f)...)
		if err == nil {
			err = replaceRelation(tx, f, touched)
		}
		if err != nil {
			return refusedRows(err, written)
		}
	}
	return nil
}

// replaceRelation stores the keys that a many-to-many relation of some rows has.
func replaceRelation(tx *store.Tx, f *schema.Field, of []*item, visible ...store.Visibility) error {
	if len(of) == 0 {
		return nil
	}
	keys, pairs := make([]schema.Key, len(of)), []store.Pair(nil)
	for i, it := range of {
		keys[i] = it.Key
		there, _ := it.row.Get(f).([]schema.Key)
		for _, key := range there {
			pairs = append(pairs, store.Pair{Here: it.Key, There: key})
		}
	}
	return tx.ReplaceMany(f, keys, pairs, visible...)
}

// updateGroup stores the same fields of rows.
func (w *writer) updateGroup(tx *store.Tx, group []*item) error {
	if len(group) == 1 {
		it := group[0]
		if err := updateRow(w.txAbout(tx, group), it.Key, it.row, it.Current, it.columns.touched); err != nil {
			return refusedRows(err, group)
		}
		return nil
	}
	keys, rows := make([]schema.Key, len(group)), make([]*schema.Record, len(group))
	for i, it := range group {
		keys[i], rows[i] = it.Key, it.row
	}
	if err := tx.UpdateMany(keys, rows, group[0].columns.touched); err != nil {
		return refusedRows(err, group)
	}
	for _, it := range group {
		setVersion(it.row, it.Current, it.columns.touched)
	}
	return nil
}

// touchedFields are the fields that an update writes: those that were sent, and those that the serializer's code
// changed. Where changes are counted, it is those that differ from the row as it is, and the count where only
// relations do.
func touchedFields(rec, current *schema.Record, in *input, before []any) []*schema.Field {
	var fields []*schema.Field
	version := rec.Type.Version
	for i, f := range rec.Type.Columns() {
		sent := version == nil && in.has(f)
		if f != rec.Type.Key && f != version && !f.Filled && (sent || rec.Column(f.Index) != before[i]) {
			fields = append(fields, f)
		}
	}
	if version != nil && fields == nil && joinsOthers(rec, current) {
		fields = append(fields, version)
	}
	return fields
}

// SaveChanged saves what the code of a team has changed in the row, and asks the rule about the row as
// written. An operation with a separate rule decides by itself.
func SaveChanged(x *request.Exchange, a *request.Admission, tx *store.Tx, change *Change) error {
	res, before := a.Route.Res, ColumnValues(change.Call.Previous)
	if slices.Equal(ColumnValues(change.Current), before) && changedRelations(change.Current, change.Call.Previous, &change.input) == nil {
		return nil
	}
	change.columns.before = before
	if err := change.deriveRow(x, res, change.Current); err != nil {
		return err
	}
	changed := touchedFields(change.Current, change.Call.Previous, &change.input, before)
	asks, rule, asked := a.Operation.Access == nil, access.RuleOf(a), []any(nil)
	if asks {
		asked = ColumnValues(change.Current)
		if err := permitNewValues(x, a, tx, rule, access.Changed{Key: change.Key, Row: change.Current, Fields: changed}); err != nil {
			return err
		}
	}
	if err := updateRow(tx, change.Key, change.Current, change.Call.Previous, changed); err != nil {
		return err
	}
	members := changedRelations(change.Current, change.Call.Previous, &change.input)
	if err := storeRelations(a, tx, change, change.Current, members); err != nil || !asks {
		return err
	}
	if access.LooksAt(rule, members) {
		return access.PermitWritten(x, a, tx, []schema.Key{change.Key}, nil, false)
	}
	return permitStored(x, a, tx, rule, map[schema.Key][]any{change.Key: asked})
}
