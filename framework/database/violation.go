// The constraint behind an error.

package database

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"
)

// IsDataError reports whether PostgreSQL could not convert a value, such as a text to a number (SQLSTATE
// class 22). SQLite accepts any value.
func IsDataError(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && strings.HasPrefix(string(e.Code), "22")
}

// LacksZone reports whether err means that PostgreSQL does not know a time zone: its list of zones may
// differ from Go's.
func LacksZone(err error, name string) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && e.Code == pqerror.InvalidParameterValue && strings.Contains(e.Message, name) // in any language, with its quotes
}

// Violation is a constraint that refused a statement. SQLite does not name foreign keys.
type Violation struct {
	Unique bool // otherwise a foreign key, or one of the next five
	// TooLong means that a value exceeds an index of PostgreSQL: about 2,700 bytes, or 8,191 if the error
	// names no index.
	TooLong bool
	Check   string // the name of a CHECK or EXCLUDE constraint; in SQLite the condition of one without a name
	Raised  string // the message of a trigger that refused the row
	NotNull bool   // a column has no value
	// Unfit means that an expression or a trigger that people have added cannot compute with a value.
	Unfit    bool
	Referred bool   // PostgreSQL: a foreign key by which others refer to the row
	Key      string // the refused value, if it is a key and the error contains it

	table, constraint string
	columns           []string
}

// keyDetail finds the column and its value in PostgreSQL's detail, in any language.
var keyDetail = regexp.MustCompile(`\(([^()]+)\)=\(([^()]*)\)`)

// ViolationOf returns the constraint that err is about; ok is false for other errors.
func ViolationOf(err error) (v Violation, ok bool) {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		v := Violation{Unique: e.Code == pqerror.UniqueViolation, table: e.Table, constraint: e.Constraint}
		switch e.Code {
		case pqerror.CheckViolation, pqerror.ExclusionViolation:
			if v.Check = e.Constraint; v.Check == "" {
				v.Raised = e.Message
			}
			return v, true
		case pqerror.NotNullViolation:
			v.NotNull, v.columns = true, []string{e.Column}
			return v, true
		case pqerror.ProgramLimitExceeded:
			v.TooLong = true
			return v, true
		case pqerror.RaiseException:
			v.Raised = e.Message
			return v, true
		}
		switch {
		case raises(e):
			return Violation{Raised: e.Message}, true
		case strings.HasPrefix(string(e.Code), "22"):
			v.Unfit = !isArgument(e)
			return v, v.Unfit
		}
		if part := keyDetail.FindStringSubmatch(e.Detail); part != nil {
			// Names that are SQL keywords are quoted.
			v.columns, v.Key = strings.Split(strings.ReplaceAll(part[1], `"`, ""), ", "), part[2]
			v.Referred = e.Code != pqerror.UniqueViolation && isReferred(e, part[0])
		}
		return v, v.Unique || e.Code == pqerror.ForeignKeyViolation || e.Code == pqerror.RestrictViolation
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return v, false
	}
	if _, name, failed := strings.Cut(e.Error(), CheckFailed); failed {
		v.Check = strings.TrimSuffix(name, fmt.Sprintf(" (%d)", e.Code()))
		return v, true
	}
	switch e.Code() {
	case lite.SQLITE_CONSTRAINT_UNIQUE, lite.SQLITE_CONSTRAINT_PRIMARYKEY:
		_, names, _ := strings.Cut(e.Error(), "UNIQUE constraint failed: ")
		names, _, _ = strings.Cut(names, " (")
		if name, quoted := strings.CutPrefix(names, "index '"); quoted { // an index on an expression
			return Violation{Unique: true, constraint: strings.TrimSuffix(name, "'")}, true
		}
		for name := range strings.SplitSeq(names, ", ") {
			table, column, _ := strings.Cut(name, ".")
			v.table, v.columns = table, append(v.columns, column)
		}
		v.Unique = true
		return v, true
	case lite.SQLITE_CONSTRAINT_TRIGGER: // RESTRICT, too
		if text := raised(e); !strings.HasPrefix(text, "FOREIGN KEY ") {
			v.Raised = text
		}
		return v, true
	case lite.SQLITE_CONSTRAINT_FOREIGNKEY:
		return v, true
	case lite.SQLITE_CONSTRAINT_NOTNULL:
		_, name, _ := strings.Cut(raised(e), "NOT NULL constraint failed: ")
		table, column, _ := strings.Cut(name, ".")
		return Violation{NotNull: true, table: table, columns: []string{column}}, true
	case lite.SQLITE_ERROR:
		v.Unfit = strings.Contains(e.Error(), "malformed JSON") || strings.Contains(e.Error(), "integer overflow")
		return v, v.Unfit
	}
	return v, false
}

