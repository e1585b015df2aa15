package store

import (
	"fmt"
	"hash/crc32"
)

// The names of what Migrate makes for a column. They are PostgreSQL's own habit, in both databases.

func uniqueName(table, column string) string  { return name(table + "_" + column + "_key") }
func foreignName(table, column string) string { return name(table + "_" + column + "_fkey") }
func indexName(table, column string) string   { return name(table + "_" + column + "_idx") }

// name shortens what PostgreSQL would cut at 63 bytes, so that two long names stay two.
func name(s string) string {
	if len(s) <= 63 {
		return s
	}
	return fmt.Sprintf("%s_%08x", s[:54], crc32.ChecksumIEEE([]byte(s)))
}
