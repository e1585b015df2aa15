// A test of envelopes.

package rest_test

import (
	"testing"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// What an envelope makes of one record, of a list and of a page.
func TestEnvelope(t *testing.T) {
	record := []byte(`{"id":1}`)
	list := func(e rest.Envelope, p *plan.Page) string {
		f := e.Frame(p)
		return string(f.AppendAfter(append(f.AppendBefore([]byte("x")), `{},{}`...), 2)[1:])
	}
	page := &plan.Page{Total: 7, Next: "/?page=2"}
	tests := []struct {
		e                        rest.Envelope
		record, list, page, text string
	}{
		{
			rest.Envelope{Record: "article", List: "articles", Count: "count", Input: "article"},
			`{"article":{"id":1}}`, `{"articles":[{},{}],"count":2}`, `{"articles":[{},{}],"count":7}`,
			`a record in "article", rows in "articles", their number in "count", input in "article"`,
		},
		{
			rest.Envelope{List: "data", Next: "next", Previous: "prev"},
			`{"id":1}`, `{"data":[{},{}],"next":null,"prev":null}`, `{"data":[{},{}],"next":"/?page=2","prev":null}`,
			`rows in "data", the next page in "next", the previous page in "prev"`,
		},
		{
			rest.Envelope{Record: `"`, List: "Artikel é"},
			`{"\"":{"id":1}}`, `{"Artikel é":[{},{}]}`, `{"Artikel é":[{},{}]}`,
			`a record in "\"", rows in "Artikel é"`,
		},
		{rest.Envelope{Record: "data"}, `{"data":{"id":1}}`, `[{},{}]`, `[{},{}]`, `a record in "data"`},
	}
	for _, tt := range tests {
		if got := string(tt.e.AppendRecord([]byte("x"), record)[1:]); got != tt.record {
			t.Errorf("%+v: a record is %s, want %s", tt.e, got, tt.record)
		}
		if got := list(tt.e, nil); got != tt.list {
			t.Errorf("%+v: a list is %s, want %s", tt.e, got, tt.list)
		}
		if got := list(tt.e, page); got != tt.page {
			t.Errorf("%+v: a page is %s, want %s", tt.e, got, tt.page)
		}
		if got := tt.e.String(); got != tt.text {
			t.Errorf("%+v: got the text %s, want %s", tt.e, got, tt.text)
		}
	}
}
