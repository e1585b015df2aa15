// The form above a list: its search, its filters and its order.

package lists

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// FilterForm is the form above a list, and what of it is active. The address of the list is all that
// it changes.
type FilterForm struct {
	Action string
	words  *problem.Language  // of the form's texts; nil for English
	Hidden []inputs.SentField // what the query has beside
	Search *inputs.Input      // nil for none
	Sort   *inputs.Input      // orders that no column has; nil for none
	Groups []InputGroup
	Open   bool               // the filters
	Errors []inputs.SentField // about parameters that have no input here
	Chips  []Chip
	Clear  string // where nothing is active
	Count  int64  // of the rows of the list, negative where it is not known
}

// countFacet gives how many rows the choices of a filter leave, by the values of the inputs; nil where they are not counted.
type countFacet func(p *catalog.FilterParam) (map[string]int64, error)

// InputGroup is the input of a filter, or with a label the two of a range.
type InputGroup struct {
	Label  string
	Inputs []*inputs.Input
}

// Chip is one value of a filter or a search that is active. It leads to the list without it.
type Chip struct{ Label, Text, Href string }

// manyFilters is how many filters are folded until one is active.
const manyFilters = 4

// maxChips bounds the links that a query of many values has.
const maxChips = 40

// AddFilters adds the form above the list that the request asks for, also where its query is refused.
func AddFilters(b *forms.Builder, a *List, refusal *problem.Error) error {
	form := b.Resource.Form
	if form == nil && refusal != nil && refusal.Query {
		a.Detail = strings.Join(inQuery(refusal.Fields), " ")
	}
	if b.Action != plan.List || form == nil || a.Options || refusal != nil && len(refusal.Fields) == 0 {
		return nil
	}
	q := frame.NewListQuery(a.Answer, b.Resource.Params)
	pick := func(in *inputs.Input, p *catalog.FilterParam, texts []string) error {
		c := forms.Choices{
			In: in, Base: b.Base, Field: p.Field, Target: p.Target, Several: p.Several, ByKey: true,
			Texts: texts, Keys: map[schema.Key]bool{}, Offered: map[schema.Key]bool{},
		}
		return c.Pick(b.Req.Related(p.Target.Resource), q.Last(pageapi.FindPrefix+p.Name))
	}
	var err error
	count := func(p *catalog.FilterParam) (map[string]int64, error) {
		if !slices.Contains(b.Resource.Facets, p.Param) || refusal != nil {
			return nil, nil
		}
		counts := map[string]int64{}
		err := b.Req.CountFacet(p.Param, func(value string, n int64) { counts[value] += n })
		return counts, err
	}
	if a.Filter, err = newFilterForm(a, form, q, b.Problems, pick, count); err != nil {
		return fmt.Errorf("filters of %s: %w", b.Resource.Name, err)
	}
	for _, in := range a.Filter.inputs() {
		in.Zone = b.Zone
	}
	return nil
}

// inQuery are the messages about the query of a list that has no form for them.
func inQuery(problems problem.Fields) (messages []string) {
	for _, p := range problems {
		messages = append(messages, p.Path+": "+strings.Join(p.Messages, " "))
	}
	return messages
}

// pickRows offers the rows that a filter may be given.
type pickRows func(in *inputs.Input, p *catalog.FilterParam, texts []string) error

// newFilterForm makes the form with what the query has, and the mistakes in that.
func newFilterForm(a *List, form *catalog.ListForm, q *frame.ListQuery, problems problem.Fields, pick pickRows, count countFacet) (*FilterForm, error) {
	out := &FilterForm{Action: q.Path, Count: countOf(a.Records), words: a.Language}
	if p := form.Search; p != nil {
		out.Search = &inputs.Input{ID: "filter-" + p.Name, Name: p.Name, Label: "Search", Input: "search", Text: q.Last(p.Name)}
		out.addChips(q, p, "Search", out.Search)
	}
	if form.Order != nil {
		out.Sort = sortInput(a.Answer, q, form.Order)
	}
	for i := range form.Filters {
		if err := out.addGroup(&form.Filters[i], q, pick, count); err != nil {
			return nil, err
		}
	}
	out.Open = out.Open || len(out.Groups) <= manyFilters
	if len(out.Chips) > 0 {
		out.Clear = q.Address(q.Narrows)
	}
	out.addProblems(problems)
	byName := out.inputs()
	for _, p := range q.All {
		if byName[p.Name] == nil && p.Value != "" && q.Stays(p.Name) && problems.Get(p.Name) == nil {
			out.Hidden = append(out.Hidden, inputs.SentField{Name: p.Name, Text: p.Value})
		}
	}
	return out, nil
}

