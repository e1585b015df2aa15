package serve_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// However many send the same request at once, it is done once, and all get the same answer.
func TestIdempotencyRace(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, database string) {
		s := server.New(t, server.Config{Set: sets.Directory, Options: serve.Options{Now: time.Now}}, database)
		var wg sync.WaitGroup
		var answers sync.Map
		var wrong atomic.Int64
		for range 8 {
			wg.Go(func() {
				w := server.SendAs(s, "admin", "POST", "/groups/", `{"name":"staff"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
				answers.Store(w.Body.String(), true)
				if w.Code != http.StatusCreated {
					wrong.Add(1)
				}
			})
		}
		wg.Wait()
		n := 0
		answers.Range(func(any, any) bool { n++; return true })
		if n != 1 || wrong.Load() > 0 {
			t.Errorf("got %d different answers, %d of them no 201, want one answer for all", n, wrong.Load())
			answers.Range(func(k, _ any) bool { t.Log(k); return true })
		}
	})
}
