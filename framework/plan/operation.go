// Operations, and their paths.

package plan

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/caching"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/schema"
)

// Operation is one method of one path. Those with a Builtin belong to the framework; of the others, those
// with Run run the code of a team.
type Operation struct {
	Name        string    // "list", "close"; unique in the resource
	Method      string    // "POST"
	Pattern     string    // "/tickets/{key}/close/"
	Title       string    // for people: "Close"
	Description string    // a sentence or two
	Resource    *Resource // nil for an operation without rows
	Record      bool      // whether it is about one record of the resource
	Builtin     Actions   // one bit; 0 for an operation of a team, the content of a file, a history and a restoration

	// Access is the separate rule of the operation: it permits the operation to requesters who may read its
	// rows. With nil the rule of the resource applies, as for a built-in operation of the same method. An
	// operation without rows always has one.
	Access permission.Rule

	Input  *Shape         // the type of a body; nil takes no body
	Nested []*NestedWrite // the rows that members of Input nest, for a built-in operation
	Output *Shape         // the response of a success; nil is 204 without a body
	// Rows is the resource whose rows Output is: they are read again, in the resource's representation for
	// the requester. nil for a struct that is no row.
	Rows   *Resource
	Many   bool // whether the response is a list of Output
	Status int  // of a success

	// File is the file of the row whose content a built-in operation sends; nil for all others.
	File *schema.Field

	// History means that it is about the history of the record: a GET lists it, and a POST restores former
	// members of the record.
	History bool

	// Deleted means that it is only about rows that are marked as deleted: it lists them, or restores one.
	Deleted bool

	// When is the condition on a record for an operation of a team; nil for none.
	When *When

	// Filtered means that the query takes the filters and the search of the resource's list, for the rows
	// that the code of a team reads.
	Filtered bool

	// Totals are what a built-in operation tells of the rows of the list; nil for all others.
	Totals *Totals

	// NonAtomic means that Run is called without a transaction, and makes its changes by other means.
	NonAtomic bool
	// Scopes are words one of which limited credentials must have.
	Scopes []string
	// Card means that the page of an operation without rows has only its form and its result.
	Card bool
	// AccountMenu is the name of an operation without rows in the account menu of the pages; "" for none.
	AccountMenu string
	// MailsLinks means that Run mails links to the service, and so needs to know its address.
	MailsLinks bool
	// Caching is how long caches may use its responses; nil for as long as the requester asks again each time.
	Caching *caching.Policy
	// Throttles limit how often the operation may run.
	Throttles []*Throttle
	// Cost returns the number of requests that one counts for under Throttles, by its input; nil for one.
	Cost func(call Call, input any) int64
	// Formats are the names of an operation's renderers, if it has no rows; nil for all of the set.
	Formats []string
	// Requests are the separate rules of requests of the operation; nil for those of the set.
	Requests *RequestRules

	// Run is the code of a team; nil for a built-in operation. row is a *T of the resource, nil if Record
	// is false; input is a pointer to the struct of Input, nil without one. The result is a pointer to the
	// struct of Output, or a []any of them if Many is true; nil sends no body.
	Run func(call Call, row, input any) (any, error)
}

// FilterParams returns the parameters of the query of a Filtered operation.
func (o *Operation) FilterParams() []*Param {
	params := Narrowing(o.Resource.Params)
	if o.Totals != nil {
		params = append(params, o.Totals.Params()...)
	}
	return params
}

// OfTeam reports whether it is an operation of a team, or one beside the list such as Totals.
func (o *Operation) OfTeam() bool { return o.Builtin == 0 && o.File == nil && !o.History && !o.Deleted }

// Rules returns the operation's rules of requests, where set are those of the set.
func (o *Operation) Rules(set RequestRules) RequestRules {
	if o.Requests != nil {
		return *o.Requests
	}
	return set
}

