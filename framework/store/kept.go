package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/doug-martin/goqu/v9"
)

// Kept is the answer to a write, kept under the key that the client gave to it.
type Kept struct {
	Fingerprint string `json:"f"` // of the request that was answered
	Status      int    `json:"s"`
	Record      int64  `json:"r,omitempty"`
	Location    string `json:"l,omitempty"`
	Body        []byte `json:"b,omitempty"`
}

// ErrKept says that a key is claimed by another transaction, which has committed.
var ErrKept = errors.New("an answer is kept under the key")

// keptStatements are those of the table idempotency_keys.
type keptStatements struct {
	find, expire, claim, fill *statement
	sweeper                   *sweeper
}

func newKeptStatements(d *dialect) keptStatements {
	key, expires := goqu.L("? = ?", goqu.C("key"), arg), goqu.C("expires")
	table := goqu.T(keptTable)
	return keptStatements{
		find: must(built(d.From(table).Prepared(true).Select("data").Where(key, goqu.L("? > ?", expires, arg)), 2)),
		claim: must(built(d.Insert(table).Prepared(true).Cols("key", "data", "expires").Vals([]any{arg, arg, arg}).
			OnConflict(goqu.DoNothing()), 3)),
		fill:    must(built(d.Update(table).Prepared(true).Set(goqu.Record{"data": goqu.L("?", arg)}).Where(key), 2)),
		expire:  must(built(d.Delete(table).Prepared(true).Where(key, goqu.L("? <= ?", expires, arg)), 2)),
		sweeper: newSweeper(d, keptTable, "key"),
	}
}

const keptTable = "idempotency_keys"

// Recall returns the answer that was kept under a key and has not expired.
func (db *DB) Recall(ctx context.Context, key string) (kept Kept, found bool, err error) {
	var data []byte
	found, err = session{db: db}.row(ctx, db.kept.find, []any{&data}, key, time.Now().UnixMilli())
	if err != nil || !found {
		return Kept{}, false, wrap(err, "recall an answer")
	}
	if err := json.Unmarshal(data, &kept); err != nil {
		return Kept{}, false, fmt.Errorf("read a kept answer: %w", err)
	}
	return kept, true, nil
}

// Claim takes a key for the transaction. A transaction that claims it at the same time waits
// for this one; when this one commits, the other gets ErrKept, and so does every later one until
// the key expires.
func (tx *Tx) Claim(key string, expires time.Time) error {
	now, kept := time.Now(), &tx.c.db.kept
	if _, err := tx.s.exec(tx.ctx, kept.expire, key, now.UnixMilli()); err != nil {
		return wrap(err, "remove an old answer")
	}
	if err := kept.sweeper.sweep(tx.ctx, tx.s, now); err != nil {
		return err
	}
	n, err := tx.s.exec(tx.ctx, kept.claim, key, []byte("{}"), expires.UnixMilli())
	if err == nil && n == 0 {
		return ErrKept
	}
	return wrap(err, "claim a key")
}

// Keep stores the answer under a key that the transaction has claimed.
func (tx *Tx) Keep(key string, kept Kept) error {
	data, err := json.Marshal(kept)
	if err != nil {
		return fmt.Errorf("write a kept answer: %w", err)
	}
	_, err = tx.s.exec(tx.ctx, tx.c.db.kept.fill, data, key)
	return wrap(err, "keep an answer")
}
