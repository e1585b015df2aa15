// The version of the service that a request asks for.

package serve

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/internal/request"
)

// version is one that clients may ask for.
type version struct {
	*plan.Version
	tag    byte        // its letter in entity tags; 0 for that which is as the plan
	index  int         // of its routes in route.versions
	path   string      // before those of the plan; "" where the path does not name it
	header http.Header // Deprecation and Sunset
}

// versions are those of the plan.
type versions struct {
	*plan.Versions
	byName  map[string]*version
	byIndex []*version
	initial *version // of requests that name none
}

// newVersions are the versions of a plan; nil where there is one alone.
func newVersions(of *plan.Versions) *versions {
	if of == nil {
		return nil
	}
	vs := &versions{Versions: of, byName: map[string]*version{}}
	for i, v := range of.All {
		made := &version{Version: v, index: i, header: http.Header{}}
		if v.Differs() {
			made.tag = 'A' + byte(i) // there are no more than letters: see rest
		}
		if of.Place == plan.VersionInPath {
			made.path = "/" + v.Name
		}
		if !v.Deprecated.IsZero() {
			made.header["Deprecation"] = []string{"@" + strconv.FormatInt(v.Deprecated.Unix(), 10)}
		}
		if !v.Sunset.IsZero() {
			made.header["Sunset"] = []string{v.Sunset.UTC().Format(http.TimeFormat)}
		}
		vs.byName[v.Name], vs.byIndex = made, append(vs.byIndex, made)
	}
	initial := *vs.byName[of.Default.Name]
	initial.path, vs.initial = "", &initial
	return vs
}

// counterpart is a version as the plan of another audience has it.
func (vs *versions) counterpart(v *version, of *versions) *version {
	if v == of.initial {
		return vs.initial
	}
	return vs.byIndex[v.index]
}

// versionHeader is the header that has the version of a request, if one has it.
func versionHeader(of *plan.Versions) []string {
	if of == nil || of.Place != plan.VersionInHeader {
		return nil
	}
	return []string{of.Name}
}

// all are the versions; none where there is one alone.
func (vs *versions) all() []*plan.Version {
	if vs == nil {
		return nil
	}
	return vs.All
}

// cutVersion takes the version off the path of a request, where that is its place: links have it again.
func (x *exchange) cutVersion() *version {
	vs := x.h.routes.versions
	if vs == nil || vs.Place != plan.VersionInPath || len(x.r.URL.Path) < 2 {
		return nil
	}
	name, _, _ := strings.Cut(x.r.URL.Path[1:], "/")
	v := vs.byName[name]
	if v == nil {
		return nil
	}
	x.r = request.Prefix(v.path).Strip(x.r)
	x.base += v.path
	return v
}

// chooseVersion finds the version that a request asks for, and its route.
func chooseVersion(x *exchange, a *admission) error {
	vs := x.h.routes.versions
	if a.version == nil {
		name := vs.asked(x, a)
		if a.version = vs.initial; name != "" {
			v, known := vs.byName[name]
			if !known {
				return vs.unknown()
			}
			a.version = v
		}
	}
	for name, values := range a.version.header {
		x.w.Header()[name] = values
	}
	a.format.version = a.version.tag
	a.target.enterVersion()
	return nil
}

// enterVersion goes to the route of the version, where it has another.
func (t *target) enterVersion() {
	if v := t.version; t.route.versions != nil && t.route.versions[v.index] != nil {
		t.route = t.route.versions[v.index]
	}
}

// asked is the name of the version that a request asks for, "" for none.
func (vs *versions) asked(x *exchange, a *admission) string {
	switch vs.Place {
	case plan.VersionInHeader:
		return x.r.Header.Get(vs.Name)
	case plan.VersionInQuery:
		if x.r.URL.RawQuery == "" {
			return ""
		}
		return querystring.Last(x.r.URL.RawQuery, vs.Name)
	case plan.VersionInHost:
		return vs.ofHost(x.r.Host)
	case plan.VersionInAccept:
		accept := strings.Join(x.r.Header["Accept"], ",")
		if a.format.Rendering == nil || !strings.Contains(accept, "=") {
			return ""
		}
		return media.RangeParam(a.format.Format, accept, vs.Name)
	default:
		return ""
	}
}

// ofHost is the name with which a host begins, whatever its letter case: the longest, as names may have dots; "" for none.
func (vs *versions) ofHost(host string) (found string) {
	for name := range vs.byName {
		if len(name) > len(found) && len(host) > len(name) && host[len(name)] == '.' && strings.EqualFold(host[:len(name)], name) {
			found = name
		}
	}
	return found
}

// param is the parameter of the query that has the version, "" for none.
func (vs *versions) param() string {
	if vs == nil || vs.Place != plan.VersionInQuery {
		return ""
	}
	return vs.Name
}

// inQuery reports whether a parameter of the query has the version.
func (vs *versions) inQuery(name string) bool { return name != "" && name == vs.param() }

// unknown refuses a version that there is not.
func (vs *versions) unknown() error {
	switch vs.Place {
	case plan.VersionInQuery:
		return problem.New(problem.NotFound, "Invalid version in query parameter.")
	case plan.VersionInHeader:
		return problem.New(problem.NotAcceptable, "Invalid version in \"%s\" header.", vs.Name)
	default:
		return problem.New(problem.NotAcceptable, "Invalid version in \"Accept\" header.")
	}
}

// outside is a path of the service as clients have to ask for it in the version of the request.
func (x *exchange) outside(a *admission, path string) string {
	return x.h.prefix.Before(a.versionPath() + path)
}

// versionPath is what stands before the paths of the version of a request, "" for nothing.
func (t *target) versionPath() string {
	if t.version == nil {
		return ""
	}
	return t.version.path
}
