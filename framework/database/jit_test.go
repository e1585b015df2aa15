// Tests that JIT is switched off.

package database_test

import (
	"log/slog"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

// jitIn is whether the connections of a database compile statements, and what was logged when it opened.
func jitIn(t *testing.T, address string) (compiles bool, logged string) {
	t.Helper()
	var log strings.Builder
	db, err := database.Open(t.Context(), address, database.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n, err := db.Number(t.Context(), "SELECT count(*) FROM pg_settings WHERE name = 'jit' AND setting = 'on'")
	if err != nil {
		t.Fatal(err)
	}
	return n == 1, log.String()
}

// Connections ask PostgreSQL to compile no statements, unless their address says otherwise.
func TestJIT(t *testing.T) {
	address := pg.Postgres(t)
	for _, tt := range []struct {
		name, address string
		compiles      bool
	}{
		{"as it is", address, false},
		{"as the address says", address + " jit=on", true},
		{"as its options say", address + " options='-c jit=on'", true},
	} {
		if compiles, logged := jitIn(t, tt.address); compiles != tt.compiles || strings.Contains(logged, "SET jit = off") {
			t.Errorf("%s: compiles %v, want %v; logged %q", tt.name, compiles, tt.compiles, logged)
		}
	}
}

// A pooler that refuses to ask for that is connected to all the same, and the log says what to run on the server.
func TestJITPooled(t *testing.T) {
	address := pg.Postgres(t)
	pooled := pg.Bouncer(t, address, 2) + " binary_parameters=yes"
	if compiles, logged := jitIn(t, pooled); !compiles || !strings.Contains(logged, "SET jit = off") {
		t.Errorf("pooled: compiles %v, want true; logged %q, want the remedy", compiles, logged)
	}
	db, err := database.Open(t.Context(), address, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, "DO $$ BEGIN EXECUTE format('ALTER ROLE %I IN DATABASE %I SET jit = off', current_user, current_database()); END $$")
	later := pg.Bouncer(t, address, 2) + " binary_parameters=yes"
	if compiles, logged := jitIn(t, later); compiles || logged != "" {
		t.Errorf("pooled, after the remedy: compiles %v, logged %q", compiles, logged)
	}
}
