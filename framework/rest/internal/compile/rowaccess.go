// The visible rows of a resource without a path's restriction.

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
	for _, e := range c.compiled {
		e.RowAccess = rowAccess{c, e}.of(e, e.Type, nil)
	}
	for i, e := range c.compiled {
		if names := aboveWithoutSQL(e); len(names) > 0 && c.resources[i].declaration.RecordPath != "" {
			rowAccess{c, e}.mistake("which records above its rows a requester may read is said by the rule %q, which has no SQL form, so that it cannot be asked below RecordPath %q; write it with permission.Is, permission.Me and permission.Owner, or leave RecordPath out", strings.Join(names, ", "), c.resources[i].declaration.RecordPath)
		}
	}
}

// rowAccess makes the rule of the rows of one resource.
type rowAccess struct {
	*compiler
	resource *plan.Resource
}

func (x rowAccess) mistake(format string, args ...any) {
	x.misplaced[x.resource] = true
	x.ReportView(x.resource.Type.Go, fmt.Sprintf("path %q: ", x.resource.Path)+fmt.Sprintf(format, args...))
}

// of returns the rule of a resource's rows, bound to a type of its table; below are the resources below it.
func (x rowAccess) of(e *plan.Resource, t *schema.Type, below []*plan.Resource) permission.Rule {
	rule := x.bound(e, t)
	switch {
	case rule == nil:
		return nil // a mistake that was reported
	case e.Singleton:
		return permission.OwnRow(rule, ownRow(t))
	case e.Parent == nil || e.Parent.Resource == nil:
		return rule
	case slices.Contains(below, e):
		x.mistake("its rows are below rows that are below them, so that no rule of these ends; write one of the paths without a parameter")
		return nil
	}
	f := sameColumn(t, e.Parent.Field)
	if f == nil || f.Relation == nil || f.Relation.Type == nil {
		x.mistake("{%s} leads to records of %s, whose reference %s does not have; refer to %s", plan.Params(x.resource.Path)[0], e.Type.Go, t.Go, e.Type.Go)
		return nil
	}
	above := x.of(e.Parent.Resource, f.Relation.Type, append(below, e))
	return permission.Below(rule, f.Column, f.Index, above)
}

// bound returns the rule of a resource about rows of a type of its table.
func (x rowAccess) bound(e *plan.Resource, t *schema.Type) permission.Rule {
	if t == e.Type || e.Access == nil {
		return e.Access
	}
	rule := x.resources[slices.Index(x.compiled, e)].declaration.Access
	if rule == nil {
		rule = x.Set.Access
	}
	owns := predicate.Constant(false)
	if owner := sameColumn(t, e.Type.Owner); owner != nil {
		owns = predicate.RequesterAt(owner.Column, owner.Index)
	}
	bound, mistakes := permission.Bind(rule, t, owns)
	if len(mistakes) > 0 {
		x.mistake("the rule of %q is asked of %s, to which {%s} refers: %s; refer to %s", e.Path, t.Go, plan.Params(x.resource.Path)[0], strings.Join(mistakes, "; "), e.Type.Go)
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
func aboveWithoutSQL(e *plan.Resource) []string {
	if e.Parent == nil || e.Parent.Resource == nil {
		return nil
	}
	return permission.WithoutSQL(permission.Below(permission.Anyone, "", 0, e.Parent.Resource.RowAccess))
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
func (x *actionCompiler) readableRows(e *plan.Resource) {
	if names := aboveWithoutSQL(e); e != x.resource && len(names) > 0 {
		x.mistake("answers rows of %s, and which records above them a requester may read is said by the rule %q, which has no SQL form; write that with permission.Is, permission.Me and permission.Owner, or make this an action of %s", e.Path, strings.Join(names, ", "), e.Path)
	}
}
