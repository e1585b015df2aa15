// Forms that change or delete many records of a list.

package browse

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// bulkForm is what may be done with the rows of a list that are ticked.
type bulkForm struct {
	Action, List string
	Deletes      bool
	All          bool            // what the filters leave may be meant, in place of rows with a tick
	Fields       []inputs.Option // that may be set; nil for none
}

// bulkQuestion is asked once before many records are written.
type bulkQuestion struct {
	Question             string
	Names                []string // of the first of the records
	More                 int      // others
	Left                 []string // the first of those that the requester may not write, which are left as they are
	LeftMore             int      // others
	All                  bool     // they are all that the filters leave
	Impacts, Errors      []string
	Final                bool // it cannot be taken back
	Method, Action, Key  string
	Button, Cancel, List string
	Rows                 []string // what addresses name the records by
	Set                  string   // the name of the field that is set; "" for none
	Field                *inputs.Input
	records              []bulkRecord // that were found
}

// bulkRecord is a record that a question is about.
type bulkRecord struct {
	address, title string
	key            schema.Key
}

// maxNamed is how many records a question names.
const maxNamed = 10

// addBulk lets the rows of a list be ticked, where many may be written at once, or asks about those that were.
func (r *renderer) addBulk(a *response, refusal *problem.Error) error {
	refused := refusal != nil && r.Action&(plan.ModifyList|plan.DestroyList) != 0 && r.choosesRows()
	if r.Route.Record || r.Route.Apart || a.Options || !a.IsList && !refused {
		return nil
	}
	may, err := r.req.MayWrite()
	if may &= plan.ModifyList | plan.DestroyList; err != nil || may == 0 {
		return err
	}
	ask := r.Form.Ask
	switch {
	case refused && r.Action == plan.DestroyList:
		ask = pageapi.AskDelete
	case refused:
		ask = pageapi.AskSet
	case r.Form.Resumed:
		ask = r.resumedAsk()
	}
	switch {
	case ask == pageapi.AskDelete && may&plan.DestroyList != 0, ask == pageapi.AskSet && may&plan.ModifyList != 0:
		return r.askBulk(a, ask, refusal)
	}
	a.Ticks = &bulkForm{Action: local(a, a.Path), List: a.Query, Deletes: may&plan.DestroyList != 0, All: r.resource.Bulk.Filtered && a.Links != nil && (a.Links.Next != "" || a.Links.Previous != "")}
	if may&plan.ModifyList != 0 {
		for _, f := range r.resource.Settable() {
			a.Ticks.Fields = append(a.Ticks.Fields, inputs.Option{Value: f.Wire, Label: f.Label})
		}
	}
	return nil
}

// resumedAsk is what is asked of a form for many records that came back after a login; "" for another form.
func (r *renderer) resumedAsk() string {
	switch method, _ := r.Form.Get(pageapi.MethodField); {
	case !r.choosesRows():
		return ""
	case method == http.MethodDelete:
		return pageapi.AskDelete
	case method == http.MethodPatch:
		return pageapi.AskSet
	}
	return r.Form.Ask
}

// choosesRows reports whether a form is about many records: those that it names, or all that the filters leave.
func (r *renderer) choosesRows() bool {
	return r.Form.Posted[pageapi.RowsField] != nil || r.choosesAll()
}

// choosesAll reports whether a form is about all that the filters of its list leave.
func (r *renderer) choosesAll() bool {
	_, all := r.Form.Get(pageapi.AllField)
	return all && r.resource.Bulk.Filtered
}

