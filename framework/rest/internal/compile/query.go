// The option Queries: queries of a team's code.

package compile

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// compileQueries resolves the names of a view set's queries.
func compileQueries(c *compiler) {
	for _, r := range c.resources {
		for n, q := range r.declaration.Queries {
			mistake := func(format string, args ...any) {
				r.mistake(fmt.Sprintf("Queries: number %d ", n+1)+format, args...)
			}
			if q.Of == nil {
				mistake("is nil; write &rest.Query[…]{Where: …}")
				continue
			}
			if c.queries[q.Key] != nil {
				mistake("is listed already; list it once")
				continue
			}
			if compiled := compileQuery(c, q, mistake); compiled != nil {
				c.queries[q.Key] = compiled
				r.Resource.Queries = append(r.Resource.Queries, compiled)
			}
		}
	}
}

// compileQuery compiles one query, nil after a mistake.
func compileQuery(c *compiler, q declaration.Query, mistake func(format string, args ...any)) *plan.RowQuery {
	t := c.types[q.Of]
	switch {
	case t == nil:
		mistake("asks for rows of %s, which has no table: no resource of the set serves it and no relation leads to it; list a view set of it", q.Of)
		return nil
	case q.Where.IsFalse():
		mistake("has no Where, and finds no row; write a condition, or predicate.Constant(true) for all rows")
		return nil
	}
	compiled, err := plan.NewRowQuery(t, q.Where, q.Order, q.Limit)
	if err != nil {
		for msg := range strings.SplitSeq(err.Error(), "\n") {
			mistake("of %s: %s", source.PlainName(q.Of), msg)
		}
		return nil
	}
	return compiled
}
