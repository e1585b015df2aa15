// The option Ordering: orders that clients may request.

package compile

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// compileOrdering compiles the words "sort" of the tags, and then ViewSet.Ordering.
func compileOrdering(r *resource) {
	var choices []plan.OrderChoice
	for _, f := range r.Type.Fields {
		if f.Sorts && !f.Hidden() && f.Orderable() && hasList(r) {
			choices = append(choices, plan.OrderChoice{Name: f.Wire, Order: []plan.Order{{Field: f, Nulls: schema.NullsLast}}})
		}
	}
	paths := map[string]*schema.Field{}
	for _, text := range r.declaration.Ordering {
		name, words, named := strings.Cut(text, "=")
		if !named {
			name, _, _ = strings.Cut(text, " ")
			words = text
		}
		choice, whole := plan.OrderChoice{Name: strings.TrimSpace(name)}, true
		for word := range strings.SplitSeq(words, ",") {
			o, ok := compileOrderStep(r, text, strings.TrimSpace(word), paths)
			choice.Order, whole = append(choice.Order, o), whole && ok
		}
		taken := slices.ContainsFunc(choices, func(c plan.OrderChoice) bool { return c.Name == choice.Name })
		switch {
		case choice.Name == "" || strings.Contains(choice.Name, ",") || strings.HasPrefix(choice.Name, "-") && named:
			r.mistake("Ordering: %q gives an order the name %q; write a name such as newest=-created", text, choice.Name)
		case strings.HasPrefix(choice.Name, "-"):
			r.mistake("Ordering: %q begins with a minus, which clients write where they want it; write %q, or a name such as newest=-created", text, strings.TrimPrefix(text, "-"))
		case taken && r.Type.ByWire(choice.Name) != nil && r.Type.ByWire(choice.Name).Sorts:
			r.mistake("Ordering: %q is a choice by the word \"sort\" of its tag; leave one of the two out", choice.Name)
		case taken:
			r.mistake("Ordering: %q is there twice; write it once", choice.Name)
		case whole:
			choices = append(choices, choice)
		}
	}
	switch {
	case r.declaration.Ordering != nil && !hasList(r):
		r.mistake("Ordering: the resource has no list; add rest.List to the actions, or leave Ordering out")
	case choices != nil:
		r.Resource.Ordering = plan.NewOrdering(choices, r.Resource.Order)
		checkSeekOrders(r)
	}
}

// compileOrderStep returns one step of a choice, false after a mistake.
func compileOrderStep(r *resource, text, word string, paths map[string]*schema.Field) (plan.Order, bool) {
	name, desc := strings.CutPrefix(word, "-")
	name, end, placed := strings.Cut(name, " ")
	o := plan.Order{Desc: desc, Nulls: schema.NullsLast}
	if placed {
		o.Nulls = plan.ParseNulls(end)
	}
	if strings.Contains(name, ".") {
		o.Field = findOrderPath(r, text, name, paths)
	} else {
		o.Field = r.Type.ByWire(name)
	}
	f := o.Field
	switch {
	case f == nil && strings.Contains(name, "."): // with a mistake that was reported, or hidden
	case f != nil && f.Concealed:
	case f == nil && r.Type.ByColumn(name) != nil && r.Type.ByColumn(name).Hidden():
		r.mistake("Ordering: %q goes by a column that clients never see: the order would reveal it; name another field", text)
	case f == nil:
		r.mistake("Ordering: %q names no field of %s%s", text, r.Type.Go, field.Hint(name, listSortable(r)))
	case f.Hidden():
		r.mistake("Ordering: %q goes by a field that clients never see: the order would reveal it; name another one", text)
	case f.IsComputed():
		r.mistake("Ordering: %q is computed by a function, which the database cannot sort by; write one of %s", text, strings.Join(listSortable(r), ", "))
	case f.IsToMany():
		r.mistake("Ordering: %q leads to many rows; order by their number, a rest.Count", text)
	case f.Relation != nil:
		r.mistake("Ordering: %q leads to other rows; order by a field of theirs, such as %s.%s", text, name, f.Relation.Type.Key.Wire)
	case !f.Orderable():
		r.mistake("Ordering: %q is %s, which has no order; write one of %s", text, f.WithArticle(), strings.Join(listSortable(r), ", "))
	case placed && o.Nulls == schema.NullsLow:
		r.mistake("Ordering: %q ends in %q; write nulls first or nulls last behind the name, or nothing", text, end)
	default:
		return o, true
	}
	return o, false
}

// findOrderPath returns a field for a path along references, nil after a reported mistake. A path in
// several choices is one field.
func findOrderPath(r *resource, text, name string, paths map[string]*schema.Field) *schema.Field {
	if f := paths[name]; f != nil {
		return f
	}
	p := findFieldPath(r.compiler, r.Resource, name, func(format string, args ...any) { r.mistake("Ordering: "+format, args...) })
	if p == nil {
		return nil
	}
	if p.End.Relation != nil {
		r.mistake("Ordering: %q ends at a relation; add a field of its rows", text)
		return nil
	}
	var steps []*schema.Field
	for _, step := range p.Steps {
		if !step.Field.IsToOne() {
			r.mistake("Ordering: %q goes along %s, which leads to many rows; go along references, or order by a rest.Count", text, cmp.Or(step.Field.Wire, step.Field.Go))
			return nil
		}
		if step.Field == r.Type.Owner && hides(step.Visible) {
			r.mistake("Ordering: %q goes along %s, the owner. Rows show it to everybody, and the rule %q hides the rows of accounts: the order would reveal them; leave it out", text, step.Field.Go, permission.String(step.Visible))
			return nil
		}
		steps = append(steps, step.Field)
	}
	paths[name] = structs.FieldAt(steps, p.End, len(paths))
	return paths[name]
}

// hides reports whether a rule hides rows from somebody; nil is no rule.
func hides(rule permission.Rule) bool {
	return rule != nil && slices.ContainsFunc(permission.Reading(rule), func(cond predicate.Expr) bool { return !cond.IsTrue() })
}

// listSortable returns the names that clients may order by.
func listSortable(r *resource) []string {
	var names []string
	for _, f := range r.Type.Fields {
		if f.Orderable() && !f.Hidden() && f.Relation == nil {
			names = append(names, f.Wire)
		}
	}
	return names
}

// checkSeekOrders checks that a paginator can begin after the values of a client's order.
func checkSeekOrders(r *resource) {
	if _, seeks := r.Resource.Pages.(plan.Seeker); !seeks {
		return
	}
	for _, f := range r.Resource.Ordering.Fields() {
		if f.Column == "" {
			r.mistake("Pages begin after the values of a row, and Ordering has %q, which is not a column; leave it out, or write rest.PageNumber{Size: 20}", cmp.Or(f.Wire, f.Go))
		}
	}
}

// addOrdering adds the parameter by which clients order.
func addOrdering(r *resource) {
	if compileOrdering(r); r.Resource.Ordering != nil {
		addParam(r, r.Resource.Ordering.Param(), func(format string, args ...any) { r.mistake("Ordering: "+format, args...) }, r.viewPosition)
	}
}
