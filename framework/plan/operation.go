// What clients may do, and where.

package plan

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// Operation is what one method of one path does. Those with a Builtin are the framework's own; the
// others run the code of a team.
type Operation struct {
	Name        string    // "list", "close"; no other of the same resource has it
	Method      string    // "POST"
	Pattern     string    // "/tickets/{key}/close/"
	Title       string    // for people: "Close"
	Description string    // a sentence or two
	Resource    *Resource // nil for an operation without rows
	Record      bool      // it is about one record of the resource
	Builtin     Actions   // one bit; 0 for an operation of a team, and for the content of a file

	// Access is the operation's own rule: who may read the rows that it is about may do it where this
	// rule lets them. nil asks the rule of the resource, as a built-in operation of the same method
	// does. An operation without rows always has one.
	Access permission.Rule

	Input  *Shape         // what a body is bound to; nil takes no body
	Nested []*NestedWrite // the rows that members of Input nest, of a built-in operation
	Output *Shape         // what a success answers; nil is 204 without a body
	// Rows is the resource whose rows Output is: they are read again, as that resource shows them to the
	// requester. nil for a struct that is no row.
	Rows   *Resource
	Many   bool // the answer is a list of Output
	Status int  // of a success

	// File is the file of the row whose content a built-in operation answers; nil for all others.
	File *schema.Field

	// History says that it is about the history of the record: a GET lists that, a POST gives the record the
	// members that it had once.
	History bool

	// Deleted says that it is about rows that are marked as deleted, and no others: it lists them, or restores one.
	Deleted bool

	// Filtered says that the query takes the filters and the search of the resource's list, for the rows
	// that the code of a team reads.
	Filtered bool

	// NonAtomic says that Run is called without a transaction: what it changes, it changes by other means.
	NonAtomic bool
	// Scopes are the words any of which credentials that are limited to some must have.
	Scopes []string
	// Card says that the page of an operation without rows has its form and what came of it, and nothing else.
	Card bool
	// Throttles are how often the operation may be done.
	Throttles []*Throttle
	// Cost is how many requests one counts for under Throttles, by what it sends; nil for one.
	Cost func(call Call, input any) int64
	// Formats are the names of the renderers that an operation without rows answers with; nil for all of the set.
	Formats []string
	// Requests are the operation's own rules of requests; nil for those of the set.
	Requests *RequestRules

	// Run is the code of a team; nil for a built-in operation. row is a *T of the resource, nil where
	// Record is false; input is a pointer to the struct of Input, nil without one. The result is a
	// pointer to the struct of Output, or a []any of them where Many is true; nil answers nothing.
	Run func(call Call, row, input any) (any, error)
}

// OfTeam reports whether it is an operation of a team.
func (o *Operation) OfTeam() bool { return o.Builtin == 0 && o.File == nil && !o.History && !o.Deleted }

// Rules are the rules of requests of the operation, where those of the set are set.
func (o *Operation) Rules(set RequestRules) RequestRules {
	if o.Requests != nil {
		return *o.Requests
	}
	return set
}

// Safe reports whether the operation changes nothing, by RFC 9110.
func (o *Operation) Safe() bool { return o.Method == http.MethodGet }

// Route is one path and all that it offers.
type Route struct {
	Pattern     string
	Name        string // for people: "Ticket List"
	Description string
	Resource    *Resource // nil for operations without rows
	Record      bool      // it is about one record of the resource
	// Nested says that the first parameter of the pattern names a record of Resource.Parent, below which
	// the rows are.
	Nested     bool
	Operations []*Operation // in the order of Allow
}

// Methods are those that operations may have, in the order of the header Allow.
func Methods() []string {
	return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
}

