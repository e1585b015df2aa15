// The state of one row's write, which the writer and the transaction share.

// Package writes changes rows: it reads bodies, checks them, asks the rules and stores, one row, a list, or rows that nest others.
package writes

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// Change is what a write does to one row.
type Change struct {
	Key          schema.Key     // of the row; one that is made gets it from Work
	Current      *schema.Record // where the row is read that the transaction has locked; nil for one that is made
	input        input          // what was sent of the row
	Work         func(tx *store.Tx) error
	Call         *calls.Call
	row          *schema.Record // that Work has written, as hooks see it
	columns      columnChanges
	saved        *schema.Record // where the representation of one row is read back; nil for a deletion, a list and a team's operation
	removedFiles []string       // keys of files that go with the row, or the rows
	// Answer is that of a list, of a team's operation, and of a dry run that deletes.
	Answer   *request.Result
	readBack func(tx *store.Tx) error // reads the answer, once all rows are written; nil for none
}

// columnChanges are the columns of a row before and after Work has changed it.
type columnChanges struct {
	before    []any           // all of them until now; nil for a row that is made
	touched   []*schema.Field // those that Work has changed
	permitted []any           // the new values that the rule was asked about; nil before that
	moves     bool            // to a parent that the request makes, with other rows
	joined    [][]schema.Key  // the keys that many-to-many relations of one row had, of those that are loaded with it
}

// leavesVisible reports whether the requester may read the row that the change was about as it leaves
// it. What a team's own operation has deleted is not there.
func (change *Change) leavesVisible(x *request.Exchange, a *request.Admission, tx *store.Tx) (bool, error) {
	switch {
	case change.saved != nil && change.Current == nil: // see access.PermitWritten
		return true, nil
	case change.saved != nil: // a change may give up the right to read
		return access.RowHolds(a.Route.Res.Rows.ReadIn(change.Call.Ctx, tx), change.Key, change.row, a.Allowed(true))
	case change.Answer == nil || change.Current == nil:
		return false, nil
	}
	res := x.Service.Routes.Resources[a.Route.Resource] // also of a row that was restored, whose route has the deleted ones
	return access.RowHolds(res.Rows.ReadIn(change.Call.Ctx, tx), change.Key, nil, a.Allowed(true))
}

// changedRelations returns the many-to-many relations of a row that were sent, or that lead to other rows than
// before; before is nil for a new row.
func changedRelations(row, before *schema.Record, in *input) []*schema.Field {
	var changed []*schema.Field
	for _, f := range row.Type.Fields {
		if !f.IsManyToMany() {
			continue
		}
		now, _ := row.Get(f).([]schema.Key)
		var then []schema.Key
		if before != nil {
			then, _ = before.Get(f).([]schema.Key)
		}
		if in.has(f) || !slices.Equal(now, then) {
			changed = append(changed, f)
		}
	}
	return changed
}

// storeRelations stores the keys of some many-to-many relations of a row. A client changes what it may see of
// them, and the rest stays; the code of a team changes all.
func storeRelations(a *request.Admission, tx *store.Tx, change *Change, row *schema.Record, relations []*schema.Field) error {
	for _, f := range relations {
		var among []store.Visibility
		if change.input.has(f) {
			among = a.Visible(f)
		}
		keys, _ := row.Get(f).([]schema.Key)
		if err := tx.Join(change.Key, f, keys, among...); err != nil {
			return err
		}
	}
	return nil
}

// readBackRow reads the representation of one written row and asks the rule and its address about it. It reads into a separate
// record: the database may repeat the whole transaction, which starts from the row as it was.
func (w *writer) readBackRow(tx *store.Tx) error {
	if err := w.readBackOne(tx); err != nil {
		return err
	}
	return access.CheckAddress(w.a, w.c.saved)
}

func (w *writer) readBackOne(tx *store.Tx) error {
	x, a, change := w.x, w.a, w.c
	change.saved.Reset()
	if read, err := readBackPermitted(x, a, tx, change); err != nil {
		return err
	} else if read {
		return change.permitRead(x, a, tx, true)
	}
	if slices.ContainsFunc(change.input.changes, func(sent schema.Change) bool { return change.isImplied(a, tx, &sent) }) {
		if err := w.refuseRelated(tx, w.batch, false); err != nil {
			return err
		}
	}
	if asked := change.chosenWhenRead(a, tx); asked != nil {
		err := w.askChoices(tx, func(it *item) choosing {
			return choosing{row: it.row, answered: func(limit *plan.LimitChoices) bool { return !asked(limit) }}
		})
		if err != nil {
			return err
		}
	}
	change.saved.Reset()
	found, err := calls.ReadRecord(x, a, change.Call, a.Route.Res, change.Key, change.saved)
	switch {
	case err != nil:
		return err
	case !found:
		return errVanished
	}
	return change.permitRead(x, a, tx, false)
}

