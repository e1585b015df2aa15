// Finding the target of a request: host, path, suffix, and the slash at the end.

package request

import (
	"net/http"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// Target is the meaning of a path.
type Target struct {
	Route  *Route // nil for none
	Key    string // the record's key, as in the path; "" for a singleton
	Entry  string // the history entry's key, as in the path; "" for none
	Parent string // the parent record's key, as in the path; "" for none
	Suffix string // such as "json", "" for none
	// Version is the requested version; nil before it is known, and without versions.
	Version *Version
}

// Resource returns the resource of a target, nil at the root, for a view and without a route.
func (t *Target) Resource() *Resource {
	if t.Route == nil {
		return nil
	}
	return t.Route.Res
}

// FindRoute cuts the format suffix off the path and finds its target. It redirects a path that lacks only
// the final slash, with a status that keeps the method and body, unless the set is slashless.
func (x *Exchange) FindRoute() (Target, error) {
	x.W.Header()["Vary"] = x.Service.Negotiation.Vary.unknown
	if !validHost(x.R.Host) || x.Service.Site.Hosts != nil && !allowedHost(x.Service.Site.Hosts, x.R.Host) {
		return Target{}, problem.New(problem.Malformed, "Invalid Host header.")
	}
	if x.R.URL.RawQuery != "" {
		if err := querystring.Check(x.R.URL.RawQuery, x.Service.Options.Limits.Query, x.Service.Options.Limits.Params); err != nil {
			return Target{}, err
		}
	}
	x.Base = x.Service.Options.BaseURL
	if x.Base == "" {
		scheme := "http://"
		if x.R.TLS != nil {
			scheme = "https://"
		}
		x.Base = scheme + x.R.Host
	}
	if x.R.URL.RawPath != "" && containsSlashEscape(x.R.URL.RawPath) {
		return Target{}, NotFound()
	}
	version := x.cutVersion()
	t, err := x.findPath()
	t.Version = version
	return t, err
}

// findPath finds the target of the path, without its version. A path without its slash that ends in a key with
// a dot names the record of exactly that key, except for a read whose suffix is the name of a format.
func (x *Exchange) findPath() (Target, error) {
	path := x.R.URL.Path
	if t, found := x.Service.Routes.find(path); found {
		return t, nil
	}
	if whole := x.Service.Routes.Whole; whole != nil {
		if t, found := whole.find(path); found && t.Route.Content {
			return t, nil
		}
	}
	var exact Target
	slashed := false
	if !strings.HasSuffix(path, "/") {
		exact, slashed = x.Service.Routes.find(path + "/")
	}
	if base, suffix := media.SplitSuffix(path); suffix != "" && (!exact.hasDottedKey() || x.readsAs(suffix)) {
		if t, found := x.Service.Routes.find(base); found && t.Route.takesSuffix() {
			t.Suffix = suffix
			return t, nil
		}
	}
	switch {
	case slashed && x.Service.Plan.Slashless:
		return exact, nil
	case slashed:
		return Target{}, addSlash(x.R)
	}
	return Target{}, NotFound()
}

// hasDottedKey reports whether the key of a record has a dot, and can be that of a record.
func (t *Target) hasDottedKey() bool {
	if t.Resource() == nil || !strings.Contains(t.Key, ".") {
		return false
	}
	_, ok := t.Resource().Lookup.ParseSegment(t.Key)
	return ok
}

// readsAs reports whether the request is a read, and the suffix of its path the name of a format.
func (x *Exchange) readsAs(suffix string) bool {
	switch x.R.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return x.Service.Negotiation.Formats.Named(suffix) >= 0
	}
	return false
}

// containsSlashEscape reports whether a path contains "%2F", which is part of a segment and does not
// separate two (RFC 3986, section 2.2). No key of a record contains one. raw is "" if the path has no
// ambiguous escapes.
func containsSlashEscape(raw string) bool {
	return strings.Contains(raw, "%2f") || strings.Contains(raw, "%2F")
}

// Redirect ends a request with a redirect. It is an error, so that it ends the steps.
type Redirect struct {
	Status   int
	Location string
}

func (r *Redirect) Error() string { return "redirect to " + r.Location }

// addSlash redirects within the service: the path has matched a route, so that it begins with only one
// slash and names no other host.
func addSlash(r *http.Request) error {
	to := r.URL.EscapedPath() + "/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return &Redirect{http.StatusMovedPermanently, to}
	}
	return &Redirect{http.StatusPermanentRedirect, to}
}

// match carries the result: the router's handles get only a ResponseWriter.
type match struct {
	http.ResponseWriter
	path   string
	target Target
	found  bool
}

// find returns the target of a path.
func (rs *Routes) find(path string) (Target, bool) {
	handle, params, _ := rs.Router.Lookup(AnyMethod, path)
	if handle == nil {
		return Target{}, false
	}
	m := match{path: path}
	handle(&m, nil, params)
	if !m.found {
		return Target{}, false
	}
	return m.target, true
}

// Hides reports whether the path of the request is unknown to requesters who may not see some members.
func (x *Exchange) Hides(a *Admission) bool {
	if x.Service.Routes.Whole == nil || !a.Route.Content {
		return false
	}
	_, found := x.Service.Routes.find(x.R.URL.Path)
	return !found
}

// HasFile reports whether the content of a file is at a path, for requesters who may see it.
func (rs *Routes) HasFile(path string) bool {
	t, found := rs.find(path)
	return found && t.Route.Content || rs.Whole != nil && rs.Whole.HasFile(path)
}

// MatchBelow matches the paths of the plan below a prefix.
func (rs *Routes) MatchBelow() httprouter.Handle {
	return func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
		var room [4]string
		m := w.(*match)
		rt, params, found := rs.Paths.Find(m.path, room[:0])
		if !found {
			return
		}
		m.target.Route = rt
		if rt.Nested {
			m.target.Parent, params = params[0], params[1:]
			if !rt.Res.Parent.Resource.Lookup.Fits(m.target.Parent) {
				return
			}
		}
		if len(params) > 0 {
			if m.target.Key = params[0]; len(params) > 1 {
				m.target.Entry = params[1]
			}
			if rt.Res != nil && !rt.Res.Lookup.Fits(m.target.Key) {
				return
			}
		}
		m.found = true
	}
}

// NotFound returns the refusal for a missing resource.
func NotFound() error { return problem.New(problem.NotFound, "Not found.") }

// OrNotFound returns an error, or NotFound for nil.
func OrNotFound(err error) error {
	if err != nil {
		return err
	}
	return NotFound()
}
