// The rule of a resource's rows where its path is not used, with the conditions of the path added.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// compileRowAccess finds the rules of the resources' rows without a path's restriction: see plan.Resource.
func compileRowAccess(c *compiler) {
	for _, res := range c.Compiled {
		res.RowAccess = rowAccess{c, res}.of(res, res.Type, nil)
	}
	for i, res := range c.Compiled {
		if names := aboveWithoutSQL(res); len(names) > 0 && c.resources[i].declaration.RecordPath != "" {
			rowAccess{c, res}.mistake("which records above its rows a requester may read depends on the rule %q, which has no SQL form, so that it cannot be checked below RecordPath %q; write it with permission.Is, permission.Me and permission.Owner, or leave RecordPath out", strings.Join(names, ", "), c.resources[i].declaration.RecordPath)
		}
	}
}

// rowAccess makes the rule of the rows of one resource.
type rowAccess struct {
	*compiler
	resource *plan.Resource
}

func (access rowAccess) mistake(format string, args ...any) {
	access.Misplaced[access.resource] = true
	access.ReportView(access.resource.Type.Go, fmt.Sprintf("path %q: ", access.resource.Path)+fmt.Sprintf(format, args...))
}

// of returns the rule of a resource's rows, bound to a type of its table; below are the resources below it.
func (access rowAccess) of(res *plan.Resource, t *schema.Type, below []*plan.Resource) permission.Rule {
	rule := access.bound(res, t)
	switch {
	case rule == nil:
		return nil // a mistake that was reported
	case res.Singleton:
		return permission.OwnRow(rule, ownRow(t))
	case res.Parent == nil || res.Parent.Resource == nil:
		return rule
	case slices.Contains(below, res):
		access.mistake("the paths form a cycle, so that their rules never end; write one of the paths without a parameter")
		return nil
	}
	f := sameColumn(t, res.Parent.Field)
	if f == nil || f.Relation == nil || f.Relation.Type == nil {
		access.mistake("{%s} leads to records of %s, whose reference %s does not have; refer to %s", plan.Params(access.resource.Path)[0], res.Type.Go, t.Go, res.Type.Go)
		return nil
	}
	above := access.of(res.Parent.Resource, f.Relation.Type, append(below, res))
	return permission.Below(rule, f.Column, f.Index, above)
}

// bound returns the rule of a resource about rows of a type of its table.
func (access rowAccess) bound(res *plan.Resource, t *schema.Type) permission.Rule {
	if t == res.Type || res.Access == nil {
		return res.Access
	}
	rule := access.resources[slices.Index(access.Compiled, res)].declaration.Access
	if rule == nil {
		rule = access.Set.Access
	}
	owns := predicate.Constant(false)
	if owner := sameColumn(t, res.Type.Owner); owner != nil {
		owns = predicate.RequesterAt(owner.Column, owner.Index)
	}
	bound, mistakes := permission.Bind(rule, t, owns)
	if len(mistakes) > 0 {
		access.mistake("the rule of %q is asked of %s, to which {%s} refers: %s; refer to %s", res.Path, t.Go, plan.Params(access.resource.Path)[0], strings.Join(mistakes, "; "), res.Type.Go)
		return nil
	}
	return bound
}

// sameColumn returns the field of a type with the column of another's field, nil for none.
func sameColumn(t *schema.Type, f *schema.Field) *schema.Field {
	if f == nil {
		return nil
	}
	i := slices.IndexFunc(t.Fields, func(have *schema.Field) bool { return have.Column == f.Column })
	if i < 0 {
		return nil
	}
	return t.Fields[i]
}

// aboveWithoutSQL returns the names of the Go functions that determine who may read the records above the
// rows of a resource.
func aboveWithoutSQL(res *plan.Resource) []string {
	if res.Parent == nil || res.Parent.Resource == nil {
		return nil
	}
	return permission.WithoutSQL(permission.Below(permission.Anyone, "", 0, res.Parent.Resource.RowAccess))
}

// ownRow returns the condition that a row of a singleton belongs to the requester, or is the requester's
// account.
func ownRow(t *schema.Type) predicate.Expr {
	if t.Owner != nil {
		return ownedBy(t)
	}
	if t.Table == "users" && t.Key != nil {
		return predicate.RequesterAt(t.Key.Column, t.Key.Index)
	}
	return predicate.Constant(false) // a mistake that was reported
}

// readableRows refuses responses of rows below others whose reading depends on a Go function, unless the
// path names the row above: then the function is called.
func (action *actionCompiler) readableRows(res *plan.Resource) {
	if names := aboveWithoutSQL(res); res != action.resource && len(names) > 0 {
		action.mistake("answers rows of %s, and which records above them a requester may read depends on the rule %q, which has no SQL form; write that with permission.Is, permission.Me and permission.Owner, or make this an action of %s", res.Path, strings.Join(names, ", "), res.Path)
	}
}
