// The table of stored responses, by Idempotency-Key.

package accounts

import (
	"context"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
)

const responsesTable = "idempotency_keys"

// Responses stores the responses to writes in the table idempotency_keys, under the clients' keys. Create
// one for each DB.
type Responses struct {
	db                           *database.DB
	find, expire, reserve, store *database.Statement
	sweeper                      *sweeper
}

// NewResponses returns the stored responses of the database.
func NewResponses(db *database.DB) *Responses {
	d, key, expires := db.Dialect(), goqu.L("? = ?", goqu.C("key"), arg), goqu.C("expires")
	table := goqu.T(responsesTable)
	return &Responses{
		db:   db,
		find: must(database.Build(d.From(table).Prepared(true).Select("data").Where(key, goqu.L("? > ?", expires, arg)), 2)),
		reserve: must(database.Build(d.Insert(table).Prepared(true).Cols("key", "data", "expires").Vals([]any{arg, arg, arg}).
			OnConflict(goqu.DoNothing()), 3)),
		store:   must(database.Build(d.Update(table).Prepared(true).Set(goqu.Record{"data": goqu.L("?", arg)}).Where(key), 2)),
		expire:  must(database.Build(d.Delete(table).Prepared(true).Where(key, goqu.L("? <= ?", expires, arg)), 2)),
		sweeper: newSweeper(d, responsesTable, "key"),
	}
}

// FindStored returns the stored response of a key, unless it has expired.
func (r *Responses) FindStored(ctx context.Context, key string) (response []byte, found bool, err error) {
	found, err = r.db.Session().Row(ctx, r.find, []any{&response}, key, time.Now().UnixMilli())
	return response, found && err == nil, wrap(err, "find a stored response")
}

// ReserveKey reserves a key for a transaction, and reports whether it was free. A concurrent transaction
// waits for this one; if this one commits, the key is taken for it and for all later ones, until it
// expires.
func (r *Responses) ReserveKey(ctx context.Context, tx database.Session, key string, expires time.Time) (free bool, err error) {
	now := time.Now()
	if _, err := tx.Exec(ctx, r.expire, key, now.UnixMilli()); err != nil {
		return false, wrap(err, "remove an expired response")
	}
	if err := r.sweeper.sweep(ctx, tx, now); err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, r.reserve, key, []byte("{}"), expires.UnixMilli())
	return n > 0, wrap(err, "reserve a key")
}

// StoreResponse stores the response of a key that the transaction has reserved.
func (r *Responses) StoreResponse(ctx context.Context, tx database.Session, key string, response []byte) error {
	_, err := tx.Exec(ctx, r.store, response, key)
	return wrap(err, "store a response")
}
