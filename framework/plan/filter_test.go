// Tests of filters, orders, counts and paginators of plans.

package plan

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// filtered has a column of each kind that filters compare.
type filtered struct {
	ID     int64            `rest:"id,readonly"`
	Text   string           `rest:"text"`
	Choice string           `rest:"choice" validate:"oneof=open doing"`
	Truth  bool             `rest:"truth"`
	Small  int8             `rest:"small"`
	Plain  uint64           `rest:"plain"`
	Real   float64          `rest:"real"`
	Moment time.Time        `rest:"moment"`
	Day    field.Date       `rest:"day"`
	Clock  field.TimeOfDay  `rest:"clock"`
	Long   time.Duration    `rest:"long"`
	Number uuid.UUID        `rest:"number"`
	Price  decimal.Decimal  `rest:"price" digits:"8,2"`
	Host   netip.Addr       `rest:"host"`
	Free   *json.RawMessage `rest:"free"`
}

// Whatever a client writes in a filter, of each kind and each look-up, it is a message or a condition, never both; and a
// whole number is the number that Go reads.
func FuzzFilter(f *testing.F) {
	rows := structs.Compile(reflect.TypeFor[filtered](), "filtered", field.Builtin(), field.NewRules(nil), nil, func(field, msg string) { f.Errorf("%s: %s", field, msg) })
	var params []*Param
	for _, column := range rows.Columns() {
		for _, lookup := range column.Kind.Lookups {
			params = append(params, NewFilter(column.Wire+"__"+string(lookup), &FieldPath{Text: column.Wire, End: column}, lookup))
		}
	}
	for _, seed := range []string{
		"", " ", "1", "-0", "+1", "1.5", "1e400", "NaN", "9223372036854775808", "-129", "true", "on", "null", "open", "2030-02-30", "9999-12-31", "10000", "2030-01-01T00:00:00Z",
		"24:00", "P1D", "1 00:00:00", "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8", "::1%eth0", "(a*)*$", "[", "\x00", "\xff", "é\u200b", "%_\\'\"", "٣",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		for _, p := range params {
			l := &Listing{Where: predicate.Constant(true)}
			messages, err := p.Read(l, []string{text})
			if err != nil || messages != nil && !l.Where.IsTrue() {
				t.Errorf("%s=%q: got %v, %v and the condition %s %v", p.Name, text, messages, err, l.Where.Shape(), l.Where.Args())
			}
			if n, err := strconv.ParseInt(text, 10, 64); p.Name == "id__lt" && err == nil && !l.Where.IsFalse() {
				if args := l.Where.Args(); len(args) != 1 || args[0] != n {
					t.Errorf("%s=%q: got the values %v, want %d", p.Name, text, args, n)
				}
			}
		}
	})
}

// Whatever words a client searches for, no column takes more of them than a search may have, and the words of a query are
// those of its parts.
func FuzzSearchWords(f *testing.F) {
	rows := structs.Compile(reflect.TypeFor[filtered](), "filtered", field.Builtin(), field.NewRules(nil), nil, func(field, msg string) { f.Errorf("%s: %s", field, msg) })
	s := &Search{Name: "search"}
	for _, c := range []struct{ name, prefix string }{{"text", ""}, {"text", "^"}, {"text", "$"}, {"id", "="}, {"moment", "="}, {"number", "="}, {"price", "="}} {
		if !s.Add(&FieldPath{Text: c.name, End: rows.ByWire(c.name)}, c.prefix) {
			f.Fatalf("%s%s is not a column", c.prefix, c.name)
		}
	}
	for _, seed := range []string{"", " ,", "a b", "a,a,b", "\x1c", "1 x (", "(((a*)*)*)$", "\u00a0é\u2003", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer stopwatch.Input(t)()
		l := &Listing{Where: predicate.Constant(true)}
		messages, err := s.Param().Read(l, []string{text})
		words := len(SearchWords(text))
		if tooMany := words > MaxSearchWords; err != nil || tooMany && messages == nil || messages != nil && !l.Where.IsTrue() || messages == nil && words > 0 && l.Where.IsTrue() {
			t.Errorf("%q, %d words: got %q, %v and the condition %s", text, words, messages, err, l.Where.Shape())
		}
	})
}

