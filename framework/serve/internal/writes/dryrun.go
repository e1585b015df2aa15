// Prefer: dry-run: a write that does everything but the commit, and tells what else it would change.

package writes

import (
	"errors"
	"strconv"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// errDryRun ends the transaction of a dry run.
var errDryRun = errors.New("dry run: everything is rolled back")

// endDryRun ends the transaction of a dry run, after what would be checked at its commit.
func endDryRun(tx *store.Tx) error {
	if err := tx.Session().CheckDeferred(tx.Context()); err != nil {
		return err
	}
	return errDryRun
}

func appendEffect(e pageapi.Effect, b []byte) []byte {
	b = notation.AppendText(append(b, `{"resource":`...), e.Resource.Name)
	if e.On == schema.SetNull {
		b = notation.AppendText(append(b, `,"effect":"cleared","field":`...), e.Field)
	} else {
		b = append(b, `,"effect":"deleted"`...)
	}
	if b = append(b, `,"count":`...); e.Count < 0 {
		return append(b, "null}"...)
	}
	return append(strconv.AppendInt(b, e.Count, 10), '}')
}
