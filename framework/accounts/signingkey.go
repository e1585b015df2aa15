// The table of the keys that the service signs with.

package accounts

import (
	"context"
	"crypto/rand"
	"sync/atomic"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
)

const signingKeysTable = "signing_keys"

// SigningKey is a secret of the service in the table signing_keys. It is random, made by the first process
// that loads it, and the same for all others and after a restart.
type SigningKey struct {
	db         *database.DB
	name       string
	find, keep *database.Statement
	data       atomic.Pointer[[]byte]
}

// NewSigningKey returns the key of a name, which has to be loaded.
func NewSigningKey(db *database.DB, name string) *SigningKey {
	d, table := db.Dialect(), goqu.T(signingKeysTable)
	return &SigningKey{
		db: db, name: name,
		find: must(database.Build(d.From(table).Prepared(true).Select("data").Where(goqu.L("? = ?", goqu.C("name"), arg)), 1)),
		keep: must(database.Build(d.Insert(table).Prepared(true).Cols("name", "data").Vals([]any{arg, arg}).OnConflict(goqu.DoNothing()), 2)),
	}
}

// Load reads the key, or makes it where there is none.
func (k *SigningKey) Load(ctx context.Context) error {
	var data []byte
	found, err := k.db.Session().Row(ctx, k.find, []any{&data}, k.name)
	if err == nil && !found {
		err = k.db.Write(ctx, func(tx database.Session) error {
			made := make([]byte, 32)
			if _, err := rand.Read(made); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, k.keep, k.name, made); err != nil {
				return err
			}
			_, err := tx.Row(ctx, k.find, []any{&data}, k.name) // another process may have been faster
			return err
		})
	}
	if err == nil {
		k.data.Store(&data)
	}
	return wrap(err, "load a signing key")
}

// Data is the key, nil before it was loaded.
func (k *SigningKey) Data() []byte {
	if data := k.data.Load(); data != nil {
		return *data
	}
	return nil
}
