// The option ReadOnlyWhile: fields that are read-only under a condition.

package compile

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
)

// compileReadOnlyWhile compiles the fields that are read-only under a condition.
func compileReadOnlyWhile(r *resource) {
	for n, declared := range r.declaration.ReadOnlyWhile {
		mistake := func(format string, args ...any) {
			r.mistake(fmt.Sprintf("ReadOnlyWhile: number %d ", n+1)+format, args...)
		}
		holds, ok := bindRowCondition(r, declared.Holds, "write a hook BeforeUpdate", mistake)
		rule := plan.ReadOnlyWhile{Holds: holds, Message: cmp.Or(declared.Message, "This field is read-only.")}
		if len(declared.Fields) == 0 {
			mistake("names no fields; write their wire names, such as Fields: []string{\"title\"}")
		}
		for _, name := range declared.Fields {
			switch f := r.Type.ByWire(name); {
			case f == nil:
				mistake("names %q, which is not a field%s", name, field.Hint(name, r.Type.Members()))
			case !f.Writable() || f.CreateOnly:
				mistake("names %q, which no client ever changes; leave it out", name)
			case f.WritesRows():
				mistake("names %q, by which clients send rows, which no such rule looks at; leave it out, and fix fields of those rows in their view set", name)
			case slices.Contains(rule.Fields, f):
				mistake("names %q twice; name it once", name)
			default:
				rule.Fields = append(rule.Fields, f)
			}
		}
		if !r.Has(plan.Replace | plan.Modify) {
			mistake("is about changes, and the resource offers none; add rest.Replace or rest.Modify to the actions, or leave it out")
		}
		if ok {
			r.Resource.ReadOnlyWhile = append(r.Resource.ReadOnlyWhile, rule)
		}
	}
}
