package serve

import (
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/serve/internal/request"
)

// hostForm is Django's rule for a host, in ASCII.
var hostForm = regexp.MustCompile(`^([A-Za-z0-9._-]+|\[[A-Fa-f0-9]*:[A-Fa-f0-9.:]+\])(:[0-9]+)?$`)

// A host that is answered can stand in a link: the address has that host and nothing more. One
// that is allowed is in the list, or below a name that begins with a dot.
func FuzzHost(f *testing.F) {
	for _, seed := range []string{"", "h", "H.Example:80", "[::1]:8000", "[::1", "h@x", "h/x", "a b", "é", "h:", "h:x", "api.example.", "xapi.example", "a.b.example", ".b.example", "[::ffff:1.2.3.4]", "h\r\nX: y", "a..b", "-", "h#", "h?x", "b.example.:1", "1.2.3.4:99999999999"} {
		f.Add(seed)
	}
	hosts := allowedHosts([]string{"API.example", ".b.example", "[::1]"}, "")
	f.Fuzz(func(t *testing.T, host string) {
		defer stopwatch.Input(t)()
		if got, want := validHost(host), hostForm.MatchString(host); got != want {
			t.Errorf("%q: got valid %v, want %v", host, got, want)
		}
		if !validHost(host) {
			return
		}
		u, err := url.Parse("http://" + host + "/users/1/")
		if err != nil || u.Host != host || u.Path != "/users/1/" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			if !strings.HasPrefix(host, "[") { // net/url knows more of addresses than we have to
				t.Errorf("%q: a link is %+v, %v", host, u, err)
			}
			return
		}
		name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
		want := name == "api.example" || name == "b.example" || strings.HasSuffix(name, ".b.example") || name == "::1"
		if got := allowedHost(hosts, host); got != want {
			t.Errorf("%q: got allowed %v, want %v", host, got, want)
		}
	})
}

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
		x := &exchange{h: &Handler{}, w: httptest.NewRecorder(), r: httptest.NewRequest("GET", "/", nil)}
		p := &response{format: negotiated{Rendering: &request.Rendering{Tag: 'a'}}, encoded: []byte(body), safe: true}
		tag := strings.TrimPrefix(entityTag(p.encoded, p.format), "W/")
		header = strings.ReplaceAll(header, "TAG", strings.Trim(tag, `"`))
		x.r.Header["If-None-Match"] = []string{header}
		got := revalidate(x, &admission{method: "GET"}, p, &record{})
		if set := x.w.Header().Get("ETag"); set != "W/"+tag || !oneTag.MatchString(tag) || len(tag) < 16 {
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
		if got, want := validKey(key), keyForm.MatchString(key); got != want {
			t.Errorf("%q: got valid %v, want %v", key, got, want)
		}
		lists := [][]string{{key, a, b}, {key + a, b}, {key, a + b}, {key, b, a}, {key + a + b}}
		for i, list := range lists {
			for _, other := range lists[:i] {
				if same := digest(list...) == digest(other...); same != slices.Equal(list, other) {
					t.Errorf("%q and %q: got the same digest %v", list, other, same)
				}
			}
		}
	})
}
