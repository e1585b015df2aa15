// The routes of a service, with its resources and tables.

package request

import (
	"net/http"
	"slices"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/keptpages"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/grants"
	"example.com/resourceful/framework/store/record"
)

// Routes are the paths of a plan.
type Routes struct {
	Router *httprouter.Router
	Paths  plan.Paths[*Route]
	// Resources are the resources of the plan, for pages that show rows of other resources.
	Resources map[*plan.Resource]*Resource
	Files     *fileRows           // nil without files
	Histories *record.Histories   // nil for none
	Former    *store.Former       // for rules that are asked after a write
	Audit     *record.Audit       // nil for none
	Outbox    *record.Outbox      // nil for none
	Jobs      *record.Jobs        // nil for none
	Watched   map[string]*Watched // resources with events, by their tables
	Grants    *grants.Reader      // nil if no rule needs groups or permissions
	Versions  *Versions           // nil without versions
	// Kept are the pages of lists with KeepLists; nil for none.
	Kept *keptpages.Pages
	// Whole are the routes of the service with all members; nil in that service itself. Contents of files whose members are hidden
	// have their routes only there.
	Whole *Routes
	// Search answers the page that finds records; nil if there are no pages, or nothing to search.
	Search func(x *Exchange, a *Admission) (Result, error)
}

// Route is one registered path.
type Route struct {
	*plan.Route             // of the plan, or a named one for the root and for views
	RouterPattern string    // the path with :key, for observers
	Res           *Resource // nil for the root, a view and endpoints without rows
	Rule          permission.Rule
	Allow         []string     // the Allow header, nil for none
	Offered       []*Operation // all except OPTIONS, in the order of Allow
	Options       *Operation
	View          *Operation // the operation for all methods of a view; nil for none
	TakesFiles    bool       // some operation accepts files
	Sheets        bool       // its page imports CSV
	Content       bool       // the path of a file's content
	MediaFormats  *Formats   // formats of this path; nil for all of the set
	WriteOnly     []string   // names of fields whose values pages never give back
	Versions      []*Route   // routes that replace this one, by version; nil for none
}

// AnyMethod is the one method for which routes are registered: the service itself checks methods, after
// permissions.
const AnyMethod = http.MethodGet

// offers reports whether the route has one of the built-in actions.
func (rt *Route) offers(actions plan.Actions) bool { return Builtin(rt.Offered)&actions != 0 }

// Creates reports whether an operation creates the route's singleton.
func (rt *Route) Creates(o *Operation) bool { return rt.Record && !o.Record }

// takesSuffix reports whether a suffix of the path chooses the format.
func (rt *Route) takesSuffix() bool { return rt.View == nil && !rt.Content && rt.MediaFormats == nil }

// Register adds a path that is not of the plan. Its parameters fill no Target.
func (rs *Routes) Register(path string, rt *Route) {
	rs.Router.Handle(AnyMethod, path, func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
		m := w.(*match)
		m.target, m.found = Target{Route: rt}, true
	})
}

// Watched is a resource with events.
type Watched struct {
	Name  string // prefix of the names of its events
	Route *Route // route of the rows, in any resource
	Reads *Operation
	Keys  schema.Lookup // parses the keys of its events
	// Versions are the resources for listeners of each version, by its index; nil if they are the plan's.
	Versions []*Watched
}

// TakesFiles reports whether some operation of a path accepts files.
func TakesFiles(offered []*Operation) bool {
	return slices.ContainsFunc(offered, func(o *Operation) bool { return o.Input != nil && o.Input.Type.TakesFiles() })
}
