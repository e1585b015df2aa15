// The table of failed logins.

package accounts

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
)

const attemptsTable = "login_attempts"

// attempts stores times under keys in the table login_attempts, in milliseconds of Unix time. The database
// adds up the times of a key, so that no process overwrites another's.
type attempts struct {
	db            *database.DB
	find, extends database.Cache[string, *database.Statement] // by number of keys
	sweeper       *sweeper
}

// NewAttempts returns the store of failed logins. It removes expired ones at intervals.
func NewAttempts(db *database.DB) auth.Attempts {
	return &attempts{db: db, find: database.Cache[string, *database.Statement]{Limit: 8}, extends: database.Cache[string, *database.Statement]{Limit: 8}, sweeper: newSweeper(db.Dialect(), attemptsTable, "key")}
}

// Until returns the times after now of the given keys.
func (a *attempts) Until(ctx context.Context, now time.Time, keys []string) (map[string]time.Time, error) {
	q, err := a.find.Get(strconv.Itoa(len(keys)), func() (*database.Statement, error) {
		some := make([]any, len(keys))
		for i := range some {
			some[i] = arg
		}
		return database.Build(a.db.Dialect().From(attemptsTable).Prepared(true).Select("key", "expires").
			Where(goqu.C("key").In(some...), goqu.L("? > ?", goqu.C("expires"), arg)), len(keys)+1)
	})
	if err != nil {
		return nil, err
	}
	args := make([]any, 0, len(keys)+1)
	for _, key := range keys {
		args = append(args, key)
	}
	return a.times(ctx, a.db.Session(), q, append(args, now.UnixMilli())...)
}

// Extend moves the times of keys later. Calls must give their keys in the same order, so that no two calls
// wait for each other.
func (a *attempts) Extend(ctx context.Context, now time.Time, limit time.Duration, by []auth.Extension) (until map[string]time.Time, err error) {
	q, err := a.extends.Get(strconv.Itoa(len(by)), func() (*database.Statement, error) { return a.extend(len(by)) })
	if err != nil {
		return nil, err
	}
	start := now.UnixMilli()
	args := make([]any, 0, 2*len(by)+3)
	for _, e := range by {
		args = append(args, e.Key, start+e.By.Milliseconds())
	}
	err = a.db.Write(ctx, func(s database.Session) (err error) {
		if err := a.sweeper.sweep(ctx, s, now); err != nil {
			return err
		}
		until, err = a.times(ctx, s, q, append(args, start, start, limit.Milliseconds())...)
		return err
	})
	return until, wrap(err, "extend "+attemptsTable)
}

// extend returns the upsert of n keys: it moves a time later, counted at least from now, and cuts it at the
// limit.
func (a *attempts) extend(n int) (*database.Statement, error) {
	later, sooner := "GREATEST", "LEAST"
	if a.db.Dialect().Name == "sqlite" {
		later, sooner = "max", "min"
	}
	rows := make([][]any, n)
	for i := range rows {
		rows[i] = []any{arg, arg}
	}
	have, given := goqu.T(attemptsTable).Col("expires"), goqu.T("excluded").Col("expires")
	expires := goqu.L(fmt.Sprintf("%s(%s(?, ?) + ? - ?, ? + ?)", sooner, later), have, arg, given, arg, given, arg)
	return database.Build(a.db.Dialect().Insert(attemptsTable).Prepared(true).Cols("key", "expires").Vals(rows...).
		OnConflict(goqu.DoUpdate("key", goqu.Record{"expires": expires})).Returning("key", "expires"), 2*n+3)
}

func (a *attempts) times(ctx context.Context, s database.Session, q *database.Statement, args ...any) (map[string]time.Time, error) {
	times := map[string]time.Time{}
	var key string
	var at int64
	err := s.Each(ctx, q, []any{&key, &at}, func() error {
		times[key] = time.UnixMilli(at)
		return nil
	}, args...)
	return times, wrap(err, "read "+attemptsTable)
}
