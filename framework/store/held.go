// The rows that a transaction has locked.

package store

import "example.com/resourceful/framework/schema"

// held are the rows that a transaction has locked.
type held map[heldRow]bool

type heldRow struct {
	table string
	key   schema.Key
}

// Holds reports whether nobody else can change the row of a table until the transaction ends, as far as the transaction
// knows: it has locked the row. SQLite has one writer.
func (tx *Tx) Holds(t *schema.Type, id schema.Key) bool {
	return tx.c.dialect.Name == "sqlite" || tx.held[heldRow{t.Table, id}]
}
