// Filters of lists.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// Filter is a parameter of the query of a list, or several, that leaves those rows whose field at the end of a
// path is as the client asks: see ViewSet.Filters.
type Filter struct {
	// Path are wire names with a dot between them, along relations: "assignee.username". Rows that the
	// requester may not see are none on the way.
	//
	// The last names may lead into the objects of a field: "details.size.width". The members of a struct have their
	// own kinds; those of a map[string]any or a json.RawMessage are of the kind that As says.
	Path string
	// As is a value of the Go type that a member of a map[string]any or a json.RawMessage has, such as "" or
	// int64(0). A member of another type has no value for the filter.
	As any
	// Lookups are words between spaces, as in the tag: "eq isnull". Without any it is what the field has
	// most use for.
	Lookups string
	// Name is what the parameter is called; the path with __ for its dots by default. Look-ups other than eq
	// and in follow it: due__gte.
	Name string
	// About says in a sentence what the filter is for.
	About string
}

// Param is a parameter of the query of a list that a Go function reads: see ViewSet.Params.
type Param struct {
	Name string
	// About says in a sentence what the parameter is for.
	About string
	// Schema is the JSON Schema of a value; a text by default.
	Schema map[string]any
	// Several says that the parameter may be there more than once.
	Several bool
	// Read returns the condition that the rows meet, by names as in permission.Where. The values are at least
	// one, and none is empty. A *problem.Error refuses the request under the name of the parameter; any other
	// error is a 500. The condition sees all rows along relations, those too that the requester may not see.
	Read func(c *Call, values []string) (predicate.Expr, error)
}

// declare is the parameter as it is compiled.
func (p Param) declare() declaration.Param {
	d := declaration.Param{Name: p.Name, About: p.About, Schema: p.Schema, Several: p.Several}
	if p.Read != nil {
		d.Read = func(call plan.Call, values []string) (predicate.Expr, error) { return p.Read(&Call{call}, values) }
	}
	return d
}
