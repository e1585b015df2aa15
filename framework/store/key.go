// Keys as arguments, and lists of them.

package store

import (
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// keyType is the type of a column with the values of a field in SQL.
func keyType(d *database.Dialect, f *schema.Field) string {
	return f.ColumnIn(field.Dialect(d.Name)).Types[0]
}

// keyRows are the rows of a list of values of a field, which is one argument: see keyList.
func keyRows(d *database.Dialect, f *schema.Field) *goqu.SelectDataset {
	return d.From(d.Keys(keyType(d, f)))
}

// keyList is the argument of keyRows.
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

func keyColumn(t schema.Table) schema.Column {
	i := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return c.Key })
	return t.Columns[max(i, 0)]
}