// addGroup adds the input of a filter, or those of a range.
func (out *FilterForm) addGroup(group *catalog.FilterGroup, q *frame.ListQuery, pick pickRows, count countFacet) error {
	fields := InputGroup{Label: group.Label}
	for i := range group.Params {
		p := &group.Params[i]
		in, err := newFilterInput(p, q.Texts(p.Param), pick, out.words)
		if err != nil {
			return err
		}
		fields.Inputs = append(fields.Inputs, in)
		out.Open = out.Open || in.SearchText != "" || len(q.Texts(p.Param)) > 0
		out.addChips(q, p.Param, p.Title, in)
		counts, err := count(p)
		if err != nil {
			return err
		}
		in.TellCounts(counts)
	}
	out.Groups = append(out.Groups, fields)
	return nil
}

// inputs are all that the form has, by their names.
func (out *FilterForm) inputs() map[string]*inputs.Input {
	byName := map[string]*inputs.Input{}
	for _, in := range []*inputs.Input{out.Search, out.Sort} {
		if in != nil {
			byName[in.Name] = in
		}
	}
	for _, group := range out.Groups {
		for _, in := range group.Inputs {
			byName[in.Name] = in
		}
	}
	return byName
}

// addProblems puts the mistakes in the query beside the inputs, and above them those in
// parameters that have none.
func (out *FilterForm) addProblems(problems problem.Fields) {
	byName := out.inputs()
	for _, p := range problems {
		if in := byName[p.Path]; in != nil {
			in.Errors = p.Messages
			out.Open = out.Open || in != out.Search && in != out.Sort
			continue
		}
		out.Errors = append(out.Errors, inputs.SentField{Name: p.Path, Text: strings.Join(p.Messages, " ")})
	}
}

// addChips adds each value that the query has of a parameter, by the name that its input has for it.
func (out *FilterForm) addChips(q *frame.ListQuery, p *plan.Param, title string, in *inputs.Input) {
	for _, text := range q.Texts(p) {
		if len(out.Chips) == maxChips {
			return
		}
		shown := in.NameOf(text)
		out.Chips = append(out.Chips, Chip{Label: title, Text: marks.Shorten(shown, cells.MaxCell), Href: q.Without(p, text)})
	}
}

// newFilterInput is the input of a filter with the values that the query has.
func newFilterInput(p *catalog.FilterParam, texts []string, pick pickRows, words *problem.Language) (*inputs.Input, error) {
	in := &inputs.Input{ID: "filter-" + p.Name, Name: p.Name, Label: p.InputLabel, Input: p.Control, Query: true, Field: p.Field, Words: words}
	if len(texts) > 0 {
		in.Text = texts[len(texts)-1]
	}
	if p.Field == nil {
		in.Hint = p.About
	}
	switch {
	case p.Target != nil:
		return in, pick(in, p, texts)
	case p.Offered != nil:
		for _, c := range p.Offered {
			in.Options = append(in.Options, inputs.Option{Value: c.Value, Label: in.Words.SayWord(c.Label)})
		}
		in.OfferAny()
		if truth, ok := field.Truth(in.Text); ok && p.YesNo {
			texts = []string{strconv.FormatBool(truth)}
		}
		in.KeepChosen(texts...)
	case p.Commas:
		in.Text = strings.Join(texts, ",")
		in.Hint = strings.TrimSpace(in.Hint + " Several with commas between them.")
	}
	return in, nil
}

// countOf is the number of rows of the list, negative where it is not known.
func countOf(a *rows.Records) int64 {
	switch l := a.Links; {
	case l == nil || a.Failed:
		return plan.Unknown
	case l.Total == plan.Unknown && l.Next == "" && l.Previous == "":
		return int64(a.Total)
	default:
		return l.Total
	}
}
