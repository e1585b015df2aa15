// Files of rows that are written together, and of rows that go with others.

package serve_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A file goes with its row, whether one row is deleted or many, by a client, by the code of a team or with a row above it;
// and with a change that leaves it out. It stays with a row that stays.
func TestFilesOfRows(t *testing.T) {
	for _, tt := range []struct {
		name, method, path, body, prefer string
		code                             int
		left                             []int64 // which dossiers still have their files
	}{
		{"single", "DELETE", "/dossiers/5/", "", "", 204, []int64{1, 2, 3, 4}},
		{"many", "DELETE", "/dossiers/", "[4,5]", "", 204, []int64{1, 2, 3}},
		{"refused", "DELETE", "/dossiers/", "[1,4,5]", "", 409, []int64{1, 2, 3, 4, 5}},
		{"lenient", "DELETE", "/dossiers/", "[1,5]", "handling=lenient", 207, []int64{1, 2, 3, 4}},
		{"cascade", "DELETE", "/dossiers/2/", "", "", 204, []int64{1, 5}},
		{"cascade of many", "DELETE", "/dossiers/", "[2,5]", "", 204, []int64{1}},
		{"change", "PATCH", "/dossiers/", `[{"id":4,"paper":null},{"id":5,"title":"x"}]`, "", 200, []int64{1, 2, 3, 5}},
		{"lenient change", "PATCH", "/dossiers/", `[{"id":4,"paper":null},{"id":5,"paper":null,"title":null}]`, "handling=lenient", 207, []int64{1, 2, 3, 5}},
		{"code", "POST", "/shreddings/", `{"dossier":2}`, "", 201, []int64{1, 5}},
		{"code with a transaction of its own", "POST", "/shred/", `{"dossier":2}`, "", 204, []int64{1, 5}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				store := server.NewFileStore(t)
				s := server.New(t, server.Config{Set: sets.Past, Options: serve.Options{Files: serve.FileOptions{Store: store}, Now: time.Now}}, address)
				// 2 has 3, which has 4
				for i, above := range []string{"", "", "2", "3", ""} {
					title := fmt.Sprint(i + 1)
					if i == 0 {
						title = "kept"
					}
					fields := map[string]string{"title": title}
					if above != "" {
						fields["above"] = above
					}
					if w := upload(s, "POST", "/dossiers/", fields, server.File{Field: "paper", Name: "a.txt", Content: []byte(title)}); w.Code != http.StatusCreated {
						t.Fatalf("got %d %s", w.Code, w.Body)
					}
				}
				w := server.SendAs(s, "admin", tt.method, tt.path, tt.body, "Content-Type", "application/json", "Prefer", tt.prefer)
				if w.Code != tt.code {
					t.Fatalf("got %d %s, want %d", w.Code, w.Body, tt.code)
				}
				var left []int64
				for id := range int64(6) {
					if w := download(s, "GET", fmt.Sprintf("/dossiers/%d/paper/", id)); w.Code == http.StatusOK {
						left = append(left, id)
					}
				}
				if !slices.Equal(left, tt.left) || len(store.Keys(t)) != len(tt.left) {
					t.Errorf("the files of %v are left, of %d in the store; want those of %v", left, len(store.Keys(t)), tt.left)
				}
			})
		})
	}
}

// A file of a list is sent back as it is shown, and stays.
func TestFilesShownInLists(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Past, Options: serve.Options{Now: time.Now}}, address)
		for range 2 {
			upload(s, "POST", "/dossiers/", nil, server.File{Field: "paper", Name: "a.txt", Content: []byte("text")})
		}
		list := server.SendAs(s, "admin", "GET", "/dossiers/", "").Body.String()
		if w := server.SendAs(s, "admin", "PATCH", "/dossiers/", list, "Content-Type", "application/json"); w.Code != http.StatusOK || w.Body.String() != list {
			t.Errorf("got %d %s, want %s", w.Code, w.Body, list)
		}
	})
}