// Add puts an operation in its place. It returns the one that has its method already, nil for none.
func (r *Route) Add(o *Operation) (taken *Operation) {
	if taken = r.Find(o.Method); taken != nil {
		return taken
	}
	methods := Methods()
	i, _ := slices.BinarySearchFunc(r.Operations, o, func(have, o *Operation) int {
		return slices.Index(methods, have.Method) - slices.Index(methods, o.Method)
	})
	r.Operations = slices.Insert(r.Operations, i, o)
	return nil
}

// Find returns the operation of a method, nil for none.
func (r *Route) Find(method string) *Operation {
	for _, o := range r.Operations {
		if o.Method == method {
			return o
		}
	}
	return nil
}

// Own are the operations of a team.
func (r *Route) Own() (list []*Operation) {
	for _, o := range r.Operations {
		if o.OfTeam() {
			list = append(list, o)
		}
	}
	return list
}

// Formats are the names of the renderers of the path; nil for all of the set.
func (r *Route) Formats() (names []string) {
	for _, o := range r.Operations {
		if o.Formats == nil {
			return nil
		}
		names = append(names, o.Formats...)
	}
	return names
}

// Card reports whether the page of the path has a form and what came of it, and nothing else.
func (r *Route) Card() bool {
	return slices.ContainsFunc(r.Operations, func(o *Operation) bool { return o.Card })
}

// Deleted reports whether the path is about rows that are marked as deleted.
func (r *Route) Deleted() bool {
	return slices.ContainsFunc(r.Operations, func(o *Operation) bool { return o.Deleted })
}

// Apart reports whether the path is beside those of a resource: of operations of a team, or of a list of some
// of the rows.
func (r *Route) Apart() bool {
	beside := func(o *Operation) bool { return o.Builtin == 0 || o.narrowed() }
	return len(r.Operations) > 0 && !slices.ContainsFunc(r.Operations, func(o *Operation) bool { return !beside(o) })
}

// Parent is the record below which the rows of a resource are.
type Parent struct {
	Resource *Resource
	Field    *schema.Field // of the rows: the reference to the parent, which the path gives
}

// PathOf is the parent of a row as it stands in a path, "" where the row does not say that: the parent is
// looked up by a field that the reference does not show.
func (p *Parent) PathOf(rec *schema.Record) string {
	by, f := p.Resource.Lookup.Field, rec.Type.FieldOf(p.Field)
	if f == nil {
		return ""
	}
	key, refers := rec.Get(f).(schema.Key)
	switch shown := f.ShownBy(); {
	case !refers:
		return ""
	case by == p.Resource.Type.Key:
		return key.Path()
	case shown != nil && shown.Column == by.Column:
		key = schema.TextKey(rec.Shown(f))
	default:
		return ""
	}
	if key.IsZero() {
		return ""
	}
	return key.Path()
}

// ListPath is the path of the collection, below the record parent, as it stands in a path, where the rows
// are below others; "" where that is not known.
func (r *Resource) ListPath(parent string) string {
	switch {
	case r.Parent == nil:
		return r.Path
	case parent == "":
		return ""
	}
	return strings.Replace(r.Path, "{"+Params(r.Path)[0]+"}", parent, 1)
}

// ScopeWords are the built-in words that allow the operation, from the widest on: "read" or "write" by its method,
// the same of its resource, as in "tickets:write", and the operation, as in "tickets:close". A resource is called
// as the last name in its path, and so is an operation without rows.
func (o *Operation) ScopeWords() []string {
	word, path := "write", o.Pattern
	if o.Safe() {
		word = "read"
	}
	if o.Resource != nil {
		path = o.Resource.Path
	}
	segments := slices.DeleteFunc(strings.Split(strings.Trim(path, "/"), "/"), isParam)
	name := segments[len(segments)-1]
	words := []string{word, name + ":" + word}
	if o.Resource != nil {
		words = append(words, name+":"+o.Name)
	}
	return words
}

// narrowed reports whether the operation is a list of some rows of the resource.
func (o *Operation) narrowed() bool { return o.Builtin == List && o.Pattern != o.Resource.Path }
