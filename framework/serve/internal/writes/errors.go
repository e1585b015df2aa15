// Errors after which a write begins again, and faults of the database.

package writes

import (
	"errors"
)

// errNestedChanged says that a nested row has changed since it was loaded, or exists by now: the write begins again.
var errNestedChanged = errors.New("nested row changed meanwhile")

// rowsChanged reports whether an operation has to begin again, because others have changed its rows.
func rowsChanged(err error) bool {
	return errors.Is(err, errRowChanged) || errors.Is(err, errNestedChanged) || errors.Is(err, errPatchOutdated)
}

// errRowChanged says that the row has changed since it was loaded: the write begins again.
var errRowChanged = errors.New("row changed meanwhile")

// errPatchOutdated says that the record has changed since a patch was applied to it.
var errPatchOutdated = errors.New("record changed since a patch was applied to it")

// errVanished is a fault of the database's.
var errVanished = errors.New("a row is gone inside its own transaction")

// errWhichRow says that the database has refused one of many rows, without saying which.
var errWhichRow = errors.New("one of many rows is refused")
