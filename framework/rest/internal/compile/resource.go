// One resource during its compilation: reporting its mistakes, binding its rules.

package compile

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// resource is one of the plan during its compilation.
type resource struct {
	*compiler
	declaration *declaration.ViewSet
	*plan.Resource
}

// addResource adds the resource of a view set, whose rows have a type.
func (c *compiler) addResource(declared *declaration.ViewSet, t *schema.Type) {
	r := &resource{compiler: c, declaration: declared, Resource: &plan.Resource{Type: t, Path: declared.Path}}
	c.resources, c.Compiled = append(c.resources, r), append(c.Compiled, r.Resource)
}

// mistake reports a mistake in the view set.
func (r *resource) mistake(format string, args ...any) {
	r.ReportView(r.declaration.GoType, fmt.Sprintf(format, args...))
}

// bindRule binds a rule of the view set to its rows, nil after a mistake.
func (r *resource) bindRule(name string, rule permission.Rule) permission.Rule {
	return r.bindRuleOf(name, rule, false)
}

// bindRuleOf is bindRule for a member, or for operations.
func (r *resource) bindRuleOf(name string, rule permission.Rule, member bool) permission.Rule {
	bound, mistakes := bindRule(rule, r.Type, member, permission.Contradictions)
	for _, msg := range mistakes {
		r.mistake("%s: %s", name, msg)
	}
	if permission.NeedsOwner(rule) && r.declaration.Owner == nil {
		r.mistake("%s: the rule asks for an owner and the resource names none; write Owner: rest.Field(func(row *%s) *rest.BelongsTo[…] { return &row.… })", name, source.PlainName(r.declaration.GoType))
	}
	if len(mistakes) > 0 {
		return nil
	}
	return bound
}

// bindRule binds a rule to rows, and returns its mistakes, contradictions too.
func bindRule(rule permission.Rule, t *schema.Type, member bool, contradictions func(permission.Rule) []string) (bound permission.Rule, mistakes []string) {
	bound, mistakes = permission.Bind(rule, t, ownedBy(t))
	switch wrong := permission.Misplaced(rule, member); {
	case mistakes != nil || permission.NeedsOwner(rule) && t.Owner == nil: // already reported
	case wrong != "":
		mistakes = []string{wrong}
	default:
		mistakes = contradictions(bound)
	}
	return bound, mistakes
}

// ownedBy returns the condition that the requester owns a row, which nobody does if the resource names no
// owner.
func ownedBy(t *schema.Type) predicate.Expr {
	if t.Owner == nil {
		return predicate.Constant(false)
	}
	return predicate.RequesterAt(cmp.Or(t.Owner.Wire, t.Owner.Column), t.Owner.Index)
}

// named finds a field by its wire name, as rules do, or by its column; nil for none.
func (r *resource) named(name string) *schema.Field {
	if m, ok := r.Type.Member(name); ok && name != "" {
		return r.Type.Fields[m.Index]
	}
	return r.Type.ByColumn(name)
}

// viewPosition returns the position of the view set's declaration.
func (r *resource) viewPosition() string { return r.Finder.View(r.declaration.GoType, r.Set.At) }

// warnOf is resource.warn for a resource of the plan.
func (c *compiler) warnOf(of *plan.Resource, msg string) {
	c.resources[slices.Index(c.Compiled, of)].warn(msg)
}

// warn adds a remark about a declaration that is valid, and may be intended.
func (r *resource) warn(msg string) {
	r.warnings = append(r.warnings, (&sets.Mistake{Pos: r.viewPosition(), Resource: source.PlainName(r.declaration.GoType), Msg: msg}).Error())
}
