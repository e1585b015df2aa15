// Rows that a team's code reads and writes through a call.

package calls

import (
	"errors"
	"fmt"
	"slices"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// rows implements plan.Rows for the rows of one type.
type rows struct {
	*Call
	table *request.RowTable
}

// selection converts a question into the store's selection.
func (r rows) selection(q plan.Question) (store.Selection, error) {
	var compiled *plan.RowQuery
	var err error
	limit, args := q.Limit, q.Args
	if q.Query == nil {
		compiled, args, err = r.table.Query(q)
	} else if compiled = r.service.Plan.Queries[q.Query]; compiled == nil {
		err = errors.New("no view set of the set lists the query; add it to Queries of one")
	} else if limit == 0 || compiled.Limit > 0 && compiled.Limit < limit {
		limit = compiled.Limit
	}
	if err != nil {
		return store.Selection{}, fmt.Errorf("rows of %s: %w", r.table.Type.Table, err)
	}
	where, err := compiled.Bind(args)
	if err != nil {
		return store.Selection{}, fmt.Errorf("rows of %s: %w", r.table.Type.Table, err)
	}
	sel := store.Selection{Where: where.As(r.userID()), Limit: limit, Requester: r.userID()}
	for _, o := range compiled.Order {
		sel.Order = append(sel.Order, store.Order(o))
	}
	if q.Visible {
		sel.Where, sel.Visible, err = r.addVisible(sel.Where)
	}
	if q.Filtered && err == nil {
		sel.Where, err = r.addFilters(sel.Where)
	}
	return sel, err
}

// FilteredRows are the rows of a resource that the requester may see and that match the query.
type FilteredRows struct {
	Of    *plan.Resource
	Where predicate.Expr
}

// addFilters adds the condition that a row matches the query.
func (r rows) addFilters(where predicate.Expr) (predicate.Expr, error) {
	switch f := r.Filtered; {
	case f == nil:
		return where, fmt.Errorf("rows of %s: the operation takes no filters; give its action the option rest.Filtered()", r.table.Type.Table)
	case f.Of.Type.Go != r.table.Type.Go || f.Of.Type.Table != r.table.Type.Table:
		return where, fmt.Errorf("rows of %s: the filters of the operation are about rows of %s", r.table.Type.Table, f.Of.Type.Table)
	default:
		return predicate.And(where, f.Where), nil
	}
}

// addVisible adds the condition that the requester may read a row.
func (r rows) addVisible(where predicate.Expr) (predicate.Expr, []store.Visibility, error) {
	if len(r.table.Served) == 0 {
		return where, nil, fmt.Errorf("no resource of the set serves rows of %s, so that no rule says which of them are visible", r.table.Type.Table)
	}
	var seen []store.Visibility
	for _, resource := range r.table.Served {
		cond := permission.Reduce(resource.RowAccess, r.ruleRequest())
		switch {
		case cond.IsTrue():
			return where, nil, nil
		case cond.Has(predicate.OpFunc):
			return where, nil, fmt.Errorf("which rows of %s are visible depends on a rule that has no SQL form", resource.Path)
		}
		seen = append(seen, store.Visibility{Type: resource.Type, Where: cond})
	}
	return where, seen, nil
}

// Select implements plan.Rows.
func (r rows) Select(q plan.Question, row func(any) error) error {
	sel, err := r.selection(q)
	if err != nil {
		return err
	}
	return r.selectRows(sel, q.Each, row)
}

func (r rows) selectRows(sel store.Selection, apart bool, row func(any) error) error {
	if err := r.ready(false); err != nil {
		return err
	}
	read := func(row func(any) error) error {
		return r.table.ReadIn(r.Ctx, r.Tx).Select(sel, func(rec *schema.Record) error { return row(rec.CopyValue()) })
	}
	if apart && (r.Tx != nil || database.InSnapshot(r.Ctx)) {
		return r.eachRow(read, row)
	}
	return r.noteFailure(read(row))
}

// Count implements plan.Rows.
func (r rows) Count(q plan.Question) (n int64, err error) {
	sel, err := r.selection(q)
	if err == nil {
		err = r.ready(false)
	}
	if err != nil {
		return 0, err
	}
	n, err = r.table.ReadIn(r.Ctx, r.Tx).CountRows(sel)
	return n, r.noteFailure(err)
}

// Get implements plan.Rows.
func (r rows) Get(key any, visible, lock bool) (row any, err error) {
	id, err := r.keyOf(key)
	if err != nil {
		return nil, err
	}
	if lock {
		locked, err := r.lockRow(id)
		if err != nil || locked == nil {
			return nil, err
		}
		defer locked.Release()
		if !visible && !slices.ContainsFunc(r.table.Type.Fields, (*schema.Field).IsManyToMany) {
			return locked.CopyValue(), nil // it has all columns
		}
	}
	sel := store.Selection{Where: predicate.Expr{Op: predicate.OpEq, Name: "pk", Index: r.table.Type.Key.Index, Value: id.Arg()}}
	if visible {
		if sel.Where, sel.Visible, err = r.addVisible(sel.Where); err != nil {
			return nil, err
		}
	}
	err = r.selectRows(sel, false, func(one any) error { row = one; return nil })
	return row, err
}

// lockRow reads the columns of a row under a lock, or returns nil for a missing row.
func (r rows) lockRow(key schema.Key) (*schema.Record, error) {
	if err := r.readyToChange(r.table.Type.Table); err != nil {
		return nil, err
	}
	rec := r.table.Type.Acquire()
	found, err := r.Tx.On(r.table.Table).Lock(key, rec)
	if err != nil || !found {
		rec.Release()
		return nil, r.noteFailure(err)
	}
	r.Tx.KnowFilesOf(rec)
	return rec, nil
}

// keyOf converts a key of a team's code to a key of the store.
func (r rows) keyOf(key any) (schema.Key, error) {
	m, _ := r.table.Type.Member("")
	v, err := m.Value(key)
	if err != nil {
		return schema.Key{}, fmt.Errorf("the key of %s is %s, not %v (%T); %w", r.table.Type.Table, m.Kind, key, key, err)
	}
	return schema.KeyOf(v), nil
}

// Create implements plan.Rows.
func (r rows) Create(row any) error {
	if err := r.readyToChange(r.table.Type.Table); err != nil {
		return err
	}
	rec := r.table.Type.Acquire()
	defer rec.Release()
	rec.Assign(row)
	rec.FillMoving(r.Now())
	if kind := r.table.Type.Key.AsKey; (rec.Key().IsZero() || rec.Key().String() == "") && !kind.Numbered && kind.New == nil {
		return fmt.Errorf("a row of %s is made without a key; set its ID", r.table.Type.Table)
	}
	tx := r.Tx.On(r.table.Table)
	key, err := tx.Insert(rec)
	if err == nil {
		err = rec.SetKey(key)
	}
	if err == nil {
		err = joinRows(tx, rec, r.table.Type.Fields)
	}
	if err == nil {
		rec.StoreValue(row)
	}
	return r.noteFailure(err)
}

// Update implements plan.Rows.
func (r rows) Update(row any, pointers []any) error {
	if err := r.readyToChange(r.table.Type.Table); err != nil {
		return err
	}
	t := r.table.Type
	fields, err := t.FieldsAt(row, pointers)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(fields, func(f *schema.Field) bool { return f.Filled }); i >= 0 {
		return fmt.Errorf(`the database fills %s of %s (default:"database"), which no code stores; leave it out`, fields[i].Go, t.Table)
	}
	rec := t.Acquire()
	defer rec.Release()
	rec.Assign(row)
	if len(fields) == 0 {
		fields = t.Fields
	}
	replaced, err := r.replacedFiles(rec, fields)
	if err != nil {
		return err
	}
	tx := r.Tx.On(r.table.Table)
	found, err := tx.Update(rec.Key(), rec, fields)
	if err == nil && !found {
		return request.NotFound()
	}
	if err == nil {
		err = joinRows(tx, rec, fields)
	}
	if err == nil {
		r.After.RemovedFiles = append(r.After.RemovedFiles, replaced...)
		rec.StoreFilled(row)
	}
	return r.noteFailure(err)
}

// replacedFiles returns the files that a row loses when some of its fields are stored. Other rows of the
// transaction may take them over.
func (r rows) replacedFiles(rec *schema.Record, fields []*schema.Field) (gone []string, err error) {
	if r.service.Routes.Files == nil || !slices.ContainsFunc(fields, (*schema.Field).IsFile) {
		return nil, nil
	}
	before, err := r.lockRow(rec.Key())
	if before == nil {
		return nil, err
	}
	defer before.Release()
	for _, f := range fields {
		if key := before.FileKey(f); f.IsFile() && key != "" && key != rec.FileKey(f) {
			gone = append(gone, key)
		}
	}
	return gone, nil
}

// joinRows stores those many-to-many relations among fields whose keys are not nil.
func joinRows(tx *store.Tx, rec *schema.Record, fields []*schema.Field) error {
	for _, f := range fields {
		if keys, _ := rec.Get(f).([]schema.Key); f.IsManyToMany() && keys != nil {
			if err := tx.Join(rec.Key(), f, keys); err != nil {
				return err
			}
		}
	}
	return nil
}

// Delete implements plan.Rows.
func (r rows) Delete(key any) error {
	if err := r.readyToChange(r.table.Type.Table); err != nil {
		return err
	}
	id, err := r.keyOf(key)
	if err != nil {
		return err
	}
	gone, err := r.filesOf(id)
	if err != nil {
		return r.noteFailure(err)
	}
	found, err := r.Tx.On(r.table.Table).Delete(id, r.Now())
	if err == nil && !found {
		return request.NotFound()
	}
	if err == nil {
		r.After.RemovedFiles = append(r.After.RemovedFiles, gone...)
	}
	return r.noteFailure(err)
}

// filesOf returns the files of a row, and of the rows that are deleted with it.
func (r rows) filesOf(key schema.Key) ([]string, error) {
	if r.service.Routes.Files == nil || r.table.SoftDeletes() {
		return nil, nil
	}
	keys, table, of := []schema.Key{key}, r.table.Type.Table, r.service.Routes.Files.Rows
	if len(r.table.Type.Files()) > 0 { // the lock keeps these files the row's
		if locked, err := r.lockRow(key); locked == nil {
			return nil, err
		} else {
			locked.Release()
		}
	}
	own, err := of.Of(r.Ctx, r.Tx.Session(), table, keys)
	if err != nil {
		return nil, err
	}
	below, err := of.Below(r.Ctx, r.Tx.Session(), table, keys)
	gone := append(own, below...)
	r.Tx.KnowFiles(gone...)
	return gone, err
}
