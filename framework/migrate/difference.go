// Differences that a migration does not settle.

package migrate

import (
	"fmt"
	"strings"
)

// Difference is a difference between the declarations and the database that the migration leaves to people, because it
// would change or lose what is there. A service does not start with one.
type Difference struct {
	Table, Column string // Column is "" for the table as a whole
	Problem       string // a sentence without its full stop
	Remedy        string // an order, often with the statement that fixes it
}

// Error returns the problem and the remedy.
func (d Difference) Error() string { return d.Problem + "; " + d.Remedy }

// Differences is the error of Apply and Compare about a database that does not fit the declarations.
type Differences []Difference

// Error returns the differences, each on one line.
func (ds Differences) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// differs notes a difference. The problem is a sentence, and the remedy an order, both without their full stop.
func (m *migration) differs(table, column, problem, remedy string) {
	m.differences = append(m.differences, Difference{Table: table, Column: column, Problem: problem, Remedy: remedy})
}

// columnDiffers notes a difference of a column. The problem begins with a verb: the name of the column comes before it.
func (m *migration) columnDiffers(table, column, problem, remedy string) {
	m.differs(table, column, fmt.Sprintf("column %s.%s %s", table, column, problem), remedy)
}

// alter returns a statement about a column of PostgreSQL or SQLite.
func alter(table, column, change string) string {
	return "ALTER TABLE " + quote(table) + " ALTER COLUMN " + quote(column) + " " + change
}

// alterNull says how a column gets or loses NOT NULL. Before its version 3.53 SQLite has no statement for that.
func (m *migration) alterNull(table, column, change string) string {
	if m.postgres() {
		return "run: " + alter(table, column, change)
	}
	return "rebuild the table and copy its rows, or with sqlite3 3.53 or later run: " + alter(table, column, change)
}

// dropColumn returns the statement that removes a column with its values.
func dropColumn(table, column string) string {
	return "ALTER TABLE " + quote(table) + " DROP COLUMN " + quote(column)
}
