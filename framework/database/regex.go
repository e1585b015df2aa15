// The function of SQLite for regular expressions.

package database

import (
	"database/sql/driver"
	"fmt"
	"sync"

	"modernc.org/sqlite"

	"example.com/resourceful/framework/predicate"
)

// RegexFunction is the name of the function by which SQLite matches a pattern. PostgreSQL has an
// operator.
const RegexFunction = "resourceful_regex"

// registerRegex tells the driver of SQLite of RegexFunction. The driver keeps functions in a global
// list, so that this runs once a process, before the first connection. Patterns come from
// declarations: there are few.
var registerRegex = sync.OnceValue(func() error {
	var matchers sync.Map // by pattern
	return sqlite.RegisterDeterministicScalarFunction(RegexFunction, 2, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		pattern, isText := args[0].(string)
		text, found := args[1].(string)
		if !isText || !found {
			return nil, nil
		}
		matcher, known := matchers.Load(pattern)
		if !known {
			match, err := predicate.CompileRegex(pattern)
			if err != nil {
				return nil, fmt.Errorf("pattern %q %w", pattern, err)
			}
			matcher, _ = matchers.LoadOrStore(pattern, match)
		}
		return matcher.(func(string) bool)(text), nil
	})
})
