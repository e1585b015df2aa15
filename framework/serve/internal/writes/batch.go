// The rows of one request and the messages about each, before anything is stored.

package writes

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/csvform"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// item is the object of a body, or one of its list, on its way to a row.
type item struct {
	Change
	values   *schema.Record // of the row, as the client wants it
	problems problem.Fields
	refusal  *problem.Error // beside problems, of a list whose rows are written one by one
	storing  storing
}

// storing is how far the row of an item is on its way into the database.
type storing struct {
	// vacated are the columns in which the row holds a placeholder, until it is stored: see givePlaceholders.
	vacated []*schema.Field
	due     bool // it is stored before the next hook runs
	done    bool
}

// batch holds the rows that an operation writes: one, or those of a list.
type batch struct {
	x    *request.Exchange
	a    *request.Admission
	res  *request.Resource
	list []*item
	all  []*item // with those that are left out of list, because they are refused: see keepValid
	// one says that the operation is about one row. A refusal then has the messages of the row in place of a list, and
	// the checks end at the first that fails.
	one bool
	// lenient says that the good ones are written though others are not.
	lenient bool
	// where are the filters that the rows were chosen by; the zero Expr for none.
	where  predicate.Expr
	tree   *nestedTree          // the rows that are nested in the items; nil for none
	byKey  map[schema.Key]*item // those of rows that are there; see freesValues
	memory rowMemory
	found  [1]sentValue // room for the result of valuesOf for one row
}

// rowMemory is how many bytes the texts of the rows have, and how many of them count among the bodies.
type rowMemory struct{ size, reserved int64 }

// newBatch returns a batch for the objects of a list, or for the rows that filters choose.
func newBatch(x *request.Exchange, a *request.Admission, n int) *batch {
	return &batch{x: x, a: a, res: a.Route.Res, list: make([]*item, n), lenient: a.Prefers.Lenient}
}

// newBatchOfOne returns a batch for one row.
func newBatchOfOne(x *request.Exchange, a *request.Admission) *batch {
	m := &struct {
		batch
		item item
		list [1]*item
	}{batch: batch{x: x, a: a, res: a.Route.Res, one: true}}
	m.list[0] = &m.item
	m.batch.list = m.list[:]
	return &m.batch
}

// keepValid refuses a list with an invalid item. With handling=lenient it drops the invalid items from the list instead.
func (b *batch) keepValid() error {
	if !b.lenient {
		return b.err()
	}
	if b.all == nil {
		b.all = b.list
	}
	var good []*item
	for _, it := range b.list {
		if len(it.problems) == 0 && it.refusal == nil {
			good = append(good, it)
		}
	}
	b.list = good
	return nil
}

// sentList is the list that the body is, where the operation takes one. A body that cannot be read is
// refused where it is read as an object.
func sentList(x *request.Exchange, a *request.Admission, action plan.Actions) (list []any, isList bool, err error) {
	res := a.Route.Res
	if !res.Bulk.Has(action) {
		return nil, false, nil
	}
	if err := a.Sent.Decode(x, a); err != nil || a.Sent.Err != nil {
		return nil, false, err
	}
	if a.Form.Sheet != nil && action == plan.Create {
		list, err = csvform.Read(x, a)
		return list, true, err
	}
	if form := a.Sent.Body.Form; form != nil {
		if list = rowsOfForm(a, action); list == nil {
			return nil, false, nil
		}
		return list, true, checkMany(res, len(list))
	}
	if action == plan.Destroy && a.Sent.Body.Empty { // filters may say which rows are meant
		return nil, false, nil
	}
	if err := a.Sent.Disclose(res.Envelope); err != nil {
		return nil, false, err
	}
	if list, isList = a.Sent.Body.Value.([]any); !isList {
		return nil, false, nil
	}
	if path := a.Sent.Missing(res.Envelope); path != "" {
		var problems problem.Fields
		problems.Tell(path, "required", "This field is required.")
		return nil, true, problems.Err()
	}
	x.Timing.Step("parse")
	x.Fallback.Plain = x.Fallback.Plain || a.Format.Page // a page has a form for one row
	return list, true, checkMany(res, len(list))
}

