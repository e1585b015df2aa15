// Forms that change or delete many records of a list.

package lists

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// BulkForm holds the operations on the ticked rows of a list.
type BulkForm struct {
	Action, List string
	Deletes      bool
	All          bool            // the form may apply to all rows that match the filters, instead of ticked rows
	Count        string          // number of these rows; "" if it is not known
	Fields       []inputs.Option // the fields that may be set; nil for none
}

// BulkQuestion is the question before many records are written.
type BulkQuestion struct {
	Question             string
	Names                []string // the first records
	More                 int      // the number of other records
	Left                 []string // the first records that the requester may not write, which stay unchanged
	LeftMore             int      // the number of other such records
	All                  bool     // the records are all that match the filters
	Impacts, Errors      []string
	Final                bool // it cannot be undone
	Method, Action, Key  string
	Button, Cancel, List string
	Rows                 []string        // keys of the records in addresses
	Fields               []*inputs.Input // of the fields that are set; Checked: to be made empty
	Others               []inputs.Option // fields that may be set too
	records              []bulkRecord    // all found records
}

// bulkRecord is one record of a question.
type bulkRecord struct {
	address, title string
	key            schema.Key
}

// maxNamed is the largest number of records that a question names.
const maxNamed = 10

// AddBulk adds tick boxes to a list where the requester may write many rows at once, or the question about
// the ticked rows.
func AddBulk(b *forms.Builder, list *List, refusal *problem.Error) error {
	refused := refusal != nil && b.Action&(plan.ModifyList|plan.DestroyList) != 0 && choosesRows(b)
	if b.Route.Record || b.Route.Apart || list.Options || !list.IsList && !refused {
		return nil
	}
	may, err := b.Req.MayWrite()
	if may &= plan.ModifyList | plan.DestroyList; err != nil || may == 0 {
		return err
	}
	ask := b.Form.Ask
	if strings.HasPrefix(ask, pageapi.AskUnset) {
		ask = pageapi.AskSet
	}
	if refused || b.Form.Resumed { // the form comes back
		switch method, _ := b.Form.Get(pageapi.MethodField); {
		case !choosesRows(b):
			ask = ""
		case method == http.MethodDelete:
			ask = pageapi.AskDelete
		case method == http.MethodPatch:
			ask = pageapi.AskSet
		}
	}
	if ask == pageapi.AskDelete && may&plan.DestroyList != 0 || ask == pageapi.AskSet && may&plan.ModifyList != 0 {
		return askBulk(b, list, ask, refusal)
	}
	list.Ticks = &BulkForm{Action: layout.Local(list.Answer, list.Path), List: list.Query, Deletes: may&plan.DestroyList != 0, All: b.Resource.Bulk.Filtered && list.Links != nil && (list.Links.Next != "" || list.Links.Previous != "")}
	if n := countOf(list.Records); n > 0 {
		list.Ticks.Count = words.Thousands(n)
	}
	if may&plan.ModifyList != 0 {
		for _, f := range b.Resource.Settable() {
			list.Ticks.Fields = append(list.Ticks.Fields, inputs.Option{Value: f.Wire, Label: f.Label})
		}
	}
	return nil
}

// choosesRows reports whether a form names records, or applies to all that match the filters.
func choosesRows(b *forms.Builder) bool {
	return b.Form.Posted[pageapi.RowsField] != nil || choosesAll(b)
}

// choosesAll reports whether a form applies to all records that match the filters of its list.
func choosesAll(b *forms.Builder) bool {
	_, all := b.Form.Get(pageapi.AllField)
	return all && b.Resource.Bulk.Filtered
}

// askBulk makes the question, with the mistakes in its previous answer.
func askBulk(b *forms.Builder, list *List, ask string, refusal *problem.Error) error {
	address := b.FromList()
	question := &BulkQuestion{Method: http.MethodDelete, Action: b.ListPath(), List: address, Cancel: layout.WithQuery(b.ListPath(), address), All: choosesAll(b)}
	list.Question, list.Views, list.Reads = question, nil, nil
	if err := findRows(b, question); err != nil {
		return err
	}
	if ask == pageapi.AskSet {
		question.Method = http.MethodPatch
	}
	question.Key = b.FormKey(list.Offers, question.Method, question.Action)
	found := len(question.records)
	if found > b.Resource.Bulk.Max || len(b.Form.Posted[pageapi.RowsField]) > b.Resource.Bulk.Max && !question.All {
		text := "Select fewer records: at most %s can be changed at once."
		if question.All {
			text = "Narrow the filters: at most %s can be changed at once."
		}
		question.Question = words.Phrase(b.Language, text, strconv.Itoa(b.Resource.Bulk.Max))
		return nil
	}
	if err := leaveForbidden(b, question, ask); err != nil {
		return err
	}
	n := len(question.records)
	switch {
	case n == 0 && found > 0:
		question.Question = "You cannot change any of these."
		return nil
	case n == 0 && question.All:
		question.Question = "No matching records."
		return nil
	case n == 0:
		question.Question = "Select records first: none of the selected ones exists."
		return nil
	}
	question.Names, question.More = namedFirst(question.records)
	question.Errors = itemErrors(b, refusal, question)
	nameRows(b, question)
	if ask == pageapi.AskSet {
		return askSet(b, question, n)
	}
	return askDelete(b, question, n)
}

