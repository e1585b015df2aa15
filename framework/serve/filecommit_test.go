package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// The file of a request stays where nobody knows how its transaction has ended, and goes where the database
// says that it was rolled back.
func TestFileOfUnknownCommit(t *testing.T) {
	for _, tt := range []struct {
		name, code, when string
		kept             bool
	}{
		{"lost", "08006", "DEFERRED", true},
		{"completion unknown", "40003", "DEFERRED", true},
		{"rolled back for too long", "40001", "DEFERRED", false},
		{"constraint", "23514", "DEFERRED", false},
		{"before the commit", "08006", "IMMEDIATE", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			address := pg.Postgres(t)
			s, store, _ := newArchive(t, address)
			script := strings.ReplaceAll(fmt.Sprintf(trouble, 100, tt.code, tt.when), "ON tallies", "ON scanneds")
			if _, err := server.Direct(t, address).Exec(script); err != nil {
				t.Fatal(err)
			}
			w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one"))
			if w.Code < 400 {
				t.Errorf("got %d %s", w.Code, w.Body)
			}
			if keys := store.Keys(t); (len(keys) == 1) != tt.kept {
				t.Errorf("%q are stored, want one is %v", keys, tt.kept)
			}
			if n, err := s.Handler.(*serve.Handler).SweepFiles(t.Context(), time.Now().Add(time.Hour)); (n == 1) != tt.kept || err != nil {
				t.Errorf("the sweep has removed %d, %v", n, err)
			}
		})
	}
}

// Files of a request that is refused before the commit are removed at once; committed ones stay.
func TestFileOfKnownCommit(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := newArchive(t, address)
		if w := upload(s, "POST", "/sheets/", map[string]string{"drawer": "1", "title": "refused"}, text("a.txt", "one")); w.Code != http.StatusConflict || store.Keys(t) != nil {
			t.Errorf("refused: got %d, stored are %q", w.Code, store.Keys(t))
		}
		if w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one")); w.Code != http.StatusCreated || len(store.Keys(t)) != 1 {
			t.Errorf("got %d, stored are %q", w.Code, store.Keys(t))
		}
	})
}
