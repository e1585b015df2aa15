// Tests of the name of the session cookie.

package auth_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
)

func TestCheckCookieName(t *testing.T) {
	for name, good := range map[string]bool{
		"sessionid": true, "directory": true, "a.b-c_d~1": true, strings.Repeat("x", 64): true,
		"": false, "a b": false, "a=b": false, "a;b": false, "é": false, "a\n": false, strings.Repeat("x", 65): false,
		"__Host-sessionid": false, "__host-x": false, "__Secure-x": false, "__x": false,
	} {
		if err := auth.CheckCookieName(name); (err == nil) != good {
			t.Errorf("%q: got %v, want good: %v", name, err, good)
		}
	}
}

func TestCookieName(t *testing.T) {
	name := auth.Cookies{Name: "directory"}.For("consistency")
	if got, want := name.For(false), "directory-consistency"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := name.For(true), "__Host-directory-consistency"; got != want {
		t.Errorf("over HTTPS: got %s, want %s", got, want)
	}
}
