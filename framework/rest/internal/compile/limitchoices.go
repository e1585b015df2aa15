// The option LimitChoices: rows that relations may lead to.

package compile

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// relationNames returns the wire names of the relations that clients may write.
func relationNames(t *schema.Type) (names []string) {
	for _, f := range t.Fields {
		if (f.IsToOne() || f.IsManyToMany()) && f.Writable() {
			names = append(names, f.Wire)
		}
	}
	return names
}

// compileLimitChoices compiles the limits of relations.
func compileLimitChoices(r *resource) {
	for n, declared := range r.declaration.LimitChoices {
		mistake := func(format string, args ...any) {
			r.mistake(fmt.Sprintf("LimitChoices: number %d ", n+1)+format, args...)
		}
		f := r.Type.ByWire(declared.Field)
		switch {
		case f == nil:
			mistake("names %q, which is not a field%s", declared.Field, field.Hint(declared.Field, relationNames(r.Type)))
		case !f.IsToOne() && !f.IsManyToMany():
			mistake("names %q, which is %s; name a rest.BelongsTo or a rest.ManyToMany", declared.Field, f.WithArticle())
		case !f.Writable():
			mistake("names %q, which no client writes; leave it out", declared.Field)
		case f.WritesRows():
			mistake("names %q, with nested=create, whose rows it does not look at; leave one of the two out", declared.Field)
		case f.Relation.Type == nil: // a mistake that was reported
		default:
			bindLimit(r, plan.LimitChoices{Field: f, Message: declared.Message}, declared.To, mistake)
		}
	}
}

// bindLimit binds the condition on the rows that a relation may lead to.
func bindLimit(r *resource, l plan.LimitChoices, to predicate.Expr, mistake func(format string, args ...any)) {
	to, err := to.AgainstOuter(r.Type)
	if err == nil {
		l.To, err = to.Bind(l.Field.Relation.Type)
	}
	switch {
	case err != nil:
		mistake("does not fit: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
	case l.To.Has(predicate.OpFunc) || l.To.Has(predicate.OpMatch):
		mistake("asks what no column answers; compare columns, or write a hook")
	case l.To.Asks() || len(l.To.Params()) > 0:
		mistake("depends on the requester or on a parameter; write it in the Access of the rows, or compare columns")
	case l.To.IsTrue() || l.To.IsFalse():
		mistake(`holds for every row or for none; write a condition, such as To: predicate.Eq("project", predicate.OuterRef("project"))`)
	default:
		for _, index := range l.To.OuterColumns() {
			if f := r.Type.Fields[index]; f.Filled {
				mistake("asks %s, which the database fills after the check (default:\"database\"); compare another field", f.Go)
				return
			}
			l.Outer = append(l.Outer, r.Type.Fields[index])
		}
		r.Resource.LimitChoices = append(r.Resource.LimitChoices, l)
	}
}
