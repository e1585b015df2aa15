package serve

import (
	"net/http"
	"slices"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// routes are the paths of a plan.
type routes struct {
	router *httprouter.Router
	paths  plan.Paths[*route]
	// resources are those of the plan, for pages that ask about another than their own.
	resources map[*plan.Resource]*resource
}

// route is one registered path.
type route struct {
	pattern     string // the path with :key, for observers
	name        string
	description string
	resource    *resource // nil for the root, a view and what has no rows
	record      bool      // it is about one record of the resource
	nested      bool      // the first parameter is the key of the record that the rows are below
	access      permission.Rule
	allow       []string     // the Allow header, nil for none
	offered     []*operation // but OPTIONS, in the order of Allow
	options     *operation
	view        *operation // of a path that answers every method itself; nil for none
}

// target is what a path stands for.
type target struct {
	route  *route // nil for none
	key    string // of a record, as it stands in the path; "" for a singleton
	parent string // key of the record that the rows are below, as it stands in the path; "" for none
	suffix string // such as "json", "" for none
}

// resource is the resource that a target is of, nil at the root, at a view and without a route.
func (t *target) resource() *resource {
	if t.route == nil {
		return nil
	}
	return t.route.resource
}

// anyMethod is the one method that routes are registered under: which methods a resource offers
// is said after the permission check, not by the router.
const anyMethod = http.MethodGet

// compileRoutes registers the paths of the plan, without the router's own redirects and refusals.
func (h *Handler) compileRoutes() error {
	rs := routes{router: &httprouter.Router{}, resources: map[*plan.Resource]*resource{}}
	root := &route{pattern: "/", name: h.plan.RootName, access: h.plan.Access, offered: rootOperations()}
	rs.register("/", root.complete())
	for _, e := range h.plan.Resources {
		res, err := newResource(h.db, e)
		if err != nil {
			return err
		}
		rs.resources[e] = res
	}
	prefixes := map[string]bool{}
	for _, r := range h.plan.Routes {
		if err := rs.paths.Add(r.Pattern, newRoute(r, rs.resources)); err != nil {
			return err
		}
		prefix, _, _ := strings.Cut(r.Pattern[1:], "/")
		if !prefixes[prefix] {
			prefixes[prefix] = true
			rs.router.Handle(anyMethod, "/"+prefix+"/*path", func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
				m := w.(*match)
				m.target, m.found = rs.findPath(m.path)
			})
		}
	}
	h.routes = rs
	if h.options.Pages != nil {
		h.options.Pages.Compile(h.plan, h.formats.offered)
		for path, view := range h.options.Pages.Views() {
			rs.register(path, &route{pattern: path, view: viewOperation(view)})
		}
	}
	return nil
}

// newRoute is a path of the plan.
func newRoute(r *plan.Route, resources map[*plan.Resource]*resource) *route {
	rt := &route{
		pattern: strings.NewReplacer("{", ":", "}", "").Replace(r.Pattern), name: r.Name, description: r.Description,
		resource: resources[r.Resource], record: r.Record, nested: r.Nested,
	}
	for _, o := range r.Operations {
		rt.offered = append(rt.offered, newOperation(o, resources))
	}
	rt.access = r.Operations[0].Access
	if rt.resource != nil {
		rt.access = rt.resource.Access
	}
	return rt.complete()
}

// complete is the route with what follows from its operations.
func (rt *route) complete() *route {
	rt.options, rt.allow = optionsOperation(), allow(rt.offered)
	return rt
}

// register adds a path that stands for itself.
func (rs *routes) register(path string, rt *route) {
	rs.router.Handle(anyMethod, path, func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
		m := w.(*match)
		m.target, m.found = target{route: rt}, true
	})
}

// match carries what was found: the router's handles get only a ResponseWriter.
type match struct {
	http.ResponseWriter
	path   string
	target target
	found  bool
}

// find is what a path stands for.
func (rs *routes) find(path string) (target, bool) {
	handle, params, _ := rs.router.Lookup(anyMethod, path)
	if handle == nil {
		return target{}, false
	}
	m := match{path: path}
	handle(&m, nil, params)
	return m.target, m.found
}

// findPath is what a path of the plan stands for.
func (rs *routes) findPath(path string) (t target, found bool) {
	var room [4]string
	rt, params, ok := rs.paths.Find(path, room[:0])
	if !ok {
		return target{}, false
	}
	t.route = rt
	if rt.nested {
		t.parent, params = params[0], params[1:]
		if !rt.resource.Parent.Resource.Lookup.Fits(t.parent) {
			return target{}, false
		}
	}
	if len(params) > 0 {
		t.key = params[0]
		if !rt.resource.Lookup.Fits(t.key) {
			return target{}, false
		}
	}
	return t, true
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

// findRoute splits the format suffix from the path and finds what the path stands for. A path
// that lacks only its final slash is redirected, with a status that keeps the method and body.
func (x *exchange) findRoute() (target, error) {
	x.w.Header()["Vary"] = varyAccept
	if !validHost(x.r.Host) || x.h.hosts != nil && !allowedHost(x.h.hosts, x.r.Host) {
		return target{}, problem.New(problem.Malformed, "Invalid Host header.")
	}
	if x.r.URL.RawQuery != "" {
		if err := checkQuery(x.r.URL.RawQuery, &x.h.options.Limits); err != nil {
			return target{}, err
		}
	}
	x.base = x.h.options.BaseURL
	if x.base == "" {
		scheme := "http://"
		if x.r.TLS != nil {
			scheme = "https://"
		}
		x.base = scheme + x.r.Host
	}
	if x.r.URL.RawPath != "" && containsSlashEscape(x.r.URL.RawPath) {
		return target{}, NotFound()
	}
	path := x.r.URL.Path
	if t, found := x.h.routes.find(path); found {
		return t, nil
	}
	if base, suffix := media.SplitSuffix(path); suffix != "" {
		if t, found := x.h.routes.find(base); found && t.route.view == nil {
			t.suffix = suffix
			return t, nil
		}
	}
	if !strings.HasSuffix(path, "/") {
		if _, found := x.h.routes.find(path + "/"); found {
			return target{}, addSlash(x.r)
		}
	}
	return target{}, NotFound()
}

// containsSlashEscape reports whether a path has "%2F", which is a character of a segment and does
// not separate two (RFC 3986, section 2.2). No key of a record has one. raw is "" where the path has
// nothing that could be read in two ways.
func containsSlashEscape(raw string) bool {
	return strings.Contains(raw, "%2f") || strings.Contains(raw, "%2F")
}

// redirect ends a request with another place to go. It is an error so that it ends the steps.
type redirect struct {
	status   int
	location string
}

func (r *redirect) Error() string { return "redirect to " + r.location }

// addSlash redirects within the service: the path has matched, so that it starts with one slash
// and names no other host.
func addSlash(r *http.Request) error {
	to := r.URL.EscapedPath() + "/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return &redirect{http.StatusMovedPermanently, to}
	}
	return &redirect{http.StatusPermanentRedirect, to}
}
