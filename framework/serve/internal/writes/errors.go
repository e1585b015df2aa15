// Why a write is tried again, or is our fault.

package writes

import (
	"errors"
)

// errMoved says that a nested row is no longer the one that was loaded, or is there by now: all is looked at from the
// beginning.
var errMoved = errors.New("nested row changed meanwhile")

// moved reports whether an operation has to look at all from the beginning.
func moved(err error) bool {
	return errors.Is(err, errChanged) || errors.Is(err, errMoved) || errors.Is(err, errPatched)
}

// errChanged says that the row is no longer the one that was loaded: all is looked at from the beginning.
var errChanged = errors.New("row changed meanwhile")

// errPatched says that a patch was applied to what the record no longer is.
var errPatched = errors.New("record changed since a patch was applied to it")

// errVanished is a fault of the database's.
var errVanished = errors.New("a row is gone inside its own transaction")

// errWhichRow says that the database has refused one of many rows, without saying which.
var errWhichRow = errors.New("one of many rows is refused")
