// Tests of the laws of lists: bounds and constraints.

package resttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// A set that refuses the lists that it has to refuse passes, and one that fails over them does not.
func TestRefusedListsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	silent(t, "nothing", compiledSet(t, laws.Many(nil)).sendLists)
	reports(t, "a failure", "want: a refusal", compiledSet(t, laws.Many(func(*rest.Call, *laws.Chest) problem.Fields { panic("planted") })).sendLists)
}

// toldBounded keeps what a bounded test shows, and whether it has failed.
type toldBounded struct {
	told
	failed int
}

func (r *toldBounded) Fail() { r.failed++ }

// Of each kind some reports are shown, and all others are counted; the test fails whether or not they are shown.
func TestBounded(t *testing.T) {
	to := &toldBounded{told: told{TB: t}}
	b := &bounded{TB: to}
	for i := range 100 {
		server.Failure{Fault: fmt.Sprintf("column %d is %q", i, fmt.Sprint("a\n", i)), Rule: "owner", Want: fmt.Sprint(i)}.Report(b)
		b.Errorf("POST /x/%d: got\n%d", i, i)
	}
	b.Errorf("another")
	want := []string{"column 0", "POST /x/0", "column 1", "POST /x/1", "column 2", "POST /x/2", "another"}
	if !slices.EqualFunc(to.messages, want, func(got, want string) bool { return strings.HasPrefix(got, want) }) || to.failed != 194 {
		t.Errorf("got %d failures without a report and the reports %q, want 194 and %q", to.failed, to.messages, want)
	}
	if got, want := b.summary(), "7 reports are shown, and 194 more are not:\n\t    97 × column … is …; owner\n\t    97 × POST /x/…: got"; got != want {
		t.Errorf("the summary: got %s, want %s", got, want)
	}
}

// Reports of many kinds are bounded too, and so are the kinds that are summed up.
func TestBoundedKinds(t *testing.T) {
	to := &toldBounded{told: told{TB: t}}
	b := &bounded{TB: to}
	for i := range 100 {
		b.Errorf("kind %s", strings.Repeat("x", i))
	}
	if got, lines := b.summary(), 22; len(to.messages) != maxReports || strings.Count(got, "\n") != lines-1 || !strings.HasSuffix(got, "\n\tand those of 50 more kinds") {
		t.Errorf("got %d reports and %s, want %d reports and %d lines", len(to.messages), got, maxReports, lines)
	}
	if got := (&bounded{TB: to}).summary(); got != "" {
		t.Errorf("without reports: got %q, want nothing", got)
	}
}

// The report on a service that breaks every rule has some pages, not thousands.
func TestBoundedReportsOfAPart(t *testing.T) {
	c := compiledSet(t, laws.Fleet())
	c.around = func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	}
	to := &toldBounded{told: told{TB: t}}
	b := &bounded{TB: to}
	c.fillTable(b)
	size := len(strings.Join(to.messages, "\n")) + len(b.summary())
	if len(to.messages) == 0 || len(to.messages) > maxReports || size > 100_000 || to.failed < 100 {
		t.Errorf("got %d reports of %d bytes and %d that are not shown, want 1 to %d in at most 100,000, and more than 100: %s", len(to.messages), size, to.failed, maxReports, b.summary())
	}
	t.Log(b.summary())
}

// Values that violate a schema are found for each of its constraints.
func TestViolating(t *testing.T) {
	for _, tt := range []struct {
		schema *openapi.Schema
		word   string
		want   string
	}{
		{&openapi.Schema{Type: openapi.Types{"string"}, Extra: openapi.Extra{Others: map[string]any{"maxLength": json.Number("3")}}}, "maxLength", `"aaaa"`},
		{&openapi.Schema{Type: openapi.Types{"string"}, Extra: openapi.Extra{Others: map[string]any{"minLength": json.Number("1")}}}, "minLength", `""`},
		{&openapi.Schema{Type: openapi.Types{"integer"}, Extra: openapi.Extra{Others: map[string]any{"minimum": json.Number("1")}}}, "minimum", `0`},
		{&openapi.Schema{Type: openapi.Types{"integer"}, Extra: openapi.Extra{Others: map[string]any{"maximum": json.Number("5")}}}, "maximum", `6`},
		{&openapi.Schema{Type: openapi.Types{"string"}}, "null", `null`},
		{&openapi.Schema{Type: openapi.Types{"string", "null"}}, "null", ``},
		{&openapi.Schema{Type: openapi.Types{"string"}, Format: "date"}, "format", `"é !"`},
		{&openapi.Schema{Type: openapi.Types{"string"}, Extra: openapi.Extra{Others: map[string]any{"pattern": "^[a-z]+$"}}}, "pattern", `"é !"`},
		{&openapi.Schema{Type: openapi.Types{"string"}, Format: "decimal", Extra: openapi.Extra{Others: map[string]any{"x-minimum": "0"}}}, "x-minimum", `"-1"`},
		{&openapi.Schema{Type: openapi.Types{"array"}, Extra: openapi.Extra{Others: map[string]any{"maxItems": json.Number("1")}}}, "maxItems", `[1,1]`},
	} {
		if got := violating(tt.schema, "")[tt.word]; got != tt.want {
			t.Errorf("%s of %v: got %s, want %s", tt.word, tt.schema, got, tt.want)
		}
	}
}
