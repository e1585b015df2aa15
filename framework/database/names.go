// Names of indexes and constraints.

package database

import (
	"fmt"
	"hash/crc32"
)

// The names of what a migration makes for a column are those that PostgreSQL chooses itself, in both
// databases.

// UniqueName is the name of the constraint that keeps a column unique.
func UniqueName(table, column string) string { return Shorten(table + "_" + column + "_key") }

// ForeignName is the name of the constraint of a column that refers to another table.
func ForeignName(table, column string) string { return Shorten(table + "_" + column + "_fkey") }

// IndexName is the name of the index on a column.
func IndexName(table, column string) string { return Shorten(table + "_" + column + "_idx") }

// CheckFailed stands before the name of the constraint in what SQLite says.
const CheckFailed = "CHECK constraint failed: "

// Shorten cuts what PostgreSQL would cut at 63 bytes, so that two long names stay two.
func Shorten(s string) string {
	if len(s) <= 63 {
		return s
	}
	return fmt.Sprintf("%s_%08x", s[:54], crc32.ChecksumIEEE([]byte(s)))
}
