// Tests of the text of a report.

package server

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// A report gives the answer before the demand, with the request as a line of curl and the rule of the plan.
func TestFailureText(t *testing.T) {
	answered := func(status int, body string, a Answer) Answer {
		a.ResponseRecorder = httptest.NewRecorder()
		a.Code = status
		a.Body.WriteString(body)
		return a
	}
	asked := func(authorization, method, path, body string) Answer {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		if authorization != "" {
			r.Header.Set("Authorization", authorization)
		}
		return Answer{Request: r, Sent: body}
	}
	for _, tt := range []struct {
		name string
		f    Failure
		want string
	}{
		{
			"a status",
			Failure{Fault: "the status is not that of the rule", Want: "403 Forbidden", Rule: "owner", Asked: answered(200, "{\"id\":1}\n", asked(BasicHeader("bob"), "PATCH", "/snippets/1/?x=é&y=1", `{"title":"it's"}`))},
			`PATCH /snippets/1/?x=é&y=1 as "bob": the status is not that of the rule
 got: 200 {"id":1}
want: 403 Forbidden
send: curl -i -X PATCH -u bob:bob-password -H 'Content-Type: application/json' --data-binary '{"title":"it'\''s"}' 'http://127.0.0.1:8000/snippets/1/?x=é&y=1'
rule: owner`,
		},
		{
			"several lines",
			Failure{Fault: "they differ", Got: "a\nb\n", Want: "a\nc", Asked: asked("", "HEAD", "/", "")},
			"HEAD / as nobody: they differ\n got: a\n      b\nwant: a\n      c\nsend: curl -i -I http://127.0.0.1:8000/",
		},
		{
			"a token, a body of bytes and an account without a password",
			Failure{Fault: "no", Asked: answered(500, "", asked("Token a", "POST", "/x/", "\x00'\\é"))},
			"POST /x/ as the owner of a token: no\n got: 500\nsend: curl -i -H 'Authorization: Token a' -H 'Content-Type: application/json' --data-binary $'\\x00\\'\\\\\\xc3\\xa9' http://127.0.0.1:8000/x/",
		},
		{"no request", Failure{Fault: "no row", Got: "1", Want: "2"}, "no row\n got: 1\nwant: 2"},
	} {
		if got := tt.f.String(); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// A long text is cut between letters.
func TestCut(t *testing.T) {
	for text, want := range map[string]string{"abc": "abc", "abcd": "abc… (4 bytes)", "abé": "ab… (4 bytes)"} {
		if got := Cut(text, 3); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
