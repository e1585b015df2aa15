// Tests of files that are copied and committed, and of their columns.

package serve_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
)

// leaflets is a service of them, in which something happens while the code of a team has a copy.
type leaflets struct {
	*server.Server
	store     *server.FileStore
	meanwhile func()
}

func newLeaflets(t *testing.T, address string) *leaflets {
	t.Helper()
	s := &leaflets{store: server.NewFileStore(t)}
	wait := func() {
		if do := s.meanwhile; do != nil {
			s.meanwhile = nil
			do()
		}
	}
	set := func() *rest.Set { return sets.CopiedLeaflets(wait) }
	options := serve.Options{Logger: slog.New(slog.DiscardHandler), Files: serve.FileOptions{Store: s.store}, Now: time.Now}
	s.Server = server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: options}, address)
	return s
}

// A copy of a file whose row is deleted before the copy is stored is refused: the file is on its way out.
func TestFileCopiedTooLate(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newLeaflets(t, address)
		for _, body := range []string{`{"from":%d}`, `[{"from":0},{"from":%d}]`} {
			if w := uploadAs(s, "", "POST", "/leaflets/", nil, nil, text("a.txt", "one")); w.Code != http.StatusCreated {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			_, list := server.Call(s, "GET", "/leaflets/", "", "")
			var id int
			if _, err := fmt.Sscanf(list[strings.LastIndex(list, `{"id":`):], `{"id":%d`, &id); err != nil {
				t.Fatal(err)
			}
			s.meanwhile = func() { server.Must(t, s.Server, "DELETE", fmt.Sprintf("/leaflets/%d/", id), "", "") }
			status, answer := server.Call(s, "POST", "/leaflets/", "", fmt.Sprintf(body, id))
			if want := `{"detail":"A file that was to be copied is no longer there. Please try again."}`; status != http.StatusConflict || answer != want {
				t.Errorf("got %d %s, want 409 %s", status, answer, want)
			}
			if _, after := server.Call(s, "GET", "/leaflets/", "", ""); after != "[]" {
				t.Errorf("rows were stored: %s", after)
			}
		}
	})
}

// Whoever deletes the row of a file waits for those who copy it, and leaves the file to them.
func TestFileCopiedMeanwhile(t *testing.T) {
	address := pg.Postgres(t)
	s, db := newLeaflets(t, address), server.Direct(t, address)
	uploadAs(s, "", "POST", "/leaflets/", nil, nil, text("a.txt", "one"))
	done := make(chan int, 1)
	s.meanwhile = func() {
		go func() {
			status, _ := server.Call(s, "DELETE", "/leaflets/1/", "", "")
			done <- status
		}()
		for waiting := 0; waiting == 0; {
			if err := db.QueryRow("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()").Scan(&waiting); err != nil {
				t.Error(err)
				return
			}
			select {
			case status := <-done:
				t.Errorf("the deletion has waited for nobody: got %d", status)
				done <- status
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}
	if status, answer := server.Call(s, "POST", "/leaflets/", "", `[{"from":0},{"from":0}]`); status != http.StatusCreated {
		t.Fatalf("got %d %s", status, answer)
	}
	if status, answer := server.Call(s, "POST", "/leaflets/copy/", "", ""); status >= 300 {
		t.Fatalf("copy: got %d %s", status, answer)
	}
	if status := <-done; status != http.StatusNoContent {
		t.Errorf("DELETE: got %d, want 204", status)
	}
	if w := download(s, "GET", "/leaflets/4/content/"); w.Code != http.StatusOK || w.Body.String() != "one" {
		t.Errorf("the copy: got %d %s, want the file", w.Code, w.Body)
	}
}

// A file that code gives from one row to another stays, and one that code replaces goes with the commit.
func TestFileMoved(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newLeaflets(t, address)
		uploadAs(s, "", "POST", "/leaflets/", nil, nil, text("a.txt", "one"))
		if status, answer := server.Call(s, "POST", "/leaflets/1/move/", "", ""); status >= 300 {
			t.Fatalf("move: got %d %s", status, answer)
		}
		if w := download(s, "GET", "/leaflets/2/content/"); w.Code != http.StatusOK || w.Body.String() != "one" {
			t.Errorf("got %d %s, want the file", w.Code, w.Body)
		}
		server.Must(t, s.Server, "DELETE", "/leaflets/2/", "", "")
		if keys := s.store.Keys(t); len(keys) != 0 {
			t.Errorf("after the deletion %q are stored, want nothing", keys)
		}
	})
}

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
			s, store, _ := worlds.Archive(t, address, server.PlainPages)
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
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		if w := upload(s, "POST", "/sheets/", map[string]string{"drawer": "1", "title": "refused"}, text("a.txt", "one")); w.Code != http.StatusConflict || store.Keys(t) != nil {
			t.Errorf("refused: got %d, stored are %q", w.Code, store.Keys(t))
		}
		if w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one")); w.Code != http.StatusCreated || len(store.Keys(t)) != 1 {
			t.Errorf("got %d, stored are %q", w.Code, store.Keys(t))
		}
	})
}

// readerOfScans is what a newer version of the program has beside its archive.
type readerOfScans struct {
	ID    int64     `rest:"id,readonly"`
	Photo rest.File `rest:"photo"`
}

// A file stays while a row names it in a column that another version of the program has declared, and goes when that column
// is there no more.
func TestFileOfOtherVersion(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := worlds.Archive(t, address, server.PlainPages)
		server.New(t, server.Config{Accounts: []server.Account{}, Set: func() *rest.Set { // it adds its table
			return rest.NewSet("newer", rest.ViewSet[readerOfScans]{Path: "/readers/"}).Access(permission.Anyone)
		}, Options: serve.Options{Files: serve.FileOptions{Store: store}}}, address)
		for range 2 {
			if w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one")); w.Code != http.StatusCreated {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
		}
		db := server.Direct(t, address)
		table := ""
		if err := db.QueryRow("SELECT table_name FROM file_columns WHERE column_name = 'photo'").Scan(&table); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("INSERT INTO " + table + " (photo, photo_name, photo_size, photo_content_type) SELECT scan, 'a', 1, 'text/plain' FROM scanneds WHERE id = 1"); err != nil {
			t.Fatal(err)
		}
		server.Must(t, s, "DELETE", "/sheets/1/", "alice", "")
		sweep := s.Handler.(*serve.Handler).SweepFiles
		if n, err := sweep(t.Context(), time.Now().Add(time.Hour)); n != 0 || err != nil || len(store.Keys(t)) != 2 {
			t.Errorf("the sweep has removed %d of the newer version, %v; %d are left", n, err, len(store.Keys(t)))
		}
		if _, err := db.Exec("DROP TABLE " + table); err != nil {
			t.Fatal(err)
		}
		if n, err := sweep(t.Context(), time.Now().Add(time.Hour)); n != 1 || err != nil {
			t.Errorf("once the column is gone, the sweep has removed %d, %v", n, err)
		}
	})
}
