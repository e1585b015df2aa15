// Values of existing rows that a new foreign key would refuse.

package migrate

import (
	"context"
	"fmt"
	"strings"

	"example.com/resourceful/framework/schema"
)

// checkOrphans reports the values of a column that refer to no row, and that a new foreign key would refuse. It is about
// PostgreSQL: SQLite cannot add a foreign key to a column.
func (m *migration) checkOrphans(ctx context.Context, table string, c schema.Column) error {
	var there bool
	if err := m.tx.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL", quote(c.References)).Scan(&there); err != nil {
		return err
	}
	column, found := "own."+quote(c.Name), "false"
	if there {
		found = "EXISTS (SELECT 1 FROM " + quote(c.References) + " AS there WHERE there." + quote(m.keyOf(c.References)) + " = " + column + ")"
	}
	values, err := m.tx.QueryContext(ctx, "SELECT count(*) OVER (), count(*), CAST("+column+" AS text) FROM "+quote(table)+" AS own WHERE "+column+
		" IS NOT NULL AND NOT "+found+" GROUP BY "+column+fmt.Sprintf(" ORDER BY 2 DESC, 3 LIMIT %d", maxDuplicates))
	if err != nil {
		return err
	}
	defer values.Close()
	var all, rows int64
	var text string
	var named []string
	for values.Next() {
		if err := values.Scan(&all, &rows, &text); err != nil {
			return err
		}
		named = append(named, fmt.Sprintf("%s (%d rows)", shorten(text), rows))
	}
	if err := values.Err(); err != nil || all == 0 {
		return err
	}
	remedy := "change or delete these rows"
	if c.Null {
		remedy = fmt.Sprintf("run: UPDATE %[1]s SET %[2]s = NULL WHERE %[2]s IN (…), or change or delete these rows", quote(table), quote(c.Name))
	}
	m.differs(table, c.Name, fmt.Sprintf("table %s has %d values of %s that refer to no row of %s: %s", table, all, c.Name, c.References, strings.Join(named, ", ")), remedy)
	return nil
}
