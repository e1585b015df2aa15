// The option Fields: the permissions to read and write members.

package compile

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// saysMore returns the part of a member's rule that does not apply to the member, with its correction; ""
// for none.
func saysMore(rule permission.Rule, f *schema.Field) string {
	by, parts := rule.(permission.By)
	switch {
	case f.WriteOnly && parts && by.Read != permission.Nobody:
		return "nobody reads a write-only member; write permission.Nobody for Read"
	case f.ReadOnly && f.Of == nil && parts && (by.Write != permission.Nobody || by.Create != nil || by.Change != nil):
		return "no client sends a read-only member; write only the rule of Read"
	}
	return ""
}

func looksAtRows(rule permission.Rule) bool {
	return permission.LooksAtRows(rule, true) || permission.LooksAtRows(rule, false)
}

// concealMembers hides from an audience the members of a type that their rules do not permit to read and
// write.
func concealMembers(c *compiler, t *schema.Type) {
	holds := c.fields.audience
	if holds == nil {
		return
	}
	for _, f := range t.Fields {
		for i := range c.fields.list {
			if r := &c.fields.list[i]; r.matches(t, f) {
				t.Conceal(f, r.sending(*holds))
			}
		}
	}
	t.ConcealDerived()
}

// forgetConcealed removes the names of everything that is hidden from an audience, once the plan is made.
func forgetConcealed(c *compiler) {
	if c.fields.audience == nil {
		return
	}
	for t := range listTypes(c) {
		t.Forget()
	}
}

// guardMembers marks, in the plan for everything, the members that rules hide from others, and those that
// reveal them.
func guardMembers(c *compiler) {
	if c.fields.audience != nil || len(c.fields.list) == 0 {
		return
	}
	refuses := func(e predicate.Expr) bool { return !e.IsTrue() }
	for _, r := range c.fields.list {
		if left := permission.Reading(c.fields.rules[r.rule].Rule); !slices.ContainsFunc(left, refuses) {
			continue // everybody reads it
		}
		for t := range listTypes(c) {
			for _, f := range t.Fields {
				f.Guarded = f.Guarded || r.matches(t, f)
			}
		}
	}
	for marked := true; marked; {
		marked = false
		for t := range listTypes(c) {
			marked = t.Guard() || marked
		}
	}
}

// listTypes returns the types of rows and of their representations; some more than once.
func listTypes(c *compiler) iter.Seq[*schema.Type] {
	return func(yield func(*schema.Type) bool) {
		types := slices.AppendSeq(slices.Clone(c.order), maps.Values(c.represented))
		for _, res := range c.Compiled {
			for _, s := range res.Shapes.All() {
				types = append(types, s.Type)
			}
		}
		slices.Values(types)(yield)
	}
}

// compileFieldRules finds the rules of the members of a resource.
func compileFieldRules(r *resource) {
	for _, name := range slices.Sorted(maps.Keys(r.declaration.Fields)) {
		mistake := func(format string, args ...any) {
			r.mistake("Fields: %q "+format, append([]any{name}, args...)...)
		}
		rule, f, of := r.declaration.Fields[name], r.Type.ByWire(name), r.Type
		for _, s := range r.Resource.Shapes.All() {
			if f == nil {
				f, of = s.Type.ByWire(name), s.Type
			}
		}
		switch {
		case f == nil:
			mistake("names no field of %s%s", r.Type.Go, field.Hint(name, r.Type.Wires()))
			continue
		case rule == nil:
			mistake("has no rule; write one, permission.Nobody where nobody may")
			continue
		}
		bound := r.bindRuleOf(fmt.Sprintf("Fields: %q", name), rule, true)
		switch {
		case bound == nil: // with a mistake that was reported
		case r.fields.audience == nil && saysMore(rule, f) != "":
			mistake("has a rule with a part that never applies: %s", saysMore(rule, f))
		case f.WritesRows() && (permission.RefusesMember(rule, permission.Create) || permission.RefusesMember(rule, permission.Change)):
			mistake("has permission.OrInvalid, and clients send rows by it; leave that out, so that they are ignored, or give fields of those rows rules in their view set")
		case slices.ContainsFunc([]permission.Rule{bound, permission.For(bound, permission.Create), permission.For(bound, permission.Change)}, looksAtRows):
			mistake("has a rule that looks at rows: %s; write one about the requester only, such as permission.Group, or use ReadOnlyWhile for writes", permission.String(rule))
		default:
			r.Resource.Fields = append(r.Resource.Fields, plan.FieldRule{Field: f, Rule: bound})
			addFieldRule(r, fieldRule{
				of: of.Go, wire: f.Wire, table: r.Type.Table, column: f.Column, by: r,
				refusedCreate: permission.RefusesMember(rule, permission.Create), refusedChange: permission.RefusesMember(rule, permission.Change),
			}, bound, mistake)
		}
	}
}