// checkMany refuses a list of more rows than one request may write.
func checkMany(res *request.Resource, n int) error {
	var problems problem.Fields
	if n > res.Bulk.Max {
		problems.Tell(problem.NonField, "max_length", strings.Replace(field.ElementMessages()["max"], "%s", strconv.Itoa(res.Bulk.Max), 1))
	}
	return problems.Err()
}

// rowsOfForm are the records that the form of a page is about, as a list names them: by their keys, and for a change by
// objects with their keys, whose other members are those of the form. It is nil for a form about no such records.
func rowsOfForm(a *request.Admission, action plan.Actions) (list []any) {
	if !a.Format.Page || action == plan.Create {
		return nil
	}
	for _, key := range a.Sent.Body.Form[pageapi.RowsField] {
		if action == plan.Destroy {
			list = append(list, key)
		} else {
			list = append(list, map[string]any{a.Route.Res.Lookup.Field.Wire: key})
		}
	}
	return list
}

// err is the refusal of the row, or of the list, nil where nothing is wrong with any of it.
func (b *batch) err() error {
	if b.one {
		return b.list[0].problems.Err()
	}
	problems := make([]problem.Fields, len(b.list))
	for i, it := range b.list {
		problems[i] = it.problems
	}
	return problem.ItemsErr(problems)
}

// addRefusal adds the messages of an error to an item, and reports whether the error has nothing else.
func (it *item) addRefusal(err error) bool {
	p := problem.As(err)
	if p == nil || p.Code != problem.Invalid || len(p.Fields) == 0 {
		return false
	}
	it.problems = append(it.problems, p.Fields...)
	return true
}

// deriveRows runs the serializer's code on the rows of the valid items, and adds its messages.
func (b *batch) deriveRows() error {
	for _, it := range b.list {
		if len(it.problems) > 0 {
			continue
		}
		before := it.values.Size()
		if err := it.deriveRow(b.x, b.res, it.values); err != nil && (b.one || !it.addRefusal(err)) {
			return errSave(b.res, err)
		}
		if err := b.reserve(it.values.Size() - before); err != nil {
			return err
		}
	}
	return b.keepValid()
}

// sentValue is a value of a field that an item has.
type sentValue struct {
	item   *item
	change *schema.Change
}

func (v sentValue) tell(code, message string) {
	v.item.problems.Tell(v.change.Known().Wire, code, message)
}

// valuesOf returns the values that were sent for a field, without null. The next call overwrites them.
func (b *batch) valuesOf(f *schema.Field) []sentValue {
	list := b.found[:0]
	for _, it := range b.list {
		for i := range it.input.changes {
			if c := &it.input.changes[i]; c.Field == f && c.Value != nil {
				list = append(list, sentValue{it, c})
			}
		}
	}
	return list
}

// sortProblems brings the messages about each item into the order of the fields.
func (b *batch) sortProblems() {
	for _, it := range b.list {
		if len(it.problems) > 1 {
			slices.SortStableFunc(it.problems, func(one, other problem.Field) int {
				return cmp.Compare(fieldPosition(b.res, one), fieldPosition(b.res, other))
			})
		}
	}
}

// reserve counts more bytes of the rows; see rowMemory.
func (b *batch) reserve(bytes int64) error { return b.memory.reserve(b.x, bytes, len(b.list) > 1) }

// reserve counts more bytes of rows among the bodies, but for the first. No request has several rows in memory that take more
// than what one address may have.
func (r *rowMemory) reserve(x *request.Exchange, bytes int64, several bool) error {
	if bytes <= 0 {
		return nil
	}
	r.size += bytes
	all := x.Service.Budgets.Bodies.Limit() / 2
	if r.size > all && several {
		return problem.New(problem.TooLarge, "The records take more than %d bytes together. Name fewer of them.", all)
	}
	more := min(r.size, all) - request.Free - r.reserved
	if more <= 0 {
		return nil
	}
	if err := x.ReserveBody(more); err != nil {
		return err
	}
	r.reserved += more
	return nil
}

// release gives back what reserve has taken.
func (r *rowMemory) release(x *request.Exchange) {
	x.ReleaseBody(r.reserved)
	r.reserved = 0
}

// release gives the rows back, but for those as they were: functions after the commit may ask for them.
func (b *batch) release() {
	b.memory.release(b.x)
	b.tree.release(b.x)
	for _, it := range b.list {
		if it.values != nil && !b.one { // the exchange gives that of one back
			it.values.Release()
		}
	}
}
