// Violated constraints as messages for clients.

package store

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// A value is checked before it is stored, but another transaction may still commit in between. The
// database's refusal then becomes the message that the check would have returned.

// refused converts a refused insert or update of the columns into the error for the client.
func (tx *Tx) refused(err error, rec *schema.Record, columns []*schema.Field) error {
	if tx.c.unfit(err) {
		return tx.refusedUnfit(err, rec, columns)
	}
	v, ok := database.ViolationOf(err)
	switch {
	case !ok:
		return err
	case v.Check != "":
		for _, c := range tx.c.spec.Type.Constraints {
			if c.Name(tx.c.spec.Type.Table) == v.Check {
				return c.Refusal(tx.known)
			}
		}
	case v.TooLong:
		if f := longest(rec, columns); f != nil {
			return invalid(tx.known(f), "max_length", "This value is too long to be looked up by. Write a shorter one.")
		}
		return refusedValues()
	case v.NotNull && tx.hasNull(v, rec, columns):
		return err
	case v.Unique:
		columns = slices.Concat(columns, tx.c.filled)
		declared := func(f *schema.Field) bool { return f.Unique }
		if refusal := tx.refusedValue(v, columns, declared); refusal != nil {
			return refusal
		}
		if refusal := tx.refusedTogether(v); refusal != nil {
			return refusal
		}
		byHand := func(*schema.Field) bool { return true }
		if refusal := tx.refusedValue(v, columns, byHand); refusal != nil {
			return refusal
		}
	default:
		for _, f := range columns {
			if !f.IsToOne() || rec.Get(f) == nil {
				continue
			}
			id, _ := rec.Get(f).(schema.Key)
			if v.On(tx.c.spec.Type.Table, f.Column, database.ForeignName(tx.c.spec.Type.Table, f.Column)) || v.Unnamed() && tx.lacks(f, id) {
				return invalid(tx.known(f), "does_not_exist", tx.known(f).Missing(tx.named(f, id)))
			}
		}
	}
	return tx.refusedUndeclared(v, err)
}

// refusedUndeclared converts the refusal of a constraint or a trigger that no declaration describes, because people have
// added it to the database, into the error for the client: it is not the service that is at fault.
func (tx *Tx) refusedUndeclared(v database.Violation, err error) error {
	switch {
	case v.TooLong || tx.isOfKind(v.Check):
		return err
	case v.Unfit && tx.c.dialect.Name == "sqlite" && !tx.computes():
		return err
	case v.Unfit || v.NotNull:
		return refusedValues()
	case v.Check != "" || v.Raised != "":
		return invalidRow("constraint", "The database refuses this: %s", v.Check+v.Raised)
	case v.Unique:
		if names := tx.namesOf(v.Columns(tx.c.spec.Type.Table)); len(names) > 1 {
			return invalidRow("unique", "The fields %s must make a unique set.", strings.Join(names, ", "))
		}
		return invalidRow("unique", "There is another %s with these values.", strings.ToLower(tx.c.spec.Type.Name))
	}
	if v.Referred {
		return referred(tx.c.spec.Type, "This %s cannot be changed in this way because other records refer to it.")
	}
	if names := tx.namesOf(v.Columns(tx.c.spec.Type.Table)); len(names) == 1 {
		var fields problem.Fields
		fields.Tell(names[0], "does_not_exist", "The record that this refers to does not exist.")
		return fields.Err()
	}
	return invalidRow("does_not_exist", "A record that this one refers to does not exist.")
}