// permitRead asks the rule about the row as it was read back, as far as the statement that has read it did not. A row that
// was changed is permitted with its new values, unless hooks or the database have made others of them.
func (change *Change) permitRead(x *request.Exchange, a *request.Admission, tx *store.Tx, inStatement bool) error {
	rule := access.RuleOf(a)
	asked, _ := change.ruleWhenRead(a)
	switch {
	case inStatement && !asked.IsTrue():
		return nil
	case change.asksWritten(rule) || !asked.IsTrue():
	case a.Route.Res.IsWholeRow(a.Route.Res.Retrieve):
		if access.HoldsAsStored(rule, change.saved, change.columns.permitted) {
			return nil
		}
	default:
		if _, ok := access.AsStored(rule, a.Route.Res.Type, change.columns.permitted); !ok || rule.Has(predicate.OpFunc) {
			return permitStored(x, a, tx, rule, map[schema.Key][]any{change.Key: change.columns.permitted})
		}
		return nil
	}
	return access.PermitWritten(x, a, tx, []schema.Key{change.Key}, change.saved, change.Current == nil)
}

// readBackPermitted is readBackRow in one statement that also asks the open questions about the row: the rule, if it looks at
// rows along relations, and whether its references lead to choices. It reads nothing if the rule refuses the row, or needs a
// separate statement.
func readBackPermitted(x *request.Exchange, a *request.Admission, tx *store.Tx, change *Change) (read bool, err error) {
	asked, ok := change.ruleWhenRead(a)
	if !ok || tx.Affected(a.Route.Res.Type, asked) {
		return false, nil
	}
	if asked = predicate.And(asked, whereChosen(a.Route.Res, change.chosenWhenRead(a, tx))); asked.IsTrue() {
		return false, nil
	}
	view, err := access.ReadViewGiven(x, a, a.Route.Res.Retrieve, change.Call, asked, nil)
	if err != nil {
		return false, err
	}
	return view.Within(tx).Find(x.Context, asked, change.Key, change.saved)
}

// ruleWhenRead returns the open questions about a row that was written; ok reports whether the statement that reads the row
// back may ask them. The rule holds for one that was changed, see permitNewValues, if it is stored with the values that were
// asked about.
func (change *Change) ruleWhenRead(a *request.Admission) (asked predicate.Expr, ok bool) {
	t, asked := a.Route.Res.Type, access.RuleOf(a)
	if !change.asksWritten(asked) {
		if res := a.Route.Res; !res.IsWholeRow(res.Retrieve) && !asked.Has(predicate.OpFunc) {
			if same, ok := access.AsStored(asked, t, change.columns.permitted); ok {
				return same, true
			}
		}
		return predicate.Constant(true), true
	}
	apart := !asked.Has(predicate.OpExists) || asked.Has(predicate.OpFunc) || change.Current == nil && access.LeadsTo(t, asked, t.Table)
	return asked, !apart
}

// isImplied reports whether the rule of the row, which was asked or is asked as the row is read back, also says that the
// requester may see the row that a reference leads to, which nobody else can change meanwhile.
func (change *Change) isImplied(a *request.Admission, tx *store.Tx, sent *schema.Change) bool {
	f := sent.Field
	key, one := sent.Value.(schema.Key)
	if !one || !f.IsToOne() || change.saved == nil || !tx.Holds(f.Relation.Type, key) || change.row.Get(f) != key {
		return false
	}
	_, ok := change.ruleWhenRead(a)
	asked := access.RuleOf(a)
	return ok && slices.ContainsFunc(access.LockableRows(a, f), func(v store.Visibility) bool {
		return v.Type == f.Relation.Type && asked.ImpliesAt(f.Index, v.Where)
	})
}

// asksWritten reports whether the rule is asked once the row is written: a row that is made is only then there to be asked
// about, and so are a new parent with its rows, and the pairs of many-to-many relations that the rule looks at.
func (change *Change) asksWritten(rule predicate.Expr) bool {
	return change.Current == nil || change.columns.moves || access.LooksAt(rule, changedRelations(change.row, change.Current, &change.input))
}

