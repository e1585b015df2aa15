package store

import (
	"fmt"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// keyList is a list of keys as one argument: see database.Dialect.Keys.
func keyList(d *database.Dialect, keys []schema.Key) string {
	args := make([]any, len(keys))
	for i, key := range keys {
		args[i] = key.Arg()
	}
	return d.List(args)
}

// keyDest takes a key from a driver.
type keyDest schema.Key

// Scan is called by database/sql.
func (k *keyDest) Scan(v any) error {
	key := schema.KeyOf(v)
	if key.IsZero() && v != int64(0) {
		return fmt.Errorf("key of a row: got %T, want an integer or a text", v)
	}
	*k = keyDest(key)
	return nil
}