// raises reports whether the statement RAISE of a trigger is the reason, with whatever code but one about the connection,
// the transaction or the server.
func raises(e *pq.Error) bool {
	return e.Routine == "exec_stmt_raise" && e.Constraint == "" && !slices.Contains([]string{"08", "25", "40", "53", "57", "58", "XX"}, string(e.Code[:2]))
}

// isArgument reports whether PostgreSQL could not convert an argument of a statement, or round it for its column: that
// is the fault of the service. The context of such an error is the argument, or an object within it.
func isArgument(e *pq.Error) bool {
	inTrigger := strings.Contains(e.Where, "PL/")
	return !inTrigger && (e.Where != "" || e.Code == pqerror.NumericValueOutOfRange && e.Detail != "")
}

// isReferred reports whether others refer to a row that a foreign key refused. The detail of the error then ends in the
// table of the constraint, and the message too; else the detail ends in the other table, or the message in the constraint.
func isReferred(e *pq.Error, key string) bool {
	_, detail, _ := strings.Cut(e.Detail, key)
	_, message, _ := strings.Cut(e.Message, e.Constraint)
	table := regexp.MustCompile(`(^|[^\pL\pN_])` + regexp.QuoteMeta(e.Table) + `([^\pL\pN_]|$)`)
	return table.MatchString(detail) && table.MatchString(message)
}

// raised returns the message of a trigger, without the words and the number that the driver adds.
func raised(e *sqlite.Error) string {
	text := strings.TrimPrefix(e.Error(), "constraint failed: ")
	return strings.TrimSuffix(text, fmt.Sprintf(" (%d)", e.Code()))
}

// Unnamed reports whether the error does not identify the constraint.
func (v Violation) Unnamed() bool { return v.table == "" }

// On reports whether the constraint is the one of a column, with the given name. Constraints created by
// hand may have any name, and PostgreSQL hides the column from a role that may not read it.
func (v Violation) On(table, column, name string) bool {
	return v.table == table && (slices.Equal(v.columns, []string{column}) || v.constraint == name)
}

// foldedName is the rest of the name of a unique index on folded texts: sums of the letters that Go knows, and of a
// condition.
var foldedName = regexp.MustCompile(`^_ci(_[0-9a-f]{8}){1,2}_key$`)

// OnFolded reports whether the constraint is a unique index on the folded texts of a column, of whatever letters and
// condition. SQLite names only the index.
func (v Violation) OnFolded(table, column string) bool {
	if v.table != "" && v.table != table {
		return false
	}
	begin := table + "_" + column
	if rest, same := strings.CutPrefix(v.constraint, begin); same && foldedName.MatchString(rest) {
		return true
	}
	begin += "_ci_"
	return len(v.constraint) == 63 && strings.HasPrefix(v.constraint, begin[:min(54, len(begin))]) // see Shorten
}

// Columns returns the columns of the constraint, in its table; none if the error does not contain them.
func (v Violation) Columns(table string) []string {
	if v.table != table {
		return nil
	}
	return v.columns
}

// OnAll is On for a unique index on several columns, with any name.
func (v Violation) OnAll(table string, columns []string) bool {
	return v.table == table && len(v.columns) == len(columns) &&
		slices.Equal(slices.Sorted(slices.Values(v.columns)), slices.Sorted(slices.Values(columns)))
}
