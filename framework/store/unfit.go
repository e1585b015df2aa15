// Values that a column of a table of others cannot hold.

package store

import (
	"fmt"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// unfit reports whether the error is about a value that a table which others manage cannot hold, or compare with.
func (c *Table) unfit(err error) bool {
	return err != nil && c.spec.Type.Unmanaged && database.IsDataError(err)
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
		switch v := rec.Get(f).(type) {
		case string:
			if unfit.Length > 0 && utf8.RuneCountInString(v) > unfit.Length {
				found = append(found, f)
			}
		case decimal.Decimal:
			if unfit.Digits && v.Round(unfit.Places).Abs().GreaterThanOrEqual(decimal.New(1, unfit.Whole)) {
				found = append(found, f)
			}
		}
	}
	switch {
	case len(found) != 1:
		return refusedValues()
	case unfit.Length > 0:
		return invalid(tx.known(found[0]), "max_length", fmt.Sprintf("Ensure this field has no more than %d characters.", unfit.Length))
	}
	return invalid(tx.known(found[0]), "max_whole_digits", fmt.Sprintf("Ensure that there are no more than %d digits before the decimal point.", max(unfit.Whole, 0)))
}
