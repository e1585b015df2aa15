package store_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

func accounts(t *testing.T, db *store.DB) *store.Accounts {
	t.Helper()
	tables := schema.Tables([]*schema.Type{store.AccountType()}, func(_ *schema.Type, field, msg string) { t.Errorf("%s: %s", field, msg) })
	migrate(t, db, tables...)
	return db.Accounts()
}

func TestAccounts(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		a, ctx := accounts(t, db), t.Context()
		equal(t, "first", count(t, a), int64(0))
		ann := auth.User{Username: "Ann", Email: "a@b", Password: "hash", Active: true, Created: time.Date(2024, 1, 2, 3, 4, 5, 6000, time.UTC)}
		id, err := a.Create(ctx, ann)
		if err != nil {
			t.Fatal(err)
		}
		ann.ID = id
		find(t, a, "Ann", &ann)
		for _, name := range []string{"ann", "", "Ann ", "\x00", "\xff", "' OR 1=1 --"} {
			find(t, a, name, nil)
		}
		got, ok, err := a.UserByID(ctx, id)
		if got != ann || !ok || err != nil {
			t.Errorf("by id: got %+v, %v, %v", got, ok, err)
		}
		if _, ok, err := a.UserByID(ctx, 99); ok || err != nil {
			t.Errorf("by an id that nobody has: %v, %v", ok, err)
		}
		_, err = a.Create(ctx, auth.User{Username: "Ann"})
		refused(t, err, "username", "user with this username already exists.")

		equal(t, "set password", a.SetPassword(ctx, id, "new"), nil)
		ann.Password = "new"
		find(t, a, "Ann", &ann)
		equal(t, "set password of nobody", a.SetPassword(ctx, 99, "new"), nil)

		for _, tt := range []struct {
			id   int64
			old  string
			want bool
		}{{id, "hash", false}, {99, "new", false}, {id, "new", true}, {id, "new", false}} {
			done, err := a.RenewPassword(ctx, tt.id, tt.old, "renewed")
			if done != tt.want || err != nil {
				t.Errorf("renew %q of %d: got %v, %v, want %v", tt.old, tt.id, done, err, tt.want)
			}
			if done {
				ann.Password = "renewed"
			}
			find(t, a, "Ann", &ann)
		}

		ann.Username, ann.Admin, ann.Active, ann.Email = "Anna", true, false, ""
		found, err := a.Update(ctx, ann)
		if !found || err != nil {
			t.Errorf("update: %v, %v", found, err)
		}
		find(t, a, "Anna", &ann)
		bob, err := a.Create(ctx, auth.User{Username: "Bob"})
		if err != nil {
			t.Fatal(err)
		}
		if u, _, _ := a.UserByID(ctx, bob); time.Since(u.Created) > time.Minute {
			t.Errorf("an account without a time was created at %v", u.Created)
		}
		equal(t, "all", count(t, a), int64(2))
	})
}

// One hash of each kind, whatever the salts are, and nothing that is no hash.
func TestHashKinds(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		a := accounts(t, db)
		kinds := func(want ...string) {
			t.Helper()
			got, err := a.HashKinds(t.Context())
			slices.Sort(got)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		}
		kinds()
		for i, hash := range []string{
			"pbkdf2_sha256$600000$salt1$sum", "pbkdf2_sha256$600000$salt2$sum", "pbkdf2_sha256$1000000$salt$sum",
			"$argon2id$v=19$m=19456,t=2,p=1$salt1$sum", "$argon2id$v=19$m=19456,t=2,p=1$salt2$sum", "$argon2id$v=19$m=65536,t=3,p=4$salt$sum",
			"", "!unusable", "pbkdf2-sha256$1$salt$sum", "$2b$12$bcrypt",
		} {
			if _, err := a.Create(t.Context(), auth.User{Username: fmt.Sprint("user", i), Password: hash}); err != nil {
				t.Fatal(err)
			}
		}
		kinds("$argon2id$v=19$m=19456,t=2,p=1$salt1$sum", "$argon2id$v=19$m=65536,t=3,p=4$salt$sum",
			"pbkdf2_sha256$1000000$salt$sum", "pbkdf2_sha256$600000$salt1$sum")
	})
}

func count(t testing.TB, a *store.Accounts) int64 {
	t.Helper()
	n, err := a.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func find(t testing.TB, a *store.Accounts, name string, want *auth.User) {
	t.Helper()
	got, ok, err := a.UserByName(t.Context(), name)
	if err != nil || ok != (want != nil) || ok && got != *want {
		t.Errorf("by name %q: got %+v, %v, %v\nwant %+v", name, got, ok, err, want)
	}
}

func TestSessions(t *testing.T) {
	empty(t, func(t *testing.T, db *store.DB) {
		migrate(t, db)
		s, ctx := db.Sessions(), t.Context()
		check := func(token string, want []byte) {
			t.Helper()
			data, found, err := s.FindCtx(ctx, token)
			if err != nil || found != (want != nil) || !bytes.Equal(data, want) {
				t.Errorf("session %s: got %q, %v, %v, want %q", token, data, found, err, want)
			}
		}
		commit := func(token string, data []byte, lasts time.Duration) {
			t.Helper()
			equal(t, "commit", s.CommitCtx(ctx, token, data, time.Now().Add(lasts)), nil)
		}
		check("none", nil)
		commit("old", []byte("x"), -time.Second) // the first commit sweeps before it stores
		commit("a", []byte{0, 255, '\''}, time.Hour)
		commit("b", []byte("b"), time.Hour)
		check("a", []byte{0, 255, '\''})
		check("old", nil)
		commit("a", []byte("again"), time.Hour)
		check("a", []byte("again"))
		commit("b", []byte("b"), -time.Second)
		check("b", nil)
		equal(t, "delete", s.DeleteCtx(ctx, "a"), nil)
		equal(t, "delete of none", s.DeleteCtx(ctx, "a"), nil)
		check("a", nil)
		equal(t, "rows", number(t, db, "SELECT count(*) FROM sessions"), int64(2))
		store.ForgetSessions(s)
		equal(t, "commit", s.Commit("c", nil, time.Now().Add(time.Hour)), nil)
		equal(t, "rows when expired ones are removed", number(t, db, "SELECT count(*) FROM sessions"), int64(1))
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		if _, _, err := s.FindCtx(canceled, "c"); err == nil {
			t.Error("a canceled context finds a session")
		}
	})
}
