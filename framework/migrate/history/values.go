// The values of existing rows that a migration failed at.

package history

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/migrate/conditions"
)

// name matches a quoted name in SQL.
const name = `"(?:[^"]|"")+"`

var (
	// noForm matches the check of values that migrate diff writes before a conversion.
	noForm = regexp.MustCompile(`(?s)^` + conditions.Guard + `SELECT count\(\*\) FROM (` + name + `) WHERE (.*)$`)
	// newType matches a change of a column's type on PostgreSQL.
	newType = regexp.MustCompile(`(?s)^ALTER TABLE (` + name + `) ALTER COLUMN (` + name + `) TYPE (.*?)(?: COLLATE .*?)?(?: USING .*)?$`)
	// newUnique matches a new unique index, as people write it too.
	newUnique = regexp.MustCompile(`(?is)^CREATE UNIQUE INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?\S+ ON (\S+) (\(.*)$`)
	oneName   = regexp.MustCompile(name)
)

// bitsOf are the bits of PostgreSQL's integers, without the sign.
var bitsOf = map[string]string{"smallint": "15", "integer": "31", "bigint": "63"}

// hintOfValues says which values of existing rows a statement failed at, and what to do about them; "" if it failed at
// something else. It reads the tables as they are after the migration was rolled back, and names none if they lack a column.
func (r *run) hintOfValues(ctx context.Context, statement string, cause error) string {
	statement = strings.TrimSuffix(strings.TrimSpace(statement), ";")
	v, refused := database.ViolationOf(cause)
	check, index := noForm.FindStringSubmatch(statement), newUnique.FindStringSubmatch(statement)
	switch {
	case refused && v.Check != "" && check != nil:
		column := oneName.FindString(check[2])
		example := r.example(ctx, fmt.Sprintf("SELECT CAST(%s AS text) FROM %s WHERE %s LIMIT 1", column, check[1], check[2]))
		return fmt.Sprintf("; values of %s in the table %s have no form in the new type%s: find them with the SELECT of this statement, change them or the migration, and run it again", column, check[1], example)
	case database.IsDataError(cause):
		example, of := "", ""
		if m := newType.FindStringSubmatch(statement); m != nil {
			of = fmt.Sprintf(" of %s in the table %s", m[2], m[1])
			if bits := bitsOf[m[3]]; bits != "" { // other errors name the value
				value := "CAST(" + m[2] + " AS text)"
				example = r.example(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE CASE WHEN %[1]s ~ '^-{0,1}[0-9]+$' THEN CAST(%[1]s AS numeric) NOT BETWEEN -(2::numeric ^ %[3]s) AND (2::numeric ^ %[3]s) - 1 ELSE TRUE END LIMIT 1", value, m[1], bits))
			}
		}
		return fmt.Sprintf("; values%s do not fit the type%s: change them or the migration, and run it again", of, example)
	case refused && v.Unique && index != nil:
		return r.duplicates(ctx, index[1], index[2])
	}
	return ""
}

// example returns the text that a query finds, as a part of a sentence; "" if it finds none or fails.
func (r *run) example(ctx context.Context, query string) string {
	var text string
	if found, err := r.db.Session().Row(context.WithoutCancel(ctx), r.db.Raw(query), []any{&text}); err != nil || !found {
		return ""
	}
	return fmt.Sprintf(", such as %q", shorten(text))
}

// duplicates names values that several rows have: those of an index on a table, by what follows the table in its statement.
func (r *run) duplicates(ctx context.Context, table, rest string) string {
	columns, where := parenthesized(rest)
	if columns == "" {
		return ""
	}
	filter := ""
	if _, condition, has := strings.Cut(where, "WHERE "); has {
		filter = " WHERE " + condition
	}
	var found []string
	var text string
	var rows int64
	first := oneName.FindString(columns)
	if first == "" {
		first = columns
	}
	query := fmt.Sprintf("SELECT min(CAST(%s AS text)), count(*) FROM %s%s GROUP BY %s HAVING count(*) > 1 AND min(CAST(%[1]s AS text)) IS NOT NULL ORDER BY 2 DESC, 1 LIMIT 5", first, table, filter, columns)
	err := r.db.Session().Each(context.WithoutCancel(ctx), r.db.Raw(query), []any{&text, &rows}, func() error {
		found = append(found, fmt.Sprintf("%q (%d rows)", shorten(text), rows))
		return nil
	})
	if err != nil || found == nil {
		return "; several rows have the same values: change or delete rows until one of each is left, and run it again"
	}
	return fmt.Sprintf("; several rows of %s have the same %s: %s; change or delete rows until one of each is left, and run it again", table, columns, strings.Join(found, ", "))
}

// parenthesized splits a text that begins with a parenthesis at the end of that; inside is "" if it has none.
func parenthesized(text string) (inside, after string) {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:]
			}
		}
	}
	return "", ""
}
