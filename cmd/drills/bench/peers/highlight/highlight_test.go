package highlight

import (
	"os"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/snippets"
)

// The peers highlight what the service highlights.
func TestPage(t *testing.T) {
	code, err := os.ReadFile("../../program.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, linenos := range []bool{false, true} {
		s := &snippets.Snippet{Title: "A <queue>", Code: string(code), Language: "python", Style: "friendly", Linenos: linenos}
		declared := snippets.Snippets().(rest.ViewSet[snippets.Snippet])
		if err := declared.Serializer.BeforeSave(rest.NewCall(t.Context()), s); err != nil {
			t.Fatal(err)
		}
		got, err := Page(s.Title, s.Code, s.Language, s.Style, linenos)
		if err != nil || got != s.Highlighted {
			t.Errorf("line numbers %t: got %s, error %v, want %s", linenos, got, err, s.Highlighted)
		}
	}
}
