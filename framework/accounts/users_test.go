// Tests of accounts and sessions.

package accounts_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
	"example.com/resourceful/framework/store"
)

// apply makes the tables of the framework, and the given ones.
func apply(t testing.TB, db *database.DB, tables ...schema.Table) []string {
	t.Helper()
	made, err := migrate.Apply(t.Context(), db, tables)
	if err != nil {
		t.Fatal(err)
	}
	return made.Statements
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

func users(t *testing.T, db *database.DB) *accounts.Users {
	t.Helper()
	apply(t, db, accountTables(t)...)
	return accounts.NewUsers(db)
}

func accountTables(t testing.TB) []schema.Table {
	return structs.Tables([]*schema.Type{accounts.UserType()}, func(_ *schema.Type, field, msg string) { t.Errorf("%s: %s", field, msg) })
}

func TestAccounts(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a, ctx := users(t, db), t.Context()
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
		if p := problem.As(err); p == nil || !slices.Equal(p.Fields.Get("username"), []string{"user with this username already exists."}) {
			t.Errorf("a name that is taken: got %v", err)
		}

		equal(t, "set password", a.SetPassword(ctx, id, "new"), nil)
		ann.Password, ann.Generation = "new", 2
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
		ann.Generation = 3
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
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a := users(t, db)
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

func count(t testing.TB, a *accounts.Users) int64 {
	t.Helper()
	n, err := a.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func find(t testing.TB, a *accounts.Users, name string, want *auth.User) {
	t.Helper()
	got, ok, err := a.UserByName(t.Context(), name)
	if err != nil || ok != (want != nil) || ok && got != *want {
		t.Errorf("by name %q: got %+v, %v, %v\nwant %+v", name, got, ok, err, want)
	}
}

func TestSessions(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db)
		s, ctx := accounts.NewSessions(db), t.Context()
		check := func(token string, want []byte) {
			t.Helper()
			data, found, err := s.Find(ctx, token)
			if err != nil || found != (want != nil) || !bytes.Equal(data, want) {
				t.Errorf("session %s: got %q, %v, %v, want %q", token, data, found, err, want)
			}
		}
		commit := func(token string, data []byte, lasts time.Duration) {
			t.Helper()
			equal(t, "save", s.Save(ctx, token, auth.Session{Data: data, Expires: time.Now().Add(lasts)}), nil)
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
		equal(t, "delete", s.Delete(ctx, "a"), nil)
		equal(t, "delete of none", s.Delete(ctx, "a"), nil)
		check("a", nil)
		equal(t, "rows", databasetest.Number(t, db, "SELECT count(*) FROM sessions"), int64(2))
		accounts.ForgetSessions(s)
		commit("c", nil, time.Hour)
		equal(t, "rows when expired ones are removed", databasetest.Number(t, db, "SELECT count(*) FROM sessions"), int64(1))
		commit("soon", []byte("x"), time.Minute)
		commit("over", []byte("x"), -time.Second)
		in := func(d time.Duration) time.Time { return time.Now().Add(d) }
		for _, touch := range []struct {
			token   string
			expires time.Time
		}{{"soon", in(time.Hour)}, {"soon", in(time.Second)}, {"over", in(time.Hour)}, {"none", in(time.Hour)}} {
			equal(t, "touch "+touch.token, s.TouchSession(ctx, touch.token, touch.expires), nil)
		}
		check("over", nil)
		check("none", nil)
		if left := databasetest.Number(t, db, "SELECT expires FROM sessions WHERE token_hash = 'soon'") - time.Now().UnixMilli(); left < 59*60_000 || left > 60*60_000 {
			t.Errorf("a session that is extended by an hour, and then by less: it lives for %d ms more", left)
		}
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		if _, _, err := s.Find(canceled, "c"); err == nil {
			t.Error("a canceled context finds a session")
		}
	})
}

// A session too many ends the oldest of its account, and none of another.
func TestSessionsBounded(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db)
		s, ctx := accounts.NewSessions(db), t.Context()
		save := func(account int64, i int) {
			t.Helper()
			row := auth.Session{Account: account, Data: []byte("x"), Expires: time.Now().Add(time.Hour)}
			equal(t, "save", s.Save(ctx, fmt.Sprintf("%d-%d", account, i), row), nil)
			if i < 5 { // of the next ones it is known which is the oldest
				time.Sleep(2 * time.Millisecond)
			}
		}
		save(2, 0)
		for i := range auth.MaxSessions + 3 {
			save(1, i)
			if i == auth.MaxSessions-1 {
				equal(t, "sessions at the limit", databasetest.Number(t, db, "SELECT count(*) FROM sessions"), int64(auth.MaxSessions+1))
				save(1, i) // the same again is none too many
				equal(t, "sessions when one is stored again", databasetest.Number(t, db, "SELECT count(*) FROM sessions"), int64(auth.MaxSessions+1))
			}
		}
		equal(t, "sessions past the limit", databasetest.Number(t, db, "SELECT count(*) FROM sessions"), int64(auth.MaxSessions+1))
		for token, want := range map[string]bool{"1-0": false, "1-1": false, "1-2": false, "1-3": true, fmt.Sprint("1-", auth.MaxSessions+2): true, "2-0": true} {
			if _, found, err := s.Find(ctx, token); found != want || err != nil {
				t.Errorf("session %s: got %v, %v, want %v", token, found, err, want)
			}
		}
	})
}

