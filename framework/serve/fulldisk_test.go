// Tests of writes for which the disk has no room, and to a file that is lost.

package serve_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A write that cannot be kept is a 503 that may be tried again, and one line of the log; reading goes on.
func TestWritesThatCannotBeKept(t *testing.T) {
	for name, lose := range map[string]func(t *testing.T, s *server.Server, path string) error{
		"full": func(t *testing.T, s *server.Server, _ string) error {
			return s.DB.Write(t.Context(), func(tx database.Session) error {
				var pages int
				if err := tx.Tx().QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
					return err
				}
				return tx.Tx().QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&pages)
			})
		},
		"lost": func(_ *testing.T, _ *server.Server, path string) error { return os.Remove(path) },
	} {
		t.Run(name, func(t *testing.T) {
			log, path := &server.Records{}, filepath.Join(t.TempDir(), "test.sqlite")
			s := server.New(t, server.Config{Set: sets.Snippets, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}}, path)
			server.Must(t, s, "POST", "/snippets/", "alice", `{"code":"x"}`)
			if err := lose(t, s, path); err != nil {
				t.Fatal(err)
			}
			log.Take()
			big := `{"code":"` + strings.Repeat("x", 1<<16) + `"}`
			for _, line := range []string{"POST /snippets/", "PUT /snippets/1/"} {
				for _, accept := range []string{"application/json", "text/html"} {
					method, at, _ := strings.Cut(line, " ")
					w := server.SendAs(s, "alice", method, at, big, "Content-Type", "application/json", "Accept", accept)
					if lines := log.Take(); w.Code != 503 || w.Header().Get("Retry-After") == "" || len(lines) != 1 {
						t.Errorf("%s, %s: got %d with Retry-After %q, logged %q, want 503 with one line", line, accept, w.Code, w.Header().Get("Retry-After"), lines)
					}
				}
			}
			if status, body := server.Call(s, "GET", "/snippets/", "alice", ""); status != 200 || strings.Contains(body, "xx") || !strings.Contains(body, `"id":1`) {
				t.Errorf("the list: got %d %s", status, body)
			}
		})
	}
}
