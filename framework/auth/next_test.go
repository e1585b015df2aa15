// Tests of addresses to go to after a login.

package auth_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest/stopwatch"
)

var nexts = []struct {
	next   string
	want   string // "" for one that is not followed
	secure string // the same over HTTPS, if it differs; "-" for one that is not followed
}{
	{next: "/snippets/", want: "/snippets/"},
	{next: "/users/?format=json", want: "/users/?format=json"},
	{next: "/a#b", want: "/a#b"},
	{next: "/a?b=http://evil/", want: "/a?b=http://evil/"},
	{next: "/a//b", want: "/a//b"},
	{next: `/a?b=\c`, want: `/a?b=\c`},
	{next: "snippets/", want: "snippets/"},
	{next: "?page=2", want: "?page=2"},
	{next: " /snippets/ ", want: "/snippets/"},
	{next: "/ä b?c=ä d", want: "/%C3%A4%20b?c=%C3%A4%20d"},
	{next: "/a%2Fb", want: "/a%2Fb"},
	{next: "http://here:8000/snippets/", want: "http://here:8000/snippets/", secure: "-"},
	{next: "https://here:8000/snippets/", want: "https://here:8000/snippets/"},
	{next: "//here:8000/snippets/", want: "//here:8000/snippets/"},

	{next: ""},
	{next: " "},
	{next: "http://evil.example/x"},
	{next: "http://here/"},
	{next: "http://here:8001/"},
	{next: "http://HERE:8000/"},
	{next: "http://here:8000.evil.example/"},
	{next: "http://here:8000@evil.example/"},
	{next: "http://user@here:8000/"},
	{next: `http://here:8000\@evil.example/`},
	{next: "//evil.example/x"},
	{next: " //evil.example/x"},
	{next: "///evil.example"},
	{next: "////evil.example"},
	{next: `/\evil.example`},
	{next: `\/evil.example`},
	{next: `\\evil.example`},
	{next: `/a/..\\evil.example`},
	{next: "/\t/evil.example"},
	{next: "\t//evil.example"},
	{next: "/\r\nSet-Cookie: a=b"},
	{next: "/\x00"},
	{next: "/\u0085"},
	{next: "http:///evil.example"},
	{next: "http:////evil.example"},
	{next: "http:evil.example"},
	{next: "http:/evil.example"},
	{next: "http:"},
	{next: "javascript:alert(1)"},
	{next: "JavaScript://here:8000/%0aalert(1)"},
	{next: "data:text/html,x"},
	{next: "ftp://here:8000/"},
	{next: "://here:8000/"},
	{next: "/%zz"},
	{next: "/" + strings.Repeat("a", 2048)},
}

func TestSafeNext(t *testing.T) {
	check := func(t *testing.T, r *http.Request, next, want string) {
		t.Helper()
		wantOK := want != ""
		if !wantOK {
			want = "/"
		}
		if got, ok := auth.SafeNext(r, next); got != want || ok != wantOK {
			t.Errorf("SafeNext(%q) = %q, %v, want %q, %v", next, got, ok, want, wantOK)
		}
	}
	for _, tt := range nexts {
		r := httptest.NewRequest("POST", "http://here:8000/api-auth/login/", nil)
		check(t, r, tt.next, tt.want)

		r.TLS = &tls.ConnectionState{}
		switch tt.secure {
		case "":
			check(t, r, tt.next, tt.want)
		case "-":
			check(t, r, tt.next, "")
		}
	}
}

func TestSafeNextWithoutHost(t *testing.T) {
	r := httptest.NewRequest("POST", "/api-auth/login/", nil)
	r.Host = ""
	for _, next := range []string{"http:///x", "///x", "//x"} {
		if got, ok := auth.SafeNext(r, next); ok {
			t.Errorf("SafeNext(%q) = %q, true, want false", next, got)
		}
	}
}

func FuzzSafeNext(f *testing.F) {
	for _, tt := range nexts {
		f.Add(tt.next)
	}
	base := &url.URL{Scheme: "http", Host: "here:8000", Path: "/api-auth/login/"}
	f.Fuzz(func(t *testing.T, next string) {
		defer stopwatch.Input(t)()
		r := httptest.NewRequest("POST", base.String(), nil)
		target, ok := auth.SafeNext(r, next)
		if !ok {
			if target != "/" {
				t.Errorf("SafeNext(%q) = %q, false, want /", next, target)
			}
			return
		}
		for _, c := range []byte(target) {
			if c <= ' ' || c >= 0x7f {
				t.Fatalf("SafeNext(%q) = %q, not fit for a header", next, target)
			}
		}
		place, _, _ := strings.Cut(target, "?")
		if strings.Contains(place, `\`) {
			t.Errorf("SafeNext(%q) = %q, which browsers read otherwise", next, target)
		}
		u, err := base.Parse(target)
		if err != nil || u.Host != base.Host || u.Scheme != "http" && u.Scheme != "https" {
			t.Errorf("SafeNext(%q) = %q, which leads to %v (%v)", next, target, u, err)
		}
	})
}
