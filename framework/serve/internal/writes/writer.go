// The hooks and statements of a batch inside the transaction, and reading its rows back.

package writes

import (
	"errors"
	"net/http"
	"slices"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// writer writes one row, or those of a list, in one transaction. Rows of a list wait until a hook reads or writes other
// rows, or there are no more: so those whose hooks ask nothing are written in few statements, and to those whose hooks do
// it is as if one was written after the other.
type writer struct {
	*batch
	c     *Change
	verb  verb
	queue queue
}

// verb is what an operation does with rows.
type verb struct {
	steps  func(w *writer, tx *store.Tx) error // hooks and all, but for the answer
	write  func(w *writer, tx *store.Tx, waiting []*item) error
	status int // of a success
}

// queue are the rows that wait to be written.
type queue struct {
	pending []*item
	single  bool  // they are written one after the other, to find the one that the database refuses
	err     error // why rows that waited could not be written
	locked  bool  // they were locked, and permitted, before the first row of the request was written
	vacated int   // how many placeholders rows were given: see givePlaceholders
}

// transact writes the rows in a transaction, and then once more where the database has refused one of many rows. It returns
// what the operation has done.
func (w *writer) transact(key *IdempotencyKey) (*Change, error) {
	switch {
	case w.one:
		w.c = &w.list[0].Change
		w.c.Work = w.work
		if w.verb.status != http.StatusNoContent {
			w.c.saved, w.c.readBack = w.x.Pooled.Records.Acquire(w.res.Retrieve.Type), w.readBackRow
		}
	case w.lenient:
		w.c = &Change{Call: calls.New(w.x, w.a, nil), Work: w.leniently}
	default:
		w.c = &Change{Call: calls.New(w.x, w.a, nil), Work: w.work, readBack: w.readBackList}
	}
	w.c.input.tree = w.tree
	err := Transact(w.x, w.a, key, w.c)
	if errors.Is(err, errWhichRow) {
		w.queue.single = true
		w.tree.singly()
		err = Transact(w.x, w.a, key, w.c)
	}
	if err != nil {
		return nil, errSave(w.res, err)
	}
	w.x.Timing.Step("save")
	return w.c, nil
}

// work writes all rows.
func (w *writer) work(tx *store.Tx) error {
	w.c.removedFiles = nil
	return w.nestedErr(w.verb.steps(w, tx))
}

// run runs the hook of each row before it is written, in the order of the list, and writes them.
func (w *writer) run(tx *store.Tx, before func(it *item) error) error {
	if w.one {
		if err := before(w.list[0]); err != nil {
			return err
		}
		return w.verb.write(w, tx, w.list)
	}
	for _, it := range w.list {
		err := before(it)
		if err == nil {
			if w.queue.pending = append(w.queue.pending, it); w.queue.single {
				err = w.flush(tx, w.splitStorable)
			}
		}
		if err = w.skipRefused(it, err); err != nil {
			return err
		}
	}
	if err := w.flush(tx, nil); err != nil {
		return w.refusalOr(err)
	}
	return nil
}

// runAfter runs a hook of each row after all of them were written.
func (w *writer) runAfter(hook plan.Hook) error {
	for _, it := range w.list {
		if len(it.problems) > 0 {
			continue
		}
		if err := w.skipRefused(it, it.Call.RunHook(hook, it.row)); err != nil {
			return err
		}
	}
	return w.err()
}

// skipRefused keeps the refusal that the code of a team gave for one item, and returns nil, so that the next item can be checked:
// the client gets the messages about all of them. Once a statement has failed, nothing more can be asked.
func (w *writer) skipRefused(it *item, err error) error {
	switch {
	case w.one:
		return err
	case w.queue.err != nil:
		return w.refusalOr(w.queue.err)
	case err == nil || it.addRefusal(err) && it.Call.Statements.Failed == nil:
		return nil
	default:
		return w.refusalOr(err)
	}
}

// begin begins an attempt of the transaction: nothing is left of an earlier one.
func (w *writer) begin(tx *store.Tx) {
	w.queue = queue{single: w.queue.single, locked: w.queue.locked}
	if w.one { // whose call has begun with the transaction, and has no rows to wait for
		w.list[0].problems = nil
		return
	}
	flush := func(changed string) error {
		if changed == w.res.Type.Table || changed == calls.AnyTable {
			return w.flush(tx, nil)
		}
		return w.flush(tx, w.splitStorable)
	}
	for _, it := range w.list {
		it.problems, it.storing = nil, storing{}
		it.Call.Begin(tx)
		it.Call.StorePending = flush
	}
}

// refusalOr returns the messages of the items so far, if there are any, or else the error.
func (w *writer) refusalOr(err error) error {
	if refused := w.err(); refused != nil && !errors.Is(err, errWhichRow) {
		return refused
	}
	return err
}

// flush writes the rows that wait; given part, those of its first result, and the others wait on.
func (w *writer) flush(tx *store.Tx, part func(waiting []*item) (now, later []*item)) error {
	waiting, later := w.queue.pending, []*item(nil)
	if part != nil && len(waiting) > 0 && w.queue.err == nil {
		waiting, later = part(waiting)
	}
	w.queue.pending = later
	for _, it := range waiting {
		it.storing.due = true
	}
	size := max(len(waiting), 1)
	if w.queue.single {
		size = 1
	}
	for some := range slices.Chunk(waiting, size) {
		if w.queue.err == nil {
			w.queue.err = w.verb.write(w, tx, some)
		}
	}
	return w.queue.err
}

// txAbout returns the transaction for statements about some rows. A statement about one row knows what was sent for it.
func (w *writer) txAbout(tx *store.Tx, rows []*item) *store.Tx {
	if w.one || len(rows) != 1 {
		return tx
	}
	return tx.Sent(rows[0].input.changes)
}

// checkRelated refuses references of rows that were written: to rows that the requester may see no longer, or that are no
// choices. validateSent has told of them as they were; they may have changed until the transaction began, and from here on they
// cannot. Of one row, some of this is asked as it is read back.
func (w *writer) checkRelated(tx *store.Tx, written []*item) error {
	of := w.batchOf(written)
	if err := w.refuseRelated(tx, of, true); err != nil {
		return err
	}
	return w.checkChosen(tx, of)
}

// batchOf returns a batch with only some of the rows.
func (w *writer) batchOf(some []*item) *batch {
	if w.one {
		return w.batch
	}
	return &batch{x: w.x, a: w.a, res: w.res, list: some}
}

// checkChosen refuses references of rows to others that are no choices by now.
func (w *writer) checkChosen(tx *store.Tx, of *batch) error {
	err := of.askChoices(tx, func(it *item) choosing {
		if !w.one {
			return choosing{row: it.row}
		}
		return choosing{row: it.row, answered: it.chosenWhenRead(w.a, tx)}
	})
	if err != nil {
		return err
	}
	return of.err()
}

// refuseRelated refuses references to rows that the requester may see no longer. It asks nothing where rules have no say,
// nor, with implied, of a reference of one row that isImplied.
func (w *writer) refuseRelated(tx *store.Tx, of *batch, implied bool) error {
	for _, f := range w.res.Type.Fields {
		if f.Relation == nil {
			continue
		}
		sent := of.valuesOf(f)
		if len(sent) == 0 || access.LockableRows(w.a, f) == nil || w.one && implied && sent[0].item.isImplied(w.a, tx, sent[0].change) {
			continue
		}
		if err := of.refuseMissing(tx, f, sent); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) refuseMissing(tx *store.Tx, f *schema.Field, sent []sentValue) error {
	missing, err := b.missingKeys(f, sent, tx)
	if err != nil || len(missing) == 0 {
		return err
	}
	for _, v := range sent {
		if i := slices.IndexFunc(keysOf(v.change.Value), func(key schema.Key) bool { return missing[key] }); i >= 0 {
			v.tell("does_not_exist", v.change.Known().Missing(v.item.input.named(f, keysOf(v.change.Value)[i])))
		}
	}
	return b.err()
}

// readBackList asks the rule about the written rows, reads them back in the order of the list, and queues what their code
// leaves for after the commit.
func (w *writer) readBackList(tx *store.Tx) error {
	if w.verb.status == http.StatusNoContent && w.a.Prefers.DryRun { // deleteRows has told the effects
		return nil
	}
	w.c.Answer = &request.Result{Status: w.verb.status}
	if w.verb.status != http.StatusNoContent {
		found, err := w.readListPermitted(tx) // 403
		if err != nil {
			return err
		}
		size := 2
		for _, row := range found {
			size += len(row) + 1
		}
		b := make([]byte, 0, size)
		for i, row := range found {
			b = append(request.Comma(b, i), row...)
		}
		w.c.Answer.Content, w.c.Answer.Record.Listed = media.List, w.keys()
		w.c.Answer.Encoded, w.c.Answer.Rows = w.res.EncloseRows(b, w.res.Frame(nil, media.Frame{}), int64(len(found)))
	}
	w.leaveForCommit()
	return nil
}

// readListPermitted reads the representations of the written rows, and asks the rule about the rows.
func (w *writer) readListPermitted(tx *store.Tx) ([][]byte, error) {
	whole := w.res.IsWholeRow(w.res.Retrieve)
	if err := permitAllWritten(w.x, w.a, tx, w.list, whole); err != nil {
		return nil, err
	}
	if !whole {
		return readBackAll(w.x, w.a, tx, w.c.Call, w.keys(), nil)
	}
	rule, changed, open := access.RuleOf(w.a), map[schema.Key]*item{}, []schema.Key(nil)
	for _, it := range w.list {
		if !it.asksWritten(rule) {
			changed[it.Key] = it
		}
	}
	found, err := readBackAll(w.x, w.a, tx, w.c.Call, w.keys(), func(rec *schema.Record) {
		if it := changed[rec.Key()]; it != nil && !access.HoldsAsStored(rule, rec, it.columns.permitted) {
			open = append(open, it.Key)
		}
	})
	if err != nil {
		return nil, err
	}
	meet, err := access.RowsHolding(w.res.Rows.FormerIn(w.x.Context, tx), open, rule, false)
	if err == nil {
		err = w.denyOne(tx, open, meet)
	}
	return found, err
}

// leaveForCommit leaves for after the commit what the code of the rows wants.
func (w *writer) leaveForCommit() {
	for _, it := range w.list {
		if hook := w.res.Hooks.AfterCommit; hook != nil {
			it.Call.AfterCommitHook(hook, it.row.CopyValue())
		}
		w.c.Call.After.Done = append(w.c.Call.After.Done, it.Call.After.Done...)
		w.c.removedFiles = append(append(w.c.removedFiles, it.Call.After.RemovedFiles...), it.replacedFiles(w.res, w.a.Destroys())...)
		it.Call.Begin(nil)
	}
}

// keys are those of the rows.
func (b *batch) keys() []schema.Key {
	keys := make([]schema.Key, len(b.list))
	for i, it := range b.list {
		keys[i] = it.Key
	}
	return keys
}

// reserveAnswer counts the answer to a list while it is made, and refuses one that is larger than what one address may have.
func reserveAnswer(x *request.Exchange, bytes int) error {
	if bytes <= request.Free/request.LoadSize {
		return nil
	}
	if all := x.Service.Budgets.Responses.Limit() / 2; int64(bytes) > all {
		return problem.New(problem.TooLarge, "The answer takes more than %d bytes. Send fewer records.", all)
	}
	return x.ReserveLoaded(int64(bytes), true)
}

// readBackAll reads the representations of some rows, in the order of their keys, in one statement. It calls seen with each;
// nil for none.
func readBackAll(x *request.Exchange, a *request.Admission, tx *store.Tx, c *calls.Call, keys []schema.Key, seen func(*schema.Record)) ([][]byte, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	res, positions := a.Route.Res, make(map[schema.Key]int, len(keys))
	for i, key := range keys {
		positions[key] = i
	}
	found := make([][]byte, len(keys))
	view, err := access.ReadView(x, a, res.Retrieve, c)
	if err != nil {
		return nil, err
	}
	room := make([]byte, 0, 256*len(keys))
	err = view.Within(tx).Stream(x.Context, access.AmongKeys(res.Type, keys), func(rec *schema.Record) error {
		if seen != nil {
			seen(rec)
		}
		start := len(room)
		room = rec.AppendIn(room, x.Base, x.Locale.Zone)
		if err := reserveAnswer(x, len(room)); err != nil {
			return err
		}
		found[positions[rec.Key()]] = room[start:len(room):len(room)]
		return nil
	})
	if err == nil && slices.ContainsFunc(found, func(row []byte) bool { return row == nil }) {
		err = errVanished
	}
	return found, err
}
