// Filters: parameters that exclude rows.

package plan

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/predicate"
)

// filter compares the column at the end of a path.
type filter struct {
	path   *FieldPath
	lookup field.Lookup
	op     predicate.Op // of the look-ups that have one
	// Values that depend on the request: the account of the requester, and relative days and moments.
	mine              mine
	relative, moments bool
}

// NewFilter returns the parameter of a look-up on the column at the end of a path.
func NewFilter(name string, path *FieldPath, lookup field.Lookup) *Param {
	f := filter{path: path, lookup: lookup}
	f.op, _ = predicate.Lookup(string(lookup))
	p := &Param{Name: name, Role: FilterRole, Field: path.End, Inside: path.Inside, Path: path, Label: path.label(), Lookup: lookup, Schema: f.schema(), About: f.about()}
	f.relative, f.moments = takesDays(&path.End.Spec, lookup)
	f.mine = f.accounts()
	p.Days, p.Me = f.relative, f.mine != nil
	switch {
	case f.moments:
		p.Also = alsoMoments
	case p.Days:
		p.Also = alsoDays
	case p.Me:
		p.Also = alsoAccount(path.End)
	}
	if lookup.IsPart() {
		p.Read = f.readPart
		return p
	}
	switch lookup {
	case field.IsNull:
		p.Read = f.readNull
	case field.IsEmpty:
		p.Read = f.readEmpty
	case field.OfDate:
		p.Read = f.readDate
	case field.OfYear:
		p.Read = f.readYear
	case field.In, field.NotEqual:
		p.Several, p.Commas = true, splits(&path.End.Spec)
		p.Read = f.readSeveral
	case field.Contains, field.IContains, field.StartsWith, field.IStartsWith, field.IExact, field.Regex, field.IRegex:
		p.Read = f.readText
	default:
		p.Read = f.readValue
	}
	return p
}

// splits reports whether several values may be joined by commas, which no value contains.
func splits(s *field.Spec) bool {
	if s.Choices != nil {
		return s.PlainChoices()
	}
	return !s.Kind.FreeText && (s.Kind.Key != nil || s.Kind.Input.Control != "")
}

// schema returns the JSON Schema of a value.
func (f *filter) schema() map[string]any {
	switch f.lookup {
	case field.IsNull, field.IsEmpty:
		return map[string]any{"type": "boolean"}
	case field.OfDate:
		return map[string]any{"type": "string", "format": "date"}
	case field.OfYear:
		return map[string]any{"type": "integer"}
	case field.Contains, field.IContains, field.StartsWith, field.IStartsWith, field.IExact, field.Regex, field.IRegex:
		return map[string]any{"type": "string"}
	}
	if f.lookup.IsPart() {
		return map[string]any{"type": "integer"}
	}
	spec := f.path.End.Spec
	spec.Null = false
	value := spec.ValueJSON()
	if f.lookup == field.In || f.lookup == field.NotEqual {
		return map[string]any{"type": "array", "items": value}
	}
	return value
}

// abouts are the descriptions of filters, by look-up; %s is the path.
var abouts = map[field.Lookup]string{
	field.Equal: "Rows whose %s is this.", field.NotEqual: "Rows whose %s is none of these.", field.In: "Rows whose %s is one of these.", field.All: "Rows whose %s are all of these, and maybe others.",
	field.Less: "Rows whose %s is less than this.", field.LessEqual: "Rows whose %s is at most this.",
	field.More: "Rows whose %s is greater than this.", field.MoreEqual: "Rows whose %s is at least this.",
	field.Contains: "Rows whose %s contains this text.", field.IContains: "Rows whose %s contains this text, whatever the case of letters.",
	field.IExact: "Rows whose %s is this, whatever the case of letters.", field.IStartsWith: "Rows whose %s starts with this text, whatever the case of letters.", field.IRegex: "Rows of whose %s a part matches this pattern, whatever the case of letters.",
	field.StartsWith: "Rows whose %s starts with this text.", field.Regex: "Rows of whose %s a part matches this pattern.",
	field.OfDate: "Rows whose %s is on this day in UTC.", field.OfYear: "Rows whose %s is in this year in UTC.",
	field.OfMonth: "Rows whose %s is in the month of this number in UTC.", field.OfDay: "Rows whose %s is on this day of the month in UTC.",
	field.OfQuarter: "Rows whose %s is in the quarter of this number in UTC.", field.OfWeek: "Rows whose %s is in the week of this number, of ISO 8601, in UTC.",
	field.OfWeekDay: "Rows whose %s is on this day of the week in UTC: 1 for Sunday to 7.", field.OfISODay: "Rows whose %s is on this day of the week in UTC: 1 for Monday to 7.",
	field.OfISOYear: "Rows whose %s is in a week of this year, of ISO 8601, in UTC.",
	field.OfHour:    "Rows whose %s is in the hour of this number in UTC.", field.OfMinute: "Rows whose %s is in the minute of this number.",
	field.OfSecond: "Rows whose %s is in the second of this number.",
	field.IsNull:   "Rows that have no %s, or with false those that have one.",
	field.IsEmpty:  "Rows whose %s is the empty text, or with false the others.",
}

