// Fuzz tests of session tokens and data.

package session

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// A text taken for a session's token stands in the Cookie header under its name, and is found wherever a plain
// reading finds it.
func FuzzToken(f *testing.F) {
	good := strings.Repeat("aB3-_", 9)[:43]
	for _, seed := range []string{"", "sessionid=" + good, `sessionid="` + good + `"`, "a=b; sessionid=" + good + "; sessionid=x", "sessionid=" + good + "A", "SESSIONID=" + good, "sessionid = " + good, "sessionid=" + strings.Repeat("é", 43), ";;=;sessionid"} {
		f.Add(seed)
	}
	bound, err := Scheme{}.Bind(auth.Services{})
	if err != nil {
		f.Fatal(err)
	}
	v := bound.(*verifier)
	f.Fuzz(func(t *testing.T, header string) {
		defer stopwatch.Input(t)()
		r := &http.Request{Header: http.Header{"Cookie": {header}}}
		token := v.token(r)
		if token != "" && (len(token) != 43 || strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "") {
			t.Errorf("%q: got token %q", header, token)
		}
		if token != "" && !strings.Contains(header, token) {
			t.Errorf("%q: got token %q, which is not there", header, token)
		}
		if want := plainToken(header); want != "" && token != want {
			t.Errorf("%q: got token %q, want %q", header, token, want)
		}
	})
}

var plainPair = regexp.MustCompile(`^(\w+)=([\w-]+)$`)

// plainToken is the token of a header with nothing but pairs of plain characters, "" for any other.
func plainToken(header string) string {
	token := ""
	for pair := range strings.SplitSeq(header, "; ") {
		part := plainPair.FindStringSubmatch(pair)
		if part == nil {
			return ""
		}
		if part[1] == "sessionid" && token == "" {
			token = part[2]
			if len(token) != 43 {
				return ""
			}
		}
	}
	return token
}

// The stored data of a session comes back, and invalid data is a session of nobody.
func FuzzSessionData(f *testing.F) {
	f.Add([]byte(`{"user":7,"fingerprint":"AAEC","expires":"2026-01-02T03:04:05Z"}`), int64(7))
	f.Add([]byte("{}"), int64(0))
	f.Add([]byte(`{"user":"x"}`), int64(-1))
	f.Fuzz(func(t *testing.T, data []byte, id int64) {
		defer stopwatch.Input(t)()
		if _, values, err := (codec{}).Decode(data); err != nil || values == nil {
			t.Errorf("%q: got %v, %v", data, values, err)
		}
		at := time.Unix(1<<31, 0).UTC()
		kept, err := codec{}.Encode(at, map[string]any{userKey: id, fingerprintKey: data})
		if err != nil {
			t.Fatal(err)
		}
		expires, values, err := codec{}.Decode(kept)
		if err != nil || !expires.Equal(at) || values[userKey] != id || string(values[fingerprintKey].([]byte)) != string(data) {
			t.Errorf("%s: got %v, %v, %v", kept, expires, values, err)
		}
	})
}
