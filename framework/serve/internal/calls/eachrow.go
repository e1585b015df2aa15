// Rows between which a team's code runs, and may read and write others.

package calls

import (
	"errors"
	"iter"
)

// errEnough ends the reading of rows.
var errEnough = errors.New("no more rows are wanted")

// eachRow calls a function with rows as they are read. A transaction reads one result at a time: before the function's first
// statement the other rows are read into memory.
func (c *Call) eachRow(read func(row func(any) error) error, do func(any) error) error {
	var failed error
	next, stop := iter.Pull(func(yield func(any) bool) {
		err := read(func(row any) error {
			if !yield(row) {
				return errEnough
			}
			return nil
		})
		if !errors.Is(err, errEnough) {
			failed = c.noteFailure(err)
		}
	})
	defer stop()
	defer func() { c.Statements.readRest = nil }()
	var rest []any
	c.Statements.readRest = func() error {
		for row, more := next(); more; row, more = next() {
			rest = append(rest, row)
		}
		return failed
	}
	for {
		var row any
		if more := len(rest) > 0; more {
			row, rest = rest[0], rest[1:]
		} else if row, more = next(); !more {
			return failed
		}
		if err := do(row); err != nil {
			return c.noteFailure(err)
		}
	}
}
