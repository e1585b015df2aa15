// The operation PATCH on a list, of many rows.

package writes

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// ModifyList changes the rows that a list of objects names, or that filters leave, all of them or none.
func ModifyList(x *request.Exchange, a *request.Admission) (request.Result, error) {
	return WithIdempotency(x, a, func(key *IdempotencyKey) (request.Result, error) {
		return RetryOnConflict(x, a, func() (request.Result, error) {
			m, err := chooseRows(x, a, plan.Modify) // 400, 401, 403, 409, 413, 415
			if err != nil {
				return request.Result{}, err
			}
			defer m.release()
			if err := m.change(); err != nil { // 400
				return request.Result{}, err
			}
			w := &listWriter{items: m, steps: (*listWriter).modify, status: http.StatusOK}
			w.write = w.update
			return w.transact(key)
		})
	})
}

// change binds what was sent to the rows, and asks what is asked before they are stored.
func (m *items) change() error {
	in := SchemaInput(m.x, m.a)
	for _, it := range m.list {
		if in.Form == nil { // a form has the same for all
			in.Value = it.input.value
		}
		in.Shown = shownFiles(m.res, it.Current, m.x.Base)
		in.Was = func(f *schema.Field) any { return it.Current.Get(cmp.Or(f.Of, f)) }
		in.ReadOnly = fixedIn(m.res.ReadOnlyFields(it.Current))
		it.input.changes, it.input.nested, it.problems = bindInput(m.res, in, schema.Modify)
	}
	m.x.Timing.Step("bind")
	if err := m.keepHidden(); err != nil {
		return err
	}
	if err := m.validate(); err != nil {
		return err
	}
	if err := m.readNested(); err != nil {
		return err
	}
	for _, it := range m.list {
		it.values = m.res.Type.Acquire()
		it.Current.CopyTo(it.values)
		it.values.Apply(schema.CloneChanges(it.input.changes))
		it.Call = calls.New(m.x, m.a, it.input.sentChanges())
		it.Call.Previous = it.Current
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

// keepHidden leaves references alone that the requester was shown as null and has sent back so: see keepHidden.
func (m *items) keepHidden() error {
	for _, f := range m.res.Related {
		visible := m.a.Visible(f)
		if !f.IsToOne() || visible == nil {
			continue
		}
		ofField := func(c schema.Change) bool { return c.Field == f }
		var asked []*item
		var keys []schema.Key
		for _, it := range m.list {
			object, _ := it.input.value.(map[string]any)
			value, sent := object[sentName(m.res, f)]
			if key, refers := it.Current.Get(f).(schema.Key); sent && value == nil && refers {
				asked, keys = append(asked, it), append(keys, key)
			}
		}
		hidden, err := m.res.Rows.Read(m.x.Context).Missing(f, keys, visible...)
		if err != nil {
			return err
		}
		for _, it := range asked {
			if key, _ := it.Current.Get(f).(schema.Key); slices.Contains(hidden, key) {
				it.input.changes = slices.DeleteFunc(it.input.changes, ofField)
				it.problems = slices.DeleteFunc(it.problems, func(p problem.Field) bool { return p.Path == sentName(m.res, f) })
			}
		}
	}
	return nil
}

// modify changes the rows.
func (w *listWriter) modify(tx *store.Tx) error {
	hooks := &w.res.Hooks
	w.begin(tx)
	err := w.relock(tx)
	if err == nil {
		err = w.tree.writeBefore(tx, w.c)
	}
	if err == nil {
		err = w.run(tx, func(it *item) error {
			if err := it.before(w.x, w.res, hooks.BeforeUpdate, it.values); err != nil {
				return err
			}
			it.columns.touched = touched(it.row, it.Current, &it.input, it.columns.was)
			if version := w.res.Type.Version; version != nil && it.columns.touched == nil && w.tree.changes(&it.Change) {
				it.columns.touched = []*schema.Field{version}
			}
			return nil
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

// update stores rows that were changed: those with the same fields in one statement.
func (w *listWriter) update(tx *store.Tx, waiting []*item) error {
	if err := w.makeRoom(tx, waiting); err != nil {
		return refusedRows(err, waiting)
	}
	groups, order := map[string][]*item{}, []string(nil)
	for _, it := range waiting {
		it.storing.done = true
		for _, f := range it.storing.vacated { // also where a hook has given the row its old value back
			if !slices.Contains(it.columns.touched, f) {
				it.columns.touched = append(it.columns.touched, f)
			}
		}
		var name strings.Builder
		for _, f := range it.columns.touched {
			fmt.Fprintf(&name, "%d,", f.Index)
		}
		if groups[name.String()] == nil {
			order = append(order, name.String())
		}
		groups[name.String()] = append(groups[name.String()], it)
	}
	for _, name := range order {
		if err := w.updateGroup(tx, groups[name]); err != nil {
			return err
		}
	}
	if err := w.checkRelated(tx, waiting); err != nil {
		return err
	}
	return w.storeMembers(tx, waiting)
}

// storeMembers stores the many-to-many relations of rows that were changed, in two statements each: see storeMembers.
func (w *listWriter) storeMembers(tx *store.Tx, written []*item) error {
	if len(written) == 1 { // of which the database tells what it refuses
		it := written[0]
		err := storeMembers(w.a, tx.Sent(it.input.changes), &it.Change, it.row, changedMembers(it.row, it.Current, &it.input))
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
			case !slices.Contains(changedMembers(it.row, it.Current, &it.input), f):
			case it.input.sent(f):
				sent = append(sent, it)
			default:
				touched = append(touched, it)
			}
		}
		err := replaceMembers(tx, f, sent, w.a.Visible(f)...)
		if err == nil {
			err = replaceMembers(tx, f, touched)
		}
		if err != nil {
			return refusedRows(err, written)
		}
	}
	return nil
}

// replaceMembers stores the keys that a many-to-many relation of some rows has.
func replaceMembers(tx *store.Tx, f *schema.Field, of []*item, visible ...store.Visibility) error {
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

func (w *listWriter) updateGroup(tx *store.Tx, group []*item) error {
	keys, rows := make([]schema.Key, len(group)), make([]*schema.Record, len(group))
	for i, it := range group {
		keys[i], rows[i] = it.Key, it.row
	}
	if len(group) == 1 {
		tx = tx.Sent(group[0].input.changes)
	}
	err := tx.UpdateMany(keys, rows, group[0].columns.touched)
	if err == nil {
		for _, it := range group {
			raised(it.row, it.Current, it.columns.touched)
		}
		return nil
	}
	return refusedRows(err, group)
}

// touched are the fields that an update writes: those that were sent, and those that the serializer's code
// changed. Where changes are counted, it is those that differ from the row as it is, and the count where only
// relations do.
func touched(rec, current *schema.Record, in *input, before []any) []*schema.Field {
	var fields []*schema.Field
	version := rec.Type.Version
	for i, f := range rec.Type.Columns() {
		sent := version == nil && in.sent(f)
		if f != rec.Type.Key && f != version && (sent || rec.Column(f.Index) != before[i]) {
			fields = append(fields, f)
		}
	}
	if version != nil && fields == nil && (in.tree.changes(nil) || joinsOthers(rec, current)) {
		fields = append(fields, version)
	}
	return fields
}
