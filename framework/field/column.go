// The column of a field in each dialect of SQL.

package field

import (
	"fmt"
	"strings"
)

// Dialect is the name of a database's SQL.
type Dialect string

// The dialects.
const (
	SQLite     Dialect = "sqlite"
	PostgreSQL Dialect = "postgres"
)

// Column is the column of a field in one dialect.
type Column struct {
	// Types are the type of a new column, and further ones that may be there: for SQLite, parts
	// of their names.
	Types []string
	// Check is the condition that the column is declared with, in which %s is its name; "" for none.
	Check string
	// Marked says that a column which is there must have the check, because that says how values
	// are kept: as hundredths, say.
	Marked bool
	// Store turns what Slot.Arg and Kind.Arg give into what the driver takes; nil: it is that already.
	Store func(any) any
	// JSON is the value as it stands in JSON, where Scan could not take it as it is; in it %s is the
	// value. Numbers come to Scan as int64 or float64, and texts as string.
	JSON string
	// Literal writes a bound value as a default in SQL.
	Literal func(any) string
}

// quoted is a text as a default in SQL.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// TextColumn is a column of texts, for kinds whose arguments are texts.
func TextColumn(d Dialect) Column {
	c := Column{Types: []string{"text", "character varying"}, Literal: func(v any) string { return quoted(fmt.Sprint(v)) }}
	if d == SQLite {
		c.Types = []string{"text", "char", "clob"}
	}
	return c
}

// jsonColumn is a column of JSON text, which is kept as it is written: jsonb would write numbers in another
// way, and lose the order of members, so that the two databases would answer in different bytes. It cannot be compared.
func jsonColumn(d Dialect, text func(any) string) Column {
	c := TextColumn(d)
	c.Literal = func(v any) string { return quoted(text(v)) }
	if d == PostgreSQL {
		c.Types, c.JSON = []string{"json"}, "CAST(%s AS TEXT)"
	}
	return c
}

// byBytes is a text in SQL that sorts by its bytes.
func byBytes(text string, d Dialect) string {
	if d == PostgreSQL {
		return text + ` COLLATE "C"`
	}
	return text
}
