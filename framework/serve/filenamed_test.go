package serve_test

import (
	"net/http"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// A file stays as long as a row names it, also where that is another one than it came with.
func TestFileOfTwoRows(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := newArchive(t, address)
		db := server.Direct(t, address)
		for range 2 {
			if w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one")); w.Code != http.StatusCreated {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
		}
		if _, err := db.Exec("UPDATE scanneds SET scan = (SELECT scan FROM scanneds WHERE id = 1) WHERE id = 2"); err != nil {
			t.Fatal(err)
		}
		server.Must(t, s, "DELETE", "/sheets/1/", "alice", "")
		if w := download(s, "GET", "/sheets/2/content/"); w.Code != http.StatusOK || w.Body.String() != "one" {
			t.Errorf("after the deletion of the first row: got %d %s", w.Code, w.Body)
		}
		server.Must(t, s, "DELETE", "/sheets/2/", "alice", "")
		if n := len(store.Keys(t)); n != 1 { // what the second row came with, which is left to the sweep
			t.Errorf("%d files are stored, want 1", n)
		}
	})
}
