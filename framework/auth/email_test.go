// Tests of email addresses.

package auth_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest/stopwatch"
)

var emails = []struct {
	address string
	want    bool
}{
	{"a@b.co", true},
	{"first.last+tag@sub.example.org", true},
	{"Mixed@Example.COM", true},
	{"!#$%&'*+/=?^_`{}|~-@b.co", true},
	{`"quoted"@b.co`, true},
	{`"a@b"@b.co`, true},
	{`""@b.co`, true},
	{`"a\"b"@b.co`, true},
	{`"a\ b"@b.co`, true},
	{"\"\x01\x7f\"@b.co", true},
	{"a@localhost", true},
	{"a@[127.0.0.1]", true},
	{"a@[::1]", true},
	{"a@[2001:DB8::1]", true},
	{"a@[::ffff:1.2.3.4]", true},
	{"a@b-c.d-e.fg", true},
	{"a@1.22", true},
	{"a@xn--bcher-kva.example", true},
	{"a@bücher.example", true},
	{"a@münchen.рф", true},
	{"a@例え.中", true},
	{"a@例え。中国", true}, // an ideographic full stop
	{"a@💩.la", true},
	{"a@" + strings.Repeat("b", 63) + ".co", true},

	{"", false},
	{"bad", false},
	{"@", false},
	{"a@", false},
	{"@b.co", false},
	{"a@b", false},
	{"a@b.c", false},
	{"a b@c.de", false},
	{"a@b..co", false},
	{"a@.b.co", false},
	{"a@b.co.", false},
	{"a@-b.co", false},
	{"a@b-.co", false},
	{"a@b.-co", false},
	{"a@b.co-", false},
	{"a@@b.co", false},
	{".a@b.co", false},
	{"a.@b.co", false},
	{"a..b@c.de", false},
	{"ä@b.co", false},
	{"a\u017f@b.co", false}, // a letter that folds to an ASCII one
	{`"quoted part"@b.co`, false},
	{`"a"b"@b.co`, false},
	{`"a\"@b.co`, false},
	{`"@b.co`, false},
	{"\"a\tb\"@b.co", false},
	{"\"a\nb\"@b.co", false},
	{"\"a\x00\"@b.co", false},
	{"\"ä\"@b.co", false},
	{"a(comment)@b.co", false},
	{"Alice <a@b.co>", false},
	{"a@b_c.de", false},
	{"a@b c.de", false},
	{"a@b.co\n", false},
	{"a@LOCALHOST", false},
	{"a@127.0.0.1", false}, // the last label is too short
	{"a@[127.0.0.1", false},
	{"a@[127.0.0.256]", false},
	{"a@[127.0.0.01]", false},
	{"a@[fe80::1%eth0]", false},
	{"a@[IPv6:::1]", false},
	{"a@[]", false},
	{"a@b\u00a0.co", false},
	{"a@b\u200b.co", false},
	{"a@\ufffd.co", false},
	{"a@\xff.co", false},
	{"a@" + strings.Repeat("b", 64) + ".co", false},
}

func TestValidEmail(t *testing.T) {
	for _, tt := range emails {
		if got := auth.ValidEmail(tt.address); got != tt.want {
			t.Errorf("ValidEmail(%q) = %v, want %v", tt.address, got, tt.want)
		}
	}
}

func FuzzValidEmail(f *testing.F) {
	for _, tt := range emails {
		f.Add(tt.address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		defer stopwatch.Input(t)()
		if !auth.ValidEmail(address) {
			return
		}
		at := strings.LastIndexByte(address, '@')
		if at < 1 || at == len(address)-1 {
			t.Errorf("ValidEmail(%q) = true, though a side of the @ is empty", address)
		}
		if !utf8.ValidString(address) || strings.ContainsAny(address, "\x00\r\n") {
			t.Errorf("ValidEmail(%q) = true, though no database or header can hold it", address)
		}
	})
}
