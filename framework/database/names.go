// Names in SQL, and those of indexes and constraints.

package database

import (
	"fmt"
	"hash/crc32"
	"strings"
)

// Quote returns names in SQL, separated by commas.
func Quote(names ...string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return strings.Join(quoted, ", ")
}

// The names that a migration gives to objects of a column are those that PostgreSQL chooses, in both
// databases.

// UniqueName returns the name of a column's unique constraint.
func UniqueName(table, column string) string { return Shorten(table + "_" + column + "_key") }

// ForeignName returns the name of the constraint of a column that refers to another table.
func ForeignName(table, column string) string { return Shorten(table + "_" + column + "_fkey") }

// IndexName returns the name of a column's index.
func IndexName(table, column string) string { return Shorten(table + "_" + column + "_idx") }

// CheckFailed is the prefix of a constraint's name in SQLite's error.
const CheckFailed = "CHECK constraint failed: "

// Shorten shortens names that PostgreSQL would cut at 63 bytes, so that two long names stay different.
func Shorten(s string) string {
	if len(s) <= 63 {
		return s
	}
	return fmt.Sprintf("%s_%08x", s[:54], crc32.ChecksumIEEE([]byte(s)))
}
