// The functions of SQLite for what PostgreSQL has operators for.

package database

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"sync"
	"time"

	"modernc.org/sqlite"

	"example.com/resourceful/framework/predicate"
)

// RegexFunction is the name of the function by which SQLite matches a pattern with a text.
const RegexFunction = "resourceful_regex"

// FoldFunction is the name of the function of SQLite that is predicate.Fold. It is deterministic, so that
// an index may be on what it gives.
const FoldFunction = "resourceful_fold"

// PartFunction is the name of the function of SQLite for the number of a part of a moment, by the clocks of a zone.
const PartFunction = "resourceful_part"

// beginningFunction is the name of FoldFunction with a second argument, which says the release of Unicode whose letters
// Go knows. With another release an index is on something else, and no statement uses the old one.
const beginningFunction = "resourceful_beginning"

// registerFunctions tells the driver of SQLite of our functions. The driver keeps them in a global
// list, so that this runs once a process, before the first connection.
var registerFunctions = sync.OnceValue(func() error {
	var known matchers
	var zones places
	return cmp.Or(
		sqlite.RegisterDeterministicScalarFunction(RegexFunction, 2, known.match),
		sqlite.RegisterDeterministicScalarFunction(PartFunction, 3, zones.part),
		sqlite.RegisterDeterministicScalarFunction(FoldFunction, 1, fold),
		sqlite.RegisterDeterministicScalarFunction(beginningFunction, 2, fold),
	)
})

func fold(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, isText := args[0].(string)
	if !isText {
		return nil, nil
	}
	return predicate.Fold(text), nil
}

// places keeps the zones of late, as the function is called for each row. There are no more than in the database of IANA.
type places struct{ byName sync.Map }

// part is the number of a part, such as the hour, of a moment as columns have it, by the clocks of a zone.
func (p *places) part(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, isText := args[0].(string)
	name, named := args[1].(string)
	part, told := args[2].(string)
	if !isText || !named || !told {
		return nil, nil
	}
	in, known := p.byName.Load(name)
	if !known {
		loaded, err := time.LoadLocation(name)
		if err != nil {
			return nil, fmt.Errorf("zone %q: %w", name, err)
		}
		in, _ = p.byName.LoadOrStore(name, loaded)
	}
	if n, is := predicate.Part(part, text, in.(*time.Location)); is {
		return n, nil
	}
	return nil, nil // it is no moment
}

// maxMatchers is how many patterns are kept compiled: they come from clients too.
const maxMatchers = 64

// matchers keeps the patterns of late compiled, as the function is called for each row.
type matchers struct {
	mu        sync.RWMutex
	byPattern map[string]func(string) bool
}

func (m *matchers) match(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	pattern, isText := args[0].(string)
	text, found := args[1].(string)
	if !isText || !found {
		return nil, nil
	}
	m.mu.RLock()
	match := m.byPattern[pattern]
	m.mu.RUnlock()
	if match == nil {
		var err error
		if match, err = predicate.CompileRegex(pattern); err != nil {
			return nil, fmt.Errorf("pattern %q %w", pattern, err)
		}
		m.keep(pattern, match)
	}
	return match(text), nil
}

func (m *matchers) keep(pattern string, match func(string) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byPattern == nil || len(m.byPattern) >= maxMatchers {
		m.byPattern = map[string]func(string) bool{}
	}
	m.byPattern[pattern] = match
}
