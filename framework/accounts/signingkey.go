// The table of the service's signing keys.

package accounts

import (
	"context"
	"crypto/rand"
	"sync/atomic"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
)

const signingKeysTable = "signing_keys"

// SigningKey is a secret of the service in the table signing_keys. The first process that loads it creates
// it at random; it is the same for all others and after a restart.
type SigningKey struct {
	db         *database.DB
	name       string
	find, keep *database.Statement
	data       atomic.Pointer[[]byte]
}

// NewSigningKey returns the key with a name, before it is loaded.
func NewSigningKey(db *database.DB, name string) *SigningKey {
	d, table := db.Dialect(), goqu.T(signingKeysTable)
	return &SigningKey{
		db: db, name: name,
		find: must(database.Build(d.From(table).Prepared(true).Select("data").Where(goqu.L("? = ?", goqu.C("name"), arg)), 1)),
		keep: must(database.Build(d.Insert(table).Prepared(true).Cols("name", "data").Vals([]any{arg, arg}).OnConflict(goqu.DoNothing()), 2)),
	}
}

// Load reads the key, or creates a missing one.
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

// Data returns the key, nil before it is loaded.
func (k *SigningKey) Data() []byte {
	if data := k.data.Load(); data != nil {
		return *data
	}
	return nil
}
