package served_test

import (
	"net/http/httptest"
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
		r := httptest.NewRequest(method, path, strings.NewReader("front=a&back=a"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "text/html")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		for _, message := range []string{"The back is the front.", "A card has two sides."} {
			if got := strings.Count(w.Body.String(), message); w.Code != 400 || got < 2 {
				t.Errorf("%s %s: got %d, %q %d times, want it in the representation and in the form", method, path, w.Code, message, got)
			}
		}
	}
}