// askBulk makes the question, with what was wrong when it was answered before.
func (r *renderer) askBulk(a *response, ask string, refusal *problem.Error) error {
	list := r.fromList()
	q := &bulkQuestion{Method: http.MethodDelete, Action: r.listPath(), List: list, Cancel: withQuery(r.listPath(), list), All: r.choosesAll()}
	a.Question, a.Views, a.Reads = q, nil, nil
	if err := r.findRows(q); err != nil {
		return err
	}
	if ask == pageapi.AskSet {
		q.Method = http.MethodPatch
	}
	q.Key = r.formKey(a, q.Method, q.Action)
	found := len(q.records)
	if found > r.resource.Bulk.Max || len(r.Form.Posted[pageapi.RowsField]) > r.resource.Bulk.Max && !q.All {
		q.Question = words.Phrase(r.Language, "Tick fewer records: no more than %s may be written at once.", strconv.Itoa(r.resource.Bulk.Max))
		if q.All {
			q.Question = words.Phrase(r.Language, "Filter further: no more than %s may be written at once.", strconv.Itoa(r.resource.Bulk.Max))
		}
		return nil
	}
	if err := r.leaveForbidden(q, ask); err != nil {
		return err
	}
	n := len(q.records)
	switch {
	case n == 0 && found > 0:
		q.Question = "You may change none of these."
		return nil
	case n == 0 && q.All:
		q.Question = "No record matches."
		return nil
	case n == 0:
		q.Question = "Tick the records first: none is chosen that is there."
		return nil
	}
	q.Names, q.More = namedFirst(q.records)
	q.Errors = itemErrors(refusal, r.Form.Posted[pageapi.RowsField], q)
	r.nameRows(q)
	if ask == pageapi.AskSet {
		return r.askSet(q, n)
	}
	return r.askDelete(q, n)
}

// leaveForbidden takes out of a question the records that the requester may read and not write, and names them.
func (r *renderer) leaveForbidden(q *bulkQuestion, ask string) error {
	if len(q.records) == 0 {
		return nil
	}
	may, err := r.req.Writable(q.keys(), ask == pageapi.AskDelete)
	if err != nil {
		return err
	}
	var left []bulkRecord
	q.records = slices.DeleteFunc(q.records, func(rec bulkRecord) bool {
		if !may[rec.key] {
			left = append(left, rec)
		}
		return !may[rec.key]
	})
	q.Left, q.LeftMore = namedFirst(left)
	q.All = q.All && left == nil // else the others are named by their keys
	return nil
}

// nameRows says which records the form of a question is about: by their keys, or as all that the filters leave, which may be no
// more than were counted.
func (r *renderer) nameRows(q *bulkQuestion) {
	if !q.All {
		for _, rec := range q.records {
			q.Rows = append(q.Rows, rec.address)
		}
		return
	}
	query := r.narrowing(q.List)
	if query != "" {
		query += "&"
	}
	q.Action = withQuery(q.Action, query+plan.MaxAffectedParam+"="+strconv.Itoa(len(q.records)))
}

// narrowing is what of the query of a list leaves rows out, with what the list does not have, or no longer for the requester: that
// is refused, where leaving it out would mean more rows.
func (r *renderer) narrowing(list string) string {
	q, left := &listQuery{params: r.resource.Params}, []string(nil)
	for _, given := range pageapi.QueryParams(list) {
		p := q.param(given.Name)
		if own := given.Name == "format" || strings.HasPrefix(given.Name, "_"); given.Value != "" && !own && (p == nil || p.Narrows()) {
			left = append(left, url.QueryEscape(given.Name)+"="+url.QueryEscape(given.Value))
		}
	}
	return strings.Join(left, "&")
}

// namedFirst are the names of the first of some records, and how many others there are.
func namedFirst(records []bulkRecord) (names []string, more int) {
	for _, rec := range records[:min(len(records), maxNamed)] {
		names = append(names, rec.title)
	}
	return names, len(records) - len(names)
}

func (q *bulkQuestion) keys() []schema.Key {
	keys := make([]schema.Key, len(q.records))
	for i, rec := range q.records {
		keys[i] = rec.key
	}
	return keys
}

// askDelete asks about a deletion, and tells what goes with it.
func (r *renderer) askDelete(q *bulkQuestion, n int) error {
	q.Question, q.Button = "Delete "+r.resource.Counted(n)+"?", "Delete "+r.resource.Counted(n)
	effects, err := r.req.EffectsOn(q.keys())
	for _, impact := range r.resource.CountImpacts(effects) {
		if impact.Count > 0 || impact.On == catalog.Restricts {
			q.Impacts = append(q.Impacts, impact.Sentence(r.Language, "them"))
		}
	}
	if q.Final = r.resource.Type.Deleted == nil; !q.Final {
		q.Impacts = append(q.Impacts, r.Language.SayWord("They can be restored."))
	}
	return err
}

