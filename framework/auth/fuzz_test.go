package auth

import (
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.com/resourceful/framework/resttest/stopwatch"
)

var (
	argonForm  = regexp.MustCompile(`^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/\r\n]+\$[A-Za-z0-9+/\r\n]+$`)
	djangoForm = regexp.MustCompile(`^pbkdf2_sha256\$\d+\$[^$]+\$[A-Za-z0-9+/\r\n]+[=\r\n]*$`)
)

// A stored hash that is read has the one form or the other, asks for no more work than there is,
// and means the same when it is written again.
func FuzzParseDigest(f *testing.F) {
	sum := base64.StdEncoding.EncodeToString(make([]byte, 32))
	for _, seed := range []string{
		dummyHash, "pbkdf2_sha256$600000$salt$" + sum, "pbkdf2_sha256$1$$" + sum, "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$" + strings.TrimRight(sum, "="),
		"$argon2id$v=19$m=262144,t=16,p=1$c2FsdA$AAAA", "$argon2id$v=19$m=08,t=+1,p=1$$", "pbkdf2_sha256$5000001$s$" + sum, "", "!", "$2b$12$x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, hash string) {
		defer stopwatch.Input(t)()
		d, ok := parseDigest(hash)
		if !ok {
			return
		}
		if !argonForm.MatchString(hash) && !djangoForm.MatchString(hash) {
			t.Fatalf("%q is read as %+v", hash, d)
		}
		again := fmt.Sprintf("pbkdf2_sha256$%d$%s$%s", d.passes, d.salt, base64.StdEncoding.EncodeToString(d.sum))
		if d.kind == argon2id {
			again = d.String()
			if uint64(d.memory)*uint64(d.passes) > maxWorkKiB || d.memory > maxMemoryKiB || d.lanes > maxLanes || uint32(d.lanes)*8 > d.memory {
				t.Errorf("%q asks for too much: %+v", hash, d)
			}
		} else if d.passes > maxRounds {
			t.Errorf("%q asks for %d rounds", hash, d.passes)
		}
		if back, ok := parseDigest(again); !ok || !reflect.DeepEqual(back, d) {
			t.Errorf("%q is read as %+v, and written again as %q it is %+v, %v", hash, d, again, back, ok)
		}
	})
}

// What is taken for a session's token stands in the Cookie header under its name, and is found
// wherever a plain reading finds it.
func FuzzToken(f *testing.F) {
	good := strings.Repeat("aB3-_", 9)[:43]
	for _, seed := range []string{"", "sessionid=" + good, `sessionid="` + good + `"`, "a=b; sessionid=" + good + "; sessionid=x", "sessionid=" + good + "A", "SESSIONID=" + good, "sessionid = " + good, "sessionid=" + strings.Repeat("é", 43), ";;=;sessionid"} {
		f.Add(seed)
	}
	a := New(nil, nil, Options{})
	f.Fuzz(func(t *testing.T, header string) {
		defer stopwatch.Input(t)()
		r := &http.Request{Header: http.Header{"Cookie": {header}}}
		token := a.token(r)
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
			if name, password, ok, refused := parseBasic(h); refused == nil && (!ok || name != wantName || password != wantPassword) {
				t.Errorf("%q: got %q, %q, %v, want %q, %q", h, name, password, ok, wantName, wantPassword)
			} else if refused != nil && !strings.ContainsAny(h[len("Basic "):], " \t\r\n\v\f") {
				t.Errorf("%q: got %v, want %q, %q", h, refused, wantName, wantPassword)
			}
		}
	})
}

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

// What is kept of a session comes back, and data that is none is a session of nobody.
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

// The throttle counts a request for the client, which can choose neither another place than its own
// nor that of a proxy.
func FuzzPlace(f *testing.F) {
	for _, seed := range [][2]string{{"10.0.0.1:80", "1.2.3.4"}, {"10.0.0.1:80", "9.9.9.9, 10.0.0.2, 1.2.3.4, 10.0.0.3"}, {"1.2.3.4:5", "10.0.0.1"}, {"[fe80::1%eth0]:80", ""}, {"10.0.0.1:1", "x, ::1, [2001:db8::7]:80"}, {"@", ","}, {"[::ffff:10.0.0.1]:2", "::ffff:1.2.3.4"}} {
		f.Add(seed[0], seed[1])
	}
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, remote, forwarded string) {
		defer stopwatch.Input(t)()
		r := &http.Request{RemoteAddr: remote, Header: http.Header{"X-Forwarded-For": {forwarded}}}
		got := place(r, proxies)
		peer := place(&http.Request{RemoteAddr: remote}, nil)
		if !trusted(peer, proxies) && got != peer {
			t.Errorf("%q, which is no proxy, says %q: got %v, want %v", remote, forwarded, got, peer)
		}
		// What a client writes before its own address changes nothing.
		r.Header.Set("X-Forwarded-For", forwarded+", 192.0.2.7, 10.1.1.1")
		if trusted(peer, proxies) {
			if got := place(r, proxies); got != netip.MustParseAddr("192.0.2.7") {
				t.Errorf("%q says %q: got %v, want 192.0.2.7", remote, r.Header, got)
			}
		}
		if got.Is4In6() || got.Zone() != "" || got.Is6() && netip.PrefixFrom(got, 64).Masked().Addr() != got {
			t.Errorf("%q, %q: got %v", remote, forwarded, got)
		}
	})
}