// about describes the filter. Days and parts are in the zone of the column, if it declares one.
func (f *filter) about() string {
	about := fmt.Sprintf(abouts[f.lookup], f.path.Text)
	if in := f.path.End.Zone(); in != time.UTC {
		about = strings.Replace(about, " in UTC", " in the zone "+in.String(), 1)
	}
	return about
}

// require keeps the rows from which the path leads to one that meets a condition.
func (f *filter) require(l *Listing, leaf predicate.Expr) {
	l.Require(f.path.Where(l, leaf))
}

// readArg reads one value, in the form of Kind.Arg; nil for one that no row has.
func (f *filter) readArg(l *Listing, text string) (arg any, message string) {
	text, known := f.mine.value(l, text)
	if !known {
		return nil, ""
	}
	if text, message = f.absolute(l, text); message != "" {
		return nil, message
	}
	return f.path.End.In(l.Zone).ReadFilter(text)
}

// accounts returns the value of the requester's account, if the values identify accounts that the rows of the list refer
// to; else nil.
func (f *filter) accounts() mine {
	last := len(f.path.Steps) - 1
	whole := f.lookup == field.Equal || f.lookup == field.NotEqual || f.lookup == field.In
	if !whole || last < 0 || f.path.Inside != nil || f.path.Rows != nil {
		return nil
	}
	return mineOf(f.path.Steps[last].Field.Relation.Type, f.path.End)
}

// readValue reads a look-up that compares with one value.
func (f *filter) readValue(l *Listing, values []string) ([]string, error) {
	text := values[len(values)-1]
	arg, message := f.readArg(l, text)
	switch {
	case message != "":
		return []string{message}, nil
	case arg == "":
	case arg == nil:
		f.require(l, f.near(text))
	default:
		f.require(l, f.path.Compare(f.op, arg))
	}
	return nil, nil
}

// near returns the condition for a value that the column cannot have, such as 2.5 for an integer.
func (f *filter) near(text string) predicate.Expr {
	spec := &f.path.End.Spec
	if spec.Kind.Near == nil || f.lookup == field.Equal {
		return predicate.Constant(false)
	}
	below, above, _ := spec.Kind.Near(spec, text)
	switch {
	case (f.lookup == field.Less || f.lookup == field.LessEqual) && below != nil:
		return f.path.Compare(predicate.OpLte, below)
	case (f.lookup == field.More || f.lookup == field.MoreEqual) && above != nil:
		return f.path.Compare(predicate.OpGte, above)
	}
	return predicate.Constant(false)
}

// readSeveral reads alternative values of the column, of which rows have one or, for ne, none.
func (f *filter) readSeveral(l *Listing, values []string) ([]string, error) {
	var args []any
	for _, text := range values {
		arg, message := f.readArg(l, text)
		if message != "" {
			return []string{message}, nil
		}
		if arg != nil && (arg != "" || f.lookup == field.In) {
			args = append(args, arg)
		}
	}
	one := f.path.oneOf(args)
	switch {
	case f.lookup == field.In:
		f.require(l, one)
	case len(args) > 0:
		l.Require(predicate.Not(f.path.Where(l, one)))
	}
	return nil, nil
}

