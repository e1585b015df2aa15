// SQLite functions that correspond to operators of PostgreSQL.

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

// RegexFunction is the name of the SQLite function that matches a pattern with a text.
const RegexFunction = "resourceful_regex"

// FoldFunction is the name of the SQLite function for predicate.Fold. It is deterministic, so that indexes
// may use it.
const FoldFunction = "resourceful_fold"

// PartFunction is the name of the SQLite function for a part of a moment as a number, in a time zone.
const PartFunction = "resourceful_part"

// beginningFunction is the name of FoldFunction with a second argument: the release of Unicode in Go. With
// another release an index has another expression, and no statement uses the old one.
const beginningFunction = "resourceful_beginning"

// foldedFunction is the name of the function for predicate.FoldComposed, with the same second argument.
const foldedFunction = "resourceful_folded"

// registerFunctions registers the functions with the driver of SQLite. The driver has a global list, so
// this runs once per process, before the first connection.
var registerFunctions = sync.OnceValue(func() error {
	var known matchers
	var zones places
	return cmp.Or(
		sqlite.RegisterDeterministicScalarFunction(RegexFunction, 2, known.match),
		sqlite.RegisterDeterministicScalarFunction(PartFunction, 3, zones.part),
		sqlite.RegisterDeterministicScalarFunction(FoldFunction, 1, fold),
		sqlite.RegisterDeterministicScalarFunction(beginningFunction, 2, fold),
		sqlite.RegisterDeterministicScalarFunction(foldedFunction, 2, foldWhole),
	)
})

func fold(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, isText := args[0].(string)
	if !isText {
		return nil, nil
	}
	return predicate.Fold(text), nil
}

func foldWhole(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, isText := args[0].(string)
	if !isText {
		return nil, nil
	}
	return predicate.FoldComposed(text), nil
}

// places caches time zones, because the function is called for each row. There are no more than in the IANA
// database.
type places struct{ byName sync.Map }

// part returns a part of a moment in a column, such as the hour, as a number in a time zone.
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
	return nil, nil // the text is no moment
}

// maxMatchers is the largest number of cached compiled patterns: clients send some.
const maxMatchers = 64

// matchers caches compiled patterns, because the function is called for each row.
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
