// The routes of a service: paths, resources, and rows by their tables.

package request

import (
	"net/http"
	"slices"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

// Routes are the paths of a plan.
type Routes struct {
	Router *httprouter.Router
	Paths  plan.Paths[*Route]
	// Resources are those of the plan, for pages that ask about another than their own.
	Resources map[*plan.Resource]*Resource
	Files     *fileRows           // nil where rows have none
	Histories *record.Histories   // nil where none is kept
	Audit     *record.Audit       // nil where none is kept
	Outbox    *record.Outbox      // nil where no changes are told
	Watched   map[string]*Watched // whose changes are, by their tables
	Grants    *store.Grants       // nil where no rule asks for groups or permissions
	Versions  *Versions           // nil for one alone
	// Search answers the page that finds records; nil where there are no pages, or no records to find.
	Search func(x *Exchange, a *Admission) (Result, error)
}

// Route is one registered path.
type Route struct {
	*plan.Route             // of the plan, or one with a name for the root and for views
	RouterPattern string    // the path with :key, for observers
	Res           *Resource // nil for the root, a view and what has no rows
	Rule          permission.Rule
	Allow         []string     // the Allow header, nil for none
	Offered       []*Operation // but OPTIONS, in the order of Allow
	Options       *Operation
	View          *Operation // of a path that answers every method itself; nil for none
	TakesFiles    bool       // by some operation
	Sheets        bool       // its page takes CSV
	Content       bool       // it is that of a file
	MediaFormats  *Formats   // those of its own; nil for all of the set
	WriteOnly     []string   // names of fields whose values no page gives back
	Versions      []*Route   // in the place of this one, by version; nil where none has another
}

// AnyMethod is the one method that routes are registered under: which methods a resource offers
// is said after the permission check, not by the router.
const AnyMethod = http.MethodGet

// offers reports whether the route offers one of the built-in operations.
func (rt *Route) offers(actions plan.Actions) bool { return Builtin(rt.Offered)&actions != 0 }

// Creates reports whether an operation makes the one record that the route is about, a singleton.
func (rt *Route) Creates(o *Operation) bool { return rt.Record && !o.Record }

// takesSuffix reports whether a suffix of the path names the format.
func (rt *Route) takesSuffix() bool { return rt.View == nil && !rt.Content && rt.MediaFormats == nil }

// Register adds a path that stands for itself.
func (rs *Routes) Register(path string, rt *Route) {
	rs.Router.Handle(AnyMethod, path, func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
		m := w.(*match)
		m.target, m.found = Target{Route: rt}, true
	})
}

// Watched is a resource whose changes are told.
type Watched struct {
	Name  string // of its events, before what has become of a row
	Route *Route // of the rows, wherever they are
	Reads *Operation
	Keys  schema.Lookup // reads the keys of its events
	// Versions are what listeners of each version are told, by its index; nil where that is as in the plan.
	Versions []*Watched
}

// TakesFiles reports whether some operation of a path takes files.
func TakesFiles(offered []*Operation) bool {
	return slices.ContainsFunc(offered, func(o *Operation) bool { return o.Input != nil && o.Input.Type.TakesFiles() })
}
