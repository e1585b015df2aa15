package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// waiting are tallies during whose BeforeSave something else may happen.
func waiting(meanwhile *atomic.Value) *rest.Set {
	return sets.Counted(func() {
		if happen, ok := meanwhile.Load().(func()); ok {
			happen()
		}
	})
}

const serializable = " default_transaction_isolation=serializable"

// Many clients change one row at once. On a database that ends transactions because of each other,
// none of their changes is lost, none is done twice, and whoever cannot be served for the moment is
// told to come back. A change under an Idempotency-Key that is sent twice at once is one change.
func TestNoLostUpdates(t *testing.T) {
	const clients, changes = 8, 20
	for name, keyed := range map[string]bool{"plain": false, "with keys": true} {
		t.Run(name, func(t *testing.T) {
			s := server.New(t, server.Config{Set: sets.Tallies, Options: serve.Options{Now: time.Now}}, pg.Postgres(t)+serializable)
			server.Must(t, s, "POST", "/tallies/", "", `{"name":"a"}`)
			var group sync.WaitGroup
			var later atomic.Int64
			var mu sync.Mutex
			counts := map[int64]string{} // by which change
			change := func(id string) {
				for {
					headers := []string{"Content-Type", "application/json"}
					if keyed {
						headers = append(headers, "Idempotency-Key", id)
					}
					w := server.SendAs(s, "alice", "PATCH", "/tallies/1/", fmt.Sprintf(`{"name":%q}`, id), headers...)
					if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") != "" {
						later.Add(1)
						time.Sleep(10 * time.Millisecond)
						continue
					}
					var got sets.Tally
					if err := json.Unmarshal(w.Body.Bytes(), &got); w.Code != http.StatusOK || err != nil {
						t.Errorf("got %d %s, want 200 or 503 with Retry-After", w.Code, w.Body)
						return
					}
					mu.Lock()
					if before, twice := counts[got.Count]; got.Count == 0 || twice && (before != id || !keyed) {
						t.Errorf("%s and %s both made it %d", before, id, got.Count)
					}
					counts[got.Count] = id
					mu.Unlock()
					return
				}
			}
			for client := range clients {
				group.Go(func() {
					for n := range changes {
						id := fmt.Sprintf("%d-%d", client, n)
						if keyed {
							group.Go(func() { change(id) })
						}
						change(id)
					}
				})
			}
			group.Wait()
			w := server.SendAs(s, "alice", "GET", "/tallies/1/", "")
			var got sets.Tally
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Count != clients*changes+1 || len(counts) != clients*changes {
				t.Errorf("got %s after %d changes, which saw %d counts", w.Body, clients*changes, len(counts))
			}
			t.Logf("%d transactions were run again, %d requests were told to come back", s.DB.Stats().Retried, later.Load())
		})
	}
}

// trouble lets every insertion fail that a sequence has not counted up to n, at the statement or at
// the commit.
const trouble = `
	CREATE SEQUENCE runs;
	CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('runs') <= %d THEN RAISE EXCEPTION 'trouble' USING ERRCODE = '%s'; END IF;
		RETURN NEW;
	END $$;
	CREATE CONSTRAINT TRIGGER trouble AFTER INSERT ON tallies DEFERRABLE INITIALLY %s FOR EACH ROW EXECUTE FUNCTION trouble()`

// A transaction that the database ends because of others is run again as a whole, hooks' work
// included and with its key, but not for ever.
func TestRunAgain(t *testing.T) {
	tests := []struct {
		name, code, when string
		failures         int
		status           int
		runs             int64
	}{
		{"serialization failure", "40001", "IMMEDIATE", 7, 201, 8},
		{"deadlock", "40P01", "IMMEDIATE", 3, 201, 4},
		{"at the commit", "40001", "DEFERRED", 7, 201, 8},
		{"for too long", "40001", "IMMEDIATE", 100, 503, 8},
		{"for too long at the commit", "40001", "DEFERRED", 100, 503, 8},
		{"completion unknown", "40003", "DEFERRED", 100, 503, 1},
		{"another error", "XX000", "IMMEDIATE", 100, 500, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			address := pg.Postgres(t)
			s := server.New(t, server.Config{Set: sets.Tallies, Options: serve.Options{Now: time.Now}}, address)
			db := server.Direct(t, address)
			if _, err := db.Exec(fmt.Sprintf(trouble, tt.failures, tt.code, tt.when)); err != nil {
				t.Fatal(err)
			}
			post := func() (status int, after, text string) {
				w := server.SendAs(s, "alice", "POST", "/tallies/", `{"name":"a"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
				return w.Code, w.Header().Get("Retry-After"), w.Body.String()
			}
			status, after, text := post()
			if status != tt.status || (after != "") != (status == 503) {
				t.Errorf("got %d %s, Retry-After %q, want %d", status, text, after, tt.status)
			}
			var runs, rows, want int64
			if err := db.QueryRow("SELECT last_value FROM runs").Scan(&runs); err != nil || runs != tt.runs {
				t.Errorf("got %d runs, error %v, want %d", runs, err, tt.runs)
			}
			if tt.status == 201 {
				want = 1
				if again, _, same := post(); again != 201 || same != text {
					t.Errorf("the same again: got %d %s, want %s", again, same, text)
				}
			}
			if err := db.QueryRow("SELECT count(*) FROM tallies WHERE count = 1").Scan(&rows); err != nil || rows != want {
				t.Errorf("got %d rows, error %v, want %d", rows, err, want)
			}
		})
	}
}