// refused is the error for the client about a deferred constraint, which no declaration describes.
func (e *ending) refused(v database.Violation) error {
	removed := slices.IndexFunc(e.touched, func(t touched) bool { return t.word == schema.Removed })
	switch {
	case v.Unfit || v.NotNull:
		return refusedValues()
	case v.Unique:
		return invalidRow("unique", "There is another %s with these values.", "record")
	case v.Check != "" || v.Raised != "":
		return invalidRow("constraint", "The database refuses this: %s", v.Check+v.Raised)
	}
	// SQLite does not say in which direction a reference is broken.
	if removed >= 0 && (v.Referred || v.Unnamed() && len(e.created) == 0) {
		return referred(e.touched[removed].t, "This %s cannot be deleted because other records refer to it.")
	}
	if v.Referred && len(e.touched) > 0 {
		return referred(e.touched[0].t, "This %s cannot be changed in this way because other records refer to it.")
	}
	return invalidRow("does_not_exist", "A record that this one refers to does not exist.")
}

// referred is the error about a row to which others refer.
func referred(t *schema.Type, format string) error {
	return problem.New(problem.Conflict, format, strings.ToLower(t.Name))
}

// refusedValues refuses a row because of columns, expressions, indexes and triggers that people have added. Clients do not
// know of them.
func refusedValues() error { return invalidRow("constraint", "The database refuses these values.") }

// hasNull reports whether the service itself has left a column without a value, and no trigger has.
func (tx *Tx) hasNull(v database.Violation, rec *schema.Record, columns []*schema.Field) bool {
	names := v.Columns(tx.c.spec.Type.Table)
	return slices.ContainsFunc(columns, func(f *schema.Field) bool {
		return slices.Contains(names, f.Column) && rec.Column(f.Index) == nil
	})
}

// computes reports whether an SQLite table has triggers, generated columns or indexes on expressions that people have added.
func (tx *Tx) computes() bool {
	const query = `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = lower(?1)
		UNION ALL SELECT name FROM pragma_table_xinfo(?1) WHERE hidden > 1
		UNION ALL SELECT l.name FROM pragma_index_list(?1) AS l WHERE EXISTS (SELECT 1 FROM pragma_index_xinfo(l.name) WHERE cid = -2)`
	table, found := tx.c.spec.Type.Table, false
	rows, err := tx.s.Tx().QueryContext(tx.ctx, query, table)
	if err != nil {
		return false
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		err = rows.Scan(&name)
		found = found || err == nil && !ownName.MatchString(name) && !schema.IsConstraintName(name) && !strings.HasPrefix(name, schema.FullTextName(table))
	}
	return found && rows.Err() == nil
}

// ownName matches the names of indexes on expressions that a migration makes.
var ownName = regexp.MustCompile(`_[0-9a-f]{8}(_idx|_key)$`)

// isOfKind reports whether a CHECK is that of a kind, which refuses no value that the kind has parsed.
func (tx *Tx) isOfKind(check string) bool {
	t := tx.c.spec.Type
	return slices.ContainsFunc(t.Columns(), func(f *schema.Field) bool {
		own := f.ColumnIn(field.Dialect(tx.c.dialect.Name)).Check
		return own != "" && (check == t.Table+"_"+f.Column+"_check" || check == strings.ReplaceAll(own, "%s", `"`+f.Column+`"`))
	})
}

// namesOf returns the names of the fields of some columns that clients know; none if they do not know one.
func (tx *Tx) namesOf(columns []string) (names []string) {
	for _, column := range columns {
		f := tx.c.spec.Type.ByColumn(column)
		if f == nil || tx.known(f).Wire == "" {
			return nil
		}
		names = append(names, tx.known(f).Wire)
	}
	return names
}

// invalidRow refuses a row, for no field's value.
func invalidRow(code, format string, args ...any) error {
	var fields problem.Fields
	fields.Tell(problem.NonField, code, fmt.Sprintf(format, args...))
	return fields.Err()
}

// refusedValue returns the error for a value that another row has in one of the columns that meant reports;
// nil if the database has refused for another reason.
func (tx *Tx) refusedValue(v database.Violation, columns []*schema.Field, meant func(*schema.Field) bool) error {
	t := tx.c.spec.Type
	for _, f := range columns {
		if meant(f) && (v.On(t.Table, f.Column, database.UniqueName(t.Table, f.Column)) || v.OnFolded(t.Table, f.Column)) {
			return &taken{f, invalid(tx.known(f), "unique", tx.known(f).Taken(t.Name))}
		}
	}
	return nil
}