// Whatever a client asks for, the list is sorted by declared fields, each once, and by the key in the end; or
// each term that is no choice has a message.
func FuzzOrdering(f *testing.F) {
	title, due := &schema.Field{Spec: field.Spec{Go: "Title"}}, &schema.Field{Spec: field.Spec{Go: "Due", Null: true}, Index: 1}
	id := &schema.Field{Spec: field.Spec{Go: "ID"}, Index: 2}
	o := NewOrdering([]OrderChoice{
		{"title", []Order{{Field: title}}},
		{"due", []Order{{Field: due, Nulls: schema.NullsLast}}},
		{"new", []Order{{Field: due, Desc: true}, {Field: title}}},
		{"id", []Order{{Field: id}}},
	}, []Order{{Field: title, Desc: true}, {Field: id, Desc: true}})
	for _, seed := range []string{"", "title", "-title,due", " due , -new", "new,new,-new", "-id", "--id", "titel,-x", ",,-,", "id\x00", "Title"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, lenient bool) {
		l := &Listing{Rules: RequestRules{IgnoreUnknown: lenient}}
		terms := strings.Split(text, ",")
		messages, err := o.read(l, terms)
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, term := range terms {
			name := strings.TrimPrefix(strings.TrimSpace(term), "-")
			if slices.Contains([]string{"title", "due", "new", "id"}, name) {
				known++
			} else if strings.TrimSpace(term) != "" && !lenient && !slices.Contains(messages, `"`+strings.TrimSpace(term)+`" is not a valid choice.`) {
				t.Errorf("%q of %q is not a choice, and the messages are %q", term, text, messages)
			}
		}
		if lenient && messages != nil || (known == 0) != (l.Order == nil) {
			t.Errorf("%q: got the order %v and the messages %q", text, l.Order, messages)
		}
		seen := map[*schema.Field]bool{}
		for _, step := range l.Order {
			if seen[step.Field] {
				t.Errorf("%q sorts by %s twice", text, step.Field.Go)
			}
			seen[step.Field] = true
		}
		if l.Order != nil && !seen[id] {
			t.Errorf("%q: the order %v has no key", text, l.Order)
		}
	})
}

// A list is known to have so many rows where all of them were counted.
func TestCount(t *testing.T) {
	for _, tt := range []struct {
		count    Count
		rows     int64
		limit, n int64
	}{
		{0, 5, 0, Unknown},
		{CountNone, 5, 0, Unknown},
		{CountAll, 5, 0, 5},
		{CountUpTo(4), 5, 5, Unknown},
		{CountUpTo(5), 5, 6, 5},
		{CountUpTo(5), 0, 6, 0},
		{CountEstimate, 10_000, 10_001, 10_000},
		{CountEstimate, 10_001, 10_001, Unknown},
	} {
		if limit, n := tt.count.Limit(), tt.count.Known(tt.rows); limit != tt.limit || n != tt.n {
			t.Errorf("%d of %d rows: got limit %d, %d known, want %d, %d", tt.count, tt.rows, limit, n, tt.limit, tt.n)
		}
	}
	if CountUpTo(0).Valid() || CountUpTo(-3).Valid() || !CountUpTo(1).Valid() || !CountEstimate.Valid() {
		t.Error("a count of no row is taken, or one of some is not")
	}
}

// A window that is none is a fault of its paginator.
func TestWindowCheck(t *testing.T) {
	order := []Order{{Field: &schema.Field{}}}
	for _, w := range []Window{
		{},
		{Limit: MaxPage + 1},
		{Limit: 1, Offset: -1},
		{Limit: 1, After: []any{1, 2}},
		{Limit: 1, After: []any{}},
		{Limit: 1, Offset: 1, After: []any{nil}},
		{Limit: 1, Offset: 1, Back: true},
	} {
		if w.Check(order) == nil {
			t.Errorf("%+v is taken", w)
		}
	}
	for _, w := range []Window{{Limit: MaxPage, After: []any{nil}}, {Limit: 1, Back: true}, {Limit: 1, Offset: 1}} {
		if w.Check(order) != nil {
			t.Errorf("%+v is refused", w)
		}
	}
}

// A search is split into words and phrases.
func TestSearchWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                        nil,
		" , ":                     nil,
		"red fox, red":            {"red", "fox"},
		`"red fox"`:               {"red fox"},
		`a "red   fox"b,"c"`:      {"a", "red fox", "b", "c"},
		"\"red\u00a0\tfox, big\"": {"red fox, big"},
		`"" " "`:                  nil,
		`"red fox`:                {`"red`, "fox"},
		`5" nail`:                 {`5"`, "nail"},
		`5" x 7"`:                 {`5"`, "x", `7"`},
		`'red fox'`:               {"'red", "fox'"},
		`"red" red`:               {"red"},
	} {
		if got := SearchWords(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
