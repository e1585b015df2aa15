// Filters of lists, and other parameters of their queries.

package rest

import (
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// Filter is a parameter of the query of a list, or several, that selects rows by the field at the end of a
// path: see ViewSet.Filters.
type Filter struct {
	// Path contains wire names joined by dots, along relations: "assignee.username". Rows on the path that
	// the requester may not see do not count.
	//
	// The last names may lead into the objects of a field: "details.size.width". The members of a struct
	// have their kinds; those of a map[string]any or a json.RawMessage have the kind of As.
	Path string
	// As is a value of the Go type of a member in a map[string]any or a json.RawMessage, such as "" or
	// int64(0). A member of another type has no value for the filter.
	As any
	// Lookups are words between spaces, as in the tag: "eq isnull". By default they depend on the field's
	// kind.
	Lookups string
	// Name is the name of the parameter; the path with __ for its dots by default. Look-ups other than eq
	// and in follow it: due__gte.
	Name string
	// About describes the filter in a sentence.
	About string
}

// Param is a parameter of the query of a list that a Go function reads: see ViewSet.Params.
type Param struct {
	Name string
	// About describes the parameter in a sentence.
	About string
	// Schema is the JSON Schema of a value; a text by default.
	Schema map[string]any
	// Several means that the parameter may be repeated.
	Several bool
	// Read returns a condition on the rows, by names as in permission.Where. There is at least one value,
	// and none is empty. A *problem.Error refuses the request under the name of the parameter; any other
	// error is a 500. The condition applies to all rows along relations, even those that the requester may
	// not see.
	Read func(c *Call, values []string) (predicate.Expr, error)
}

// declare returns the parameter for the compiler.
func (p Param) declare() declaration.Param {
	d := declaration.Param{Name: p.Name, About: p.About, Schema: p.Schema, Several: p.Several}
	if p.Read != nil {
		d.Read = func(call plan.Call, values []string) (predicate.Expr, error) { return p.Read(&Call{call}, values) }
	}
	return d
}
