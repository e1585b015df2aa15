// Keys as arguments, and lists of them.

package query

import (
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// KeyType returns the SQL type of a column with the values of a field.
func KeyType(d *database.Dialect, f *schema.Field) string {
	return f.ColumnIn(field.Dialect(d.Name)).Types[0]
}

// KeyRows returns the rows of a list of values of a field, which is one argument: see KeyList.
func KeyRows(d *database.Dialect, f *schema.Field) *goqu.SelectDataset {
	return d.From(d.Keys(KeyType(d, f)))
}

// KeyList returns the argument of KeyRows.
func KeyList(d *database.Dialect, keys []schema.Key) string {
	args := make([]any, len(keys))
	for i, key := range keys {
		args[i] = key.Arg()
	}
	return d.List(args)
}

// KeyDest scans a key from a driver.
type KeyDest schema.Key

// Scan is called by database/sql.
func (k *KeyDest) Scan(v any) error {
	key := schema.KeyOf(v)
	if key.IsZero() && v != int64(0) {
		return fmt.Errorf("key of a row: got %T, want an integer or a text", v)
	}
	*k = KeyDest(key)
	return nil
}

// KeyColumn returns the column of a table's key.
func KeyColumn(t schema.Table) schema.Column {
	i := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return c.Key })
	return t.Columns[max(i, 0)]
}