// readText reads a part of a text, or a pattern.
func (f *filter) readText(l *Listing, values []string) ([]string, error) {
	text := values[len(values)-1]
	if f.lookup == field.Regex || f.lookup == field.IRegex {
		if err := predicate.CheckClientRegex(text); err != nil {
			return []string{"Enter a valid regular expression: this one " + err.Error() + "."}, nil
		}
	} else {
		text = notation.TrimSpace(text)
	}
	if text != "" {
		f.require(l, f.path.Compare(f.op, text))
	}
	return nil, nil
}

// readNull reads whether the path leads to a value. A value that the requester may not see does not count.
func (f *filter) readNull(l *Listing, values []string) ([]string, error) {
	null, ok := field.FilterTruth(values[len(values)-1])
	if !ok {
		return []string{"Must be a valid boolean."}, nil
	}
	is := f.path.Where(l, predicate.Not(f.path.Compare(predicate.OpIsNull, nil)))
	if null {
		is = predicate.Not(is)
	}
	l.Require(is)
	return nil, nil
}

// readEmpty reads whether the path leads to the empty text.
func (f *filter) readEmpty(l *Listing, values []string) ([]string, error) {
	empty, ok := field.FilterTruth(values[len(values)-1])
	if !ok {
		return []string{"Must be a valid boolean."}, nil
	}
	is := f.path.Where(l, f.path.Compare(predicate.OpEq, ""))
	if !empty {
		is = predicate.Not(is)
	}
	l.Require(is)
	return nil, nil
}

// readDate reads a day.
func (f *filter) readDate(l *Listing, values []string) ([]string, error) {
	text, message := f.absolute(l, values[len(values)-1])
	if message != "" {
		return []string{message}, nil
	}
	day, ok := field.ParseDate(text)
	if !ok {
		return []string{"Enter a valid date."}, nil
	}
	f.days(l, day, day.AddDate(0, 0, 1))
	return nil, nil
}

// readYear reads a year.
func (f *filter) readYear(l *Listing, values []string) ([]string, error) {
	text := notation.TrimSpace(values[len(values)-1])
	year, err := strconv.Atoi(text)
	switch {
	case notation.IsRange(err):
		l.Require(predicate.Constant(false))
	case err != nil:
		return []string{"Enter a number."}, nil
	case year < 1 || year > 9999:
		l.Require(predicate.Constant(false))
	default:
		f.days(l, time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC))
	}
	return nil, nil
}

// readPart reads the number of a part of a time, such as a month.
func (f *filter) readPart(l *Listing, values []string) ([]string, error) {
	n, err := strconv.ParseInt(notation.TrimSpace(values[len(values)-1]), 10, 32)
	switch {
	case notation.IsRange(err):
		l.Require(predicate.Constant(false))
	case err != nil:
		return []string{"Enter a number."}, nil
	default:
		leaf := f.path.Compare(f.op, n)
		if in := f.zone(l); in != nil {
			leaf = predicate.PartAt(f.op, nameOf(f.path.End), f.path.End.Index, n, in)
		}
		f.require(l, leaf)
	}
	return nil, nil
}

// zone returns the time zone of the column's days, which is that of its values; nil for UTC.
func (f *filter) zone(l *Listing) *time.Location {
	if in := f.path.End.In(l.Zone).Zone(); in != time.UTC {
		return in
	}
	return nil
}

// days requires local times from one on and before another, both given in UTC, in a form that an index
// serves.
func (f *filter) days(l *Listing, from, to time.Time) {
	in := f.zone(l)
	if in == nil {
		f.require(l, f.between(from, to))
		return
	}
	some := predicate.Constant(false)
	for _, s := range field.Spans(from, to, in) {
		some = predicate.Or(some, f.between(s.From, s.To))
	}
	f.require(l, some)
}

// between returns the condition for moments from one on and before another. It finds nothing before the
// first year of columns, and after the last.
func (f *filter) between(from, to time.Time) predicate.Expr {
	spec, leaf := &f.path.End.Spec, predicate.Constant(true)
	if begin := spec.Arg(from); begin != nil {
		leaf = f.path.Compare(predicate.OpGte, begin)
	}
	if end := spec.Arg(to); end != nil {
		leaf = predicate.And(leaf, f.path.Compare(predicate.OpLt, end))
	}
	return leaf
}
