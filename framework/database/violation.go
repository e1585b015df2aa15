// Which constraint an error is about.

package database

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"
)

// IsDataError reports whether PostgreSQL could not take a value for what it was to be, such as a text for a number (SQLSTATE
// class 22). SQLite takes any value.
func IsDataError(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && strings.HasPrefix(string(e.Code), "22")
}

// LacksZone reports whether err is PostgreSQL not knowing a time zone: its database of zones may be another than Go's.
func LacksZone(err error, name string) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && e.Code == pqerror.InvalidParameterValue && strings.Contains(e.Message, name) // whatever its language, and the quotes of that
}

// Violation is a constraint that refused a statement. SQLite does not say which foreign key it was.
type Violation struct {
	Unique bool // otherwise a foreign key, a CHECK, or TooLong
	// TooLong says that a value is longer than an index of PostgreSQL takes: about 2,700 bytes, or 8,191 where it is
	// not told of which index.
	TooLong bool
	Check   string // the name of a constraint on columns of the row
	Key     string // the value that was refused, where it is a key and the database says it

	table, constraint string
	columns           []string
}

// keyDetail finds the column and its value in PostgreSQL's words, whichever language they are in.
var keyDetail = regexp.MustCompile(`\(([^()]+)\)=\(([^()]*)\)`)

// ViolationOf returns the constraint that err is about, if it is about one.
func ViolationOf(err error) (v Violation, ok bool) {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		v := Violation{Unique: e.Code == pqerror.UniqueViolation, table: e.Table, constraint: e.Constraint}
		if e.Code == pqerror.CheckViolation {
			v.Check = e.Constraint
			return v, true
		}
		if e.Code == pqerror.ProgramLimitExceeded {
			v.TooLong = true
			return v, true
		}
		if part := keyDetail.FindStringSubmatch(e.Detail); part != nil {
			// Names that are words of SQL come in quotes.
			v.columns, v.Key = strings.Split(strings.ReplaceAll(part[1], `"`, ""), ", "), part[2]
		}
		return v, v.Unique || e.Code == pqerror.ForeignKeyViolation || e.Code == pqerror.RestrictViolation
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return v, false
	}
	if _, name, failed := strings.Cut(e.Error(), CheckFailed); failed {
		v.Check, _, _ = strings.Cut(name, " (")
		return v, true
	}
	switch e.Code() {
	case lite.SQLITE_CONSTRAINT_UNIQUE, lite.SQLITE_CONSTRAINT_PRIMARYKEY:
		_, names, _ := strings.Cut(e.Error(), "UNIQUE constraint failed: ")
		names, _, _ = strings.Cut(names, " (")
		for name := range strings.SplitSeq(names, ", ") {
			table, column, _ := strings.Cut(name, ".")
			v.table, v.columns = table, append(v.columns, column)
		}
		v.Unique = true
		return v, true
	case lite.SQLITE_CONSTRAINT_FOREIGNKEY, lite.SQLITE_CONSTRAINT_TRIGGER: // the latter is RESTRICT
		return v, true
	}
	return v, false
}

// Unnamed reports whether the database does not say which constraint it was.
func (v Violation) Unnamed() bool { return v.table == "" }

// On reports whether the constraint is the one on a column, of the given name. A constraint that was
// not made here may have any name, and PostgreSQL keeps the column to itself where the role may not
// read it.
func (v Violation) On(table, column, name string) bool {
	return v.table == table && (slices.Equal(v.columns, []string{column}) || v.constraint == name)
}

// OnAll is On for a unique index on several columns, whatever its name.
func (v Violation) OnAll(table string, columns []string) bool {
	return v.table == table && len(v.columns) == len(columns) &&
		slices.Equal(slices.Sorted(slices.Values(v.columns)), slices.Sorted(slices.Values(columns)))
}
