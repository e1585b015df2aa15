package rest

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// rowAccess finds the rules of the rows of the resources where no path narrows them: see plan.Resource.
func (c *compiler) rowAccess() {
	for _, e := range c.compiled {
		if e.RowAccess = e.Access; e.Singleton {
			e.RowAccess = permission.OwnRow(e.Access, ownRow(e.Type))
		}
	}
}

// ownRow says that a row of a singleton is the requester's: he owns it, or it is his account.
func ownRow(t *schema.Type) predicate.Expr {
	if t.Owner != nil {
		return ownedBy(t)
	}
	if t.Table == "users" && t.Key != nil {
		return predicate.RequesterAt(t.Key.Column, t.Key.Index)
	}
	return predicate.Constant(false) // a mistake, which is reported
}
