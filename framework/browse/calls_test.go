package browse_test

import (
	"html"
	"regexp"
	"testing"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/rest"
)

var ownCall = regexp.MustCompile(`(?s)<details class="calls"><summary>([^<]*)</summary>\n<p><b>curl</b></p>\n<pre[^>]*>([^<]*)</pre>`)

func TestCallsAreOfThePage(t *testing.T) {
	pages, e := newPages(t, rest.Look{}), endpoint(t)
	const own, read = "Call it from a program", "Read this address from a program"
	for _, tt := range []struct {
		name, method, query string
		options, failed     bool
		wantTitle, wantCurl string
	}{
		{"list", "GET", "page=2", false, false, own, "curl 'http://api.example/notes/?page=2'"},
		{"brackets", "GET", "a[b]=1", false, false, own, "curl -g 'http://api.example/notes/?a[b]=1'"},
		{"braces", "GET", "a={1,2}", false, false, own, "curl -g 'http://api.example/notes/?a={1,2}'"},
		{"options", "OPTIONS", "", true, false, own, "curl -X OPTIONS http://api.example/notes/"},
		{"options of a form", "POST", "", true, false, own, "curl -X OPTIONS http://api.example/notes/"},
		{"options refused", "OPTIONS", "a=1", false, true, own, "curl -X OPTIONS 'http://api.example/notes/?a=1'"},
		{"created", "POST", "", false, false, read, "curl http://api.example/notes/"},
		{"refused", "POST", "", false, true, read, "curl http://api.example/notes/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(e, `[]`)
			a.Method, a.Query, a.Options, a.Failed, a.IsList = tt.method, tt.query, tt.options, tt.failed, false
			got := ownCall.FindStringSubmatch(html.UnescapeString(render(t, pages, a)))
			if got == nil || got[1] != tt.wantTitle || got[2] != tt.wantCurl {
				t.Errorf("calls = %q, want %q, %q", got, tt.wantTitle, tt.wantCurl)
			}
		})
	}
}

func TestWriteCallOfAnAddressWithBrackets(t *testing.T) {
	a := answer(endpoint(t), `[]`)
	a.Create = &browse.Form{Method: "POST", Action: "/notes/[1]/"}
	contains(t, html.UnescapeString(render(t, newPages(t, rest.Look{}), a)), "curl -g -X POST 'http://api.example/notes/[1]/'")
}
