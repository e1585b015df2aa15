// Files that only columns name which this version of the program does not have.

package serve_test

import (
	"net/http"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// readerOfScans is what a newer version of the program has beside its archive.
type readerOfScans struct {
	ID    int64     `rest:"id,readonly"`
	Photo rest.File `rest:"photo"`
}

// A file stays while a row names it in a column that another version of the program has declared, and goes when that column
// is there no more.
func TestFileOfOtherVersion(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := newArchive(t, address)
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
