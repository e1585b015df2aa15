// Making the routes of a plan.

package serve

import (
	"net/http"
	"slices"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
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

// compileRoutes registers the paths of the plan, without the router's own redirects and refusals.
func (h *Handler) compileRoutes(s *service, pages Pages) error {
	rs := routes{
		router: &httprouter.Router{}, resources: map[*plan.Resource]*resource{},
		grants: s.routes.grants, versions: newVersions(s.plan.Versions),
	}
	root := &route{Route: &plan.Route{Name: s.plan.RootName}, pattern: "/", access: s.plan.Access, offered: rootOperations()}
	rs.register("/", root.complete())
	var err error
	if s.plan.Grants && rs.grants == nil {
		if rs.grants, err = store.NewGrants(s.db); err != nil {
			return err
		}
	}
	if rs.files, err = newFileRows(s); err != nil {
		return err
	}
	for _, e := range s.plan.Resources {
		res, err := newResource(s.db, e, false)
		if err != nil {
			return err
		}
		res.mixed = res.mixed || s.plan.Audiences != nil // what a requester may read may change while the row does not
		rs.resources[e] = res
	}
	prefixes, routed := map[string]bool{}, map[*plan.Route]*route{}
	for _, r := range s.plan.Routes {
		rt := newRoute(r, rs.resources, s.plan.Requests, s.negotiation.formats)
		if r.Deleted() {
			var err error
			if rt.resource, err = newResource(s.db, r.Resource, true); err != nil {
				return err
			}
		}
		routed[r] = rt
		if err := rs.paths.Add(r.Pattern, rt); err != nil {
			return err
		}
		prefix, _, _ := strings.Cut(r.Pattern[1:], "/")
		if !prefixes[prefix] {
			prefixes[prefix] = true
			rs.router.Handle(anyMethod, "/"+prefix+"/*path", rs.matchBelow())
		}
	}
	if err := s.compileVersions(&rs, routed); err != nil {
		return err
	}
	rs.registerProblems(s.plan.Languages)
	rs.registerDocuments(h.documents, s.options.DocumentAccess, pages)
	rs.watched = s.newWatched(&rs)
	rs.registerEvents(h.hub)
	if pages != nil {
		rs.registerFind(s.plan, pages)
	}
	s.routes = rs
	if pages != nil {
		for path, view := range pages.Views() {
			rs.register(path, &route{Route: &plan.Route{}, pattern: path, view: viewOperation(view)})
		}
	}
	return nil
}

// newRoute is a path of the plan.
func newRoute(r *plan.Route, resources map[*plan.Resource]*resource, rules plan.RequestRules, formats *request.Formats) *route {
	rt := &route{
		Route: r, pattern: strings.NewReplacer("{", ":", "}", "").Replace(r.Pattern),
		resource: resources[r.Resource], access: r.Access(), writeOnly: writeOnlyNames(r),
	}
	if names := r.Formats(); names != nil {
		rt.formats = formats.Some(names)
	}
	for _, o := range r.Operations {
		rt.offered = append(rt.offered, newOperation(o, resources, rules))
	}
	return rt.complete()
}

// offers reports whether the route offers one of the built-in operations.
func (rt *route) offers(actions plan.Actions) bool { return builtin(rt.offered)&actions != 0 }

// creates reports whether an operation makes the one record that the route is about, a singleton.
func (rt *route) creates(o *operation) bool { return rt.Record && !o.Record }

// takesSuffix reports whether a suffix of the path names the format.
func (rt *route) takesSuffix() bool { return rt.view == nil && !rt.content && rt.formats == nil }

// complete is the route with what follows from its operations.
func (rt *route) complete() *route {
	rt.options, rt.allow = optionsOperation(), allow(rt.offered)
	rt.takesFiles, rt.sheets = takesFiles(rt.offered), rt.takesSheets()
	rt.content = slices.ContainsFunc(rt.offered, func(o *operation) bool { return o.File != nil })
	return rt
}

// register adds a path that stands for itself.
func (rs *routes) register(path string, rt *route) {
	rs.router.Handle(anyMethod, path, func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
		m := w.(*match)
		m.target, m.found = target{route: rt}, true
	})
}

// allow is the Allow header for some operations.
func allow(offered []*operation) []string {
	var methods []string
	for _, o := range offered {
		methods = append(methods, o.Method)
	}
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	return []string{strings.Join(append(methods, http.MethodOptions), ", ")}
}
