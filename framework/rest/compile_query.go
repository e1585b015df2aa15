// The option Queries: questions of the code of a team.

package rest

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/plan"
)

// compileQueries finds the names of the queries that a view set lists.
func (c *compiler) compileQueries() {
	for i, d := range c.declared {
		for n, listed := range d.Queries {
			mistake := func(format string, args ...any) {
				c.reportView(d.goType, fmt.Sprintf("Queries: number %d ", n+1)+fmt.Sprintf(format, args...))
			}
			q, ok := call(func() queryDeclaration { return listed.declareQuery() }) // panics where it is nil
			if !ok {
				mistake("is nil; write &rest.Query[…]{Where: …}")
				continue
			}
			if c.queries[listed] != nil {
				mistake("is listed already; list it once")
				continue
			}
			if compiled := c.query(q, mistake); compiled != nil {
				c.queries[listed] = compiled
				c.compiled[i].Queries = append(c.compiled[i].Queries, compiled)
			}
		}
	}
}

// query compiles one query, nil where there is a mistake.
func (c *compiler) query(q queryDeclaration, mistake func(format string, args ...any)) *plan.RowQuery {
	t := c.types[q.of]
	switch {
	case t == nil:
		mistake("asks for rows of %s, which has no table: no resource of the set serves it and no relation leads to it; list a view set of it", q.of)
		return nil
	case q.where.IsFalse():
		mistake("has no Where, and finds no row; write a condition, or predicate.Constant(true) for all rows")
		return nil
	}
	compiled, err := plan.NewRowQuery(t, q.where, q.order, q.limit)
	if err != nil {
		for msg := range strings.SplitSeq(err.Error(), "\n") {
			mistake("of %s: %s", plainName(q.of), msg)
		}
		return nil
	}
	return compiled
}
