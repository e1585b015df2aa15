// Keys as arguments, and lists of them.

package store

import (
	"fmt"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

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

// asText is a column as a text, for values that are put into addresses.
func asText(f *schema.Field, column exp.IdentifierExpression) exp.Expression {
	if f.Kind.FreeText {
		return column
	}
	return goqu.L("CAST(? AS TEXT)", column)
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
