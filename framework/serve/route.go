// Finding the route of a request: its host, its path, and the redirect to the path with a slash.

package serve

import (
	"net/http"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// target is what a path stands for.
type target struct {
	route  *route // nil for none
	key    string // of a record, as it stands in the path; "" for a singleton
	entry  string // of the history of the record, as it stands in the path; "" for none
	parent string // key of the record that the rows are below, as it stands in the path; "" for none
	suffix string // such as "json", "" for none
	// version is the one that the request asks for; nil before that is known, and where there is one alone.
	version *version
}

// resource is the resource that a target is of, nil at the root, at a view and without a route.
func (t *target) resource() *resource {
	if t.route == nil {
		return nil
	}
	return t.route.resource
}

// findRoute splits the format suffix from the path and finds what the path stands for. A path
// that lacks only its final slash is redirected, with a status that keeps the method and body.
func (x *exchange) findRoute() (target, error) {
	x.w.Header()["Vary"] = x.h.negotiation.vary.unknown
	if !request.ValidHost(x.r.Host) || x.h.site.hosts != nil && !request.AllowedHost(x.h.site.hosts, x.r.Host) {
		return target{}, problem.New(problem.Malformed, "Invalid Host header.")
	}
	if x.r.URL.RawQuery != "" {
		if err := querystring.Check(x.r.URL.RawQuery, x.h.options.Limits.Query, x.h.options.Limits.Params); err != nil {
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
	version := x.cutVersion()
	t, err := x.findPath()
	t.version = version
	return t, err
}

// findPath finds what the path stands for, without its version.
func (x *exchange) findPath() (target, error) {
	path := x.r.URL.Path
	if t, found := x.h.routes.find(path); found {
		return t, nil
	}
	if base, suffix := media.SplitSuffix(path); suffix != "" {
		if t, found := x.h.routes.find(base); found && t.route.takesSuffix() {
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
	if !m.found {
		return target{}, false
	}
	return m.target, true
}

// matchBelow matches the paths of the plan below a prefix.
func (rs *routes) matchBelow() httprouter.Handle {
	return func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
		var room [4]string
		m := w.(*match)
		rt, params, found := rs.paths.Find(m.path, room[:0])
		if !found {
			return
		}
		m.target.route = rt
		if rt.Nested {
			m.target.parent, params = params[0], params[1:]
			if !rt.resource.Parent.Resource.Lookup.Fits(m.target.parent) {
				return
			}
		}
		if len(params) > 0 {
			if m.target.key = params[0]; len(params) > 1 {
				m.target.entry = params[1]
			}
			if rt.resource != nil && !rt.resource.Lookup.Fits(m.target.key) {
				return
			}
		}
		m.found = true
	}
}

// NotFound is the refusal of what is not there.
func NotFound() error { return problem.New(problem.NotFound, "Not found.") }

func orNotFound(err error) error {
	if err != nil {
		return err
	}
	return NotFound()
}
