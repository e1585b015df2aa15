package querystring

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// A query is read like a form, by other code; a written query is read back as the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "a=1&a=2", "a", "=", "&&", "a=%C3%A9+x", "a=%", "a=%4", "%=%zz", "a;b=1", "%61=%00", "a=%FF", "a=\xff\xfe", "a=%E2%82", "+=+"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		defer stopwatch.Input(t)()
		params := Parse(query)
		got := map[string][]string{}
		for _, p := range params {
			if !utf8.ValidString(p.Name) || !utf8.ValidString(p.Value) {
				t.Errorf("%q: got %q, which is not UTF-8", query, p)
			}
			got[p.Name] = append(got[p.Name], p.Value)
		}
		if want, err := url.ParseQuery(query); err == nil && len(params) > 0 {
			for name, values := range want {
				if utf8.ValidString(name+strings.Join(values, "")) && !slices.Equal(got[name], values) {
					t.Errorf("%q: got %q of %q, net/url %q", query, got[name], name, values)
				}
			}
		}
		r := httptest.NewRequest("POST", "/", strings.NewReader(query))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		body, err := media.Decode(r, media.Parsers(), media.Limits{Fields: len(query) + 1})
		if err != nil {
			t.Fatal(err)
		}
		if valid(query) && fmt.Sprint(body.Form) != fmt.Sprint(got) && query != "" {
			t.Errorf("%q: got %q, as a form %q", query, got, body.Form)
		}
		if again := Parse(strings.TrimPrefix(encode(params), "?")); !slices.Equal(again, params) {
			t.Errorf("%q: got %q, written and read again %q", query, params, again)
		}
	})
}

// valid reports whether nothing in a query is invalid UTF-8: how many U+FFFD that makes is told by
// no rule for queries.
func valid(query string) bool { return utf8.ValidString(unescapeBytes(query)) }

var escaped = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

func unescapeBytes(s string) string {
	return escaped.ReplaceAllStringFunc(s, func(e string) string {
		n, _ := strconv.ParseUint(e[1:], 16, 8)
		return string([]byte{byte(n)})
	})
}
