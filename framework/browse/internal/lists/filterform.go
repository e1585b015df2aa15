// The form above a list: its search, its filters and its order.

package lists

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/rows"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/relative"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/pageapi"
)

// FilterForm is the form above a list, with its active values. It changes only the query of the list.
type FilterForm struct {
	Action string
	Hidden []inputs.SentField // the other parameters of the query
	Search *inputs.Input      // nil for none
	Sort   *inputs.Input      // the orders that no column has; nil for none
	Groups []InputGroup
	Open   bool               // the panel of the filters is open
	Errors []inputs.SentField // about parameters without an input
	Chips  []Chip
	Clear  string // the address without active values

	builder *forms.Builder
	query   *layout.ListQuery
	words   *problem.Language // of the form's texts; nil for English
}

// Searched returns the labels of the fields that the search looks in.
func (out *FilterForm) Searched() (labels string) {
	for _, f := range out.builder.Resource.Search.Fields() {
		labels += ", " + out.words.SayWord(f.Label)
	}
	return strings.TrimPrefix(labels, ", ")
}

// InputGroup is the input of a filter or, with a label, the two inputs of a range. Near links to ranges around today.
type InputGroup struct {
	Label  string
	Inputs []*inputs.Input
	Near   []catalog.Link
}

// nearOf returns the links to ranges around today for the two filters of a range of days or moments.
func nearOf(group *catalog.FilterGroup, query *layout.ListQuery) (links []catalog.Link) {
	if len(group.Params) != 2 || !group.Params[0].Days {
		return nil
	}
	from, to := group.Params[0].Name, group.Params[1].Name
	// Each has its words, from and to, which is "" for no limit.
	ranges := [][3]string{{"Today", "today", "today"}, {"Last 7 days", "today-6d", "today"}, {"Last 30 days", "today-29d", "today"}, {"Next 7 days", "today", "today+7d"}}
	if group.Params[0].Control != "date" {
		ranges = [][3]string{{"Today", "today", "today+1d"}, {"Last 7 days", "now-7d", ""}, {"Last 30 days", "now-30d", ""}, {"Next 7 days", "now", "now+7d"}}
	}
	for _, r := range ranges {
		values := []plan.ParamValue{{Name: from, Value: r[1]}, {Name: to, Value: r[2]}}
		if r[2] == "" {
			values = values[:1]
		}
		links = append(links, catalog.Link{Name: r[0], Href: query.Address(func(name string) bool { return name == from || name == to }, values...)})
	}
	return links
}

// Chip is an active value of a filter or a search. It links to the list without the value.
type Chip struct {
	Label, Text, Href string
	Moment            *cells.Cell // instead of the text; nil for none
}

// maxChips is the limit of links for a query of many values.
const maxChips = 40

// AddFilters adds the form above the requested list, also if its query is refused.
func AddFilters(b *forms.Builder, list *List, refusal *problem.Error) error {
	form := b.Resource.Form
	if form == nil && refusal != nil && refusal.Query {
		var messages []string
		for _, p := range refusal.Fields {
			messages = append(messages, p.Path+": "+strings.Join(p.Messages, " "))
		}
		list.Detail = strings.Join(messages, " ")
	}
	if b.Action != plan.List || form == nil || list.Options || refusal != nil && len(refusal.Fields) == 0 {
		return nil
	}
	query := layout.NewListQuery(list.Answer, b.Resource.Params)
	out := &FilterForm{Action: query.Path, builder: b, query: query, words: list.Language}
	list.Filter = out
	if p := form.Search; p != nil {
		out.Search = &inputs.Input{ID: "filter-" + p.Name, Name: p.Name, Label: "Search", Input: "search", Text: query.Last(p.Name)}
		out.addChips(p, "Search", out.Search)
	}
	if form.Order != nil {
		out.Sort = sortInput(list.Answer, query, form.Order)
	}
	for i := range form.Filters {
		if err := out.addGroup(&form.Filters[i], refusal == nil); err != nil {
			return fmt.Errorf("filters of %s: %w", b.Resource.Name, err)
		}
	}
	byName := out.inputs()
	out.addProblems(byName, b.Problems)
	for _, p := range query.All {
		if byName[p.Name] == nil && p.Value != "" && query.Stays(p.Name) && b.Problems.Get(p.Name) == nil {
			out.Hidden = append(out.Hidden, inputs.SentField{Name: p.Name, Text: p.Value})
			if query.Narrows(p.Name) && len(out.Chips) < maxChips { // an alternative of filters, which has no input
				out.Chips = append(out.Chips, Chip{Label: "Any of", Text: typedtext.Shorten(p.Value, cells.MaxCell), Href: query.Without(query.Param(p.Name), p.Value)})
			}
		}
	}
	if len(out.Chips) > 0 {
		out.Clear = query.Address(query.Narrows)
	}
	return nil
}

