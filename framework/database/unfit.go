// Values that a column of PostgreSQL cannot hold.

package database

import (
	"errors"
	"regexp"
	"strconv"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

// Unfit is what an error of class 22 tells about the value and its column.
type Unfit struct {
	Argument int  // the number of the statement's argument, from 1; 0 if the error does not contain it
	InCode   bool // the error comes from a function or trigger of the database
	Length   int  // the length of the column, in characters, if a text is longer; 0 otherwise
	// Digits means that a number has more than Whole digits before its point, once it is rounded to Places.
	Digits        bool
	Whole, Places int32
}

// The parts of messages that are the same in any language.
var (
	argumentNumber = regexp.MustCompile(`\$([0-9]+)`)
	columnLength   = regexp.MustCompile(`\(([0-9]+)\)`)
	columnDigits   = regexp.MustCompile(`[^0-9-]([0-9]+)[^0-9-]+(-?[0-9]+)`)
)

// UnfitOf returns what an error tells; see IsDataError.
func UnfitOf(err error) (u Unfit) {
	e, ok := errors.AsType[*pq.Error](err)
	if !ok {
		return u
	}
	if m := argumentNumber.FindStringSubmatch(e.Where); m != nil {
		u.Argument, _ = strconv.Atoi(m[1])
	}
	u.InCode = u.Argument == 0 && e.Where != ""
	if m := columnLength.FindStringSubmatch(e.Message); m != nil && e.Code == pqerror.StringDataRightTruncation {
		u.Length, _ = strconv.Atoi(m[1])
	}
	if m := columnDigits.FindStringSubmatch(e.Detail); m != nil && e.Code == pqerror.NumericValueOutOfRange {
		all, _ := strconv.ParseInt(m[1], 10, 32)
		places, _ := strconv.ParseInt(m[2], 10, 32)
		u.Digits, u.Whole, u.Places = true, int32(all-places), int32(places)
	}
	return u
}
