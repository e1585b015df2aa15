package browse_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A name that nobody declared stays one name in the answer where it has thousands of dots: as a path of as many steps it
// would be indented by the square of their number.
func TestDeepNamesAnswerShortly(t *testing.T) {
	p, b, deep := newPostOffice(t), newBound(t), strings.Repeat("x.", 1000)+"x"
	raw := func(body string) url.Values {
		return url.Values{"_content_type": {"application/json"}, "_content": {body}}
	}
	for _, test := range []struct {
		handler http.Handler
		path    string
		form    url.Values
	}{
		{p, "/crates/", url.Values{deep: {"1"}}},
		{p, "/crates/", url.Values{"box." + deep: {"1"}}},
		{p, "/crates/", url.Values{"box.lid." + deep: {"1"}}},
		{p, "/crates/", url.Values{"stops[0]." + deep: {"1"}}},
		{p, "/crates/", raw(`{"box":{"lid":{"` + deep + `":1}},"stops":[{"` + deep + `":1}]}`)},
		{b, "/binders/", url.Values{"name": {"a"}, "sheets[0].title": {"a"}, "sheets[0]." + deep: {"1"}}},
		{b, "/binders/", raw(`{"name":"a","sheets":[{"title":"x","` + deep + `":1}]}`)},
	} {
		w := sendTo(test.handler, "POST", test.path, "alice", test.form.Encode(), "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		if w.Code != http.StatusBadRequest || w.Body.Len() > 100_000 || !strings.Contains(w.Body.String(), "Unknown field.") {
			t.Errorf("%.60v: got %d with %d bytes, want 400 with \"Unknown field.\" in at most 100,000", test.form, w.Code, w.Body.Len())
		}
	}
}
