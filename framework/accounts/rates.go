// The table of rates that all processes share.

package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/traffic"
)

const ratesTable = "request_rates"

// rates stores the logs of keys in the table request_rates, which all processes of a database share. Each
// request is one short transaction, which locks the rows of its keys.
type rates struct {
	db                *database.DB
	add, lock, update *database.Statement
	sweeper           *sweeper
}

// NewRates returns a counter for all processes of a database.
func NewRates(db *database.DB) traffic.RateCounter {
	d, table := db.Dialect(), goqu.T(ratesTable)
	lock := d.From(table).Prepared(true).Select("data").Where(goqu.L("? = ?", goqu.C("key"), arg))
	if d.Name != "sqlite" { // SQLite has one writer anyway
		lock = lock.ForUpdate(goqu.Wait)
	}
	return &rates{
		db: db, sweeper: newSweeper(d, ratesTable, "key"),
		add:  must(database.Build(d.Insert(table).Prepared(true).Cols("key", "data", "expires").Vals([]any{arg, arg, arg}).OnConflict(goqu.DoNothing()), 3)),
		lock: must(database.Build(lock, 1)),
		update: must(database.Build(d.Update(table).Prepared(true).Set(goqu.Record{"data": goqu.L("?", arg), "expires": goqu.L("?", arg)}).
			Where(goqu.L("? = ?", goqu.C("key"), arg)), 3)),
	}
}

// Take implements traffic.RateCounter. It fails if the database does.
func (r *rates) Take(ctx context.Context, now time.Time, under []traffic.RateKey) (states [][]traffic.RateState, err error) {
	order := make([]int, len(under)) // the same order everywhere, so that no two requests wait for each other
	hashes := make([]string, len(under))
	for i := range under {
		sum := sha256.Sum256([]byte(under[i].Key))
		order[i], hashes[i] = i, hex.EncodeToString(sum[:])
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(hashes[a], hashes[b]) })
	err = r.db.Write(ctx, func(s database.Session) error {
		if err := r.sweeper.sweep(ctx, s, now); err != nil {
			return err
		}
		logs := make([][]traffic.RateLog, len(under))
		for n, i := range order {
			if n > 0 && hashes[order[n-1]] == hashes[i] {
				logs[i] = logs[order[n-1]]
			} else if logs[i], err = r.logs(ctx, s, hashes[i], len(under[i].Rates), now); err != nil {
				return err
			}
		}
		states = traffic.TakeRates(logs, now.UnixNano(), under)
		for _, i := range order {
			longest := time.Duration(0)
			for _, rate := range under[i].Rates {
				longest = max(longest, rate.Per)
			}
			if _, err := s.Exec(ctx, r.update, traffic.AppendRateLogs([]byte{}, logs[i]), now.Add(longest).UnixMilli(), hashes[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return states, wrap(err, "count a request in %s", ratesTable)
}

// logs returns the logs of a key. It locks the row, or creates a missing one.
func (r *rates) logs(ctx context.Context, s database.Session, key string, n int, now time.Time) ([]traffic.RateLog, error) {
	var data []byte
	found, err := s.Row(ctx, r.lock, []any{&data}, key)
	if err == nil && !found {
		if _, err = s.Exec(ctx, r.add, key, []byte{}, now.Add(time.Minute).UnixMilli()); err == nil {
			_, err = s.Row(ctx, r.lock, []any{&data}, key)
		}
	}
	return traffic.ReadRateLogs(data, n), err
}
