// Tests of Basic credentials.

package basic

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/resttest/stopwatch"
)

const (
	noCredentials = "Invalid basic header. No credentials provided."
	spaces        = "Invalid basic header. Credentials string should not contain spaces."
	notBase64     = "Invalid basic header. Credentials not correctly base64 encoded."
)

func encode(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

var basics = []struct {
	header         string
	name, password string
	ok             bool
	refused        string
}{
	{header: "Basic " + encode("alice:pw"), name: "alice", password: "pw", ok: true},
	{header: "bAsIc " + encode("alice:pw"), name: "alice", password: "pw", ok: true},
	{header: "Basic    " + encode("alice:pw"), name: "alice", password: "pw", ok: true},
	{header: " Basic\t" + encode("alice:pw") + " ", name: "alice", password: "pw", ok: true},
	{header: "Basic " + encode("alice:pw:x:"), name: "alice", password: "pw:x:", ok: true},
	{header: "Basic " + encode(" alice : pw "), name: " alice ", password: " pw ", ok: true},
	{header: "Basic " + encode(":x"), password: "x", ok: true},
	{header: "Basic " + encode("alice:"), name: "alice", ok: true},
	{header: "Basic " + encode("alice"), name: "alice", ok: true},
	{header: "Basic " + encode("ali\u00e9:\u00e9"), name: "ali\u00e9", password: "\u00e9", ok: true},
	{header: "Basic " + encode("ali\xe9:\xe9"), name: "ali\u00e9", password: "\u00e9", ok: true},
	{header: "Basic", refused: noCredentials},
	{header: "basic  ", refused: noCredentials},
	{header: "Basic a b", refused: spaces},
	{header: "Basic " + encode("alice:pw") + ", Basic " + encode("bob:pw"), refused: spaces},
	{header: "Basic a", refused: notBase64},
	{header: "Basic !!!!", refused: notBase64},
	{header: "Basic YWxpY2U6cHc", name: "", refused: notBase64}, // no padding
	{header: ""},
	{header: "  "},
	{header: "Basics " + encode("alice:pw")},
	{header: "Basic:" + encode("alice:pw")},
	{header: "Bearer abc.def.ghi"},
	{header: "Token abc"},
	{header: `Digest username="alice"`},
	{header: "Basic\u00a0" + encode("alice:pw")},
}

func TestParseBasic(t *testing.T) {
	for _, tt := range basics {
		name, password, ok, err := parse(tt.header)
		refused := ""
		if err != nil {
			refused = err.Detail
		}
		if name != tt.name || password != tt.password || ok != tt.ok || refused != tt.refused {
			t.Errorf("parse(%q)\n got %q, %q, %v, %q\nwant %q, %q, %v, %q", tt.header,
				name, password, ok, refused, tt.name, tt.password, tt.ok, tt.refused)
		}
	}
}

func FuzzParseBasic(f *testing.F) {
	for _, tt := range basics {
		f.Add(tt.header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		defer stopwatch.Input(t)()
		name, password, ok, err := parse(header)
		if ok && err != nil {
			t.Errorf("parse(%q) = credentials and %v", header, err)
		}
		if !ok && name+password != "" {
			t.Errorf("parse(%q) = %q, %q without ok", header, name, password)
		}
		if strings.Contains(name, ":") || !utf8.ValidString(name+":"+password) {
			t.Errorf("parse(%q) = %q, %q", header, name, password)
		}
	})
}

func BenchmarkParseBasic(b *testing.B) {
	header := "Basic " + encode("alice:alicepass123")
	b.ReportAllocs()
	for b.Loop() {
		parse(header)
	}
}
