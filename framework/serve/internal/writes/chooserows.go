// The rows of a request that writes many: named by their keys, or chosen by filters.

package writes

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// chooseRows loads the rows that a PATCH or DELETE on a collection is about, and asks the rule about them. Those that the
// requester may not read are as if they were not there.
func chooseRows(x *request.Exchange, a *request.Admission, action plan.Actions) (*batch, error) {
	for _, name := range []string{"If-Match", "If-None-Match", "If-Unmodified-Since"} {
		if x.R.Header[name] != nil {
			return nil, problem.New(problem.Malformed, "%s is about one record, and this request is about many.", name)
		}
	}
	list, isList, err := sentList(x, a, action)
	x.Fallback.Plain = x.Fallback.Plain || a.Format.Page && a.Sent.Body.Form[pageapi.RowsField] == nil && !meansAll(a)
	filtered := queryFilters(x)
	var b *batch
	switch {
	case err != nil:
		return nil, err
	case a.Sent.Err != nil:
		return nil, a.Sent.Err
	case a.Sent.Body.Patch != nil:
		return nil, ErrNoPatch(x)
	case isList && filtered && a.Operation.Query == nil:
		return nil, problem.New(problem.Malformed, "This takes a list of keys, and no parameters.")
	case isList && filtered:
		return nil, problem.New(problem.Malformed, "Send a list of keys, or parameters that say which records are meant, and not both.")
	case isList:
		b, err = rowsByKeys(x, a, list, action)
	case a.Operation.Query != nil && fitsFiltered(a, action):
		b, err = rowsByFilters(x, a)
	default:
		var problems problem.Fields
		problems.Tell(problem.NonField, "not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", notation.TypeName(a.Sent.Body.Value)))
		return nil, problems.Err()
	}
	if err == nil {
		err = b.permitLoaded() // 401, 403
	}
	if err == nil {
		err = x.ChargeRows(len(b.list)) // 429
	}
	if err != nil && b != nil {
		b.release()
		return nil, err
	}
	x.Timing.Step("load")
	return b, err
}

// queryFilters reports whether the query names anything but the format.
func queryFilters(x *request.Exchange) bool {
	for _, q := range querystring.Parse(x.R.URL.RawQuery) {
		if q.Name != "format" && !x.Service.Routes.Versions.InQuery(q.Name) && !strings.HasPrefix(q.Name, "_") {
			return true
		}
	}
	return false
}

// fitsFiltered reports whether a body is what a request sends about rows that filters leave: one object of what changes,
// and nothing for a deletion; or the form of a page that says so.
func fitsFiltered(a *request.Admission, action plan.Actions) bool {
	if meansAll(a) {
		return true
	}
	if action == plan.Destroy {
		return a.Sent.Body.Empty
	}
	_, isObject := a.Sent.Body.Value.(map[string]any)
	return isObject && a.Sent.Body.Form == nil
}

// meansAll reports whether the form of a page is about all rows that filters leave.
func meansAll(a *request.Admission) bool {
	_, all := a.Form.Get(pageapi.AllField)
	return all && a.Format.Page
}