// addFieldRule adds the rule of a member, which must agree with those of other view sets.
func addFieldRule(r *resource, fr fieldRule, rule permission.Rule, mistake func(format string, args ...any)) {
	all := &r.compiler.fields
	if all.audience != nil {
		return // all of them exist
	}
	same := func(have plan.MemberRule) bool { return reflect.DeepEqual(have.Rule, rule) }
	if fr.rule = slices.IndexFunc(all.rules, same); fr.rule < 0 {
		fr.rule = len(all.rules)
		all.rules = append(all.rules, plan.MemberRule{Rule: rule, Create: permission.For(rule, permission.Create), Change: permission.For(rule, permission.Change)})
	}
	for _, have := range all.list {
		is := have.column == fr.column && have.table == fr.table && (fr.column != "" || have.of == fr.of && have.wire == fr.wire)
		if is && have.rule != fr.rule {
			mistake("has another rule in the view set of %s, at %s; a rule is about the column, wherever it is shown: write it once", have.by.declaration.GoType, r.Finder.View(have.by.declaration.GoType, r.Set.At))
			return
		}
	}
	if all.list = append(all.list, fr); len(all.rules) == plan.MaxFieldRules+1 {
		mistake("has the rule number %d of the set, which tells apart more requesters than there are plans for; let fields share their rules", len(all.rules))
	}
}

// checkFieldRules refuses rules about members that every requester learns in another way.
func checkFieldRules(c *compiler) {
	if c.fields.audience != nil {
		refuseChanges(c)
		return
	}
	for i, res := range c.Compiled {
		r := c.resources[i]
		for _, fr := range res.Fields {
			if told := findDisclosure(r, fr.Field); told != "" {
				r.mistake("Fields: %q has a rule, and %s", fr.Field.Wire, told)
			}
		}
	}
}

// refuseChanges makes the plan of an audience refuse changed values of members: see permission.OrInvalid.
func refuseChanges(c *compiler) {
	for _, res := range c.Compiled {
		var fields []*schema.Field
		for _, f := range res.Type.Fields {
			if f.RefusesChange {
				fields = append(fields, f)
			}
		}
		if fields != nil {
			res.ReadOnlyWhile = append(res.ReadOnlyWhile, plan.ReadOnlyWhile{Fields: fields, Holds: predicate.Constant(true), Message: schema.NotSent})
		}
	}
}

// findDisclosure returns what reveals a field to every requester, with the correction; "" for nothing.
func findDisclosure(r *resource, f *schema.Field) string {
	t := r.Type
	is := func(g *schema.Field) bool {
		return g != nil && f.Column != "" && g.Column == f.Column && (g == f || g.Of == f)
	}
	sorts := func(o plan.Order) bool { return is(o.Field) && o.Field != t.Key }
	switch {
	case is(t.Key) || is(r.Resource.Lookup.Field):
		return "addresses name the records by it; leave the rule out"
	case is(t.Version) || is(t.Deleted) || is(r.Resource.LastModified) || r.Parent != nil && is(r.Parent.Field):
		return "the service itself shows it in headers and URLs; leave the rule out"
	case slices.ContainsFunc(r.Resource.Order, sorts):
		return "Order sorts the list by it, which reveals it; sort by another field, and let clients sort by this one with \"sort\""
	case f.Search != nil && f.Search.Prefix == "@":
		return `its tag says "search=@", whose index reveals it; write "search", or leave the rule out`
	}
	for _, of := range r.order {
		for _, g := range of.Fields {
			if g.Relation != nil && is(g.ShownBy()) {
				return fmt.Sprintf("%s.%s shows rows by it; show them by another field", of.Go, g.Go)
			}
		}
	}
	for _, together := range t.Together {
		if slices.ContainsFunc(together.Fields, is) {
			return "Indexes keep it unique together with other fields, so that a conflict reveals it; leave one of the two out"
		}
	}
	return ""
}
