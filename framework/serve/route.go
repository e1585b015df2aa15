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
	// resources are those of the plan, for pages that ask about another than their own.
	resources map[*plan.Resource]*resource
}

// route is one registered path.
type route struct {
	pattern  string // the path with :key, for observers
	name     string
	resource *resource // nil for the root and a view
	record   bool      // it is about one record of the resource, whose key is in the path
	access   permission.Rule
	allow    []string     // the Allow header, nil for none
	offered  []*operation // but OPTIONS, in the order of Allow
	options  *operation
	view     *operation // of a path that answers every method itself; nil for none
}

// target is what a path stands for.
type target struct {
	route  *route // nil for none
	key    string // of a record, as it stands in the path
	suffix string // such as "json", "" for none
}

// resource is the resource that a target is of, nil at the root, at a view and without a route.
func (t *target) resource() *resource {
	if t.route == nil {
		return nil
	}
	return t.route.resource
}

// operation is what a method stands for, nil for none. OPTIONS is always offered.
func (rt *route) operation(method string) *operation {
	switch method {
	case http.MethodOptions:
		return rt.options
	case http.MethodHead:
		method = http.MethodGet
	}
	for _, o := range rt.offered {
		if o.Method == method {
			return o
		}
	}
	return nil
}

// anyMethod is the one method that routes are registered under: which methods a resource offers
// is said after the permission check, not by the router.
const anyMethod = http.MethodGet

// compileRoutes registers the paths of the plan, without the router's own redirects and refusals.
func (h *Handler) compileRoutes() error {
	h.routes = routes{router: &httprouter.Router{}, resources: map[*plan.Resource]*resource{}}
	h.routes.register("/", newRoute(nil, h.plan.RootName, h.plan.Access, rootOperations()))
	for _, e := range h.plan.Resources {
		res, err := newResource(h.db, e)
		if err != nil {
			return err
		}
		h.routes.resources[e] = res
		h.routes.register(e.Path, newRoute(res, e.ListName, e.Access, listOperations(e)))
		record := newRoute(res, e.RecordName, e.Access, recordOperations(e))
		record.record = true
		h.routes.register(e.Path+":key/", record)
	}
	if h.options.Pages != nil {
		h.options.Pages.Compile(h.plan, h.formats.offered)
		for path, view := range h.options.Pages.Views() {
			h.routes.register(path, &route{view: viewOperation(view)})
		}
	}
	return nil
}

func newRoute(res *resource, name string, access permission.Rule, offered []*operation) *route {
	return &route{resource: res, name: name, access: access, offered: offered, options: optionsOperation(), allow: allow(offered)}
}

func (rs *routes) register(path string, rt *route) {
	rt.pattern = path
	rs.router.Handle(anyMethod, path, func(w http.ResponseWriter, _ *http.Request, params httprouter.Params) {
		*w.(*match).target = target{route: rt, key: params.ByName("key")}
	})
}

// match carries what was found: the router's handles get only a ResponseWriter.
type match struct {
	http.ResponseWriter
	target *target
}

// find is what a path stands for.
func (rs *routes) find(path string) (t target, found bool) {
	handle, params, _ := rs.router.Lookup(anyMethod, path)
	if handle == nil {
		return target{}, false
	}
	handle(&match{target: &t}, nil, params)
	if t.route.record && (t.key == "" || !t.route.resource.Lookup.Fits(t.key)) {
		return target{}, false
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
	x.header()["Vary"] = varyAccept
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