// rowsByKeys loads the rows that a list names.
func rowsByKeys(x *request.Exchange, a *request.Admission, list []any, action plan.Actions) (*batch, error) {
	b := newBatch(x, a, len(list))
	f, path := b.res.Lookup.Field, ""
	if action == plan.Modify {
		path = b.res.Lookup.Field.Wire
	}
	named := map[schema.Key]*item{}
	args := make([]any, 0, len(list))
	for i, value := range list {
		it := &item{Change: Change{input: input{value: value}}}
		b.list[i] = it
		address, refusal := readAddress(b.res, value, path)
		if object, isObject := value.(map[string]any); isObject && path != "" { // the key says which record it is, and changes nothing
			changes := maps.Clone(object)
			delete(changes, path)
			it.input.value = changes
		}
		switch {
		case refusal != nil:
			it.problems = refusal
		case named[address] != nil:
			it.problems.Add(path, "This record is there twice.")
		default:
			named[address] = it
			args = append(args, address.Arg())
		}
	}
	where := predicate.Expr{Op: predicate.OpIn, Name: cmp.Or(f.Wire, f.Column), Index: f.Index, Value: args}
	if a.Route.Nested {
		where = predicate.And(where, a.Below())
	}
	found := map[schema.Key]*item{}
	err := b.res.Rows.Read(x.Context).Select(store.Selection{Where: where}, func(row *schema.Record) error {
		if it := named[b.res.Lookup.Of(row)]; it != nil {
			found[row.Key()] = it
			return b.copyCurrent(it, row)
		}
		return nil
	})
	if err != nil {
		return b, fmt.Errorf("load rows of %s: %w", b.res.Name, err)
	}
	keys := make([]schema.Key, 0, len(found))
	for key := range found {
		keys = append(keys, key)
	}
	readable, err := access.RowsHolding(b.res.Rows.Read(x.Context), keys, a.Allowed(true), false)
	if err != nil {
		return b, err
	}
	for address, it := range named {
		if !readable[it.Key] {
			it.Key, it.Current = schema.Key{}, nil
			it.problems.Tell(path, "does_not_exist", missingRecordMessage(b.res, address))
		}
	}
	if action == plan.Modify && !b.lenient { // the values of all items are looked at first
		return b, nil
	}
	return b, b.keepValid()
}

// copyCurrent keeps a copy of an item's row as it is stored.
func (b *batch) copyCurrent(it *item, row *schema.Record) error {
	it.Key, it.Current = row.Key(), b.res.Type.Acquire()
	row.CopyTo(it.Current)
	it.columns.before = ColumnValues(it.Current)
	return b.reserve(row.Size())
}

// readAddress reads which record an item of a list is about: the value itself, or the member of an object that path names.
func readAddress(res *request.Resource, value any, path string) (address schema.Key, refusal problem.Fields) {
	if path != "" {
		object, isObject := value.(map[string]any)
		switch {
		case value == nil:
			refusal.Add("", "This field may not be null.")
			return address, refusal
		case !isObject:
			refusal.Add(problem.NonField, "Invalid data. Expected a dictionary, but got %s.", notation.TypeName(value))
			return address, refusal
		}
		var sent bool
		if value, sent = object[path]; !sent {
			refusal.Tell(path, "required", "This field is required.")
			return address, refusal
		}
	}
	var text string
	switch value := value.(type) {
	case nil:
		refusal.Add(path, "This field may not be null.")
		return address, refusal
	case bool, []any, map[string]any:
		refusal.Add(path, "Incorrect type. Expected pk value, received %s.", notation.TypeName(value))
		return address, refusal
	default:
		text = fmt.Sprint(value)
	}
	address, ok := res.Lookup.Parse(text)
	if !ok || address.IsZero() || !notation.Storable(text) {
		refusal.Tell(path, "does_not_exist", missingRecordMessage(res, schema.TextKey(text)))
	}
	return address, refusal
}

// missingRecordMessage returns the message about a record that does not exist.
func missingRecordMessage(res *request.Resource, address schema.Key) string {
	if f := res.Lookup.Field; f != res.Type.Key {
		return fmt.Sprintf("Object with %s=%s does not exist.", f.Wire, address)
	}
	return fmt.Sprintf("Invalid pk %q - object does not exist.", address.String())
}

// rowsByFilters loads the rows that the filters of the query leave, in the order of the list. There may be no more of them
// than the query says, if it says so.
func rowsByFilters(x *request.Exchange, a *request.Admission) (*batch, error) {
	b := newBatch(x, a, 0)
	asked, err := access.ReadListing(x, a, a.Operation.Query)
	if err != nil {
		return b, err
	}
	problems := unknownToPrograms(x, a)
	bounded := !b.res.Bulk.Unbounded
	if asked.MaxAffected == 0 && bounded {
		problems.Tell(plan.MaxAffectedParam, "required", "This field is required.")
	}
	if bounded && !asked.All && asked.Required == 0 && asked.References == nil {
		problems.Tell(plan.AllParam, "required", "Send a filter, or all=true for all records.")
	}
	if problems != nil {
		return b, &problem.Error{Code: problem.Invalid, Fields: problems, Query: true}
	}
	limit := int64(0)
	if asked.MaxAffected > 0 {
		limit = int64(asked.MaxAffected) + 1
	}
	b.where = asked.Where
	err = b.res.Rows.Read(x.Context).Select(ChosenByFilters(a, asked, limit), func(row *schema.Record) error {
		it := &item{Change: Change{input: input{value: a.Sent.Body.Value}}}
		b.list = append(b.list, it)
		return b.copyCurrent(it, row)
	})
	switch {
	case err != nil:
		return b, fmt.Errorf("load rows of %s: %w", b.res.Name, err)
	case limit > 0 && len(b.list) > asked.MaxAffected:
		return b, problem.New(problem.Conflict, "More than %d records would be affected. Nothing was changed.", asked.MaxAffected)
	}
	return b, nil
}

