// Lists under a condition on words of a full text: reading the rows with rare ones, or along the list for
// frequent ones.

package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// FewMatches is the largest number of matching rows for rare words.
const FewMatches = 5000

// blockSizes are the numbers of rows of a list that are searched for frequent words, one after the other.
var blockSizes = [...]int64{1000, 20_000}

// Narrow prepares a condition for reading a list under it. If it requires words of the rows' full text that
// at most FewMatches rows have, they are rare, and it requires the keys of those rows instead: neither
// database knows the number beforehand, and PostgreSQL searches the whole list for a few of a million rows.
func (c *Table) Narrow(ctx context.Context, where predicate.Expr) (narrowed predicate.Expr, rare bool, err error) {
	match, rest, ok := splitMatch(where)
	if !ok {
		return where, true, nil
	}
	keys, rare, err := c.fewMatches(ctx, match)
	switch {
	case err != nil:
		return where, false, c.Wrap(err, "find words in")
	case !rare || !c.spec.Type.Key.AsKey.Numbered:
		return where, rare, nil
	}
	return predicate.And(rest, c.withKeys(keys)), true, nil
}

// splitMatch separates the words of the rows themselves from a condition that requires them.
func splitMatch(where predicate.Expr) (match, rest predicate.Expr, ok bool) {
	kids := []predicate.Expr{where}
	if where.Op == predicate.OpAnd {
		kids = where.Kids
	}
	i := slices.IndexFunc(kids, func(kid predicate.Expr) bool { return kid.Op == predicate.OpMatch })
	if i < 0 {
		return match, where, false
	}
	return kids[i], predicate.And(slices.Delete(slices.Clone(kids), i, i+1)...), true
}

// withKeys returns the condition that rows have one of the keys.
func (c *Table) withKeys(keys []any) predicate.Expr {
	key := c.spec.Type.Key
	return predicate.Expr{Op: predicate.OpIn, Name: key.Column, Index: key.Index, Value: keys}
}

// fewMatches returns the keys of the rows that have words; not rare for more than FewMatches.
func (c *Table) fewMatches(ctx context.Context, match predicate.Expr) (keys []any, rare bool, err error) {
	if c.dialect.Name == "postgres" {
		if rare, err = c.isRare(ctx, match); !rare || err != nil {
			return nil, rare, err
		}
	}
	q, args, err := c.filtered(&c.counts, match, kind{name: "matches:", times: 1, more: 1}, func(filter exp.Expression) *goqu.SelectDataset {
		return c.matches(filter).Limit(arg).Prepared(true)
	})
	if err == nil {
		var key tally
		err = c.session.Each(ctx, q, []any{&key}, func() error {
			keys = append(keys, int64(key))
			return nil
		}, append(args, int64(FewMatches+1))...)
	}
	return keys, len(keys) <= FewMatches, err
}

// matches returns the keys of the rows that meet a condition on their full text. SQLite reads them without
// the rows.
func (c *Table) matches(filter exp.Expression) *goqu.SelectDataset {
	words := goqu.T(schema.FullTextName(c.spec.Type.Table))
	switch {
	case c.dialect.Name != "postgres":
		return c.dialect.From(words).Select(goqu.L("rowid")).Where(goqu.L("? MATCH ?", words, arg))
	case c.spec.Type.Key.AsKey.Numbered:
		return c.dialect.From(goqu.T(c.spec.Type.Table).As("t")).Select(query.Column(c.spec.Type.Key)).Where(filter)
	}
	return c.dialect.From(goqu.T(c.spec.Type.Table).As("t")).Select(goqu.L("CAST(1 AS bigint)")).Where(filter)
}

// isRare reports whether at most FewMatches rows in PostgreSQL have words. EXPLAIN plans for the given
// words; for a prepared statement PostgreSQL may keep one plan for all words.
func (c *Table) isRare(ctx context.Context, match predicate.Expr) (bool, error) {
	q, args, err := c.explainedCount(match)
	if err != nil {
		return false, err
	}
	var text []byte
	if _, err = c.session.Row(ctx, q, []any{&text}, args...); err != nil {
		return false, err
	}
	var plans []struct {
		Plan struct {
			Rows float64 `json:"Actual Rows"`
		}
	}
	if err := json.Unmarshal(text, &plans); err != nil || len(plans) == 0 {
		return false, fmt.Errorf("read a plan: %w in %s", err, text)
	}
	return plans[0].Plan.Rows <= FewMatches, nil
}

