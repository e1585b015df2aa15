// Tests of the conditions of CHECK constraints.

package inspect

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestBounds(t *testing.T) {
	tests := []struct{ condition, want string }{
		{"a > 0", "a > 0"},
		{"(a > 0)", "a > 0"},
		{"((a >= 1) AND (a <= 5))", "a >= 1; a <= 5"},
		{"(((a)::numeric >= 0.5))", "a >= 0.5"},
		{"(amount > (0)::numeric(10,2))", "amount > 0"},
		{"(a > '-5'::integer)", "a > -5"},
		{"a > -5", "a > -5"},
		{"Milliseconds BETWEEN 1 AND 10", "Milliseconds >= 1; Milliseconds <= 10"},
		{"a BETWEEN 1 AND 10 AND b < 3", "a >= 1; a <= 10; b < 3"},
		{`"action_flag" >= 0`, "action_flag >= 0"},
		{"((status)::text = ANY ((ARRAY['new'::character varying, 'it''s'::character varying])::text[]))", "status in new|it's"},
		{"(status = ANY (ARRAY['a'::text, 'b'::text]))", "status in a|b"},
		{"size IN ('S', 'M')", "size in S|M"},
		{"n IN (1, 2)", "n in 1|2"},
		{"(char_length((VALUE)::text) <= 8)", "VALUE length 8"},
		{"(length(name) > 3)", ""},
		{"a > b", ""},
		{"a > 0 OR b > 0", ""},
		{"NOT a > 0", ""},
		{"a IS NULL", ""},
		{"(name <> ''::text)", ""},
		{"a > 0 AND lower(b) = 'x'", ""},
		{"a + 1 > 0", ""},
		{"(a > 0) = (b > 0)", ""},
		{"a > 1e5", ""},
		{"status = ANY (ARRAY['a'", ""},
		{"((((", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := text(bounds(tt.condition)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.condition, got, tt.want)
		}
	}
}

// text returns conditions as text.
func text(list []bound) string {
	var parts []string
	for _, b := range list {
		parts = append(parts, fmt.Sprintf("%s %s %s", b.column, b.op, strings.Join(b.values, "|")))
	}
	return strings.Join(parts, "; ")
}

// Conditions of others are any text.
func FuzzBounds(f *testing.F) {
	for _, seed := range []string{"((a >= 1) AND (a <= 5))", "((s)::text = ANY ((ARRAY['n'::character varying, 'o'])::text[]))", "a IN (", "(char_length((V)::text) <= 8)", "a::x(1)[] > '", "CHECK (a > 1)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, condition string) {
		for _, b := range bounds(condition) {
			if b.column == "" || len(b.values) == 0 {
				t.Errorf("%q: got %+v", condition, b)
			}
		}
		checksIn(condition)
		defaultOf(&Column{Default: condition}, goType{kind: "text"})
	})
}

func TestChecksIn(t *testing.T) {
	const table = `CREATE TABLE t (a int CHECK (a > 0), -- CHECK (no)
		"check" text check(length("check") <= 5) DEFAULT 'CHECK (x)', /* CHECK (y) */ b int, CONSTRAINT c CHECK ((b IN (1, 2)) AND a < 9))`
	want := []string{"a > 0", `length("check") <= 5`, "(b IN (1, 2)) AND a < 9"}
	if got := checksIn(table); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDefaultOf(t *testing.T) {
	tests := []struct {
		kind, text, want string
		ok               bool
	}{
		{"text", "'active'::text", "active", true},
		{"text", "('it''s'::character varying)::text", "it's", true},
		{"text", "''::text", "", true},
		{"text", "CURRENT_USER", "", false},
		{"text", "('a'::text || 'b'::text)", "", false},
		{"whole", "'-1'::integer", "-1", true},
		{"whole", "3", "3", true},
		{"whole", "nextval('x_seq'::regclass)", "", false},
		{"number", "0.99", "0.99", true},
		{"number", "(0)::numeric", "0", true},
		{"bool", "false", "false", true},
		{"bool", "1", "true", true},
		{"moment", "now()", "now", true},
		{"moment", "(now() + '1 day'::interval)", "now", false},
		{"text", "CURRENT_TIMESTAMP", "", false},
		{"day", "CURRENT_DATE", "now", true},
		{"day", "'2026-01-02'::date", "2026-01-02", true},
		{"clock", "'08:30:00'::time without time zone", "08:30:00", true},
		{"uuid", "gen_random_uuid()", "random", true},
		{"other", "'{}'::jsonb", "", false},
	}
	for _, tt := range tests {
		got, ok := defaultOf(&Column{Default: tt.text}, goType{kind: tt.kind})
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s %s: got %q, %v, want %q, %v", tt.kind, tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

// A default that is computed for each row is an expression, and a constant with its casts and signs is none.
func TestIsExpression(t *testing.T) {
	for _, text := range []string{
		"", "NULL::text", "'a b'::text", "E'two\nlines'", "'{}'::jsonb", "'x'::public.\"Mood\"", "ARRAY['a'::text, 'b'::text]", "'{1,2}'::integer[]", "(-1)", "'-1'::integer", "1.5e10", "1e-3",
		"'2026-01-02 00:00:00+00'::timestamp with time zone", "x'00ff'", "\"legacy\"", "true",
	} {
		if isExpression(bareDefault(&Column{Default: text})) {
			t.Errorf("%s is a constant", text)
		}
	}
	for _, text := range []string{
		"now()", "CURRENT_USER", "CURRENT_DATE", "nextval('x_seq'::regclass)", "1 + 1", "(3 - 2)", "('a'::text || 'b'::text)", "(now() + '1 day'::interval)", "abs(random())", "\"Make\"(1)",
		"(current_setting('app.tenant'::text))::integer",
	} {
		if !isExpression(bareDefault(&Column{Default: text})) {
			t.Errorf("%s is an expression", text)
		}
	}
}