// deriveRow checks the constraints of a row that has its new values, runs the serializer's code on it, and
// bounds its size.
func (change *Change) deriveRow(x *request.Exchange, res *request.Resource, rec *schema.Record) error {
	if err := rec.Broken(change.columns.before, change.input.known).Err(); err != nil {
		return err
	}
	change.Call.ReadOnly = true
	defer func() { change.Call.ReadOnly = false }()
	if res.Validate != nil {
		if err := res.Validate(change.Call, rec.Value()).Err(); err != nil {
			return err
		}
	}
	if res.BeforeSave != nil {
		if err := res.BeforeSave(change.Call, rec.Value()); err != nil {
			return err
		}
	}
	return checkSize(x, res, rec)
}

// checkSize bounds what the code of a team has made of a row.
func checkSize(x *request.Exchange, res *request.Resource, rec *schema.Record) error {
	if size, limit := rec.Size(), x.Service.Options.Limits.Row; size > limit {
		x.Service.Options.Logger.WarnContext(x.Context, "record too large", "resource", res.Name, "bytes", size, "limit", limit)
		return problem.New(problem.TooLarge, "Record takes %d bytes, more than the limit of %d bytes.", size, limit)
	}
	return nil
}

// runBeforeHook runs the hook of a team before a row is written, bounds the size of the row, and asks the
// constraints again. With hooks the transaction works on a copy of the row: the database may repeat the
// transaction, which then starts from the row as it was.
func (change *Change) runBeforeHook(x *request.Exchange, res *request.Resource, hook plan.Hook, row *schema.Record) error {
	if !res.Hooks.Any() {
		change.row = row
	} else {
		if change.row == nil {
			change.row = x.Pooled.Records.Acquire(res.Type)
		}
		row.CopyTo(change.row)
	}
	if hook != nil {
		if err := change.Call.RunHook(hook, change.row); err != nil {
			return err
		}
		if err := checkSize(x, res, change.row); err != nil {
			return err
		}
	}
	return change.row.Broken(change.columns.before, change.input.known).Err()
}

// errSave says what a write was doing when it failed.
func errSave(res *request.Resource, err error) error { return fmt.Errorf("save %s: %w", res.Name, err) }

// tellEffects makes the answer of a dry run that deletes rows, before they are deleted:
//
//	{"status": 204, "related": [{"resource": "Comment", "effect": "deleted", "count": 3},
//	    {"resource": "TimeEntry", "effect": "cleared", "field": "ticket", "count": 2}]}
//
// status is that of the deletion. related are the other rows that go with the rows, or lose their reference, of
// resources that the requester may see: as many as they may see, null where a rule cannot count them.
func (change *Change) tellEffects(x *request.Exchange, a *request.Admission, tx *store.Tx, keys []schema.Key) error {
	if !a.Prefers.DryRun {
		return nil
	}
	effects, err := access.EffectsOf(x, a, tx.Session(), keys)
	if err != nil {
		return err
	}
	b := []byte(`{"status":204,"related":[`)
	for i, e := range effects {
		b = appendEffect(e, request.Comma(b, i))
	}
	change.Answer = &request.Result{Status: http.StatusOK, Content: media.Metadata, Encoded: append(b, "]}"...)}
	return nil
}

// keepFiles decides after the commit which files stay: those of the written row. Files that the row had before, or that
// were deleted with it, are removed after the response.
func (change *Change) keepFiles(x *request.Exchange, a *request.Admission) {
	gone := append(change.removedFiles, change.Call.After.RemovedFiles...)
	if of := a.Route.Res; of != nil {
		gone = append(gone, change.replacedFiles(of, a.Destroys())...)
		for _, f := range of.Files {
			if change.row != nil && !a.Destroys() {
				now := change.row.FileKey(f)
				a.Sent.Files.Stored = slices.DeleteFunc(a.Sent.Files.Stored, func(key string) bool { return key == now })
			}
		}
	}
	if gone != nil {
		change.Call.After.Done = append(change.Call.After.Done, func(ctx context.Context) error { return calls.RemoveFilesUnlessNamed(ctx, x.Service, gone) })
	}
}

// replacedFiles are the files that the row of a change had and has no more; of one that is destroyed, all.
func (change *Change) replacedFiles(res *request.Resource, destroyed bool) (gone []string) {
	if change.Current == nil || change.row == nil && !destroyed {
		return nil
	}
	for _, f := range res.Files {
		now := ""
		if change.row != nil && !destroyed {
			now = change.row.FileKey(f)
		}
		if before := change.Current.FileKey(f); before != "" && before != now {
			gone = append(gone, before)
		}
	}
	return gone
}