// leaveForbidden removes from a question the records that the requester may read but not write, and names
// them.
func leaveForbidden(b *forms.Builder, question *BulkQuestion, ask string) error {
	if len(question.records) == 0 {
		return nil
	}
	may, err := b.Req.Writable(question.keys(), ask == pageapi.AskDelete)
	if err != nil {
		return err
	}
	var left []bulkRecord
	question.records = slices.DeleteFunc(question.records, func(rec bulkRecord) bool {
		if !may[rec.key] {
			left = append(left, rec)
		}
		return !may[rec.key]
	})
	question.Left, question.LeftMore = namedFirst(left)
	question.All = question.All && left == nil // otherwise the form names the others by their keys
	return nil
}

// nameRows puts the records of a question into its form: by their keys, or by the filters with the counted
// number as the limit.
func nameRows(b *forms.Builder, question *BulkQuestion) {
	if !question.All {
		for _, rec := range question.records {
			question.Rows = append(question.Rows, rec.address)
		}
		return
	}
	query := cmp.Or(narrowing(b, question.List), plan.AllParam+"=true") + "&"
	question.Action = layout.WithQuery(question.Action, query+plan.MaxAffectedParam+"="+strconv.Itoa(len(question.records)))
}

// narrowing returns the parameters of a list's query that exclude rows. It keeps names that the list does
// not have, or not for this requester: the service refuses them, while without them the form would affect
// more rows.
func narrowing(b *forms.Builder, list string) string {
	query, left := &layout.ListQuery{Params: b.Resource.Params}, []string(nil)
	for _, given := range pageapi.QueryParams(list) {
		p := query.Param(given.Name)
		if own := given.Name == "format" || strings.HasPrefix(given.Name, "_"); given.Value != "" && !own && (p == nil || p.Narrows()) {
			left = append(left, url.QueryEscape(given.Name)+"="+url.QueryEscape(given.Value))
		}
	}
	return strings.Join(left, "&")
}

// namedFirst returns the names of the first records, and the number of the others.
func namedFirst(records []bulkRecord) (names []string, more int) {
	for _, rec := range records[:min(len(records), maxNamed)] {
		names = append(names, rec.title)
	}
	return names, len(records) - len(names)
}

func (question *BulkQuestion) keys() []schema.Key {
	keys := make([]schema.Key, len(question.records))
	for i, rec := range question.records {
		keys[i] = rec.key
	}
	return keys
}

// askDelete makes the question of a deletion, with its effects.
func askDelete(b *forms.Builder, question *BulkQuestion, n int) error {
	question.Question, question.Button = "Delete "+b.Resource.Counted(n)+"?", "Delete "+b.Resource.Counted(n)
	effects, err := b.Req.EffectsOn(question.keys())
	for _, impact := range b.Resource.CountImpacts(effects) {
		if impact.Count > 0 {
			question.Impacts = append(question.Impacts, impact.Sentence(b.Language, "them"))
		}
	}
	if question.Final = b.Resource.Type.Deleted == nil; !question.Final {
		question.Impacts = append(question.Impacts, b.Language.SayWord("They can be restored."))
	}
	return err
}

// askSet makes the question for the new values of fields.
func askSet(b *forms.Builder, question *BulkQuestion, n int) error {
	rec := b.Resource.Type.Acquire()
	defer rec.Release()
	rec.FillAs(b.Resource.Shapes.Create.Type, b.Req.Now().Truncate(time.Second))
	set := b.Form.Posted[pageapi.SetField]
	if b.Form.Ask == pageapi.AskSet && b.Form.Posted[pageapi.AskButton] != nil {
		set = slices.Concat(set, b.Form.Posted[pageapi.AlsoField])
	}
	var labels []string
	unfilled := pageapi.Unfilled(b.Form.Posted)
	for _, f := range b.Resource.Settable() {
		if !slices.Contains(set, f.Wire) || b.Form.Ask == pageapi.AskUnset+f.Wire {
			question.Others = append(question.Others, inputs.Option{Value: f.Wire, Label: f.Label})
			continue
		}
		in, err := setInput(b, f, rec)
		if err != nil {
			return err
		}
		in.Checked = slices.Contains(b.Form.Posted[pageapi.EmptyField], f.Wire)
		if slices.Contains(unfilled, f.Wire) {
			in.Errors = append(in.Errors, "Enter a value.")
		}
		question.Fields, labels = append(question.Fields, in), append(labels, b.Language.SayWord(f.Label))
	}
	if labels == nil {
		question.Question, question.Rows, question.All = "Choose which field to set.", nil, false
		return nil
	}
	question.Question = words.Phrase(b.Language, "Set %s of %s", strings.Join(labels, ", "), b.Resource.Counted(n))
	question.Button = words.Phrase(b.Language, "Set for %s", b.Resource.Counted(n))
	return nil
}

