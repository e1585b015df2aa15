// A fuzz test that compares Basic credentials with net/http.

package basic

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// Credentials that net/http reads are read here too, and as the same.
func FuzzBasicAgreesWithNetHTTP(f *testing.F) {
	for _, pair := range []string{"a:b", ":", "a:", ":b", "é:ü", "a:b:c", "", "a", "\x00:\xff"} {
		f.Add("Basic "+base64.StdEncoding.EncodeToString([]byte(pair)), pair)
	}
	f.Fuzz(func(t *testing.T, header, pair string) {
		defer stopwatch.Input(t)()
		for _, h := range []string{header, "basic " + base64.StdEncoding.EncodeToString([]byte(pair))} {
			r := &http.Request{Header: http.Header{"Authorization": {h}}}
			wantName, wantPassword, want := r.BasicAuth()
			if !want || !utf8.ValidString(wantName+":"+wantPassword) {
				continue
			}
			if name, password, ok, refused := parse(h); refused == nil && (!ok || name != wantName || password != wantPassword) {
				t.Errorf("%q: got %q, %q, %v, want %q, %q", h, name, password, ok, wantName, wantPassword)
			} else if refused != nil && !strings.ContainsAny(h[len("Basic "):], " \t\r\n\v\f") {
				t.Errorf("%q: got %v, want %q, %q", h, refused, wantName, wantPassword)
			}
		}
	})
}