// The generation rises with whatever ends sessions for good, and with nothing else, whichever type
// describes the accounts.
func TestGeneration(t *testing.T) {
	type person struct {
		ID       int64  `rest:"id,readonly"`
		Username string `rest:"username,unique" validate:"max=100"`
		Email    string `rest:"email" default:""`
		Active   bool   `rest:"active" default:"true"`
	}
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a, ctx := users(t, db), t.Context()
		people := structs.Compile(reflect.TypeFor[person](), "users", field.Builtin(), field.NewRules(nil), nil, func(field, msg string) { t.Errorf("%s: %s", field, msg) })
		collection, err := store.NewTable(db, store.TableSpec{Type: people})
		if err != nil {
			t.Fatal(err)
		}
		id, err := a.Create(ctx, auth.User{Username: "ann", Password: "hash", Active: true})
		if err != nil {
			t.Fatal(err)
		}
		update := func(p person, names ...string) func() error {
			return func() error {
				rec := people.Acquire()
				defer rec.Release()
				*rec.Value().(*person) = p
				var fields []*schema.Field
				for _, name := range names {
					fields = append(fields, people.ByColumn(name))
				}
				return collection.Write(ctx, func(tx *store.Tx) error {
					_, err := tx.Update(schema.NumberKey(id), rec, fields)
					return err
				})
			}
		}
		generation := int64(0)
		for _, tt := range []struct {
			name string
			do   func() error
			ends bool
		}{
			{"the same name and another address", update(person{Username: "ann", Email: "a@b", Active: true}, "username", "email", "active"), false},
			{"another address alone", update(person{Email: "c@d"}, "email"), false},
			{"another name", update(person{Username: "anna"}, "username"), true},
			{"the old name again", update(person{Username: "ann", Email: "e@f"}, "email", "username"), true},
			{"another name, and inactive", update(person{Username: "anna"}, "username", "active"), true},
			{"activate", func() error { return a.SetActive(ctx, id, true) }, true},
			{"deactivate", func() error { return a.SetActive(ctx, id, false) }, true},
			{"deactivate again", func() error { return a.SetActive(ctx, id, false) }, true},
			{"password", func() error { return a.SetPassword(ctx, id, "other") }, true},
			{"renewed hash", func() error { _, err := a.RenewPassword(ctx, id, "other", "renewed"); return err }, false},
			{"end", func() error { return a.EndSessions(ctx, id) }, true},
			{"end sessions of nobody", func() error { return a.EndSessions(ctx, 99) }, false},
		} {
			if err := tt.do(); err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			u, _, err := a.UserByID(ctx, id)
			if rose := u.Generation > generation; rose != tt.ends || err != nil {
				t.Errorf("%s: the generation rises: got %v, %v, want %v", tt.name, rose, err, tt.ends)
			}
			generation = u.Generation
		}
	})
}

// A name may be taken for another one.
func TestSimilar(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a := users(t, db)
		for _, name := range []string{"Ann", "bob"} {
			if _, err := a.Create(t.Context(), auth.User{Username: name}); err != nil {
				t.Fatal(err)
			}
		}
		for name, want := range map[string]string{"ann": "Ann", "Ann": "Ann", "BOB": "bob", "carl": ""} {
			got, err := a.Similar(t.Context(), name, strings.ToLower)
			if got != want || err != nil {
				t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
			}
		}
	})
}

