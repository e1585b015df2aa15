// Tests of user names.

package auth_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
)

func TestValidUsername(t *testing.T) {
	tests := []struct {
		name string
		want bool
	}{
		{"alice", true},
		{"7001987", true},
		{"a@b.c+d-e_f", true},
		{"ü世ж", true},
		{"٣", true},  // a digit of another script
		{"Ⅷ½", true}, // numbers that are no digits
		{"ªʰ", true},
		{"", false},
		{"a b", false},
		{"a\n", false},
		{"a/b", false},
		{"a\u0301", false}, // a combining mark
		{"क\u093f", false}, // also where the script needs it
		{"a\u200b", false},
		{"\u00a0", false},
		{"😀", false},
		{"a\x00", false},
		{"\xff", false},
		{"a'", false},
		{"<b>", false},
	}
	for _, tt := range tests {
		if got := auth.ValidUsername(tt.name); got != tt.want {
			t.Errorf("ValidUsername(%q) = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFoldUsername(t *testing.T) {
	for name, want := range map[string]string{
		"alice": "alice", "Alice": "alice", "ＡＬＩＣＥ": "alice", "ﬁona": "fiona", "Ⅷ": "viii", "ᵃlice": "alice",
		"Straße": "strasse", "STRASSE": "strasse", "Σίσυφος": "σίσυφοσ", "K": "k", "Алёна": "алёна", "ﬅ": "st", "㎖": "ml",
		"аlice": "аlice", // a Cyrillic letter is another one
	} {
		if got := auth.FoldUsername(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		if again := auth.FoldUsername(want); again != want {
			t.Errorf("%s: folded twice it is %q", name, again)
		}
	}
}
