// The rows that a transaction has locked.

package store

import "example.com/resourceful/framework/schema"

// held are the rows that a transaction has locked.
type held map[heldRow]bool

type heldRow struct {
	table string
	key   schema.Key
}
