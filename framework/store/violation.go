package store

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// A value is checked before it is stored, and another transaction may still come in between. The
// database's refusal then becomes the same message that the check would have given.

// refused turns a refused insert or update of the columns into what the client is told.
func (tx *Tx) refused(err error, rec *schema.Record, columns []*schema.Field) error {
	v, ok := violationOf(err)
	switch {
	case !ok:
		return err
	case v.unique:
		for _, f := range columns {
			if v.on(tx.c.spec.Type.Table, f.Column, uniqueName) {
				return invalid(f, f.Taken(tx.c.spec.Type.Name))
			}
		}
	default:
		for _, f := range columns {
			if !f.IsToOne() || rec.Get(f) == nil {
				continue
			}
			id, _ := rec.Get(f).(int64)
			if v.on(tx.c.spec.Type.Table, f.Column, foreignName) || v.unnamed() && tx.lacks(f, id) {
				return invalid(f, f.Missing(id))
			}
		}
	}
	return err
}

// refusedJoin is refused for a table of pairs.
func (tx *Tx) refusedJoin(err error, f *schema.Field, ids []int64) error {
	v, ok := violationOf(err)
	if !ok || v.unique {
		return err
	}
	if !v.unnamed() && !v.on(f.Relation.Through, f.Relation.There, foreignName) {
		return err // the row itself is gone
	}
	for _, id := range ids {
		// PostgreSQL answers nothing more in this transaction, but says which key it was.
		if v.unnamed() && tx.lacks(f, id) || v.key == strconv.FormatInt(id, 10) {
			return invalid(f, f.Missing(id))
		}
	}
	return err
}

// refusedDelete turns a deletion that other rows stand against into what the client is told.
func (tx *Tx) refusedDelete(err error) error {
	if v, ok := violationOf(err); !ok || v.unique {
		return err
	}
	return problem.New(problem.Conflict, "This %s cannot be deleted because other records refer to it.",
		strings.ToLower(tx.c.spec.Type.Name))
}

// lacks asks, in SQLite, whether the row that a reference names is missing.
func (tx *Tx) lacks(f *schema.Field, id int64) bool {
	missing, err := tx.c.missingOf(context.WithoutCancel(tx.ctx), tx.s, f, []int64{id}, nil)
	return err == nil && len(missing) > 0
}

// invalid is a refusal of one field's value. A field that clients do not know has no path.
func invalid(f *schema.Field, message string) error {
	path := f.Wire
	if path == "" {
		path = problem.NonField
	}
	var fields problem.Fields
	fields.Add(path, "%s", message)
	return fields.Err()
}

// violation is a constraint that refused a statement. SQLite does not say which foreign key it was.
type violation struct {
	unique        bool // otherwise a foreign key
	table, column string
	constraint    string
	key           string // the value that was refused, where it is a key
}

// keyDetail finds the column and its value in PostgreSQL's words, whichever language they are in.
var keyDetail = regexp.MustCompile(`\(([^()]+)\)=\(([^()]*)\)`)

func violationOf(err error) (v violation, ok bool) {
	if e, ok := errors.AsType[*pq.Error](err); ok {
		v := violation{unique: e.Code == pqerror.UniqueViolation, table: e.Table, constraint: e.Constraint}
		if part := keyDetail.FindStringSubmatch(e.Detail); part != nil {
			v.column, v.key = part[1], part[2]
		}
		return v, v.unique || e.Code == pqerror.ForeignKeyViolation || e.Code == pqerror.RestrictViolation
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return v, false
	}
	switch e.Code() {
	case lite.SQLITE_CONSTRAINT_UNIQUE:
		_, name, _ := strings.Cut(e.Error(), "UNIQUE constraint failed: ")
		name, _, _ = strings.Cut(name, " ")
		v.unique = true
		v.table, v.column, _ = strings.Cut(name, ".")
		return v, true
	case lite.SQLITE_CONSTRAINT_FOREIGNKEY, lite.SQLITE_CONSTRAINT_TRIGGER: // the latter is RESTRICT
		return v, true
	}
	return v, false
}

func (v violation) unnamed() bool { return v.table == "" }

// on reports whether the constraint is the one on a column. A constraint that was not made here
// may have any name, and PostgreSQL keeps the column to itself where the role may not read it.
func (v violation) on(table, column string, name func(table, column string) string) bool {
	return v.table == table && (v.column == column || v.constraint == name(table, column))
}
