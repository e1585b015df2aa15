// Tests of signed addresses of files.

package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// signedScan shows the signed address of its file.
type signedScan struct {
	ID      int64      `rest:"id,readonly"`
	Scan    rest.File  `rest:"scan,optional" file:"inline"`
	Deleted *time.Time `rest:"deleted,readonly"`
	Picture string     `rest:"picture,computed"`
}

type (
	signing struct {
		Path    string `rest:"path"`
		Minutes int64  `rest:"minutes"`
	}
	signedAnswer struct {
		Address string `rest:"address"`
		Err     string `rest:"error"`
	}
)

// newScans serves scans for administrators. Their signed addresses end after an hour.
func newScans(t *testing.T, address string, now *time.Time, base string) *server.Server {
	set := func() *rest.Set {
		return rest.NewSet("scans",
			rest.ViewSet[signedScan]{
				Path: "/scans/", Fields: map[string]permission.Rule{"picture": permission.Admin}, SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin},
				Serializer: rest.Serializer[signedScan]{Computed: []rest.Computed[signedScan]{rest.Compute("picture", func(c *rest.Call, s *signedScan) string {
					address, _ := c.SignedAddress(fmt.Sprintf("/scans/%d/scan/", s.ID), s.Scan, time.Hour)
					return address
				})}},
			},
			rest.Endpoint("/sign/", func(c *rest.Call, in signing) (signedAnswer, error) {
				address, err := c.SignedAddress(in.Path, rest.File{Key: "k"}, time.Duration(in.Minutes)*time.Minute)
				if err != nil {
					return signedAnswer{Err: err.Error()}, nil
				}
				return signedAnswer{Address: address}, nil
			}),
		).Access(permission.Admin).Versions(rest.InPath(), rest.Version{Name: "v2"}, rest.Version{Name: "v1"})
	}
	return server.New(t, server.Config{Set: set, Basic: true, Options: serve.Options{
		Files: serve.FileOptions{Store: server.NewFileStore(t)}, Now: func() time.Time { return *now }, BaseURL: base,
	}}, address)
}

// Anyone reads the content of a file at its signed address, for as long as it is valid, and nothing else.
func TestSignedAddress(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		const base = "https://scans.example.com/archive"
		now := server.Clock()
		s := newScans(t, address, &now, base)
		picture := func() string {
			t.Helper()
			var row struct{ Picture string }
			if w := server.SendAs(s, "admin", "GET", base+"/scans/1/", ""); json.Unmarshal(w.Body.Bytes(), &row) != nil || w.Code != 200 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			return row.Picture
		}
		get := func(what, method, address string, status int, headers ...string) *httptest.ResponseRecorder {
			t.Helper()
			w := server.SendAs(s, "", method, address, "", headers...)
			if w.Code != status || status >= 400 && strings.Contains(address, "/scan/") && method == "GET" && w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: got %d %s, %v, want %d", what, w.Code, w.Body, w.Header(), status)
			}
			return w
		}
		server.Must(t, s, "POST", base+"/scans/", "admin", `{}`)
		if got := picture(); got != "" {
			t.Errorf("without a file: got %q", got)
		}
		scan := func(content string) server.File {
			return server.File{Field: "scan", Name: "a.txt", Content: []byte(content)}
		}
		uploadAs(s, "admin", "PATCH", base+"/scans/1/", nil, nil, scan("first"))
		uploadAs(s, "admin", "POST", base+"/scans/", nil, nil, scan("another"))

		first := picture()
		path, signature, _ := strings.Cut(first, "?_signed=")
		if path != base+"/scans/1/scan/" || len(signature) != 43 {
			t.Fatalf("got the address %s", first)
		}
		w := get("the content", "GET", first, 200)
		for name, want := range map[string]string{
			"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": `inline; filename="a.txt"`, "Cache-Control": "private, max-age=5155",
			"Referrer-Policy": "no-referrer", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("got %s: %s, want %s", name, got, want)
			}
		}
		if w.Body.String() != "first" {
			t.Errorf("got %q", w.Body)
		}
		get("without a body", "HEAD", first, 200)
		get("a part", "GET", first, 206, "Range", "bytes=0-1")
		get("no part", "GET", first, 416, "Range", "bytes=9-")
		get("unchanged", "GET", first, 304, "If-None-Match", w.Header().Get("Etag"))
		get("in a version", "GET", strings.Replace(first, base, base+"/v1", 1), 200)
		get("with credentials that are wrong", "GET", first, 200, "Authorization", "Basic eDp5")
		other := newScans(t, ":memory:", &now, base)
		for what, tried := range map[string]string{
			"another file": strings.Replace(first, "/scans/1/", "/scans/2/", 1), "another end": strings.Replace(first, "_signed=AAAA", "_signed=AAAB", 1),
			"cut": first[:len(first)-1], "empty": path + "?_signed=", "no signature": path + "?_signed=a!", "the last of two": first + "&_signed=AAAA", "an escaped name": path + "?%5Fsigned=a",
		} {
			get(what, "GET", tried, 403)
		}
		if w := server.SendAs(other, "", "GET", first, ""); w.Code != 403 || !strings.Contains(w.Body.String(), "This address has expired, or its file was replaced, or it is incomplete.") {
			t.Errorf("of another service: got %d %s", w.Code, w.Body)
		}
		if w := server.SendAs(s, "admin", "GET", path+"?x_signed=1", ""); w.Code != 200 {
			t.Errorf("with a parameter that ends like it: got %d %s", w.Code, w.Body)
		}
		get("another member", "GET", base+"/scans/1/?_signed="+signature, 403)
		get("the list", "GET", base+"/scans/?_signed="+signature, 403)
		get("a change", "DELETE", first, 403)

		now = now.Add(25 * time.Minute) // it is 3:29:05, and the address ends at 4:30
		if got := picture(); got != first {
			t.Errorf("after a while: got %s, want %s", got, first)
		}
		now = now.Add(time.Minute)
		if got := picture(); got == first {
			t.Errorf("after half of the lifetime: got the same address")
		}
		now = now.Add(59 * time.Minute)
		get("before its end", "GET", first, 200)
		now = now.Add(time.Minute)
		get("after its end", "GET", first, 403)

		second := picture()
		uploadAs(s, "admin", "PATCH", base+"/scans/1/", nil, nil, scan("second"))
		get("a file that was replaced", "GET", second, 403)
		second = picture()
		if w := get("the new file", "GET", second, 200); w.Body.String() != "second" {
			t.Errorf("got %q", w.Body)
		}
		server.Must(t, s, "DELETE", base+"/scans/1/", "admin", "")
		get("a row that was deleted", "GET", second, 404)
	})
}

