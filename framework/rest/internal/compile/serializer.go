// The options of a serializer: hooks, validation, computed members, messages.

package compile

import "example.com/resourceful/framework/plan"

// takeSerializer takes the code of a team for the requests of a resource.
func takeSerializer(r *resource) {
	declared, res := r.declaration, r.Resource
	res.Validate, res.BeforeSave, res.Preview = declared.Validate, declared.BeforeSave, declared.Preview
	compileHooks(r)
}

// compileHooks compiles the hooks, and reports those that no request runs.
func compileHooks(r *resource) {
	h := &r.declaration.Hooks
	for _, pair := range []struct {
		names         string
		before, after plan.Hook
		needs         plan.Actions
		action        string
	}{
		{"BeforeCreate and AfterCreate", h.BeforeCreate, h.AfterCreate, plan.Create, "rest.Create"},
		{"BeforeUpdate and AfterUpdate", h.BeforeUpdate, h.AfterUpdate, plan.Replace | plan.Modify, "rest.Replace or rest.Modify"},
		{"BeforeDelete and AfterDelete", h.BeforeDelete, h.AfterDelete, plan.Destroy, "rest.Destroy"},
	} {
		if (pair.before != nil || pair.after != nil) && !r.Has(pair.needs) {
			r.mistake("Serializer: %s are for requests that the resource does not offer; add %s to the actions, or leave them out", pair.names, pair.action)
		}
	}
	if h.AfterCommit != nil && !r.Has(plan.Create|plan.Replace|plan.Modify|plan.Destroy) {
		r.mistake("Serializer: AfterCommit is for requests that write, and the resource offers none; add one to the actions, or leave it out")
	}
	r.Resource.Hooks = *h
}