func (c *Table) explainedCount(match predicate.Expr) (*database.Statement, []any, error) {
	q, err := c.counts.Get(statementKey{kind: "rare:", condition: match.Key()}, func() (*database.Statement, error) {
		filter, err := query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}.Expression(match, false)
		if err != nil {
			return nil, err
		}
		some := c.dialect.From(goqu.T(c.spec.Type.Table).As("t")).Select(goqu.L("1")).Where(filter).Limit(FewMatches + 1).Prepared(true)
		return database.Build(explained{"EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT JSON) ", some}, 2)
	})
	return q, append(query.Arguments(c.dialect, c.spec.Type, match), int64(FewMatches+1)), err
}

// walked prepares a condition for reading rows of a list by frequent words: SQLite, which would collect all
// matching rows, searches only the next rows of the list instead, if they are enough; narrower is then
// true.
func (v Scoped) walked(ctx context.Context, where predicate.Expr, spans []query.Span, rows int64) (_ predicate.Expr, narrower bool, err error) {
	match, rest, ok := splitMatch(where)
	if !ok || len(spans) > 1 || v.dialect.Name == "postgres" || v.reads.Ranked || !v.spec.Type.Key.AsKey.Numbered || derivedOrder(spans[0].Order) {
		return where, false, nil
	}
	for _, size := range blockSizes {
		if rows > size/4 {
			continue
		}
		keys, all, err := v.matchesAmong(ctx, match, rest, spans[0], size)
		if err != nil {
			return where, false, err
		}
		if all || int64(len(keys)) >= rows {
			return predicate.And(rest, v.withKeys(keys)), true, nil
		}
	}
	return where, false, nil
}

// derivedOrder reports whether rows are sorted by a value without a column.
func derivedOrder(by []Order) bool {
	return slices.ContainsFunc(by, func(o Order) bool { return o.Field.Derived != nil })
}

// matchesAmong returns the keys of the matching rows among the first rows of a span that meet a condition;
// all means that the span has no more rows.
func (v Scoped) matchesAmong(ctx context.Context, match, rest predicate.Expr, s query.Span, size int64) (keys []any, all bool, err error) {
	k := kind{name: "among:" + query.OrderKey(s.Order) + query.ShapeOfSpans([]query.Span{s}), times: 1, more: len(s.Args(v.dialect)) + 2}
	q, args, err := v.filtered(&v.pages, rest, k, func(filter exp.Expression) *goqu.SelectDataset {
		words, block := goqu.T(schema.FullTextName(v.spec.Type.Table)), goqu.T("block")
		some := v.From().Select(query.Column(v.spec.Type.Key).As("id")).Where(filter, s.Condition(v.dialect)).Order(query.OrderBy(v.dialect, s.Order)...).Limit(arg)
		bounds := goqu.L("rowid BETWEEN (SELECT min(id) FROM block) AND (SELECT max(id) FROM block) AND +rowid IN (SELECT id FROM block)")
		found := v.dialect.From(words).Select(goqu.L("rowid"), goqu.L("0")).Where(goqu.L("? MATCH ?", words, arg), bounds)
		return found.With("block", some).UnionAll(v.dialect.From(block).Select(goqu.L("count(*)"), goqu.L("1"))).Prepared(true)
	})
	if err != nil {
		return nil, false, err
	}
	args = append(append(args, s.Args(v.dialect)...), size)
	var key, counts tally
	err = v.session.Each(ctx, q, []any{&key, &counts}, func() error {
		if counts == 1 {
			all = int64(key) < size
		} else {
			keys = append(keys, int64(key))
		}
		return nil
	}, append(args, query.Arguments(v.dialect, v.spec.Type, match)...)...)
	return keys, all, err
}

// countMatches returns the number of rows that match words and no other condition, for a list of all of
// them in SQLite; nil for another condition.
func (c *Table) countMatches(where predicate.Expr) *goqu.SelectDataset {
	if where.Op != predicate.OpMatch || c.dialect.Name == "postgres" || c.spec.Deleted || query.Living(c.spec.Type, "t") != nil {
		return nil
	}
	words := goqu.T(schema.FullTextName(c.spec.Type.Table))
	return c.dialect.From(words).Select(goqu.L("1")).Where(goqu.L("? MATCH ?", words, arg))
}
