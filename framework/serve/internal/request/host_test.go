package serve

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
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