// taken is the refusal of a field's value that another row has by now.
type taken struct {
	field *schema.Field
	error
}

func (t *taken) Unwrap() error { return t.error }

// IsTaken reports whether an error is the refusal of a field's value that another row has by now.
func IsTaken(err error, f *schema.Field) bool {
	t, is := errors.AsType[*taken](err)
	return is && t.field == f
}

// longest returns the longest text that exceeds an index: among the columns with a declared index, else among all, as people
// may have added one; nil for none.
func longest(rec *schema.Record, columns []*schema.Field) (longest *schema.Field) {
	const indexed = 2700
	length := func(f *schema.Field) int {
		text, _ := rec.Get(f).(string)
		return len(text)
	}
	for _, f := range columns {
		if length(f) <= indexed || longest != nil && rec.Type.InIndex(longest) && !rec.Type.InIndex(f) {
			continue
		}
		if longest == nil || rec.Type.InIndex(f) != rec.Type.InIndex(longest) || length(f) > length(longest) {
			longest = f
		}
	}
	return longest
}

// named returns the client's name for the row that a field refers to.
func (tx *Tx) named(f *schema.Field, id schema.Key) any {
	for i := range tx.sent {
		if c := &tx.sent[i]; c.Field == f && c.Named != "" {
			return c.Named
		}
	}
	return id
}

// refusedJoin is refused for a table of pairs.
func (tx *Tx) refusedJoin(err error, f *schema.Field, ids []schema.Key) error {
	v, ok := database.ViolationOf(err)
	if !ok || v.TooLong {
		return err
	}
	if v.Unique {
		return invalid(tx.known(f), "unique", "Something else has one of these already.")
	}
	if v.NotNull || v.Unfit || v.Check != "" || v.Raised != "" {
		return tx.refusedUndeclared(v, err)
	}
	if !v.Unnamed() && !v.On(f.Relation.Through, f.Relation.There, database.ForeignName(f.Relation.Through, f.Relation.There)) {
		return err // the row itself no longer exists
	}
	for _, id := range ids {
		// PostgreSQL answers no more queries in this transaction, but returns the key.
		if v.Unnamed() && tx.lacks(f, id) || v.Key == id.String() {
			return invalid(tx.known(f), "does_not_exist", tx.known(f).Missing(id))
		}
	}
	return err
}

// refusedDelete converts a refused deletion, because of other rows, into the error for the client.
func (tx *Tx) refusedDelete(err error) error {
	switch v, ok := database.ViolationOf(err); {
	case !ok:
		return err
	case v.Unique || v.TooLong || v.Unfit || v.Check != "" || v.Raised != "":
		return tx.refusedUndeclared(v, err)
	}
	return referred(tx.c.spec.Type, "This %s cannot be deleted because other records refer to it.")
}

// lacks reports, in SQLite, whether the row of a reference is missing.
func (tx *Tx) lacks(f *schema.Field, id schema.Key) bool {
	missing, err := Rows{c: tx.c, ctx: context.WithoutCancel(tx.ctx), s: tx.s}.Missing(f, []schema.Key{id})
	return err == nil && len(missing) > 0
}

// known returns a field by the name of the client that has sent it.
func (tx *Tx) known(f *schema.Field) *schema.Field {
	for i := range tx.sent {
		if tx.sent[i].Field == f {
			return tx.sent[i].Known()
		}
	}
	return f
}

// invalid refuses one field's value. A field that clients do not know has no path.
func invalid(f *schema.Field, code, message string) error {
	path := f.Wire
	if path == "" {
		path = problem.NonField
	}
	var fields problem.Fields
	fields.Tell(path, code, message)
	return fields.Err()
}
