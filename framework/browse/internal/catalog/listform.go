// The form above a list, compiled: its filters, search and order.

package catalog

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// ListForm is the form above a list: filters, search and order.
type ListForm struct {
	Search  *plan.Param // nil for none
	Order   *plan.Param // nil for none
	Filters []FilterGroup
}

// FilterGroup is a filter or a pair of filters for a range.
type FilterGroup struct {
	Label  string // label of a range
	Params []FilterParam
}

// FilterParam is a filter with the input that asks for its values.
type FilterParam struct {
	*plan.Param
	InputLabel string // label of the input
	Title      string // label of an active value: "Due, from"
	Control    string
	Offered    []field.Choice
	YesNo      bool      // the choices are true and false
	Target     *Resource // the resource whose rows are the choices; nil for none
}

// newListForm returns the form for the parameters of a list, or nil if none of them has an input. targetOf
// finds the resource of a relation.
func newListForm(params []*plan.Param, targetOf func(*schema.Field) *Resource) *ListForm {
	form := &ListForm{}
	var filters []*plan.Param
	for _, p := range params {
		switch p.Role {
		case plan.FilterRole:
			filters = append(filters, p)
		case plan.SearchRole:
			form.Search = p
		case plan.OrderingRole:
			form.Order = p
		}
	}
	for len(filters) > 0 {
		p := filters[0]
		filters = filters[1:]
		i := slices.IndexFunc(filters, func(other *plan.Param) bool { return isRange(p, other) })
		if i < 0 {
			form.Filters = append(form.Filters, FilterGroup{Params: []FilterParam{newFilterParam(p, targetOf)}})
			continue
		}
		low, high := newFilterParam(p, targetOf), newFilterParam(filters[i], targetOf)
		if isUpper(p.Lookup) {
			low, high = high, low
		}
		low.InputLabel, high.InputLabel = endWord(low.Param), endWord(high.Param)
		form.Filters = append(form.Filters, FilterGroup{Label: aboutOf(p), Params: []FilterParam{low, high}})
		filters = slices.Delete(filters, i, i+1)
	}
	if form.Search == nil && form.Order == nil && form.Filters == nil {
		return nil
	}
	return form
}

func newFilterParam(p *plan.Param, targetOf func(*schema.Field) *Resource) FilterParam {
	f := FilterParam{Param: p, Title: filterWords(p)}
	f.InputLabel = f.Title
	if p.Field != nil && p.Field.Relation != nil && picks(p.Lookup) {
		f.Target = targetOf(p.Field)
	}
	if f.Offered = p.Choices; f.Offered == nil {
		f.Offered, f.YesNo = choicesOf(p)
	}
	f.Control = filterControl(p, f.Offered != nil || f.Target != nil)
	return f
}

// isRange reports whether two filters are the ends of a range.
func isRange(a, b *plan.Param) bool {
	ends := isUpper(a.Lookup) && isLower(b.Lookup) || isLower(a.Lookup) && isUpper(b.Lookup)
	return ends && a.Field == b.Field && withoutLookup(a) == withoutLookup(b)
}

func isLower(l field.Lookup) bool { return l == field.MoreEqual || l == field.More }
func isUpper(l field.Lookup) bool { return l == field.LessEqual || l == field.Less }

// withoutLookup returns the name of a filter without its look-up: "due" of "due__gte".
func withoutLookup(p *plan.Param) string {
	return strings.TrimSuffix(p.Name, "__"+string(p.Lookup))
}

// picks reports whether a look-up compares whole values, which people may pick from a list.
func picks(l field.Lookup) bool {
	return l == "" || l == field.Equal || l == field.In || l == field.All || l == field.NotEqual
}

// choicesOf returns the values of a filter, or nil if they are not known.
func choicesOf(p *plan.Param) (choices []field.Choice, yesNo bool) {
	f := p.Field
	tick := p.Input.Tick || f != nil && picks(p.Lookup) && f.Kind.Input.Tick
	switch {
	case tick || p.Lookup == field.IsNull || p.Lookup == field.IsEmpty:
		return []field.Choice{{Value: "true", Label: "Yes"}, {Value: "false", Label: "No"}}, true
	case f != nil && picks(p.Lookup):
		return f.Choices, false
	}
	return nil, false
}

// filterControl returns the kind of input of a filter; picked reports whether people pick its values from a
// list.
func filterControl(p *plan.Param, picked bool) string {
	control := controlFor(p)
	switch {
	case picked && p.Several:
		return "multiselect"
	case picked:
		return "select"
	case p.Lookup == field.OfDate:
		return "date"
	case p.Lookup == field.OfYear, p.Lookup.IsPart():
		return "number"
	case p.Commas, p.Field != nil && !picks(p.Lookup) && !isLower(p.Lookup) && !isUpper(p.Lookup):
		return "text"
	case control == "number", control == "time", strings.HasPrefix(control, "date"):
		return control
	}
	return "text"
}

// controlFor returns the kind of input for a parameter's values; "" for text.
func controlFor(p *plan.Param) string {
	switch {
	case p.Field == nil:
		return p.Input.Control
	case p.Field.Relation != nil:
		return ""
	}
	return p.Field.Kind.Input.Control
}

// aboutOf returns the label of a parameter's field.
func aboutOf(p *plan.Param) string {
	switch {
	case p.Label != "":
		return p.Label
	case p.Field != nil && p.Field.Label != "":
		return p.Field.Label
	}
	return plan.NameWords(p.Name)
}

// filterWords returns the label of a filter: "Priority, at least".
func filterWords(p *plan.Param) string {
	about := aboutOf(p)
	switch p.Lookup {
	case "", field.Equal, field.In:
		return about
	case field.IsNull:
		return about + " is empty"
	case field.IsEmpty:
		return about + " is the empty text"
	}
	return about + ", " + lookupWords(p)
}

// lookupWords returns the label of a look-up.
func lookupWords(p *plan.Param) string {
	words := map[field.Lookup]string{
		field.NotEqual: "not", field.All: "all of", field.Contains: "containing", field.IContains: "containing", field.StartsWith: "beginning with",
		field.Regex: "matching", field.OfDate: "on", field.IExact: "in any case", field.IStartsWith: "beginning with", field.IRegex: "matching", field.OfYear: "in the year",
		field.OfMonth: "in the month", field.OfDay: "on the day", field.OfHour: "in the hour",
		field.OfQuarter: "in the quarter", field.OfWeek: "in the week", field.OfWeekDay: "on the day of the week (1 is Sunday)",
		field.OfISODay: "on the day of the week (1 is Monday)", field.OfISOYear: "in the year of the week", field.OfMinute: "in the minute", field.OfSecond: "in the second",
		field.MoreEqual: "at least", field.LessEqual: "at most", field.More: "more than", field.Less: "less than",
	}
	if isMoment(p) {
		words[field.MoreEqual], words[field.LessEqual], words[field.More], words[field.Less] = "from", "until", "after", "before"
	}
	return cmp.Or(words[p.Lookup], string(p.Lookup))
}

// endWord returns the label of one end of a range.
func endWord(p *plan.Param) string {
	words := lookupWords(p)
	return strings.ToUpper(words[:1]) + words[1:]
}

// isMoment reports whether the values are dates or times.
func isMoment(p *plan.Param) bool {
	control := controlFor(p)
	return strings.HasPrefix(control, "date") || control == "time"
}
