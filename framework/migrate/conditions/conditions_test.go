package conditions_test

import (
	"testing"

	"example.com/resourceful/framework/migrate/conditions"
)

// Conditions that mean the same have one form, as far as databases write them otherwise; others do not.
func TestPlain(t *testing.T) {
	for _, tt := range []struct {
		one, other string
		same       bool
	}{
		{"gone IS NULL", `CREATE UNIQUE INDEX "x" ON public.t USING btree (code) WHERE ( "gone"  is NULL )`, true},
		{"`gone` IS NULL", "(gone IS NULL)", true},
		{"a = 1 AND b = 2", "((b = 2) AND (a = 1))", true},
		{"a = 1 AND (b = 2 AND c = 3)", "((a = 1) AND (b = 2) AND (c = 3))", true},
		{"a = 1 OR b = 2", "((b = 2) OR (a = 1))", true},
		{"(a = 1 OR b = 2) AND c = 3", "((c = 3) AND ((a = 1) OR (b = 2)))", true},
		{"size = 'a'", "((size)::text = 'a'::text)", true},
		{"size IN ('a', 'b')", "((size)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))", true},
		{"n IN (1, 2)", "(n = ANY (ARRAY[1, 2]))", true},
		{"state != 'x'", "(state <> 'x'::text)", true},
		{"n BETWEEN 1 AND 5 AND m = 1", "m = 1 AND n BETWEEN 1 AND 5", true},
		{"NOT (a = 1)", "(NOT (a = 1))", true},
		{"lower(code) = 'a'", "(lower((code)::text) = 'a'::text)", true},
		{"", "CREATE UNIQUE INDEX x ON t (code)", true},
		{"n > 1.5", "((n)::numeric > 1.5)", true},
		{"d > '2020-01-01'", "(d > '2020-01-01'::date)", true},
		{"n::integer = 5", "((n)::integer = 5)", true},
		{`"user" = 'a'`, "(`user` = 'a'::text)", true},

		{"a = 1", "a = 2", false},
		{"state = 'A'", "state = 'a'", false},
		{"a = 1 OR b = 2", "a = 1 AND b = 2", false},
		{"a = 1 OR (b = 2 AND c = 3)", "(a = 1 OR b = 2) AND c = 3", false},
		{"NOT (a = 1 AND b = 2)", "NOT a = 1 AND b = 2", false},
		{"(a + b) * 2 > c", "a + b * 2 > c", false},
		{"n BETWEEN 1 AND 5", "n BETWEEN 5 AND 1", false},
		{"gone IS NULL", `CREATE INDEX x ON t (code) WHERE state <> ') WHERE gone IS NULL'`, false},
		{"gone IS NULL", "gone IS NOT NULL", false},
		{"n = 5", "((n)::integer = 5)", false},
		{"n = 5", "((n)::numeric(10,0) = 5)", false},
		{"size = 'a'", "((size)::character varying(1) = 'a')", false},
		{"at > '2020-01-01'", "((at)::date > '2020-01-01'::date)", false},
		{"a + b = 1", "((a + b)::integer = 1)", false},
		{"(at AT TIME ZONE 'UTC')::date = '2020-01-01'", "at AT TIME ZONE 'UTC' = '2020-01-01'", false},
		{"user = 'a'", `"user" = 'a'`, false},
		{"gone IS NULL", `"Gone" IS NULL`, false},
		{`"null" IS NULL`, "null IS NULL", false},
		{`"or" = 1`, "a = 1 or b = 1", false},
	} {
		if one, other := conditions.Plain(tt.one), conditions.Plain(tt.other); one == other != tt.same {
			t.Errorf("%s\n%s: got %q and %q", tt.one, tt.other, one, other)
		}
	}
}
