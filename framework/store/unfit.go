// Values that a column of a table of others cannot hold.

package store

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// unfit reports whether the error is about a value that a table which others manage cannot hold.
func (c *Table) unfit(err error) bool {
	return err != nil && c.spec.Type.Unmanaged && database.IsDataError(err)
}

// unfitArgument reports whether the error of a read is about an argument that a column of such a table cannot be compared
// with. Another one comes from an expression of a view, and is no mistake of the client.
func (c *Table) unfitArgument(err error) bool {
	return c.unfit(err) && database.UnfitOf(err).Argument > 0
}

// unfitKey reports whether the error of a read by a key is about a text that its column, or one of several, cannot hold, such
// as another one than those of an enum type: no row has it.
func (c *Table) unfitKey(err error) bool {
	return (c.spec.Type.Key.KeyParts != nil || c.spec.Type.Key.AsKey != nil && !c.spec.Type.Key.AsKey.Numbered) && c.unfitArgument(err)
}

// refusedUnfit converts a refused insert or update of the columns into the error for the client: about a field, if the error
// or one of the values tells which.
func (tx *Tx) refusedUnfit(err error, rec *schema.Record, columns []*schema.Field) error {
	unfit := database.UnfitOf(err)
	if n := unfit.Argument; n > 0 && n <= len(columns) {
		return invalid(tx.known(columns[n-1]), "invalid", "The database cannot hold this value.")
	}
	var found []*schema.Field
	for _, f := range columns {
		items, is := rec.Get(f).([]any)
		if !is {
			items = []any{rec.Get(f)}
		}
		plain := unfit.Length == 0 && !unfit.Digits && !unfit.InCode // an item of another type
		if plain && is && len(items) > 0 || slices.ContainsFunc(items, func(v any) bool { return isUnfit(unfit, v) }) {
			found = append(found, f)
		}
	}
	switch {
	case len(found) != 1:
		return refusedValues()
	case found[0].Item != nil:
		return invalid(tx.known(found[0]), "invalid", "The database cannot hold this value.")
	case unfit.Length > 0:
		return invalid(tx.known(found[0]), "max_length", fmt.Sprintf("Ensure this field has no more than %d characters.", unfit.Length))
	}
	return invalid(tx.known(found[0]), "max_whole_digits", fmt.Sprintf("Ensure that there are no more than %d digits before the decimal point.", max(unfit.Whole, 0)))
}

// isUnfit reports whether a value is one that the error tells of.
func isUnfit(unfit database.Unfit, v any) bool {
	switch v := v.(type) {
	case string:
		return unfit.Length > 0 && utf8.RuneCountInString(v) > unfit.Length
	case decimal.Decimal:
		return unfit.Digits && v.Round(unfit.Places).Abs().GreaterThanOrEqual(decimal.New(1, unfit.Whole))
	}
	return false
}
