// Violated constraints as messages for clients.

package store

import (
	"context"
	"errors"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// A value is checked before it is stored, but another transaction may still commit in between. The
// database's refusal then becomes the message that the check would have returned.

// refused converts a refused insert or update of the columns into the error for the client.
func (tx *Tx) refused(err error, rec *schema.Record, columns []*schema.Field) error {
	v, ok := database.ViolationOf(err)
	switch {
	case !ok:
		return err
	case v.Check != "":
		return tx.refusedByConstraint(v.Check, err)
	case v.TooLong:
		if f := longest(rec, columns); f != nil {
			return invalid(tx.known(f), "max_length", "This value is too long to be looked up by. Write a shorter one.")
		}
	case v.Unique:
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
	return err
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

// longest returns the longest text among the columns with a declared index, nil for none.
func longest(rec *schema.Record, columns []*schema.Field) (longest *schema.Field) {
	most := 0
	for _, f := range columns {
		text, isText := rec.Get(f).(string)
		if isText && len(text) > most && rec.Type.InIndex(f) {
			longest, most = f, len(text)
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

// refusedByConstraint returns the error for a row that breaks a constraint, by its name; for an undeclared
// one it returns err.
func (tx *Tx) refusedByConstraint(name string, err error) error {
	t := tx.c.spec.Type
	for _, c := range t.Constraints {
		if c.Name(t.Table) == name {
			return c.Refusal(tx.known)
		}
	}
	return err
}

// refusedJoin is refused for a table of pairs.
func (tx *Tx) refusedJoin(err error, f *schema.Field, ids []schema.Key) error {
	v, ok := database.ViolationOf(err)
	if !ok || v.Unique || v.TooLong || v.Check != "" {
		return err
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
	if v, ok := database.ViolationOf(err); !ok || v.Unique || v.TooLong || v.Check != "" {
		return err
	}
	return problem.New(problem.Conflict, "This %s cannot be deleted because other records refer to it.",
		strings.ToLower(tx.c.spec.Type.Name))
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
