// The column of a field in each SQL dialect.

package field

import (
	"fmt"
	"strings"
)

// Dialect is the name of an SQL dialect.
type Dialect string

// The dialects.
const (
	SQLite     Dialect = "sqlite"
	PostgreSQL Dialect = "postgres"
)

// Column is the column of a field in one dialect.
type Column struct {
	// Types are the type of a new column, and the types that an existing one may have: for SQLite, parts of
	// their names.
	Types []string
	// Others are further types of a column that the service does not manage: all values of such a column can be read, and
	// those that it cannot hold are refused. For SQLite they are the whole names of types, in lower case and without a length.
	// "enum" stands for any enum of PostgreSQL, and "numeric(*,0)" for one without places after the point.
	Others []string
	// Check is the column's CHECK condition, with %s for its name; "" for none.
	Check string
	// Marked means that an existing column must have the check, because the check shows how values are
	// stored: as hundredths, for example.
	Marked bool
	// Fits is the condition, with %s for the column, of values that every field of the spec can show; "" if only Slot.Scan
	// knows. Those that do not meet it are scanned before a service starts.
	Fits string
	// Store converts the results of Slot.Arg and Kind.Arg for the driver; nil: no conversion.
	Store func(any) any
	// Read is the expression of the value if the plain column is not its value; %s is the column, "" for the plain column.
	Read string
	// JSON is the expression of the value in JSON, if Scan cannot read its plain form; %s is the value.
	// Scan gets numbers as int64 or float64, and texts as string.
	JSON string
	// FromJSON means that an argument is JSON, and the column of PostgreSQL has JSON or an array.
	FromJSON bool
	// Literal writes a bound value as a default in SQL.
	Literal func(any) string
}

// anyValue is Column.Fits of a column whose type has no value that its fields cannot show.
const anyValue = "TRUE"

// quoted returns a text as a default in SQL.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// TextColumn returns a column of texts, for kinds whose arguments are texts.
func TextColumn(d Dialect) Column {
	c := Column{Types: []string{"text", "character varying"}, Literal: func(v any) string { return quoted(fmt.Sprint(v)) }}
	if d == SQLite {
		c.Types = []string{"text", "char", "clob"}
	}
	return c
}

// plainText returns a column of texts, for kinds that show every text.
func plainText(d Dialect) Column {
	c := TextColumn(d)
	c.Fits = anyValue
	return c
}

// jsonColumn returns a column of JSON text, which is stored as written: jsonb would rewrite numbers and
// lose the order of members, so that the bytes of the two databases would differ. It cannot be compared.
func jsonColumn(d Dialect, text func(any) string) Column {
	c := TextColumn(d)
	c.Literal = func(v any) string { return quoted(text(v)) }
	if d == SQLite {
		c.Others = []string{"json"}
	} else {
		c.Types, c.Others, c.JSON = []string{"json"}, []string{"jsonb"}, "CAST(%s AS TEXT)"
	}
	return c
}

// byBytes returns an SQL text that sorts by its bytes.
func byBytes(text string, d Dialect) string {
	if d == PostgreSQL {
		return text + ` COLLATE "C"`
	}
	return text
}
