// Tests of counted failures.

package accounts_test

import (
	"maps"
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
