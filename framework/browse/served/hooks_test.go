package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// On a page the messages of the team's code stand beside the fields too.
func TestHooksPage(t *testing.T) {
	config := server.Config{Set: sets.Cards, Pages: pages(t)}
	h := server.New(t, config, ":memory:")
	server.Must(t, h, "POST", "/cards/", "", `{"front":"f"}`)
	for _, method := range []string{"POST /cards/", "PUT /cards/1/"} {
		method, path, _ := strings.Cut(method, " ")
		w := server.SendAs(h, "", method, path, "front=a&back=a", "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html")
		for _, message := range []string{"The back is the front.", "A card has two sides."} {
			if got := strings.Count(w.Body.String(), message); w.Code != 400 || got < 2 {
				t.Errorf("%s %s: got %d, %q %d times, want it in the representation and in the form", method, path, w.Code, message, got)
			}
		}
	}
}
