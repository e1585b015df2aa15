// Tests of conditions in plain English.

package schema_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// invoice is a row with conditions.
type invoice struct {
	ID     int64      `rest:"id,readonly"`
	Status string     `rest:"state" db:"status" validate:"oneof=draft sent paid"`
	Title  string     `rest:"title"`
	Paid   bool       `rest:"paid"`
	Cents  int64      `rest:"cents"`
	Limit  int64      `rest:"limit"`
	Sent   *time.Time `rest:"sent"`
	Secret string     `rest:"-"`
}

// Sentences have the names and values of the wire, and none is about a field that nobody is shown.
func TestSentence(t *testing.T) {
	typ := compile[invoice](t)
	sent := predicate.IsNull("sent")
	for _, c := range []struct {
		is   predicate.Expr
		want string // "" for none
	}{
		{predicate.Eq("status", "paid"), "state is paid"},
		{predicate.Ne("status", "paid"), "state is not paid"},
		{predicate.In("status", "sent"), "state is sent"},
		{predicate.In("status", "draft", "sent", "paid"), "state is draft, sent or paid"},
		{predicate.Not(predicate.In("status", "draft", "sent")), "state is neither draft nor sent"},
		{predicate.Not(predicate.In("status", "draft")), "state is not draft"},
		{predicate.Eq("title", `a "b"`), `title is "a \"b\""`},
		{predicate.Not(predicate.Contains("title", "x")), `title does not contain "x"`},
		{predicate.Eq("paid", true), "paid is true"},
		{predicate.Gte("cents", 5), "cents is at least 5"},
		{predicate.Not(predicate.Lt("cents", 5)), "not cents is less than 5"},
		{predicate.Lte("cents", predicate.F("limit")), "cents is at most limit"},
		{sent, "sent is empty"},
		{predicate.Not(sent), "sent is not empty"},
		{predicate.Lt("sent", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), "sent is less than 2026-01-02T03:04:05Z"},
		{predicate.And(sent, predicate.Or(predicate.Eq("paid", true), predicate.Gt("cents", 0))), "sent is empty and (paid is true or cents is greater than 0)"},
		{predicate.Not(predicate.And(sent, predicate.Eq("paid", true))), "not (sent is empty and paid is true)"},
		{predicate.Eq("secret", "x"), ""},
		{predicate.Or(sent, predicate.Eq("secret", "x")), ""},
	} {
		bound, err := c.is.Bind(typ)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := typ.Sentence(bound); got != c.want && ok || ok != (c.want != "") {
			t.Errorf("%s: got %q, ok %v, want %q", schema.ConditionWords(bound), got, ok, c.want)
		}
	}
}