// Sessions are listed and ended by their account; those of another generation are no more.
func TestSessionsOfAccounts(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a, s, ctx := users(t, db), accounts.NewSessions(db), t.Context()
		ids := map[string]int64{}
		for _, name := range []string{"bob", "ann", "Zoe"} {
			id, err := a.Create(ctx, auth.User{Username: name, Active: true})
			if err != nil {
				t.Fatal(err)
			}
			ids[name] = id
		}
		start := time.Now().Truncate(time.Millisecond)
		for i, row := range []auth.Session{
			{Account: ids["ann"], Expires: start.Add(time.Hour)},
			{Account: ids["ann"], Expires: start.Add(2 * time.Hour)},
			{Account: ids["ann"], Expires: start.Add(-time.Hour)},
			{Account: ids["ann"], Expires: start.Add(time.Hour), Generation: 5},
			{Account: ids["bob"], Expires: start.Add(time.Hour)},
		} {
			row.Data = []byte{'x'}
			equal(t, "save", s.Save(ctx, fmt.Sprint("token", i), row), nil)
		}
		listed := func() (list string) {
			err := a.Each(ctx, func(u auth.User, n int64) error { list += fmt.Sprintf("%s %d,", u.Username, n); return nil })
			if err != nil {
				t.Error(err)
			}
			return list
		}
		equal(t, "accounts", listed(), "Zoe 0,ann 2,bob 1,")
		boom := errors.New("enough")
		equal(t, "error", errors.Is(a.Each(ctx, func(auth.User, int64) error { return boom }), boom), true)
		times, err := a.Sessions(ctx, ids["ann"])
		if err != nil || len(times) != 2 || !times[1].Expires.Equal(start.Add(2*time.Hour)) || times[0].Started.Before(start) || times[0].Started.After(time.Now()) {
			t.Errorf("sessions of ann: got %v, %v", times, err)
		}
		for _, tt := range []struct {
			account int64
			id      string
			want    bool
		}{{ids["ann"], times[0].ID, true}, {ids["ann"], times[0].ID, false}, {ids["bob"], times[1].ID, false}, {ids["ann"], "", false}} {
			done, err := a.EndSession(ctx, tt.account, tt.id)
			equal(t, "end session "+tt.id, err, nil)
			equal(t, "ended session "+tt.id, done, tt.want)
		}
		equal(t, "accounts", listed(), "Zoe 0,ann 1,bob 1,")
		equal(t, "deactivate", a.SetActive(ctx, ids["bob"], false), nil)
		equal(t, "end", a.EndSessions(ctx, ids["ann"]), nil)
		equal(t, "accounts", listed(), "Zoe 0,ann 0,bob 0,")
		equal(t, "rows", databasetest.Number(t, db, "SELECT count(*) FROM sessions"), int64(0))
	})
}

// A table of sessions of an older release gets its columns, and keeps its rows.
func TestSessionsOfOlderRelease(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		bytes := map[string]string{"sqlite": "blob", "postgres": "bytea"}[db.Dialect().Name]
		number := map[string]string{"sqlite": "integer", "postgres": "bigint"}[db.Dialect().Name]
		options := map[string]string{"sqlite": " STRICT, WITHOUT ROWID"}[db.Dialect().Name]
		databasetest.Exec(t, db,
			"CREATE TABLE sessions (token_hash text PRIMARY KEY NOT NULL, data "+bytes+" NOT NULL, expires "+number+" NOT NULL)"+options,
			"CREATE INDEX sessions_expires_idx ON sessions (expires)",
			"INSERT INTO sessions VALUES ('old', CAST('x' AS "+bytes+"), 99999999999999)")
		a := users(t, db)
		if again := apply(t, db, accountTables(t)...); len(again) > 0 {
			t.Errorf("a second run makes %q", again)
		}
		data, found, err := accounts.NewSessions(db).Find(t.Context(), "old")
		if string(data) != "x" || !found || err != nil {
			t.Errorf("the old session: got %q, %v, %v", data, found, err)
		}
		id, err := a.Create(t.Context(), auth.User{Username: "ann", Active: true})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "save", accounts.NewSessions(db).Save(t.Context(), "old", auth.Session{Account: id, Expires: time.Now().Add(time.Hour)}), nil)
		if times, err := a.Sessions(t.Context(), id); len(times) != 1 || err != nil {
			t.Errorf("got %v, %v, want one session", times, err)
		}
	})
}