// An address is signed only for the content of a file, for a time within limits, and with a host that no client has chosen.
func TestSignedAddressRefused(t *testing.T) {
	now := server.Clock()
	for _, tt := range []struct {
		base, path string
		minutes    int
		want       string
	}{
		{"https://a.example", "/scans/1/scan/", 1, `"address":"https://a.example/scans/1/scan/?_signed=`},
		{"https://a.example", "/scans/1/scan/", 7 * 24 * 60, `"address":"https://a.example/scans/1/scan/?_signed=`},
		{"https://a.example", "/scans/1/scan/", 0, `a signed address for 0s; write a lifetime from a minute to a week`},
		{"https://a.example", "/scans/1/scan/", 7*24*60 + 1, `a signed address for 168h1m0s; write a lifetime`},
		{"https://a.example", "/scans/1/", 1, `no record has a file at \"/scans/1/\"; write the path of its content, such as /letters/7/scan/`},
		{"https://a.example", "/scans/1/scan/?a=b", 1, `no record has a file at`},
		{"https://a.example", "scans/1/scan/", 1, `no record has a file at`},
		{"https://a.example", "%", 1, `no record has a file at`},
		{"https://a.example", "/scans/1/scan/#a", 1, `no record has a file at`},
		{"https://a.example", "/scans/1/scan/?", 1, `no record has a file at`},
		{"https://a.example", "//b.example/scans/1/scan/", 1, `no record has a file at`},
		{"https://a.example", "https://b.example/scans/1/scan/", 1, `no record has a file at`},
		{"", "/scans/1/scan/", 1, `The service does not know its address`},
	} {
		s := newScans(t, ":memory:", &now, tt.base)
		w := server.SendAs(s, "admin", "POST", "https://a.example/sign/", fmt.Sprintf(`{"path":%q,"minutes":%d}`, tt.path, tt.minutes), "Content-Type", "application/json")
		if w.Code != 200 || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s of %q for %d minutes: got %d %s, want %s", tt.path, tt.base, tt.minutes, w.Code, w.Body, tt.want)
		}
	}
	// A computed member has the host of the request, as other addresses of the response have.
	s := newScans(t, ":memory:", &now, "")
	w := uploadAs(s, "admin", "POST", "/scans/", nil, nil, server.File{Field: "scan", Name: "a.txt", Content: []byte("a")})
	if !strings.Contains(w.Body.String(), `"picture":"http://example.com/scans/1/scan/?_signed=`) {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}
