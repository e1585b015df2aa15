package database_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// A state lasts until something is committed, by this process or by another one.
func TestState(t *testing.T) {
	for name, address := range databasetest.Addresses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, at := t.Context(), address(t)
			open := func() *database.DB {
				db, err := database.Open(ctx, at, database.Options{})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = db.Close() })
				return db
			}
			db := open()
			writers := []*database.DB{db}
			if name != "memory" {
				writers = append(writers, open())
			}
			write := func(by *database.DB, text string) {
				t.Helper()
				if err := by.Write(ctx, func(tx database.Session) error {
					_, err := tx.Exec(ctx, by.Raw(text))
					return err
				}); err != nil {
					t.Fatal(err)
				}
			}
			state := func() string {
				t.Helper()
				text, err := db.State(ctx)
				if err != nil || text == "" {
					t.Fatalf("state %q, error %v", text, err)
				}
				return text
			}
			write(db, "CREATE TABLE n (v INTEGER)")
			write(db, "INSERT INTO n VALUES (0)")
			for i, by := range writers {
				before, lasts := state(), false
				for range 100 { // other databases of the same server commit too
					if err := by.ReadOnly(ctx, func(s database.Session) error {
						_, err := s.Exec(ctx, by.Raw("SELECT v FROM n"))
						return err
					}); err != nil {
						t.Fatal(err)
					}
					after := state()
					if lasts = after == before; lasts {
						break
					}
					before = after
				}
				if !lasts {
					t.Errorf("writer %d: each read changes the state", i)
				}
				write(by, "UPDATE n SET v = v + 1")
				if after := state(); after == before {
					t.Errorf("writer %d: state %s before and after a commit", i, after)
				}
			}
		})
	}
}

// A database that cannot tell its state says so once, and again after it could. Nobody waits longer than their context, or
// for a database that is closed.
func TestStateUnknown(t *testing.T) {
	var log strings.Builder
	db, err := database.Open(t.Context(), ":memory:", database.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	state := func() error { _, err := db.State(t.Context()); return err }
	good := db.AskState("SELECT v FROM missing")
	for range 2 {
		if state() == nil {
			t.Error("a state of nothing")
		}
	}
	db.AskState(good)
	if err := state(); err != nil {
		t.Error(err)
	}
	if n := strings.Count(log.String(), "cannot be asked"); n != 1 {
		t.Errorf("%d messages: %s", n, log.String())
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := db.State(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	_ = db.Close()
	if state() == nil {
		t.Error("a closed database has a state")
	}
}

// Whoever asks after a commit never gets an answer from before it, however many ask at once.
func TestStateOfMany(t *testing.T) {
	for name, address := range databasetest.Addresses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			db, err := database.Open(ctx, address(t), database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			if err := db.Write(ctx, func(tx database.Session) error {
				_, err := tx.Exec(ctx, db.Raw("CREATE TABLE n (v INTEGER)"))
				return err
			}); err != nil {
				t.Fatal(err)
			}
			var committed atomic.Int64
			var mu sync.Mutex
			latest := map[string]int64{} // the number of commits when a state was first seen
			var all sync.WaitGroup
			ended := make(chan struct{})
			for range 8 {
				all.Go(func() {
					for {
						select {
						case <-ended:
							return
						default:
						}
						before := committed.Load()
						state, err := db.State(ctx)
						if err != nil {
							t.Error(err)
							return
						}
						mu.Lock()
						first, seen := latest[state]
						if !seen {
							latest[state] = committed.Load() + 1 // one may be on its way
						} else if before > first {
							t.Errorf("state %s was seen before commit %d, and again after commit %d", state, first, before)
						}
						mu.Unlock()
					}
				})
			}
			for i := range int64(200) {
				if err := db.Write(ctx, func(tx database.Session) error {
					_, err := tx.Exec(ctx, db.Raw("INSERT INTO n VALUES (1)"))
					return err
				}); err != nil {
					t.Error(err)
					break
				}
				committed.Store(i + 1)
			}
			close(ended)
			all.Wait()
		})
	}
}
