// A test of the signing key.

package accounts_test

import (
	"bytes"
	"sync"
	"testing"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
)

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
