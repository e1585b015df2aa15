// The statements that hold a migration up before it would lose something: what they say to people.

package history

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"example.com/resourceful/framework/migrate/conditions"
)

// guard is a statement that fails if a query finds something: see package conditions. Those of values are in values.go.
type guard struct {
	match *regexp.Regexp // of the query; {1} in the hint is what it matched
	hint  string         // {names} in it are those that the query finds
}

// must matches a guard, as people write it too, as far as its query.
const must = `(?is)^` + conditions.Guard + `SELECT `

var guards = []guard{
	{
		regexp.MustCompile(must + `foreign_keys FROM pragma_foreign_keys`),
		"; references are in force on this connection, by which rows of other tables would be deleted: run it with migrate up, or behind PRAGMA foreign_keys = OFF",
	},
	{
		regexp.MustCompile(must + `count\(\*\) FROM pragma_table_xinfo\('(\w+)'\)`),
		"; table {1} has columns that the migration does not know, and would lose them{names}: declare them, or drop them, and run it again",
	},
	{
		regexp.MustCompile(must + `count\(\*\) FROM sqlite_schema WHERE "tbl_name" = '(\w+)'`),
		"; table {1} has indexes or triggers that the migration does not know, and would lose them{names}: drop them, run it again, and create them again if they are still needed",
	},
	{
		regexp.MustCompile(must + `count\(\*\) FROM .*\bpragma_foreign_key_check\b`),
		"; the migration would make rows refer to nothing: see PRAGMA foreign_key_check behind its statements, and delete these rows in it, or let them refer to others",
	},
}

// guardHint returns what to do about the guard that has failed, "" for another statement.
func (r *run) guardHint(ctx context.Context) string {
	statement := strings.TrimSuffix(strings.Join(strings.Fields(r.watched.statement), " "), ";")
	for _, g := range guards {
		m := g.match.FindStringSubmatch(statement)
		if m == nil {
			continue
		}
		hint := g.hint
		if len(m) > 1 {
			hint = strings.ReplaceAll(hint, "{1}", m[1])
		}
		if strings.Contains(hint, "{names}") {
			hint = strings.ReplaceAll(hint, "{names}", r.foundBy(ctx, statement))
		}
		return hint
	}
	return ""
}

// foundBy returns the names that the query of a guard finds, in brackets; "" if they are not there after the rollback.
func (r *run) foundBy(ctx context.Context, statement string) string {
	query := strings.Replace(strings.TrimPrefix(statement, conditions.Guard), "count(*)", `coalesce(group_concat("name", ', '), '')`, 1)
	var names string
	if err := r.pool.QueryRowContext(ctx, query).Scan(&names); err != nil || names == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", names)
}
