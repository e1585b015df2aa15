package serve_test

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the body of a request about many rows is, it is answered or refused, and a refusal leaves the rows as they
// were.
func FuzzLists(f *testing.F) {
	for _, body := range []string{
		`[]`, `[{}]`, `[null,1,"x",[],{}]`, `[{"label":"z","larder":"cellar"},{"label":"z","larder":"cellar"}]`, `[{"id":1,"grams":2},{"id":"1"}]`,
		`[1,"2",3.0,1e0,-1,99999999999999999999,true]`, `{"grams":1}`, `[[[[]]]]`, `[{"id":{"id":1}}]`, `[{"label":"\u0000"}]`, `[{"id":1,"spices":[1,1,9]}]`, ``, `[`,
	} {
		for method := range 3 {
			f.Add(method, body, method == 1)
		}
	}
	k := stocked(f, filepath.Join(f.TempDir(), "test.sqlite"))
	f.Fuzz(func(t *testing.T, method int, body string, lenient bool) {
		before := k.canisters()
		req := httptest.NewRequest([]string{"POST", "PATCH", "DELETE"}[uint(method)%3], "/canisters/", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		if lenient {
			req.Header.Set("Prefer", "handling=lenient")
		}
		w := httptest.NewRecorder()
		k.ServeHTTP(w, req)
		if w.Code >= 500 {
			t.Errorf("%s %q: got %d %s", req.Method, body, w.Code, w.Body)
		}
		if after := k.canisters(); w.Code >= 400 && after != before {
			t.Errorf("%s %q: got %d %s, and stored\n %s, want\n %s", req.Method, body, w.Code, w.Body, after, before)
		}
	})
}