// addGroup adds the input of a filter, or the inputs of a range, with the numbers of rows that its facets select.
func (out *FilterForm) addGroup(group *catalog.FilterGroup, counted bool) error {
	fields := InputGroup{Label: group.Label, Near: nearOf(group, out.query)}
	for i := range group.Params {
		p := &group.Params[i]
		in, err := out.newInput(p, out.query.Texts(p.Param))
		if err != nil {
			return err
		}
		fields.Inputs = append(fields.Inputs, in)
		out.Open = out.Open || in.SearchText != "" // without script, a search among the choices
		out.addChips(p.Param, p.Title, in)
		if counted && slices.Contains(out.builder.Resource.Facets, p.Param) {
			counts := map[string]int64{}
			if err := out.builder.Req.CountFacet(p.Param, func(value string, n int64) { counts[value] += n }); err != nil {
				return err
			}
			in.TellCounts(counts)
		}
	}
	out.Groups = append(out.Groups, fields)
	return nil
}

// inputs returns all inputs of the form, by name.
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

// addProblems puts the mistakes in the query beside the inputs, and above the form if the parameter has no
// input.
func (out *FilterForm) addProblems(byName map[string]*inputs.Input, problems problem.Fields) {
	for _, p := range problems {
		if in := byName[p.Path]; in != nil {
			in.Errors = p.Messages
			out.Open = out.Open || in != out.Search && in != out.Sort
			continue
		}
		out.Errors = append(out.Errors, inputs.SentField{Name: p.Path, Text: strings.Join(p.Messages, " ")})
	}
}

// addChips adds each value of a parameter in the query, with its label in the input.
func (out *FilterForm) addChips(p *plan.Param, title string, in *inputs.Input) {
	for _, text := range out.query.Texts(p) {
		if len(out.Chips) == maxChips {
			return
		}
		shown := in.NameOf(text)
		if t, ok := relative.Parse(text); ok && p.Days {
			shown = in.Words.SayWord(t.Words())
		}
		chip := Chip{Label: title, Text: typedtext.Shorten(shown, cells.MaxCell), Href: out.query.Without(p, text)}
		if in.InUTC() {
			chip.Moment = utcMoment(text)
		}
		out.Chips = append(out.Chips, chip)
	}
}

// utcMoment returns the cell of a moment without an offset, as an input sends it, or with one; nil for another text.
func utcMoment(text string) *cells.Cell {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return cells.Moment(t.UTC().Format(time.RFC3339))
		}
	}
	return nil
}

// newInput returns the input of a filter with the values of the query.
func (out *FilterForm) newInput(p *catalog.FilterParam, texts []string) (*inputs.Input, error) {
	in := &inputs.Input{ID: "filter-" + p.Name, Name: p.Name, Label: p.InputLabel, Input: p.Control, Query: true, Field: p.Field, Zone: out.builder.Zone, Words: out.words}
	in.Text = inputs.Last(texts)
	if p.Field == nil {
		in.Hint = p.About
	}
	if p.Days && relative.Is(in.Text) { // an input of dates would drop it
		in.Input = "text"
	}
	switch {
	case p.Target != nil:
		return in, out.pick(in, p, texts)
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
		in.Hint = strings.TrimSpace(in.Hint + " Separate several by commas.")
	}
	return in, nil
}

// pick offers the rows for a filter.
func (out *FilterForm) pick(in *inputs.Input, p *catalog.FilterParam, texts []string) error {
	b := out.builder
	c := forms.Choices{Source: b.Source, In: in, Field: p.Field, Target: p.Target, Several: p.Several, ByKey: true, Texts: texts}
	if p.Me {
		c.Texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return text == plan.Me })
	}
	err := c.Pick(out.query.Last(pageapi.FindPrefix + p.Name))
	if chosen := len(c.Texts) < len(texts); p.Me && (chosen || b.User != nil) {
		in.OfferMe(plan.Me, chosen)
	}
	return err
}

// countOf returns the number of rows in the list, negative if it is not known.
func countOf(records *rows.Records) int64 {
	switch l := records.Links; {
	case l == nil || records.Failed:
		return plan.Unknown
	case l.Total == plan.Unknown && l.Next == "" && l.Previous == "":
		return int64(records.Total)
	default:
		return l.Total
	}
}