// unknownToPrograms returns the parameters of the query that only pages have, such as _dry_run, in a request of a program: passed
// over, they would let more rows be written than was meant.
func unknownToPrograms(x *request.Exchange, a *request.Admission) (problems problem.Fields) {
	if a.Format.Page {
		return nil
	}
	zones := x.Service.Plan.TimeZones
	for _, q := range querystring.Parse(x.R.URL.RawQuery) {
		if strings.HasPrefix(q.Name, "_") && !x.Service.Routes.Versions.InQuery(q.Name) && (zones == nil || q.Name != zones.Param) && problems.Get(q.Name) == nil {
			problems.Tell(q.Name, "unknown", field.Unknown("parameter", q.Name, a.Operation.Query.Names))
		}
	}
	return problems
}

// lockAndCompare locks the rows in a transaction and reads them again. It fails with errRowChanged if one has changed since it
// was loaded, no longer matches the filters, or may no longer be written by the requester: then the write begins again.
func (w *writer) lockAndCompare(tx *store.Tx) error {
	if len(w.list) == 0 || w.queue.locked {
		return nil
	}
	if err := tx.LockMany(w.withParents()); err != nil {
		return err
	}
	by := map[schema.Key]*item{}
	for _, it := range w.list {
		by[it.Key] = it
	}
	related := request.ManyToMany(w.res.Resource)
	same := 0
	again := store.Selection{Where: access.AmongKeys(w.res.Type, w.keys())}
	if !w.where.IsFalse() {
		again.Where = predicate.And(again.Where, w.where)
	}
	if user := w.a.Requester.User; user != nil {
		again.Requester = user.ID
	}
	err := tx.Select(again, func(row *schema.Record) error {
		it := by[row.Key()]
		if it != nil && equalRows(it, row, related) {
			tx.KnowFilesOf(row)
			same++
		}
		return nil
	})
	if err == nil && same < len(w.list) {
		return errRowChanged
	}
	if err != nil {
		return err
	}
	meet, err := w.permittedKeys(tx)
	if err == nil && !allIn(w.keys(), meet) {
		err = errRowChanged
	}
	return err
}

// withParents are the keys of the rows, and of those of the same table to which they are to refer: these are kept from changing
// too, and of two requests that lock all in one order none waits for the other in turn.
func (w *writer) withParents() []schema.Key {
	keys := w.keys()
	for _, it := range w.list {
		for _, c := range it.input.changes {
			if key, refers := c.Value.(schema.Key); refers && c.Field.IsToOne() && c.Field.Relation.Type.Table == w.res.Type.Table {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// equalRows reports whether a row is as it was loaded.
func equalRows(it *item, row *schema.Record, related []*schema.Field) bool {
	return slices.Equal(ColumnValues(row), it.columns.before) && slices.EqualFunc(RelatedKeys(row, related), RelatedKeys(it.Current, related), slices.Equal)
}

// ChosenByFilters are the rows that a request about what filters leave writes.
func ChosenByFilters(a *request.Admission, asked *plan.Listing, limit int64) store.Selection {
	rows := store.Selection{Where: predicate.And(a.Allowed(true), asked.Where), Limit: limit}
	if a.Requester.User != nil {
		rows.Requester = a.Requester.User.ID
	}
	for _, o := range a.Route.Res.Order {
		rows.Order = append(rows.Order, store.Order(o))
	}
	return rows
}
