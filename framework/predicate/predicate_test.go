// Tests of conditions on rows.

package predicate_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/predicate"
)

// row is a row with the columns of names.
type row []any

func (r row) Column(index int) any { return r[index] }
func (r row) Value() any           { return r }

var names = []string{"text", "number", "flag"}

// rows have these columns, and a relation to others of their kind.
type rows struct{}

func (rows) RowName() string   { return "Row" }
func (rows) Members() []string { return append(slices.Clone(names), "next") }

func (rows) Member(name string) (predicate.Member, bool) {
	if name == "next" {
		return predicate.Member{Index: 3, Kind: "a relation", Rows: rows{}, Account: true}, true
	}
	m := predicate.Member{Index: slices.Index(names, name), Kind: "a column", Null: true}
	for op := predicate.OpEq; op <= predicate.OpIsNull; op++ {
		m.Lookups = append(m.Lookups, op)
	}
	m.Value = func(v any) (any, error) {
		if n, ok := v.(int); ok {
			return int64(n), nil
		}
		if v == nil {
			return nil, errors.New("write a value")
		}
		return v, nil
	}
	if name == "" {
		m.Index, m.Account = 1, true
	}
	return m, m.Index >= 0
}

func bound(t testing.TB, e predicate.Expr) predicate.Expr {
	t.Helper()
	e, err := e.Bind(rows{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestHolds(t *testing.T) {
	r, empty := row{"Straße_%", int64(5), true}, row{nil, nil, nil}
	tests := []struct {
		e           predicate.Expr
		holds, none bool // of a row, and of one without values
	}{
		{predicate.Expr{}, false, false},
		{predicate.Constant(true), true, true},
		{predicate.Eq("number", 5), true, false},
		{predicate.Eq("number", 6), false, false},
		{predicate.Ne("number", 5), false, true},
		{predicate.Lt("number", 5), false, false},
		{predicate.Lt("number", 6), true, false},
		{predicate.Lte("number", 5), true, false},
		{predicate.Lte("number", 4), false, false},
		{predicate.Gt("number", 5), false, false},
		{predicate.Gt("number", 4), true, false},
		{predicate.Gte("number", 5), true, false},
		{predicate.Gte("number", 6), false, false},
		{predicate.Not(predicate.Gte("number", 6)), true, true},
		{predicate.In("number", 4, 5), true, false},
		{predicate.In("number", 4), false, false},
		{predicate.In("number"), false, false},
		{predicate.Not(predicate.In("number")), true, true},
		{predicate.Contains("text", "ße_"), true, false},
		{predicate.Contains("text", "SSE"), false, false},
		{predicate.Contains("text", ""), true, false},
		{predicate.Contains("text", "%%"), false, false},
		{predicate.IContains("text", "STRA"), true, false},
		{predicate.IContains("text", "STRAẞE"), true, false},
		{predicate.IContains("text", "STRASSE"), false, false},
		{predicate.IStartsWith("text", "ſTR"), true, false},
		{predicate.IStartsWith("text", "tr"), false, false},
		{predicate.IExact("text", "STRAẞE_%"), true, false},
		{predicate.IExact("text", "straße"), false, false},
		{predicate.IRegex("text", "^s.*[A-ẞ]e"), true, false},
		{predicate.IRegex("text", "^t"), false, false},
		{predicate.StartsWith("text", "Str"), true, false},
		{predicate.StartsWith("text", "tr"), false, false},
		{predicate.Regex("text", "^S.*ße"), true, false},
		{predicate.Regex("text", "^s"), false, false},
		{predicate.IsNull("text"), false, true},
		{predicate.Eq("text", nil), false, true},
		{predicate.Eq("flag", true), true, false},
		{predicate.And(predicate.Eq("flag", true), predicate.Eq("number", 5)), true, false},
		{predicate.Or(predicate.Eq("flag", false), predicate.Eq("number", 5)), true, false},
		{predicate.Func("row", func(r any) bool { return r.(row)[1] != nil }), true, false},
	}
	for _, tt := range tests {
		e := bound(t, tt.e)
		for i, want := range []bool{tt.holds, tt.none} {
			if got, known := e.Holds([]row{r, empty}[i]); got != want || !known {
				t.Errorf("%s %v of %v: got %v, known %v, want %v", e.Shape(), e.Args(), []row{r, empty}[i], got, known, want)
			}
		}
	}
}

// What relations lead to is not known in Go, unless the row itself decides.
func TestHoldsOfTwoColumns(t *testing.T) {
	for _, test := range []struct {
		e     predicate.Expr
		row   row
		holds bool
	}{
		{predicate.Eq("text", predicate.F("flag")), row{"a", nil, "a"}, true},
		{predicate.Eq("text", predicate.F("flag")), row{"a", nil, "b"}, false},
		{predicate.Lte("text", predicate.F("flag")), row{"a", nil, "b"}, true},
		{predicate.Lt("text", predicate.F("flag")), row{"b", nil, "b"}, false},
		{predicate.Gte("text", predicate.F("flag")), row{"b", nil, "b"}, true},
		{predicate.Gt("text", predicate.F("flag")), row{"b", nil, nil}, false},
		{predicate.Eq("text", predicate.F("flag")), row{nil, nil, nil}, false},
		{predicate.Ne("text", predicate.F("flag")), row{nil, nil, nil}, true},
	} {
		e := bound(t, test.e)
		if holds, known := e.Holds(test.row); holds != test.holds || !known {
			t.Errorf("%s of %v: %v (known: %v)", e.Shape(), test.row, holds, known)
		}
		if args := e.Args(); len(args) != 0 {
			t.Errorf("%s takes %v", e.Shape(), args)
		}
	}
	a, b := bound(t, predicate.Eq("text", predicate.F("flag"))), bound(t, predicate.Eq("text", predicate.F("number")))
	if a.Key() == b.Key() || a.Shape() == b.Shape() {
		t.Errorf("%s and %s share a statement", a.Key(), b.Key())
	}
}

func TestBindOfTwoColumns(t *testing.T) {
	for _, test := range []struct {
		e    predicate.Expr
		want string
	}{
		{predicate.Eq("text", predicate.F("other")), `path "text": Row has no field "other"; write one of text, number, flag, next`},
		{predicate.Contains("text", "x"), ""},
		{predicate.Compare(predicate.OpContains, "text", predicate.F("flag")), `path "text": contains does not apply to two fields; write eq, lt, lte, gt or gte`},
		{predicate.Eq("text", predicate.F("next")), `path "text" compares a column with the field next, which is a relation; compare fields of one kind`},
	} {
		_, err := test.e.Bind(rows{})
		if got := fmt.Sprint(err); err != nil && got != test.want || err == nil && test.want != "" {
			t.Errorf("%v: %v, want %s", test.e, err, test.want)
		}
	}
}

func TestGiven(t *testing.T) {
	r := row{"a", int64(1), nil}
	next := predicate.Eq("next.text", "x")
	for _, tt := range []struct {
		e    predicate.Expr
		want string
	}{
		{next, "exists:next(eq:text)"},
		{predicate.Not(next), "not(exists:next(eq:text))"},
		{predicate.And(next, predicate.Eq("number", 1)), "exists:next(eq:text)"},
		{predicate.And(next, predicate.Eq("number", 2)), "false"},
		{predicate.Or(next, predicate.Eq("number", 1)), ""},
		{predicate.Or(next, predicate.Eq("number", 2), predicate.Not(next)), "or(exists:next(eq:text),not(exists:next(eq:text)))"},
		{predicate.Not(predicate.Or(next, predicate.Eq("number", 1))), "false"},
	} {
		left := bound(t, tt.e).Given(r)
		holds, known := bound(t, tt.e).Holds(r)
		if got := left.Shape(); got != tt.want || known != (got == "" || got == "false") || holds != (got == "") {
			t.Errorf("%s: got %q left, holds %v, known %v, want %q", tt.e.Shape(), got, holds, known, tt.want)
		}
	}
}

func TestAs(t *testing.T) {
	for _, tt := range []struct {
		e            predicate.Expr
		asks         bool
		some, nobody string
	}{
		{predicate.Requester("next"), true, "exists:next(eq:pk) [7]", "false []"},
		{predicate.Requester("next.next"), true, "exists:next(exists:next(eq:pk)) [7]", "false []"},
		{predicate.Not(predicate.Requester("next")), true, "not(exists:next(eq:pk)) [7]", " []"},
		{predicate.Or(predicate.Requester("next"), predicate.Eq("number", 1)), true, "or(exists:next(eq:pk),eq:number) [7 1]", "eq:number [1]"},
		{predicate.And(predicate.Requester("next"), predicate.Eq("number", 1)), true, "and(exists:next(eq:pk),eq:number) [7 1]", "false []"},
		{predicate.Exists("next", predicate.In("number", 1, 2)), false, "exists:next(in:number) [[1 2]]", "exists:next(in:number) [[1 2]]"},
	} {
		e := bound(t, tt.e)
		said := func(e predicate.Expr) string { return fmt.Sprint(e.Shape(), " ", e.Args()) }
		if got := said(e.As(7)); got != tt.some {
			t.Errorf("as somebody: got %s, want %s", got, tt.some)
		}
		if got := said(e.As(0)); got != tt.nobody {
			t.Errorf("as nobody: got %s, want %s", got, tt.nobody)
		}
		if e.Asks() != tt.asks {
			t.Errorf("%s asks: got %v, want %v", e.Shape(), e.Asks(), tt.asks)
		}
	}
}

// A shape has one argument for each comparison, whatever the values.
func TestArgs(t *testing.T) {
	e := bound(t, predicate.Or(predicate.In("number", 1, 2, 3), predicate.And(predicate.IsNull("text"), predicate.IContains("next.text", "AÄ"))))
	if got, want := e.Shape(), "or(in:number,and(isnull:text,exists:next(icontains:text)))"; got != want {
		t.Errorf("shape: got %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(e.Args()), "[[1 2 3] aä]"; got != want {
		t.Errorf("arguments: got %s, want %s", got, want)
	}
}

// And, Or and Not leave no constant in a condition, and answer as their parts do.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := []bool{}
		var draw func(depth int) (predicate.Expr, bool)
		draw = func(depth int) (predicate.Expr, bool) {
			switch kind := rapid.IntRange(0, 4).Draw(t, "kind"); {
			case depth == 0 || kind == 0:
				value := rapid.Bool().Draw(t, "value")
				if rapid.Bool().Draw(t, "constant") {
					return predicate.Constant(value), value
				}
				values = append(values, value)
				return predicate.Func("f", func(any) bool { return value }), value
			case kind == 1:
				e, value := draw(depth - 1)
				return predicate.Not(e), !value
			default:
				join, all := predicate.And, true
				if kind == 2 {
					join, all = predicate.Or, false
				}
				var kids []predicate.Expr
				joined := all
				for range rapid.IntRange(0, 3).Draw(t, "kids") {
					e, value := draw(depth - 1)
					kids = append(kids, e)
					if value != all {
						joined = !all
					}
				}
				return join(kids...), joined
			}
		}
		e, want := draw(4)
		if got, known := e.Holds(row{}); got != want || !known {
			t.Errorf("%s: got %v, %v, want %v", e.Shape(), got, known, want)
		}
		if shape := e.Shape(); strings.Contains(shape, "true") || strings.Contains(strings.TrimPrefix(shape, "false"), "false") {
			t.Errorf("%s has a constant", shape)
		}
	})
}

func TestCompileRegex(t *testing.T) {
	for _, pattern := range []string{"a", "^a$", "a|b", "(a|b)+", "a{2}", "a{2,}", "a{2,9}", `\.`, "[a-z_]", "[^a-z]", `[\]\-\\]`, "ä.é", "^", "$", "^$", "(^a)", `\$`} {
		if _, err := predicate.CompileRegex(pattern); err != nil {
			t.Errorf("%q: got %v, want none", pattern, err)
		}
	}
	for _, pattern := range []string{"", "*", "a**", "a|", "|a", "()", "(", ")", "a)", "[", "[]", "[a", "[]a]", "[a-]", "[-a]", "[z-a]", "[[a]]", "]", "}", "{", "a{", "a{,2}", "a{3,2}", "a{999}", "a{2}{3}", "^*", "a^", "$a", `\`, `\d`, `\1`, `[\d]`, "(?i)a", "a*?", "***=a", "(a|)"} {
		if _, err := predicate.CompileRegex(pattern); err == nil {
			t.Errorf("%q: got no error", pattern)
		}
	}
}

func FuzzCompileRegex(f *testing.F) {
	for _, seed := range []string{"a{2,9}", `[\]a-z]`, "(a|b)$", "[^", "^*", "(?i"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if match, err := predicate.CompileRegex(pattern); err == nil {
			match(pattern) // must not panic
		}
	})
}

// Conditions that are joined need no more of them than there are different ones: rows that one relation leads to are
// asked about once.
func TestJoinAbsorbs(t *testing.T) {
	public, mine := predicate.Eq("visibility", "public"), predicate.Exists("team", predicate.Requester("user"))
	of := func(path string, e predicate.Expr) predicate.Expr { return predicate.Exists(path, e) }
	for _, tt := range []struct{ got, want predicate.Expr }{
		{predicate.And(public, public), public},
		{predicate.Or(public, mine, public), predicate.Or(public, mine)},
		{predicate.And(mine, public, mine), predicate.And(mine, public)},
		{predicate.Or(of("project", public), of("project", mine)), of("project", predicate.Or(public, mine))},
		{predicate.Or(mine, of("project", public), of("project", mine)), predicate.Or(mine, of("project", predicate.Or(public, mine)))},
		{
			predicate.Or(of("ticket", of("project", public)), of("ticket", of("project", mine))),
			of("ticket", of("project", predicate.Or(public, mine))),
		},
	} {
		if got, want := tt.got.Shape(), tt.want.Shape(); got != want || !slices.Equal(tt.got.Args(), tt.want.Args()) {
			t.Errorf("got %s %v, want %s %v", got, tt.got.Args(), want, tt.want.Args())
		}
	}
	for _, e := range []predicate.Expr{
		predicate.And(of("team", public), of("team", mine)), // one member may be the one, another the other
		predicate.Or(of("project", public), of("parent", public)),
		predicate.Or(public, predicate.Eq("visibility", "private")),
	} {
		if len(e.Kids) != 2 {
			t.Errorf("got %s, want two conditions", e.Shape())
		}
	}
}