// askSet asks for the value of the field that is set.
func (r *renderer) askSet(q *bulkQuestion, n int) error {
	name, _ := r.Form.Get(pageapi.SetField)
	fields := r.resource.Settable()
	i := slices.IndexFunc(fields, func(f *schema.Field) bool { return f.Wire == name })
	if i < 0 {
		q.Question, q.Rows, q.All = "Choose which field to set.", nil, false
		return nil
	}
	sent := fields[i]
	in, f := inputs.New(sent), catalog.RowField(sent)
	rec := r.resource.Type.Acquire()
	defer rec.Release()
	rec.FillAs(r.resource.Shapes.Create.Type, r.req.Now().Truncate(time.Second))
	in.ID, in.Field, in.Row, in.Zone, in.Words = "bulk-"+sent.Wire, f, rec, r.Zone, r.Language
	if inputs.ThreeWay(f, true) {
		in.Input, in.Hidden = "select", true
	}
	if err := r.fill(in, f, r.Form.Posted[sent.Wire], ""); err != nil {
		return err
	}
	if in.More {
		in.Input, in.Search, in.Hint = "text", "", "The key of the record."
	}
	q.Set, q.Field = sent.Wire, in
	q.Question = words.Phrase(r.Language, "Set %s of %s", r.Language.SayWord(sent.Label), r.resource.Counted(n))
	q.Button = words.Phrase(r.Language, "Set for %s", r.resource.Counted(n))
	return nil
}

// findRows finds those of the records that were ticked which are there, or all that the filters leave: of more than may be
// written at once, one more.
func (r *renderer) findRows(q *bulkQuestion) error {
	res := r.resource
	each := func(rec *schema.Record) error {
		address := res.Lookup.Of(rec).String()
		title := address
		if text, ok := rec.Get(res.Title).(string); ok && strings.TrimSpace(text) != "" {
			title = marks.Shorten(text, cells.MaxCell)
		}
		q.records = append(q.records, bulkRecord{address, title, rec.Key()})
		return nil
	}
	if q.All {
		return r.req.Filtered(r.narrowing(q.List), int64(res.Bulk.Max)+1, each)
	}
	var args []any
	for _, text := range r.Form.Posted[pageapi.RowsField] {
		if address, ok := res.Lookup.Parse(text); ok && !address.IsZero() && !slices.Contains(args, address.Arg()) {
			args = append(args, address.Arg())
		}
	}
	if len(args) == 0 || len(args) > res.Bulk.Max {
		return nil
	}
	f := res.Lookup.Field
	rows := r.req.Related(res.Resource).Among(predicate.Expr{Op: predicate.OpIn, Name: cmp.Or(f.Wire, f.Column), Index: f.Index, Value: args})
	return rows.Search("", int64(len(args)), each)
}

// itemErrors are what is wrong with single records, in the order in which their keys were sent, or that of the list.
func itemErrors(refusal *problem.Error, sent []string, q *bulkQuestion) (messages []string) {
	if refusal == nil {
		return nil
	}
	for _, p := range refusal.Fields {
		messages = append(messages, strings.Join(p.Messages, " "))
	}
	for i, fields := range refusal.Items {
		for _, p := range fields {
			text := strings.Join(p.Messages, " ")
			if p.Path != "" && p.Path != problem.NonField {
				text = p.Path + ": " + text
			}
			isSent := func(rec bulkRecord) bool { return i < len(sent) && rec.address == sent[i] }
			if n := slices.IndexFunc(q.records, isSent); n >= 0 {
				text = "“" + q.records[n].title + "” " + text
			} else if sent == nil && i < len(q.records) {
				text = "“" + q.records[i].title + "” " + text
			}
			if !slices.Contains(messages, text) {
				messages = append(messages, text)
			}
		}
	}
	return messages
}

// bulkLanding is the list where many records were written, as it was, and how many they were.
func (r *renderer) bulkLanding() (location, flash string) {
	if !r.resource.Has(plan.List) || !r.req.MayRead() {
		return "/", ""
	}
	location = withQuery(r.listPath(), r.fromList())
	if r.choosesAll() {
		if r.Action == plan.DestroyList {
			return location, "All that the filters left was deleted."
		}
		return location, "All that the filters left was changed."
	}
	flash = r.resource.Counted(len(r.Form.Posted[pageapi.RowsField]))
	if r.Action == plan.DestroyList {
		return location, flash + " deleted."
	}
	return location, flash + " changed."
}
