// Package databasetest runs a test on every kind of database, and raw SQL that bypasses the tested code.
package databasetest

import (
	"context"
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/pg"
)

// Addresses returns the addresses of all kinds of databases: each creates a new, empty database.
func Addresses() map[string]func(testing.TB) string {
	return map[string]func(testing.TB) string{
		"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "a b?%#.db") },
		"memory":   func(testing.TB) string { return ":memory:" },
		"postgres": pg.Postgres,
		"pooled": func(t testing.TB) string {
			return pg.Postgres(t) + " binary_parameters=yes"
		},
	}
}

// Everywhere runs a rule on an empty database of every kind.
func Everywhere(t *testing.T, rule func(t *testing.T, db *database.DB)) {
	t.Helper()
	for name, address := range Addresses() {
		t.Run(name, func(t *testing.T) {
			db, err := database.Open(t.Context(), address(t), database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			rule(t, db)
		})
	}
}

// Exec runs raw statements, each in a transaction.
func Exec(t testing.TB, db *database.DB, statements ...string) {
	t.Helper()
	for _, text := range statements {
		if err := TryExec(t, db, text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// TryExec runs raw statements in one transaction.
func TryExec(t testing.TB, db *database.DB, text string) error {
	// The cleanup at the end of a test runs after its context has ended.
	ctx := context.WithoutCancel(t.Context())
	return db.Write(ctx, func(s database.Session) error {
		_, err := s.Tx().ExecContext(ctx, text)
		return err
	})
}

// Number returns the single number of a query.
func Number(t testing.TB, db *database.DB, query string) (n int64) {
	t.Helper()
	err := db.Write(t.Context(), func(s database.Session) error {
		return s.Tx().QueryRowContext(t.Context(), query).Scan(&n)
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// Texts returns the texts of a query.
func Texts(t testing.TB, db *database.DB, query string) (texts []string) {
	t.Helper()
	err := db.Write(t.Context(), func(s database.Session) error {
		rows, err := s.Tx().QueryContext(t.Context(), query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			texts = append(texts, text)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return texts
}
