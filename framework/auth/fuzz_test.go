// Fuzz tests of user names, email addresses and places.

package auth

import (
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/resourceful/framework/resttest/stopwatch"
)

var usernameForm = regexp.MustCompile(`^[\p{L}\p{N}@.+_-]+$`)

// Names are those of Django's pattern, where \w is a letter, a number or an underscore.
func FuzzValidUsername(f *testing.F) {
	for _, seed := range []string{"alice", "a@b.c+d-e_f", "", "ü世ж", "Ⅷ½", "a\u0301", "a b", "a\n", "\xff", "\u200b", "😀"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		defer stopwatch.Input(t)()
		if got, want := ValidUsername(name), usernameForm.MatchString(name); got != want {
			t.Errorf("ValidUsername(%q) = %v, want %v", name, got, want)
		}
	})
}

// The patterns of Django's EmailValidator, for ASCII; no label begins with a hyphen.
var (
	emailLocal  = regexp.MustCompile(`^(?i:[-!#$%&'*+/=?^_` + "`" + `{}|~0-9A-Z]+(\.[-!#$%&'*+/=?^_` + "`" + `{}|~0-9A-Z]+)*|"([\x01-\x08\x0b\x0c\x0e-\x1f!#-\[\]-\x7f]|\\[\x01-\x09\x0b\x0c\x0e-\x7f])*")$`)
	emailDomain = regexp.MustCompile(`^(?i:([A-Z0-9]([A-Z0-9-]{0,61}[A-Z0-9])?\.)+[A-Z0-9][A-Z0-9-]{0,61}[A-Z0-9])$`)
)

func FuzzEmailAgreesWithDjango(f *testing.F) {
	for _, seed := range []string{"a@b.co", `"q\"\ "@localhost`, "a@[::1]", "a@[1.2.3.4]", "a.@b.co", "a@-b.co", "a@b.c", "a@b.co.", "a@b@c.de", `"`, "a@[::%1]", "a@[::ffff:1.2.3.4]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		defer stopwatch.Input(t)()
		if strings.ContainsFunc(address, func(r rune) bool { return r >= utf8.RuneSelf }) {
			return // Django's treatment of other scripts has changed with each release
		}
		at := strings.LastIndex(address, "@")
		want := at >= 0 && emailLocal.MatchString(address[:at])
		if want {
			domain := address[at+1:]
			inner, literal := strings.CutPrefix(strings.TrimSuffix(domain, "]"), "[")
			literal = literal && strings.HasSuffix(domain, "]") && net.ParseIP(inner) != nil
			want = domain == "localhost" || emailDomain.MatchString(domain) || literal
		}
		if got := ValidEmail(address); got != want {
			t.Errorf("ValidEmail(%q) = %v, want %v", address, got, want)
		}
	})
}

// The throttle counts a request for the client, which can choose neither another place than its own
// nor that of a proxy.
func FuzzPlace(f *testing.F) {
	for _, seed := range [][2]string{{"10.0.0.1:80", "1.2.3.4"}, {"10.0.0.1:80", "9.9.9.9, 10.0.0.2, 1.2.3.4, 10.0.0.3"}, {"1.2.3.4:5", "10.0.0.1"}, {"[fe80::1%eth0]:80", ""}, {"10.0.0.1:1", "x, ::1, [2001:db8::7]:80"}, {"@", ","}, {"[::ffff:10.0.0.1]:2", "::ffff:1.2.3.4"}} {
		f.Add(seed[0], seed[1])
	}
	clients := Clients{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	f.Fuzz(func(t *testing.T, remote, forwarded string) {
		defer stopwatch.Input(t)()
		r := &http.Request{RemoteAddr: remote, Header: http.Header{"X-Forwarded-For": {forwarded}}}
		got := clients.Place(r)
		peer := Clients{}.Place(&http.Request{RemoteAddr: remote})
		if !clients.trusted(peer) && got != peer {
			t.Errorf("%q, which is not a proxy, says %q: got %v, want %v", remote, forwarded, got, peer)
		}
		// What a client writes before its own address changes nothing.
		r.Header.Set("X-Forwarded-For", forwarded+", 192.0.2.7, 10.1.1.1")
		if clients.trusted(peer) {
			if got := clients.Place(r); got != netip.MustParseAddr("192.0.2.7") {
				t.Errorf("%q says %q: got %v, want 192.0.2.7", remote, r.Header, got)
			}
		}
		if got.Is4In6() || got.Zone() != "" || got.Is6() && netip.PrefixFrom(got, 64).Masked().Addr() != got {
			t.Errorf("%q, %q: got %v", remote, forwarded, got)
		}
	})
}
