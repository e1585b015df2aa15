// Paths to columns, for the query of a list.

package compile

import (
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/links"
	"example.com/resourceful/framework/schema"
)

// findFieldPath finds the target of a text such as "project.name" from the rows of a resource: names of
// relations, and at the end that of a field. It reports a mistake and then returns nil.
func findFieldPath(c *compiler, res *plan.Resource, text string, report func(format string, args ...any)) *plan.FieldPath {
	p, t := &plan.FieldPath{Text: text}, res.Type
	names := strings.Split(text, ".")
	for i, name := range names {
		f, last := t.Find(name), i == len(names)-1
		switch {
		case name == "":
			report("path %q has an empty part; write the names of fields with one dot between them", text)
			return nil
		case f == nil:
			report("path %q: %s has no field %q%s", text, t.Go, name, field.Hint(name, t.Members()))
			return nil
		case f.Concealed:
			return nil // none of the plan's requesters can use it
		case last && f.Hidden():
			report("path %q ends at %s of %s, which clients never see: its results would reveal it; end it at a field that is shown", text, f.Go, t.Go)
			return nil
		case last && f.Column == "" && f.Relation == nil:
			report("path %q ends at %s of %s, which is not a column; end it at one", text, f.Go, t.Go)
			return nil
		case last:
			p.End = f
			return p
		case f.Relation == nil:
			report("path %q goes through %s of %s, which is %s; end it there, or go along a relation", text, f.Go, t.Go, f.WithArticle())
			return nil
		case f.Relation.Type == nil:
			return nil // another mistake was reported already
		}
		step, ok := makePathStep(c, res, t, f, text, report)
		if !ok {
			return nil
		}
		p.Steps = append(p.Steps, step)
		t = f.Relation.Type
	}
	return nil
}

// makePathStep returns one relation of a path, with the rule of the rows that it leads to: the rule of any
// resource that serves them is enough.
func makePathStep(c *compiler, res *plan.Resource, t *schema.Type, f *schema.Field, text string, report func(format string, args ...any)) (plan.Step, bool) {
	var rules []permission.Rule
	for _, other := range links.FindPassing(c.Linker, t, f) {
		rule := rowAccess{c, res}.of(other, f.Relation.Type, nil)
		if rule == nil {
			return plan.Step{}, false // a mistake that was reported
		}
		if names := permission.WithoutSQL(rule); len(names) > 0 {
			report("path %q: which rows of %s a requester may see depends on the rule %q, which has no SQL form; write it with permission.Is, permission.Me and permission.Owner", text, other.Path, strings.Join(names, ", "))
			return plan.Step{}, false
		}
		rules = append(rules, rule)
	}
	switch len(rules) {
	case 0:
		return plan.Step{Field: f}, true
	case 1:
		return plan.Step{Field: f, Visible: rules[0]}, true
	}
	return plan.Step{Field: f, Visible: permission.Any(rules...)}, true
}
