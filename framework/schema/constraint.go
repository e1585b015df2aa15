// Conditions that every row of a type has to meet.

package schema

import (
	"fmt"
	"hash/crc32"
	"regexp"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
)

// Constraint is a condition that every row has to meet.
type Constraint struct {
	Of      *Type          // of the rows
	Holds   predicate.Expr // on columns of the row itself
	Field   *Field         // that the message is about; nil for the row as a whole
	Message string
	For     string // who declares it, in words
}

// Name is what the database calls the constraint of a table. It changes with the condition.
func (c *Constraint) Name(table string) string {
	sum := crc32.ChecksumIEEE([]byte(c.Holds.Shape() + fmt.Sprint(c.Holds.Args())))
	return fmt.Sprintf("%s_%08x_check", table[:min(len(table), 40)], sum)
}

// IsConstraintName reports whether Name makes such names, with or without the rest of a trigger's name.
func IsConstraintName(name string) bool { return constraintName.MatchString(name) }

var constraintName = regexp.MustCompile(`_[0-9a-f]{8}_check(_insert|_update)?$`)

// Same reports whether two constraints of a type say the same.
func (c *Constraint) Same(as *Constraint) bool {
	return c.Field == as.Field && SameCondition(c.Holds, as.Holds)
}

// Broken are the messages of the constraints that the record does not meet. before are the values of its
// columns until now, nil for a row that is made: what does not change them is not asked about, so that a row
// from before a declaration can be sent back as it was read. known is a field as the client has named it, nil
// for as it is declared.
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

// path is where the message belongs.
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

// changed reports whether the record has other values than before in the columns that a constraint is about.
func (r *Record) changed(before []any, c *Constraint) bool {
	for i, f := range r.Type.Columns() {
		if r.Column(f.Index) != before[i] && c.Holds.Reads(f.Index) {
			return true
		}
	}
	return false
}
