// The option Constraints: conditions on several fields.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// addConstraints adds the declared constraints of the view set to its type and those of the same table.
func addConstraints(r *resource) {
	for n, declared := range r.declaration.Constraints {
		mistake := func(format string, args ...any) {
			r.mistake(fmt.Sprintf("Constraints: number %d ", n+1)+format, args...)
		}
		holds, ok := bindRowCondition(r, declared.Holds, "write it in Serializer.Validate", mistake)
		about := r.Type.ByWire(declared.Field)
		switch {
		case declared.Message == "":
			mistake("has no message; write a message for clients, such as Message: \"A booking ends after it begins.\"")
		case declared.Field != "" && about == nil:
			mistake("is about %q, which names no field%s", declared.Field, field.Hint(declared.Field, r.Type.Members()))
		case !ok:
		case r.Type.FilledIn(holds) != nil:
			mistake("asks %s, which the database fills after the check (default:\"database\"); let the database check it", r.Type.FilledIn(holds).Go)
		default:
			addConstraint(r, declared, schema.Constraint{Of: r.Type, Holds: holds, Field: about, Message: declared.Message, For: "Constraints of " + r.declaration.Path}, mistake)
		}
	}
}

// bindRowCondition binds a condition that depends only on the columns of a row, for every requester.
func bindRowCondition(r *resource, declared predicate.Expr, instead string, mistake func(format string, args ...any)) (holds predicate.Expr, ok bool) {
	holds, err := declared.Bind(r.Type)
	if err != nil {
		mistake("does not fit: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
		return holds, false
	}
	for _, op := range []predicate.Op{predicate.OpExists, predicate.OpFunc, predicate.OpMatch} {
		if holds.Has(op) {
			mistake("asks %s, which the columns of the row cannot tell; %s", op, instead)
			return holds, false
		}
	}
	switch {
	case holds.Asks() || len(holds.Params()) > 0:
		mistake("depends on the requester or on a parameter, and every row has to meet it; compare columns, or %s", instead)
	case holds.IsTrue() || holds.IsFalse():
		mistake("holds for every row or for none; write a condition on fields, such as predicate.Gte(\"ends\", predicate.F(\"begins\"))")
	default:
		return holds, true
	}
	return holds, false
}

// addConstraint adds a constraint to the type and, by its declared names, to those of its table.
func addConstraint(r *resource, declared declaration.Constraint, c schema.Constraint, mistake func(format string, args ...any)) {
	if slices.ContainsFunc(r.Type.Constraints, c.Same) {
		mistake("is there twice; list it once")
		return
	}
	for _, t := range r.order {
		of := c
		if t != r.Type {
			holds, err := declared.Holds.Bind(t)
			if t.Table != r.Type.Table || err != nil {
				continue
			}
			of.Of, of.Holds, of.Field = t, holds, t.ByWire(declared.Field)
		}
		if !slices.ContainsFunc(t.Constraints, of.Same) {
			t.Constraints = append(t.Constraints, &of)
		}
	}
}
