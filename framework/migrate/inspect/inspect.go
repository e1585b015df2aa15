// Package inspect reads the tables of an existing database, and writes the Go file that declares resources over them: a struct
// and a view set for each table and view.
//
// [Read] asks the catalog of SQLite or PostgreSQL, in a few queries for any number of tables. It reads no rows. [Write] writes one
// formatted file. What the framework cannot declare is left out, with a comment that names it and the reason.
package inspect

// Schema is what Read found in one schema of a database, sorted by name.
type Schema struct {
	Dialect  string // "sqlite" or "postgres"
	Database string // the name of the database; "" for SQLite
	Name     string // the schema of PostgreSQL; "main" for SQLite
	Tables   []*Table
	Enums    []*Enum // the enum types of the columns
}

// Table is a table or a view.
type Table struct {
	Name    string
	Kind    string // "table", "view", "materialized view", "foreign table" or "virtual table"
	Comment string // COMMENT ON TABLE, or "" for none
	Columns []*Column
	Key     []string   // the columns of the primary key; nil for none
	Unique  [][]string // the columns of each other unique constraint, and of each unique index on all rows
	Indexed []string   // the first column of each index of all rows
	Foreign []Foreign
	Checks  []string // the conditions of CHECK constraints, in SQL
	// Remarks are sentences about what Unique, Foreign and Checks cannot express.
	Remarks []string
	// The rights that the reading account lacks, "SELECT", "INSERT", "UPDATE" and "DELETE". SQLite has none.
	Lacks []string

	parts   bool   // it is a part of a partitioned table
	written string // SQLite: the name as it was written
	// SQLite: the columns of a foreign key to a table that is not there, with which it refuses each write.
	dangling string
}

// Column is a column of a table.
type Column struct {
	Name      string
	Comment   string
	Type      Type
	NotNull   bool
	Default   string // in SQL, "" for none
	Numbered  bool   // the database numbers it: identity, serial, or INTEGER PRIMARY KEY of SQLite
	Generated bool   // the database computes it always
	Lacked    bool   // the reading account may not read it

	written string // SQLite: the name as it was written
}

// Type is the type of a column. A domain is its base type.
type Type struct {
	SQL    string // as the database writes it, such as "character varying(40)"
	Name   string // the name of the base type, in lower case, such as "varchar"; of an array that of its items
	Length int    // the limit of a text, 0 for none
	Digits int    // the digits of a decimal in all, 0 for any
	Places int    // the digits after the point
	Array  bool
	Enum   *Enum    // nil for other types
	Checks []string // the conditions of domains, about VALUE
}

// Enum is an enum type of PostgreSQL.
type Enum struct {
	Name   string
	Values []string
}

// Foreign is a foreign key of one column.
type Foreign struct {
	Column   string
	Table    string // in the same schema
	To       string // the referenced column
	OnDelete string // "restrict", "cascade" or "null"
}

// column returns the column of a name, nil for none.
func (t *Table) column(name string) *Column {
	for _, c := range t.Columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// snake returns the name in snake case, for names of Go: "invoice_line" of "invoice_line" and of "InvoiceLine".
func (t *Table) snake() string { return snakeOf(t.Name, t.written) }

// snake returns the name in snake case.
func (c *Column) snake() string { return snakeOf(c.Name, c.written) }

// foreign returns the foreign key of a column, nil for none.
func (t *Table) foreign(column string) *Foreign {
	for i := range t.Foreign {
		if t.Foreign[i].Column == column {
			return &t.Foreign[i]
		}
	}
	return nil
}