// setInput returns the input for the new value of a field. A new record has the values of rec.
func setInput(b *forms.Builder, sent *schema.Field, rec *schema.Record) (*inputs.Input, error) {
	in, f := inputs.New(sent), catalog.RowField(sent)
	in.ID, in.Field, in.Row, in.Zone, in.Words = "bulk-"+sent.Wire, f, rec, b.Zone, b.Language
	in.Required = !sent.Null && !sent.AllowEmpty() && !sent.IsManyToMany() && sent.Item == nil // it cannot be made empty
	if inputs.ThreeWay(f, true) {
		in.Input, in.Hidden = "select", true
	}
	if err := b.Fill(in, f, b.Form.Posted[sent.Wire], ""); err != nil {
		return nil, err
	}
	if in.More {
		in.Input, in.Search, in.Hint = "text", "", "The key of the record."
	}
	return in, nil
}

// findRows reads the ticked records that exist, or all that match the filters. It reads at most one more
// than may be written at once.
func findRows(b *forms.Builder, question *BulkQuestion) error {
	res := b.Resource
	each := func(rec *schema.Record) error {
		address := res.Lookup.Of(rec).String()
		title, _ := rec.Get(res.Title).(string)
		question.records = append(question.records, bulkRecord{address, res.NameOf(title, address), rec.Key()})
		return nil
	}
	if question.All {
		return b.Req.Filtered(narrowing(b, question.List), int64(res.Bulk.Max)+1, each)
	}
	var args []any
	for _, text := range b.Form.Posted[pageapi.RowsField] {
		if address, ok := res.Lookup.Parse(text); ok && !address.IsZero() && !slices.Contains(args, address.Arg()) {
			args = append(args, address.Arg())
		}
	}
	if len(args) == 0 || len(args) > res.Bulk.Max {
		return nil
	}
	f := res.Lookup.Field
	rows := b.Req.Related(res.Resource).Among(predicate.Expr{Op: predicate.OpIn, Name: cmp.Or(f.Wire, f.Column), Index: f.Index, Value: args})
	return rows.Search("", int64(len(args)), each)
}

// itemErrors returns the mistakes in records, in the order of the sent keys, or that of the list. Fields have their labels.
func itemErrors(b *forms.Builder, refusal *problem.Error, question *BulkQuestion) (messages []string) {
	if refusal == nil {
		return nil
	}
	sent := b.Form.Posted[pageapi.RowsField]
	for _, p := range refusal.Fields {
		messages = append(messages, strings.Join(p.Messages, " "))
	}
	for i, fields := range refusal.Items {
		for _, p := range fields {
			text := strings.Join(p.Messages, " ")
			if f := b.Resource.Shapes.Update.Type.ByWire(p.Path); f != nil {
				text = b.Language.SayWord(f.Label) + ": " + text
			} else if p.Path != "" && p.Path != problem.NonField {
				text = p.Path + ": " + text
			}
			n := i
			if sent != nil {
				n = slices.IndexFunc(question.records, func(rec bulkRecord) bool { return i < len(sent) && rec.address == sent[i] })
			}
			if n >= 0 && n < len(question.records) {
				text = "“" + question.records[n].title + "” " + text
			}
			if !slices.Contains(messages, text) {
				messages = append(messages, text)
			}
		}
	}
	return messages
}

// BulkLanding returns the address of the list, with its query, and a flash with the number of written
// records.
func BulkLanding(b *forms.Builder) (location, flash string) {
	if !b.Resource.Has(plan.List) || !b.Req.MayRead() {
		return "/", ""
	}
	location = layout.WithQuery(b.ListPath(), b.FromList())
	counted := b.Resource.Counted(len(b.Form.Posted[pageapi.RowsField]))
	switch all, deleted := choosesAll(b), b.Action == plan.DestroyList; {
	case all && deleted:
		return location, "All matching records were deleted."
	case all:
		return location, "All matching records were changed."
	case deleted:
		return location, counted + " deleted."
	}
	return location, counted + " changed."
}
