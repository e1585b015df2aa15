// The tables of groups and permissions, for a set with rules that use them.

package compile

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
)

type (
	// user is an account as a member of groups, in the same pairs as in any other ManyToMany of accounts
	// and groups.
	user struct {
		ID     int64                         `rest:"id,readonly"`
		Groups schema.ManyToMany[auth.Group] `rest:"groups,optional"`
	}
	// userPermission is a permission that an account has been granted.
	userPermission struct {
		ID         int64                       `rest:"id,readonly"`
		User       schema.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
		Permission string                      `rest:"permission" validate:"max=150"`
	}
	// groupPermission is a permission of the members of a group.
	groupPermission struct {
		ID         int64                        `rest:"id,readonly"`
		Group      schema.BelongsTo[auth.Group] `rest:"group,ondelete=cascade"`
		Permission string                       `rest:"permission" validate:"max=150"`
	}
)

// addGrants adds the tables of groups and permissions if a rule uses them, a scheme changes groups, or rows
// have permissions, and reports whether any does.
func addGrants(c *compiler, p *plan.Plan) {
	onRows := func(t *schema.Type) bool { return schema.PermittedOf(t.Go) != nil }
	if !changesGroups(c) && !slices.ContainsFunc(c.order, onRows) && !c.rulesAsk(permission.AsksGrants) {
		return
	}
	known := len(c.order)
	compileType(c, reflect.TypeFor[user](), "users", nil, "")
	compileType(c, reflect.TypeFor[userPermission](), "user_permissions", nil, "")
	compileType(c, reflect.TypeFor[groupPermission](), "group_permissions", nil, "")
	linkFrom(c, known)
	p.Grants = true
}

// rulesAsk reports whether a rule of the set asks for something.
func (c *compiler) rulesAsk(asks func(permission.Rule) bool) bool {
	operation := func(o *plan.Operation) bool { return asks(o.Access) }
	return asks(c.Set.Access) || slices.ContainsFunc(c.endpoints, operation) || slices.ContainsFunc(c.Compiled, func(res *plan.Resource) bool {
		fields := func(f plan.FieldRule) bool { return asks(f.Rule) }
		return asks(res.Access) || slices.ContainsFunc(res.Fields, fields) || slices.ContainsFunc(res.Operations, operation) ||
			res.History != nil && asks(res.History.Deleted)
	})
}

// changesGroups reports whether a scheme of the set manages the groups of accounts.
func changesGroups(c *compiler) bool {
	for _, list := range c.Set.Schemes {
		for _, s := range list.Values {
			g, ok := s.(auth.GroupScheme)
			if does, asked := sets.Try(func() bool { return ok && g.ChangesGroups() }); asked && does { // a scheme may be a nil pointer
				return true
			}
		}
	}
	return false
}
