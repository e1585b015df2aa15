// Tests of tokens.

package accounts_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// A token is found by its hash with its account, whatever has become of either; its name is free again
// when it is dead.
func TestTokens(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a, ctx := users(t, db), t.Context()
		id, err := a.Create(ctx, auth.User{Username: "ann", Active: true, Created: time.Unix(1, 0).UTC()})
		if err != nil {
			t.Fatal(err)
		}
		k, now := accounts.NewTokens(db), time.UnixMilli(time.Now().UnixMilli()).UTC()
		laptop := auth.Token{Account: id, Name: "laptop", Prefix: "rsf_abc", Hash: "h1", Created: now, Expires: now.Add(time.Hour)}
		equal(t, "create", k.Create(ctx, laptop), nil)
		other := auth.Token{Account: id, Name: "é 'x'", Hash: "h2", Scopes: []string{"read", "a:b"}, Created: now.Add(time.Second)}
		equal(t, "create another", k.Create(ctx, other), nil)
		again := laptop
		again.Hash = "h3"
		if err := k.Create(ctx, again); !errors.Is(err, auth.ErrTokenName) {
			t.Errorf("a name twice: got %v, want %v", err, auth.ErrTokenName)
		}
		found := func(hash string, want auth.Token) {
			t.Helper()
			got, u, ok, err := k.TokenByHash(ctx, hash)
			if !reflect.DeepEqual(got, want) || !ok || err != nil || u.Username != "ann" || u.ID != id {
				t.Errorf("%s: got %+v of %+v, %v, %v, want %+v", hash, got, u, ok, err, want)
			}
		}
		found("h1", laptop)
		found("h2", other)
		for _, hash := range []string{"h3", "", "H1"} {
			if _, _, ok, err := k.TokenByHash(ctx, hash); ok || err != nil {
				t.Errorf("%q: got %v, %v, want none", hash, ok, err)
			}
		}
		laptop.LastUsed = now.Add(time.Minute)
		equal(t, "used", k.TokenUsed(ctx, "h1", laptop.LastUsed), nil)
		equal(t, "used before that", k.TokenUsed(ctx, "h1", now), nil)
		found("h1", laptop)
		equal(t, "inactive", a.SetActive(ctx, id, false), nil)
		found("h1", laptop)
		if done, err := k.Revoke(ctx, id, "laptop", now); !done || err != nil {
			t.Errorf("revoke: got %v, %v", done, err)
		}
		laptop.Revoked = now
		found("h1", laptop)
		if done, err := k.Revoke(ctx, id, "laptop", now.Add(time.Hour)); done || err != nil {
			t.Errorf("revoke again: got %v, %v", done, err)
		}
		equal(t, "the name of a dead token", k.Create(ctx, again), nil)
		list, err := k.List(ctx, id)
		equal(t, "list", list, []auth.Token{again, other})
		equal(t, "error", err, nil)
		n, err := k.RevokeAll(ctx, id, now)
		equal(t, "revoked", n, int64(2))
		equal(t, "error", err, nil)
		if list, err := k.List(ctx, 99); len(list) != 0 || err != nil {
			t.Errorf("of nobody: got %v, %v", list, err)
		}
	})
}

// A program that obtains a token at each start fills no table: the oldest of an account go, and no others.
func TestObtainTokens(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a, k := users(t, db), accounts.NewTokens(db)
		for _, name := range []string{"ann", "bob"} {
			if _, err := a.Create(t.Context(), auth.User{Username: name, Active: true, Created: time.Unix(1, 0)}); err != nil {
				t.Fatal(err)
			}
		}
		_, made := token.New()
		made.Account, made.Name, made.Created = 1, "made by a command", time.Unix(1, 0)
		if err := k.Create(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			_, row := token.New()
			row.Account, row.Name, row.Created = 1+int64(i%2), auth.ObtainedPrefix+strconv.Itoa(i), time.Unix(int64(10+i), 0)
			if err := k.ObtainToken(t.Context(), row, 2); err != nil {
				t.Fatal(err)
			}
		}
		for account, want := range map[int64][]string{1: {"made by a command", "obtained 2", "obtained 4"}, 2: {"obtained 1", "obtained 3"}} {
			list, err := k.List(t.Context(), account)
			var names []string
			for _, row := range list {
				names = append(names, row.Name)
			}
			if err != nil || !slices.Equal(names, want) {
				t.Errorf("account %d: got %v, %v, want %v", account, names, err, want)
			}
		}
	})
}

// Only tokens that live keep an account from another; of the dead ones the oldest go, and none that was obtained.
func TestMaxTokens(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		a, k, ctx := users(t, db), accounts.NewTokens(db), t.Context()
		if _, err := a.Create(ctx, auth.User{Username: "ann", Active: true, Created: time.Unix(1, 0)}); err != nil {
			t.Fatal(err)
		}
		fill := func(name, columns, values string, n int) {
			databasetest.Exec(t, db, fmt.Sprintf(`INSERT INTO tokens (token_hash, prefix, account, name, created, %s)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT '%[3]s' || i, '', 1, '%[3]s' || i, i, %[4]s FROM n`, columns, n, name, values))
		}
		made := auth.Token{Account: 1, Created: time.Unix(100, 0)}
		create := func(name string) error {
			made.Name, made.Hash = name, "hash of "+name
			return k.Create(ctx, made)
		}
		fill("Obtained ", "revoked", "NULL", 999) // not as obtained by a password
		fill("revoked ", "revoked", "1", 700)
		fill("expired ", "expires", "100000", 700)
		fill("obtained ", "expires", "1", 1200)
		equal(t, "the last that may live", create("last"), nil)
		if err := create("more"); !errors.Is(err, auth.ErrTokens) {
			t.Errorf("one more: got %v, want %v", err, auth.ErrTokens)
		}
		_, obtained := token.New()
		obtained.Account, obtained.Name, obtained.Created = 1, auth.ObtainedPrefix+"now", time.Unix(100, 0)
		equal(t, "obtain", k.ObtainToken(ctx, obtained, 1000), nil)
		list, err := k.List(ctx, 1)
		equal(t, "error", err, nil)
		kinds := map[string]int{}
		for _, row := range list {
			kinds[row.Name[:4]]++
			if dead := row.Name[:4] == "revo" || row.Name[:4] == "expi"; dead && row.Created.UnixMilli() <= 200 {
				t.Errorf("%s is kept, which is older than the others", row.Name)
			}
		}
		equal(t, "kept", kinds, map[string]int{"Obta": 999, "last": 1, "revo": 500, "expi": 500, "obta": 1000})
	})
}
