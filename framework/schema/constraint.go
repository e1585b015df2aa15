// Conditions on every row of a type.

package schema

import (
	"fmt"
	"hash/crc32"
	"regexp"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
)

// Constraint is a condition that every row must meet.
type Constraint struct {
	Of      *Type          // type of the rows
	Holds   predicate.Expr // about columns of the row itself
	Field   *Field         // field of the message; nil for the row as a whole
	Message string
	For     string // the declaration, in words
}

// Name returns the name of the constraint in the database. It changes with the condition.
func (c *Constraint) Name(table string) string {
	sum := crc32.ChecksumIEEE([]byte(c.Holds.Shape() + fmt.Sprint(c.Holds.Args())))
	return fmt.Sprintf("%s_%08x_check", table[:min(len(table), 40)], sum)
}

// IsConstraintName reports whether a name comes from Name, with or without the suffix of a trigger's name.
func IsConstraintName(name string) bool { return constraintName.MatchString(name) }

var constraintName = regexp.MustCompile(`_[0-9a-f]{8}_check(_insert|_update)?$`)

// Same reports whether two constraints of a type are equal.
func (c *Constraint) Same(as *Constraint) bool {
	return c.Field == as.Field && SameCondition(c.Holds, as.Holds)
}

// Broken returns the messages of the constraints that the record does not meet. before are the former
// values of its columns, nil for a new row: constraints on unchanged columns are not checked, so that an
// old row can be sent back unchanged. known returns a field by the client's name, nil for the declared one.
func (r *Record) Broken(before []any, known func(*Field) *Field) (problems problem.Fields) {
	for _, c := range r.Type.Constraints {
		if before != nil && !r.changed(before, c) {
			continue
		}
		if holds, _ := c.Holds.Holds(r); holds {
			continue
		}
		problems.Add(c.path(known), "%s", c.Message)
	}
	return problems
}

// Refusal returns the error for a client whose row breaks the constraint: see Broken.
func (c *Constraint) Refusal(known func(*Field) *Field) error {
	var problems problem.Fields
	problems.Add(c.path(known), "%s", c.Message)
	return problems.Err()
}

// path returns the path of the message.
func (c *Constraint) path(known func(*Field) *Field) string {
	switch f := c.Field; {
	case f == nil || f.Wire == "":
		return problem.NonField
	case known == nil:
		return f.Wire
	default:
		return known(f).Wire
	}
}

// changed reports whether the record has new values in the columns of a constraint.
func (r *Record) changed(before []any, c *Constraint) bool {
	for i, f := range r.Type.Columns() {
		if r.Column(f.Index) != before[i] && c.Holds.Reads(f.Index) {
			return true
		}
	}
	return false
}
