package inputs

import (
	"slices"
	"testing"

	"example.com/resourceful/framework/problem"
)

// Mistakes in the items of a list stand beside its input.
func TestFieldErrors(t *testing.T) {
	problems := problem.Fields{
		{Path: "mails", Messages: []string{"Too many."}},
		{Path: "mails[0]", Messages: []string{"Wrong.", "Long."}},
		{Path: "mails[x]", Messages: []string{"No."}},
		{Path: "mailsto", Messages: []string{"No."}},
	}
	if got, want := FieldErrors(problems, "mails"), []string{"Too many.", "1: Wrong.", "1: Long."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := FieldErrors(problems, "mail"); got != nil {
		t.Errorf("got %q, want nothing", got)
	}
}
