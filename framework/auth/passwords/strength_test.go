// A test of weak passwords.

package passwords_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/passwords"
)

func TestCheckPassword(t *testing.T) {
	const short, common = "This password is too short. It must contain at least 8 characters.", "This password is too common."
	const name, address = "The password is too similar to the username.", "The password is too similar to the email address."
	const number = "This password is entirely numeric."
	for _, tt := range []struct{ password, want string }{
		{"", short},
		{"a-b-c-d", short},
		{"éééééééé", ""}, // characters, not bytes
		{"ééééééé", short},
		{"password", common},
		{"PassWord", common},
		{"!qaz2wsx", common},  // the first of the list
		{"zz8807zpl", common}, // the last
		{"password\n", ""},    // not the line after all
		{"passwor", short},
		{"alexandra.b", name},
		{"ALEXANDRA.B", name},
		{"a.berg-mueller", address},
		{"A.Berg-Mueller@example.com", address},
		{"a.berg-mueller@example.co", address},
		{"Alexandra99", name}, // 9 of 11 letters
		{"1234567", short + " " + number},
		{"12345678", common + " " + number},
		{"4815162342108", number},
		{"alexandra-and-a-long-rest-of-words", ""},
		{"correct horse battery staple", ""},
		{strings.Repeat("long ", 819) + "l", ""}, // 4,096 bytes
		{strings.Repeat("long ", 819) + "lo", "Ensure this field has no more than 4096 bytes."},
		// The conformance suite makes its accounts with these.
		{"password123", ""},
		{"alicepass123", ""},
		{"bobpass123", ""},
		{"carolpass123", ""},
		{"davepass123", ""},
		{"ivanpass123", ""},
		{"alice-password", ""},
		{"admin-password", ""}, // the README
	} {
		got := strings.Join(passwords.Weaknesses(tt.password, "alexandra.b", "a.berg-mueller@example.com"), " ")
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.password, got, tt.want)
		}
	}
	if got := passwords.Weaknesses("alice-password", "alice", ""); got != nil {
		t.Errorf("without an address: got %v", got)
	}
}
