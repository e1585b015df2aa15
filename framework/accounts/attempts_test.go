// Tests of refused logins, and of sweeping old ones.

package accounts_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

// Times are made later from where they are, from now where they are past, and not past the limit.
func TestAttempts(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db)
		a, ctx := accounts.NewAttempts(db), t.Context()
		now := time.UnixMilli(time.Now().UnixMilli())
		at := func(seconds int) time.Time { return now.Add(time.Duration(seconds) * time.Second) }
		type times = map[string]time.Time
		until := func(when time.Time, want times) {
			t.Helper()
			got, err := a.Until(ctx, when, []string{"a", "b", "c'\"", "d"})
			if err != nil || !maps.EqualFunc(got, want, time.Time.Equal) {
				t.Errorf("until: got %v, %v, want %v", got, err, want)
			}
		}
		extend := func(when time.Time, want times, by ...auth.Extension) {
			t.Helper()
			got, err := a.Extend(ctx, when, 25*time.Second, by)
			if err != nil || !maps.EqualFunc(got, want, time.Time.Equal) {
				t.Errorf("extend: got %v, %v, want %v", got, err, want)
			}
		}
		until(now, times{})
		extend(now, times{"a": at(10), "b": at(20)}, auth.Extension{Key: "a", By: 10 * time.Second}, auth.Extension{Key: "b", By: 20 * time.Second})
		extend(at(1), times{"a": at(20), "c'\"": at(11)}, auth.Extension{Key: "a", By: 10 * time.Second}, auth.Extension{Key: "c'\"", By: 10 * time.Second})
		until(at(2), times{"a": at(20), "b": at(20), "c'\"": at(11)})
		extend(at(2), times{"b": at(40)}, auth.Extension{Key: "b", By: 20 * time.Second})
		extend(at(2), times{"b": at(47)}, auth.Extension{Key: "b", By: 20 * time.Second}) // 2 + 20 + 25
		extend(at(12), times{"c'\"": at(22)}, auth.Extension{Key: "c'\"", By: 10 * time.Second})
		until(at(30), times{"b": at(47)})
		equal(t, "rows", databasetest.Number(t, db, "SELECT count(*) FROM login_attempts"), int64(3))
		accounts.ForgetAttempts(a)
		extend(at(46), times{"d": at(47)}, auth.Extension{Key: "d", By: time.Second})
		equal(t, "rows when those past their time are removed", databasetest.Number(t, db, "SELECT count(*) FROM login_attempts"), int64(2))
	})
}

// Of failures counted at once none is lost, and none ends in a deadlock.
func TestAttemptsAtOnce(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db)
		a, now := accounts.NewAttempts(db), time.UnixMilli(time.Now().UnixMilli())
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				account := string(rune('a' + i%3))
				by := []auth.Extension{{Key: "account:" + account, By: time.Second}, {Key: "place:1", By: time.Second}}
				if _, err := a.Extend(t.Context(), now, time.Hour, by); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		got, err := a.Until(t.Context(), now, []string{"account:a", "account:b", "account:c", "place:1"})
		if err != nil {
			t.Fatal(err)
		}
		for key, n := range map[string]int{"account:a": 34, "account:b": 33, "account:c": 33, "place:1": 100} {
			if want := now.Add(time.Duration(n) * time.Second); !got[key].Equal(want) {
				t.Errorf("%s: got %v, want %v", key, got[key].Sub(now), want.Sub(now))
			}
		}
	})
}

// However much has expired, a client's write removes no more than some of it, and those that come
// next go on until nothing of it is left. What has not expired stays.
func TestSweep(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db)
		ctx, now := t.Context(), time.Now()
		sessions, attempts, responses := accounts.NewSessions(db), accounts.NewAttempts(db), accounts.NewResponses(db)
		n := 0
		for table, write := range map[string]func() error{
			"sessions (token_hash, data, expires)": func() error {
				return sessions.Save(ctx, fmt.Sprint("live", n), auth.Session{Expires: now.Add(time.Hour)})
			},
			"idempotency_keys (key, data, expires)": func() error {
				return db.Write(ctx, func(tx database.Session) error {
					_, err := responses.ReserveKey(ctx, tx, fmt.Sprint("live", n), now.Add(time.Hour))
					return err
				})
			},
			"login_attempts (key, expires)": func() error {
				_, err := attempts.Extend(ctx, now, time.Hour, []auth.Extension{{Key: fmt.Sprint("live", n), By: time.Hour}})
				return err
			},
		} {
			name, data := table[:strings.IndexByte(table, ' ')], ""
			if strings.Contains(table, "data") {
				data = "CAST('' AS " + map[string]string{"sqlite": "blob", "postgres": "bytea"}[db.Dialect().Name] + "),"
			}
			databasetest.Exec(t, db, fmt.Sprintf(`INSERT INTO %s WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
				SELECT 'old' || i, %s i FROM n`, table, data))
			for _, want := range []int64{1501, 502, 3, 4} {
				n++
				equal(t, "write to "+name, write(), nil)
				equal(t, "rows of "+name, databasetest.Number(t, db, "SELECT count(*) FROM "+name), want)
			}
			equal(t, "live rows of "+name, databasetest.Number(t, db, "SELECT count(*) FROM "+name+" WHERE expires > 2500"), int64(4))
		}
	})
}

// All processes have the same key under a name, whichever is the first, and other keys under others.
func TestSigningKey(t *testing.T) {
	databasetest.Everywhere(t, func(t *testing.T, db *database.DB) {
		apply(t, db)
		keys := make([]*accounts.SigningKey, 4)
		var group sync.WaitGroup
		for i := range keys {
			keys[i] = accounts.NewSigningKey(db, "cursors")
			group.Go(func() {
				if err := keys[i].Load(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		other := accounts.NewSigningKey(db, "others")
		if other.Data() != nil {
			t.Error("a key is there before it was loaded")
		}
		if err := other.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, k := range keys {
			if data := k.Data(); len(data) != 32 || !bytes.Equal(data, keys[0].Data()) || bytes.Equal(data, other.Data()) {
				t.Errorf("got the keys %x, %x and %x", keys[0].Data(), data, other.Data())
			}
		}
	})
}