// Safe reports whether the operation changes nothing, by RFC 9110.
func (o *Operation) Safe() bool { return o.Method == http.MethodGet }

// Route is one path with its operations.
type Route struct {
	Pattern     string
	Name        string // for people: "Ticket List"
	Description string
	Resource    *Resource // nil for operations without rows
	Record      bool      // whether it is about one record of the resource
	// Nested means that the first parameter of the pattern identifies a record of Resource.Parent, above
	// the rows.
	Nested     bool
	Operations []*Operation // in the order of Allow
}

// Methods returns the methods of operations, in the order of the header Allow.
func Methods() []string {
	return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
}

// Add adds an operation in order. It returns the one that already has its method, nil for none.
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

// Own returns the operations of a team.
func (r *Route) Own() (list []*Operation) {
	for _, o := range r.Operations {
		if o.OfTeam() {
			list = append(list, o)
		}
	}
	return list
}

// Formats returns the names of the path's renderers; nil for all of the set.
func (r *Route) Formats() (names []string) {
	for _, o := range r.Operations {
		if o.Formats == nil {
			return nil
		}
		names = append(names, o.Formats...)
	}
	return names
}

// Card reports whether the page of the path has only a form and its result.
func (r *Route) Card() bool {
	return slices.ContainsFunc(r.Operations, func(o *Operation) bool { return o.Card })
}

// Deleted reports whether the path is about rows that are marked as deleted.
func (r *Route) Deleted() bool {
	return slices.ContainsFunc(r.Operations, func(o *Operation) bool { return o.Deleted })
}

// Apart reports whether the path is not one of a resource's standard paths: it is for operations of a team,
// or for a list of some of the rows.
func (r *Route) Apart() bool {
	beside := func(o *Operation) bool { return o.Builtin == 0 || o.narrowed() }
	return len(r.Operations) > 0 && !slices.ContainsFunc(r.Operations, func(o *Operation) bool { return !beside(o) })
}

// Parent is the record above the rows of a resource.
type Parent struct {
	Resource *Resource
	Field    *schema.Field // the rows' reference to the parent, whose value is in the path
}

// PathOf returns the parent of a row for a path, "" if the row does not contain it: the parent is looked up
// by a field that the reference does not show.
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
	case shown != nil && shown.Column == by.Column && rec.Shown(f) != "":
		return schema.TextKey(rec.Shown(f)).Path()
	default:
		return ""
	}
}

// Fill puts a parent record and a record, each as it appears in a path, into a pattern of the resource; ""
// if one of them is not known.
func (r *Resource) Fill(pattern, parent, record string) string {
	values := []string{parent, record}
	if r.Parent == nil || !strings.HasPrefix(pattern, parentPart(r.Path)) {
		values = values[1:]
	}
	for strings.Contains(pattern, "{") {
		before, rest, _ := strings.Cut(pattern, "{")
		_, after, _ := strings.Cut(rest, "}")
		if len(values) == 0 || values[0] == "" {
			return ""
		}
		pattern, values = before+values[0]+after, values[1:]
	}
	return pattern
}

// parentPart returns a pattern as far as its first parameter.
func parentPart(pattern string) string {
	i := strings.IndexByte(pattern, '}')
	return pattern[:i+1]
}

// Locates reports whether the response to a created record has a Location (RFC 9110, section 15.3.3): if the record has an
// address that GET reads, or shows its address.
func (p *Plan) Locates(r *Resource) bool {
	shown := r.Shapes.Retrieve.Type
	return !p.NoLocation && (r.Has(Retrieve) || shown.Key != nil && shown.Key.Show == schema.ShowLink || slices.ContainsFunc(shown.Shown, (*schema.Field).IsAddress))
}

// ScopeWords returns the built-in words that permit the operation, the widest first: "read" or "write" by
// its method, the same for its resource, as in "tickets:write", and the operation, as in "tickets:close".
// The name of a resource is the last one in its path, and so is that of an operation without rows.
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
