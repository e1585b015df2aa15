// A test of the index for logins by address.

package accounts_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// Accounts of a login are found by indexes, not by reading all of them.
func TestLoginIndex(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a := users(t, db)
		if _, err := a.Create(t.Context(), auth.User{Username: "ann", Email: "Ann@example.com", Active: true}); err != nil {
			t.Fatal(err)
		}
		if u, found, err := a.UserByLogin(t.Context(), "ANN@example.com"); err != nil || !found || u.Username != "ann" {
			t.Errorf("got %+v, %v, %v, want ann", u, found, err)
		}
		var plan strings.Builder
		err := db.Write(t.Context(), func(tx database.Session) error {
			explain, line := "EXPLAIN ", ""
			dests := []any{&line}
			if db.Dialect().Name == "sqlite" {
				explain, dests = "EXPLAIN QUERY PLAN ", []any{new(int), new(int), new(int), &line}
			} else if _, err := tx.Exec(t.Context(), db.Raw("SET LOCAL enable_seqscan = off")); err != nil { // there are few rows
				return err
			}
			text, err := accounts.LoginStatement(a)
			if err != nil {
				return err
			}
			for _, mark := range []string{"$1", "$2", "$3", "$4", "$5", "$6", "?", "?", "?", "?", "?", "?"} {
				text = strings.Replace(text, mark, "'a'", 1)
			}
			text = strings.NewReplacer("$7", "10", "?", "10").Replace(text)
			return tx.Each(t.Context(), db.Raw(explain+text), dests, func() error {
				plan.WriteString(line + "\n")
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"users_email_lower", "users_username_lower"} {
			if !strings.Contains(plan.String(), want) {
				t.Errorf("the index %s is not used:\n%s", want, plan.String())
			}
		}
		if strings.Contains(plan.String(), "SCAN t") || strings.Contains(plan.String(), "Seq Scan") {
			t.Errorf("all accounts are read:\n%s", plan.String())
		}
	})
}
