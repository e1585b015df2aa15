package passwords_test

import (
	"testing"

	"example.com/resourceful/framework/auth/passwords"
)

func TestCheckPassword(t *testing.T) {
	const short, common = "has fewer than 8 characters", "is one of the most common passwords"
	const name, address = "is the name of the account", "is the email address of the account, or the part before its @"
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
		{"a.berg-mueller@example.co", ""},
		{"correct horse battery staple", ""},
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
		got := ""
		if err := passwords.CheckStrength(tt.password, "alexandra.b", "a.berg-mueller@example.com"); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.password, got, tt.want)
		}
	}
	if err := passwords.CheckStrength("alice-password", "alice", ""); err != nil {
		t.Errorf("without an address: got %v", err)
	}
}
