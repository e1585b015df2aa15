// The version of the service that a request names.

package request

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// Version is a version that clients may name.
type Version struct {
	*plan.Version
	tag    byte        // its letter in entity tags; 0 for the plan's version
	Index  int         // index of its routes in Route.Versions
	path   string      // prefix of the path; "" if the path does not name it
	header http.Header // Deprecation and Sunset
}

// Versions are the versions of the plan.
type Versions struct {
	*plan.Versions
	byName  map[string]*Version
	byIndex []*Version
	Initial *Version // for requests that name none
}

// NewVersions compiles the versions of a plan; nil for none.
func NewVersions(of *plan.Versions) *Versions {
	if of == nil {
		return nil
	}
	vs := &Versions{Versions: of, byName: map[string]*Version{}}
	for i, v := range of.All {
		made := &Version{Version: v, Index: i, header: http.Header{}}
		if v.Differs() {
			made.tag = 'A' + byte(i) // rest allows no more versions than letters
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
	initial.path, vs.Initial = "", &initial
	return vs
}

// counterpart returns the same version in the plan of another audience.
func (vs *Versions) counterpart(v *Version, of *Versions) *Version {
	if v == of.Initial {
		return vs.Initial
	}
	return vs.byIndex[v.Index]
}

// VersionHeader returns the header that names the version; nil for none.
func VersionHeader(of *plan.Versions) []string {
	if of == nil || of.Place != plan.VersionInHeader {
		return nil
	}
	return []string{of.Name}
}

// Compiled returns the versions; nil for none.
func (vs *Versions) Compiled() []*plan.Version {
	if vs == nil {
		return nil
	}
	return vs.All
}

// cutVersion removes the version from the path of a request, if the path names it; links contain it again.
func (x *Exchange) cutVersion() *Version {
	vs := x.Service.Routes.Versions
	if vs == nil || vs.Place != plan.VersionInPath || len(x.R.URL.Path) < 2 {
		return nil
	}
	name, _, _ := strings.Cut(x.R.URL.Path[1:], "/")
	v := vs.byName[name]
	if v == nil {
		return nil
	}
	x.R = Prefix(v.path).Strip(x.R)
	x.Base += v.path
	return v
}

// ChooseVersion finds the version of a request, and its route.
func ChooseVersion(x *Exchange, a *Admission) error {
	vs := x.Service.Routes.Versions
	if a.Version == nil {
		name := vs.Asked(x, a)
		if a.Version = vs.Initial; name != "" {
			v, known := vs.byName[name]
			if !known {
				return vs.unknown()
			}
			a.Version = v
		}
	}
	for name, values := range a.Version.header {
		x.W.Header()[name] = values
	}
	a.Format.Version = a.Version.tag
	a.Target.enterVersion()
	return nil
}

// enterVersion switches to the route of the version, if it differs.
func (t *Target) enterVersion() {
	if v := t.Version; t.Route.Versions != nil && t.Route.Versions[v.Index] != nil {
		t.Route = t.Route.Versions[v.Index]
	}
}

// Asked returns the name of the version in a request, "" for none.
func (vs *Versions) Asked(x *Exchange, a *Admission) string {
	switch vs.Place {
	case plan.VersionInHeader:
		return x.R.Header.Get(vs.Name)
	case plan.VersionInQuery:
		if x.R.URL.RawQuery == "" {
			return ""
		}
		return querystring.Last(x.R.URL.RawQuery, vs.Name)
	case plan.VersionInHost:
		return vs.ofHost(x.R.Host)
	case plan.VersionInAccept:
		accept := strings.Join(x.R.Header["Accept"], ",")
		if a.Format.Rendering == nil || !strings.Contains(accept, "=") {
			return ""
		}
		return media.RangeParam(a.Format.Format, accept, vs.Name)
	default:
		return ""
	}
}

// ofHost returns the version name that a host begins with, in any letter case: the longest, because names
// may have dots; "" for none.
func (vs *Versions) ofHost(host string) (found string) {
	for name := range vs.byName {
		if len(name) > len(found) && len(host) > len(name) && host[len(name)] == '.' && strings.EqualFold(host[:len(name)], name) {
			found = name
		}
	}
	return found
}

// param returns the query parameter for the version, "" for none.
func (vs *Versions) param() string {
	if vs == nil || vs.Place != plan.VersionInQuery {
		return ""
	}
	return vs.Name
}

// InQuery reports whether a query parameter names the version.
func (vs *Versions) InQuery(name string) bool { return name != "" && name == vs.param() }

// unknown refuses an unknown version.
func (vs *Versions) unknown() error {
	switch vs.Place {
	case plan.VersionInQuery:
		return problem.New(problem.NotFound, "Invalid version in query parameter.")
	case plan.VersionInHeader:
		return problem.New(problem.NotAcceptable, "Invalid version in \"%s\" header.", vs.Name)
	default:
		return problem.New(problem.NotAcceptable, "Invalid version in \"Accept\" header.")
	}
}

// Outside returns a path of the service with its prefix and the version of the request.
func (x *Exchange) Outside(a *Admission, path string) string {
	return x.Service.Prefix.Before(a.VersionPath() + path)
}

// VersionPath returns the path prefix for the version of a request, "" for none.
func (t *Target) VersionPath() string {
	if t.Version == nil {
		return ""
	}
	return t.Version.path
}
