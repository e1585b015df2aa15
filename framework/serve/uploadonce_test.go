// Uploads under an Idempotency-Key: which files are stored, and which are not.

package serve_test

import (
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// With a key nothing is stored for a record that is not there, and nothing for a request that was done before.
func TestUploadOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, _ := newArchive(t, address)
		fields := map[string]string{"drawer": "1", "title": "t"}
		for _, tt := range []struct {
			method, path, key, content string
			code, puts                 int
		}{
			{"PUT", "/sheets/1/", "a", "one", 404, 0},
			{"POST", "/sheets/", "b", "one", 201, 1},
			{"POST", "/sheets/", "b", "one", 201, 0},
			{"POST", "/sheets/", "b", "two", 422, 0},
			{"PUT", "/sheets/1/", "c", "two", 200, 1},
			{"DELETE", "/sheets/1/", "d", "two", 204, 0},
			{"PUT", "/sheets/1/", "c", "two", 200, 0},
			{"PUT", "/sheets/1/", "e", "two", 404, 0},
		} {
			before := store.Puts
			w := server.UploadOnce(s, tt.method, tt.path, tt.content, fields, "Idempotency-Key", tt.key)
			if puts := store.Puts - before; w.Code != tt.code || puts != tt.puts {
				t.Errorf("%s %s under %s: got %d %s and stored %d files, want %d and %d", tt.method, tt.path, tt.key, w.Code, w.Body, puts, tt.code, tt.puts)
			}
		}
		if keys := store.Keys(t); len(keys) != 0 {
			t.Errorf("%q are stored", keys)
		}
	})
}
