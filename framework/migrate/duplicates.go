// Values of existing rows that a new unique index would refuse.

package migrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/schema"
)

// maxDuplicates is the number of values that a problem names, and maxDuplicate their length in characters.
const maxDuplicates, maxDuplicate = 5, 60

// checkDuplicates reports the values that several rows of a table have, and that a new unique index would refuse. Rows
// without one of the values do not count.
func (m *migration) checkDuplicates(ctx context.Context, t *table, want index, there *existing) error {
	selected, grouped, filled := "count(*) OVER (), count(*)", make([]string, len(want.Columns)), []string{}
	for i, c := range want.Columns {
		grouped[i] = m.uniqueValue(c)
		filled = append(filled, grouped[i]+" IS NOT NULL")
		text := "CAST(" + quote(c.Name) + " AS text)"
		selected += ", min(" + text + "), max(" + text + ")"
	}
	if want.where != "" {
		filled = append(filled, "("+want.where+")")
	}
	query := "SELECT " + selected + " FROM " + m.rowsOf(t.name, t.columns, there) + " WHERE " + strings.Join(filled, " AND ") +
		" GROUP BY " + strings.Join(grouped, ", ") + fmt.Sprintf(" HAVING count(*) > 1 ORDER BY 2 DESC, 3 LIMIT %d", maxDuplicates)
	values, err := m.tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer values.Close()
	var all, rows int64
	dests, texts, found := []any{&all, &rows}, make([]string, 2*len(want.Columns)), []string{}
	for i := range texts {
		dests = append(dests, &texts[i])
	}
	for values.Next() {
		if err := values.Scan(dests...); err != nil {
			return err
		}
		found = append(found, fmt.Sprintf("%s (%d rows)", duplicate(texts), rows))
	}
	if err := values.Err(); err != nil || all == 0 {
		return err
	}
	word, inAnyCase := "unique", ""
	if slices.ContainsFunc(want.Columns, func(c schema.IndexColumn) bool { return c.Folded }) {
		word, inAnyCase = "unique=ci", " in any letter case"
	}
	names := strings.Join(want.Names(), ", ")
	m.differs(t.name, names, fmt.Sprintf("table %s has %d values of %s that several rows have%s, and the declaration asks for %s: %s", t.name, all, names, inAnyCase, word, strings.Join(found, ", ")),
		fmt.Sprintf("change or delete rows until one of each is left, or take %s out of the declaration", word))
	return nil
}

// duplicate returns the values that several rows have, one for each column, and two if they differ in letter case.
func duplicate(texts []string) string {
	var values []string
	for pair := range slices.Chunk(texts, 2) {
		value := shorten(pair[0])
		if other := shorten(pair[1]); other != value {
			value += " and " + other
		}
		values = append(values, value)
	}
	if len(values) == 1 {
		return values[0]
	}
	return "(" + strings.Join(values, ", ") + ")"
}

// uniqueValue returns the value of a column in a unique index. PostgreSQL may lack the function that folds until the
// migration has run, so this has its body.
func (m *migration) uniqueValue(c schema.IndexColumn) string {
	column := quote(c.Name)
	switch {
	case !c.Folded:
		return column
	case m.postgres():
		return "(" + strings.ReplaceAll(database.FoldedFunction().Body, "$1", column) + `) COLLATE "C"`
	}
	return m.dialect.Folded(column)
}
