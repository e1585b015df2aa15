package request

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/resttest/stopwatch"
)

// Django's rule for a host, which validHost has to agree with.
var djangoHost = regexp.MustCompile(`(?i)^([a-z0-9._-]+|\[[a-f0-9]*:[a-f0-9.:]+\])(:[0-9]+)?$`)

func TestValidHost(t *testing.T) {
	for _, host := range []string{
		"", "a", "example.com", "example.com:80", "example.com:", ":80", "EXAMPLE_1.com", "a b", "a@b", "a:b", "a:80:80",
		"[::1]", "[::1]:80", "[::1", "::1", "[]", "[1]", "[1:]", "[:]", "[.1:2]", "[1:2.3.4.5]", "[g::1]", "[::1]x", "[::1]:", "é", "a\x00",
	} {
		if got, want := validHost(host), djangoHost.MatchString(host); got != want {
			t.Errorf("validHost(%q) = %v, want %v", host, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		host := rapid.StringOf(rapid.RuneFrom([]rune("agzAGZ019._-:[]@ é"))).Draw(t, "host")
		if got, want := validHost(host), djangoHost.MatchString(host); got != want {
			t.Errorf("validHost(%q) = %v, want %v", host, got, want)
		}
	})
}

// hostForm is Django's rule for a host, in ASCII.
var hostForm = regexp.MustCompile(`^([A-Za-z0-9._-]+|\[[A-Fa-f0-9]*:[A-Fa-f0-9.:]+\])(:[0-9]+)?$`)

// A host that is answered can stand in a link: the address has that host and nothing more. One
// that is allowed is in the list, or below a name that begins with a dot.
func FuzzHost(f *testing.F) {
	for _, seed := range []string{"", "h", "H.Example:80", "[::1]:8000", "[::1", "h@x", "h/x", "a b", "é", "h:", "h:x", "api.example.", "xapi.example", "a.b.example", ".b.example", "[::ffff:1.2.3.4]", "h\r\nX: y", "a..b", "-", "h#", "h?x", "b.example.:1", "1.2.3.4:99999999999"} {
		f.Add(seed)
	}
	hosts := AllowedHosts([]string{"API.example", ".b.example", "[::1]"}, "")
	f.Fuzz(func(t *testing.T, host string) {
		defer stopwatch.Input(t)()
		if got, want := validHost(host), hostForm.MatchString(host); got != want {
			t.Errorf("%q: got valid %v, want %v", host, got, want)
		}
		if !validHost(host) {
			return
		}
		u, err := url.Parse("http://" + host + "/users/1/")
		if err != nil || u.Host != host || u.Path != "/users/1/" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			if !strings.HasPrefix(host, "[") { // net/url knows more of addresses than we have to
				t.Errorf("%q: a link is %+v, %v", host, u, err)
			}
			return
		}
		name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
		want := name == "api.example" || name == "b.example" || strings.HasSuffix(name, ".b.example") || name == "::1"
		if got := allowedHost(hosts, host); got != want {
			t.Errorf("%q: got allowed %v, want %v", host, got, want)
		}
	})
}
