// The option Access: the permissions on a resource.

package compile

import (
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/sets"
)

// compileAccess finds the rule's paths and checks that its two readings exist if they are needed.
func compileAccess(r *resource) {
	rule := r.declaration.Access
	if rule == nil {
		rule = r.Set.Access
	}
	if rule == nil {
		r.mistake("nothing says who may use the resource; write Access: permission.Anyone to allow everyone, or another rule")
		return
	}
	rule = restrictToOwn(r, rule)
	if r.declaration.DestroyAccess != nil && !r.Has(plan.Destroy) {
		r.mistake("DestroyAccess says who may delete a record, and nobody can; add rest.Destroy to the actions, or leave it out")
	}
	bound := r.bindRule("Access", rule)
	if bound == nil {
		return
	}
	checkAnonymous(r, bound)
	if names := permission.WithoutSQL(bound); r.Has(plan.List) && len(names) > 0 {
		r.mistake("Access: a list cannot be filtered by the rule %q, which has no SQL form; write it with permission.Is, permission.Me and permission.Owner, or leave rest.List out", strings.Join(names, ", "))
	}
	r.Resource.Access = bound
}

// checkAnonymous refuses a rule that permits a create with an owner to an anonymous requester.
func checkAnonymous(r *resource, rule permission.Rule) {
	owner := r.Type.Owner
	if owner == nil || owner.Null || !r.Has(plan.Create) || r.declaration.BeforeSave != nil || r.declaration.Hooks.BeforeCreate != nil {
		return
	}
	left, ok := sets.Try(func() predicate.Expr { return permission.Reduce(rule, permission.Request{}) })
	if ok && !left.IsFalse() {
		r.mistake(`Access: anonymous requests may create rows, and a row needs an owner; write permission.All(permission.SignedInOrReadOnly, …), or "optional" at %s`, owner.Go)
	}
}

// restrictToOwn returns a resource's rule for a singleton: nobody has one without credentials.
func restrictToOwn(r *resource, rule permission.Rule) permission.Rule {
	if !r.declaration.Singleton {
		return rule
	}
	return permission.All(permission.SignedIn, rule)
}
