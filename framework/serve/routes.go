// Making the routes of a plan.

package serve

import (
	"net/http"
	"slices"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// routes are the paths of a plan.
type routes struct {
	router *httprouter.Router
	paths  plan.Paths[*route]
	// resources are those of the plan, for pages that ask about another than their own.
	resources map[*plan.Resource]*resource
	files     *fileRows           // nil where rows have none
	histories *store.Histories    // nil where none is kept
	audit     *store.Audit        // nil where none is kept
	outbox    *store.Outbox       // nil where no changes are told
	watched   map[string]*watched // whose changes are, by their tables
	grants    *store.Grants       // nil where no rule asks for groups or permissions
	versions  *versions           // nil for one alone
	// search answers the page that finds records; nil where there are no pages, or no records to find.
	search func(x *exchange, a *admission) (result, error)
}

// route is one registered path.
type route struct {
	*plan.Route           // of the plan, or one with a name for the root and for views
	pattern     string    // the path with :key, for observers
	resource    *resource // nil for the root, a view and what has no rows
	access      permission.Rule
	allow       []string     // the Allow header, nil for none
	offered     []*operation // but OPTIONS, in the order of Allow
	options     *operation
	view        *operation       // of a path that answers every method itself; nil for none
	takesFiles  bool             // by some operation
	sheets      bool             // its page takes CSV
	content     bool             // it is that of a file
	formats     *request.Formats // those of its own; nil for all of the set
	writeOnly   []string         // names of fields whose values no page gives back
	versions    []*route         // in the place of this one, by version; nil where none has another
}

// anyMethod is the one method that routes are registered under: which methods a resource offers
// is said after the permission check, not by the router.
const anyMethod = http.MethodGet

// offers reports whether the route offers one of the built-in operations.
func (rt *route) offers(actions plan.Actions) bool { return builtin(rt.offered)&actions != 0 }

// creates reports whether an operation makes the one record that the route is about, a singleton.
func (rt *route) creates(o *operation) bool { return rt.Record && !o.Record }

// takesSuffix reports whether a suffix of the path names the format.
func (rt *route) takesSuffix() bool { return rt.view == nil && !rt.content && rt.formats == nil }

// register adds a path that stands for itself.
func (rs *routes) register(path string, rt *route) {
	rs.router.Handle(anyMethod, path, func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
		m := w.(*match)
		m.target, m.found = target{route: rt}, true
	})
}

// watched is a resource whose changes are told.
type watched struct {
	name  string // of its events, before what has become of a row
	route *route // of the rows, wherever they are
	reads *operation
	keys  schema.Lookup // reads the keys of its events
	// versions are what listeners of each version are told, by its index; nil where that is as in the plan.
	versions []*watched
}

// takesFiles reports whether some operation of a path takes files.
func takesFiles(offered []*operation) bool {
	return slices.ContainsFunc(offered, func(o *operation) bool { return o.Input != nil && o.Input.Type.TakesFiles() })
}
