package serve_test

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/plan"
)

// specimenRow is a row as clients send it.
type specimenRow struct {
	Mark  int64   `json:"mark"`
	Name  string  `json:"name"`
	Note  *string `json:"note"`
	Code  string  `json:"code"`
	Size  *int64  `json:"size"`
	State string  `json:"state"`
	Due   *string `json:"due"`
	Case  *string `json:"case"`
	gone  bool
}

// value is what a row has in a field as a text, and whether it has one.
func (r *specimenRow) value(field string) (string, bool) {
	pointer := func(p *string) (string, bool) {
		if p == nil {
			return "", false
		}
		return *p, true
	}
	switch field {
	case "name":
		return r.Name, true
	case "note":
		return pointer(r.Note)
	case "code":
		return r.Code, true
	case "state":
		return r.State, true
	case "due":
		return pointer(r.Due)
	case "size":
		if r.Size == nil {
			return "", false
		}
		return strconv.FormatInt(*r.Size, 10), true
	default:
		return pointer(r.Case)
	}
}

// specimenModel says what a list answers, without a database.
type specimenModel struct {
	resource *plan.Resource
	rows     []specimenRow
}

func modelOf(r *plan.Resource, rows []specimenRow) *specimenModel { return &specimenModel{r, rows} }

var (
	pieces = []string{"a", "A", "b", "ab", "ä", "Ä", "ß", "ẞ", "σ", "ς", "K", "\u212a", "%", "_", "'", `"`, `\`, "-", "é", "e\u0301", "\U0001F600", "7", "ı", "İ", "i"}
	days   = []string{"2029-12-31", "2030-01-01", "2030-02-28", "2031-02-28"}
)

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 4).Draw(t, label), "")
}

func drawRow(t *rapid.T, mark int64) specimenRow {
	r := specimenRow{Mark: mark, Name: drawText(t, "name"), Code: drawText(t, "code"), State: rapid.SampledFrom([]string{"open", "doing", "shut"}).Draw(t, "state")}
	if rapid.Bool().Draw(t, "noted") {
		if text := drawText(t, "note"); text != "" { // which is no note at all
			r.Note = &text
		}
	}
	if rapid.Bool().Draw(t, "sized") {
		n := rapid.Int64Range(-2, 8).Draw(t, "size")
		r.Size = &n
	}
	if rapid.Bool().Draw(t, "is due") {
		day := rapid.SampledFrom(days).Draw(t, "due")
		r.Due = &day
	}
	if rapid.Bool().Draw(t, "cased") {
		name := rapid.SampledFrom(crateNames).Draw(t, "case")
		r.Case = &name
	}
	return r
}

func drawRows(t *rapid.T, most int) []specimenRow {
	rows := make([]specimenRow, rapid.IntRange(0, most).Draw(t, "rows"))
	for i := range rows {
		rows[i] = drawRow(t, int64(i))
	}
	return rows
}

// drawQuery asks for some of what the plan offers, often for values that rows have.
func (m *specimenModel) drawQuery(t *rapid.T) url.Values {
	query := url.Values{}
	for range rapid.IntRange(0, 3).Draw(t, "parameters") {
		p := rapid.SampledFrom(m.resource.Params).Draw(t, "parameter")
		switch p.Role {
		case plan.FilterRole:
			m.drawFilter(t, p, query)
		case plan.SearchRole:
			var words []string
			for range rapid.IntRange(1, 2).Draw(t, "words") {
				words = append(words, drawText(t, "word"))
			}
			query.Set("search", strings.Join(words, " "))
		case plan.OrderingRole:
			terms := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"name", "-name", "note", "-note", "size", "-size", "state", "due", "-due", "two", "-two", "note first"}), 1, 2, rapid.ID).Draw(t, "ordering")
			query.Set("ordering", strings.Join(terms, ","))
		}
	}
	return query
}

func (m *specimenModel) drawFilter(t *rapid.T, p *plan.Param, query url.Values) {
	field := fieldOf(p)
	draw := func() string {
		switch p.Lookup {
		case "isnull", "isempty":
			return rapid.SampledFrom([]string{"true", "false"}).Draw(t, "null")
		case "year":
			return rapid.SampledFrom([]string{"2029", "2030", "2031"}).Draw(t, "year")
		case "month", "day":
			return strconv.Itoa(rapid.IntRange(1, 12).Draw(t, "part"))
		}
		switch field {
		case "size":
			return strconv.FormatInt(rapid.Int64Range(-2, 8).Draw(t, "size"), 10)
		case "state":
			return rapid.SampledFrom([]string{"open", "doing", "shut"}).Draw(t, "state")
		case "due":
			return rapid.SampledFrom(days).Draw(t, "day")
		case "case":
			if p.Name == "case" {
				return rapid.SampledFrom(crateNames).Draw(t, "case") // another one is a 400
			}
		}
		if len(m.rows) > 0 && rapid.Bool().Draw(t, "there") {
			value, _ := m.rows[rapid.IntRange(0, len(m.rows)-1).Draw(t, "row")].value(field)
			return value
		}
		return drawText(t, "text")
	}
	query.Del(p.Name)
	query.Add(p.Name, draw())
	if p.Several {
		query.Add(p.Name, draw())
	}
}

// fieldOf is the field of a row that a filter is about.
func fieldOf(p *plan.Param) string {
	name, _, _ := strings.Cut(p.Name, "__")
	if name == "in_case" {
		return "case"
	}
	return name
}

// answer are the marks of the rows that a query asks for, in its order.
func (m *specimenModel) answer(query url.Values) []int64 {
	var found []specimenRow
	for _, row := range m.rows {
		if m.holds(&row, query) {
			found = append(found, row)
		}
	}
	order := m.order(query.Get("ordering"))
	slices.SortFunc(found, func(a, b specimenRow) int {
		for _, step := range order {
			if c := step.compare(&a, &b); c != 0 {
				return c
			}
		}
		c := cmp.Compare(a.Mark, b.Mark) // the keys rise with them
		if m.keyDescends(order) {
			return -c
		}
		return c
	})
	marks := []int64(nil)
	for _, row := range found {
		marks = append(marks, row.Mark)
	}
	return marks
}

func (m *specimenModel) holds(row *specimenRow, query url.Values) bool {
	for _, p := range m.resource.Params {
		values := slices.DeleteFunc(slices.Clone(query[p.Name]), func(v string) bool { return v == "" })
		switch {
		case len(values) == 0:
		case p.Role == plan.FilterRole && !filtered(row, fieldOf(p), string(p.Lookup), p.Name, values):
			return false
		case p.Role == plan.SearchRole && !searched(row, values[0]):
			return false
		}
	}
	return true
}

// filtered is whether a field of a row is as a look-up asks.
func filtered(row *specimenRow, field, lookup, name string, values []string) bool {
	if strings.HasSuffix(name, "__icontains") {
		lookup = "icontains"
	}
	have, has := row.value(field)
	if lookup == "isnull" {
		return has != (values[0] == "true")
	}
	if lookup == "isempty" {
		return (has && have == "") == (values[0] == "true")
	}
	if lookup == "ne" {
		return !has || !slices.Contains(values, have)
	}
	return has && slices.ContainsFunc(values, func(value string) bool {
		order := strings.Compare(have, value)
		if field == "size" {
			a, _ := strconv.Atoi(have)
			b, _ := strconv.Atoi(value)
			order = a - b
		}
		switch lookup {
		case "gt":
			return order > 0
		case "gte":
			return order >= 0
		case "lt":
			return order < 0
		case "lte":
			return order <= 0
		case "contains":
			return strings.Contains(have, value)
		case "startswith":
			return strings.HasPrefix(have, value)
		case "icontains":
			return strings.Contains(caseless(have), caseless(value))
		case "istartswith":
			return strings.HasPrefix(caseless(have), caseless(value))
		case "iexact":
			return caseless(have) == caseless(value)
		case "year":
			return have[:4] == value
		case "month", "day":
			at := map[string]int{"month": 5, "day": 8}[lookup]
			a, _ := strconv.Atoi(have[at : at+2])
			b, _ := strconv.Atoi(value)
			return a == b
		}
		return order == 0
	})
}

// searched is whether each word is in the name, begins the note, or is the code or the size.
func searched(row *specimenRow, text string) bool {
	for _, word := range strings.Fields(text) {
		note, noted := row.value("note")
		size, sized := row.value("size")
		if !strings.Contains(caseless(row.Name), caseless(word)) && !(noted && strings.HasPrefix(caseless(note), caseless(word))) &&
			caseless(row.Code) != caseless(word) && !(sized && size == strings.TrimLeft(word, "0")) && !(sized && size == word) {
			return false
		}
	}
	return true
}

// caseless is a text with each letter as the least of those that differ in case only.
func caseless(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}

// orderStep sorts by a field; rows without a value are last unless first says otherwise.
type orderStep struct {
	field       string
	desc, first bool
	low         bool // rows without a value are below all others, as in the declared order
}

func (s orderStep) compare(a, b *specimenRow) int {
	x, hasX := a.value(s.field)
	y, hasY := b.value(s.field)
	if !hasX || !hasY {
		if hasX == hasY {
			return 0
		}
		if (hasX != s.first && !s.low) || s.low && hasX == s.desc {
			return -1
		}
		return 1
	}
	c := strings.Compare(x, y)
	if s.field == "size" {
		c = cmp.Compare(*a.Size, *b.Size)
	}
	if s.desc {
		return -c
	}
	return c
}

// order is what the client asks for, and then the declared order.
func (m *specimenModel) order(ordering string) (steps []orderStep) {
	add := func(s orderStep) {
		if !slices.ContainsFunc(steps, func(have orderStep) bool { return have.field == s.field }) {
			steps = append(steps, s)
		}
	}
	for term := range strings.SplitSeq(ordering, ",") {
		name, desc := strings.CutPrefix(term, "-")
		switch name {
		case "":
		case "two":
			add(orderStep{field: "state", desc: !desc})
			add(orderStep{field: "size", desc: desc})
		case "note first":
			add(orderStep{field: "note", desc: desc, first: true})
		default:
			add(orderStep{field: name, desc: desc})
		}
	}
	for _, o := range m.resource.Order {
		if o.Field != m.resource.Type.Key {
			add(orderStep{field: o.Field.Wire, desc: o.Desc, low: true})
		}
	}
	return steps
}

// keyDescends reports whether equal rows come with the greatest key first: as the declared order ends.
func (m *specimenModel) keyDescends([]orderStep) bool {
	return m.resource.Order[len(m.resource.Order)-1].Desc
}
