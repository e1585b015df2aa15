// Reading rows of a table, within or outside of a transaction.

package store

import (
	"context"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// Rows reads the rows of a table. Within a transaction it reads the transaction's changes too.
type Rows struct {
	c   *Table
	ctx context.Context
	s   database.Session
	// before is the transaction before which relations are followed; nil for none: see FormerIn.
	before *ending
}

// Read reads the rows outside of transactions.
func (c *Table) Read(ctx context.Context) Rows { return Rows{c: c, ctx: ctx, s: c.session} }

// ReadIn reads the rows within a transaction of any table, or outside of transactions if tx is nil.
func (c *Table) ReadIn(ctx context.Context, tx *Tx) Rows {
	if tx == nil {
		return c.Read(ctx)
	}
	return Rows{c: c, ctx: tx.ctx, s: tx.s}
}

// Type returns the type of the rows.
func (r Rows) Type() *schema.Type { return r.c.spec.Type }
