// Tests of the parsers of headers.

package serve

import (
	"mime"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

var (
	tagList = regexp.MustCompile(`^[ \t]*(?:W/)?"[^"\x00-\x20\x7f]*"[ \t]*(?:,[ \t]*(?:W/)?"[^"\x00-\x20\x7f]*"[ \t]*)*$`)
	oneTag  = regexp.MustCompile(`"[^"]*"`)
)

// A list of entity tags that keeps to RFC 9110 says that the client has the answer where, and only
// where, the tag is in it.
func FuzzIfNoneMatch(f *testing.F) {
	for _, seed := range []string{"", "*", `"x"`, `W/"TAG"`, `"TAG"`, `"a,b", W/"TAG"`, `"a,TAG"`, `"x" , "TAG"`, `TAG`, `w/"TAG"`, `"TAG`, `"a, "TAG"`, `*,"x"`} {
		f.Add(seed, "{}")
	}
	f.Fuzz(func(t *testing.T, header, body string) {
		defer stopwatch.Input(t)()
		x := &request.Exchange{Service: &request.Service{}, W: httptest.NewRecorder(), R: httptest.NewRequest("GET", "/", nil)}
		p := &request.Response{Format: request.Negotiated{Rendering: &request.Rendering{Tag: 'a'}}, Encoded: []byte(body), Safe: true}
		tag := strings.TrimPrefix(request.EntityTag(p.Encoded, p.Format), "W/")
		header = strings.ReplaceAll(header, "TAG", strings.Trim(tag, `"`))
		x.R.Header["If-None-Match"] = []string{header}
		got := request.Revalidate(x, &request.Admission{Method: "GET"}, p, &request.Record{})
		if set := x.W.Header().Get("ETag"); set != "W/"+tag || !oneTag.MatchString(tag) || len(tag) < 16 {
			t.Errorf("%q: tag %q", body, set)
		}
		if got && strings.TrimSpace(header) != "*" && !strings.Contains(header, tag) && !slices.Contains(strings.Split(strings.ReplaceAll(header, " ", ""), ","), "*") {
			t.Errorf("%q: the client is said to have %s", header, tag)
		}
		if tagList.MatchString(header) {
			if want := slices.Contains(oneTag.FindAllString(header, -1), tag); got != want {
				t.Errorf("%q for %s: got %v, want %v", header, tag, got, want)
			}
		}
	})
}

var keyForm = regexp.MustCompile(`^[ -~]{1,255}$`)

// A key is printable ASCII, and two lists of texts that differ have two digests.
func FuzzIdempotencyKey(f *testing.F) {
	f.Add("7f3a", "a", "b")
	f.Add("", "ab", "")
	f.Add(strings.Repeat("k", 256), "1:a", "")
	f.Add("a\x7f", "é", "\x00")
	f.Fuzz(func(t *testing.T, key, a, b string) {
		defer stopwatch.Input(t)()
		if got, want := pageapi.ValidKey(key), keyForm.MatchString(key); got != want {
			t.Errorf("%q: got valid %v, want %v", key, got, want)
		}
		lists := [][]string{{key, a, b}, {key + a, b}, {key, a + b}, {key, b, a}, {key + a + b}}
		for i, list := range lists {
			for _, other := range lists[:i] {
				if same := request.Digest(list...) == request.Digest(other...); same != slices.Equal(list, other) {
					t.Errorf("%q and %q: got the same digest %v", list, other, same)
				}
			}
		}
	})
}

// Whatever a file is called, the header gives its name back and nothing else.
func FuzzDisposition(f *testing.F) {
	for _, name := range []string{"a.txt", "résumé.pdf", `a"b\\c.txt`, "a;filename=b", "%41.txt", "a\r\nSet-Cookie: x", ""} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		name = field.CleanFileName(name)
		header := disposition("attachment", name)
		if strings.ContainsFunc(header, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q: got %q", name, header)
		}
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" || params["filename"] != name || len(params) != 1 {
			t.Errorf("%q: %q is read as %q %q, %v", name, header, kind, params, err)
		}
	})
}
