// Lists of a part of the rows, and actions with rows in the response.

package compile

import (
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// sublist completes the operation of a Sublist, which is the list of the resource with fewer rows. The
// database filters it by two rules: that of the Sublist, and that of the resource.
func (action *actionCompiler) sublist(r *resource, o *plan.Operation) {
	o.Builtin, o.Many, o.Rows, o.Output = plan.List, true, r.Resource, r.Resource.Shapes.List
	if o.Access != nil {
		if names := permission.WithoutSQL(o.Access); len(names) > 0 {
			action.mistake("cannot be filtered by the rule %q, which has no SQL form; write it with permission.Is, permission.Me and permission.Owner", strings.Join(names, ", "))
		}
	}
	if r.Resource.Access == nil || r.Resource.Singleton || r.Has(plan.List) {
		return // another mistake was reported already
	}
	if names := permission.WithoutSQL(r.Resource.Access); len(names) > 0 {
		action.mistake("cannot be filtered by the rule %q of the resource, which has no SQL form; write Access with permission.Is, permission.Me and permission.Owner, or leave the Sublist out", strings.Join(names, ", "))
	}
}

// showsRows reports whether an action shows rows of the resource: several as its list does, or one as a
// retrieve does.
func showsRows(r *resource, many bool) bool {
	shows := func(declared *declaration.Action, of *plan.Resource) bool {
		action := actionCompiler{c: r.compiler, Action: declared, resource: of}
		rows, several := action.rows()
		return rows == r.Resource && several == many
	}
	for _, other := range r.resources {
		for i := range other.declaration.Extra {
			if shows(&other.declaration.Extra[i], other.Resource) {
				return true
			}
		}
	}
	for _, declared := range r.compiler.actions {
		if shows(declared, nil) {
			return true
		}
	}
	return false
}

// rows returns the resource of the rows in the action's response, nil for none, and whether they are
// several.
func (action *actionCompiler) rows() (of *plan.Resource, many bool) {
	switch {
	case action.Narrow:
		return action.resource, true
	case action.Out == nil:
		return nil, false
	}
	t, many := rowType(action.Out)
	return action.rowsOf(t), many
}

// filteredRows adds the filters of its list to the action.
func (action *actionCompiler) filteredRows(o *plan.Operation) {
	switch {
	case !action.Filtered:
	case action.Narrow:
		action.mistake("has the filters of the list anyway; leave rest.Filtered out")
	case action.resource == nil || action.Record || o.Method != "GET":
		action.mistake("has rest.Filtered, and only a GET action of a list has its filters; leave rest.Filtered out, or make it a rest.OnList with rest.GET")
	case len(plan.Narrowing(action.resource.Params)) == 0:
		action.mistake("has rest.Filtered, and the list has no filters; declare some, or leave rest.Filtered out")
	case len(permission.WithoutSQL(action.resource.Access)) > 0:
		action.mistake("has rest.Filtered, and the database cannot ask the rule %q of the resource, which has no SQL form; write Access with permission.Is, permission.Me and permission.Owner", strings.Join(permission.WithoutSQL(action.resource.Access), ", "))
	default:
		o.Filtered = true
	}
}
