// The version of the service that a request asks for.

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

// Version is one that clients may ask for.
type Version struct {
	*plan.Version
	tag    byte        // its letter in entity tags; 0 for that which is as the plan
	Index  int         // of its routes in Route.Versions
	path   string      // before those of the plan; "" where the path does not name it
	header http.Header // Deprecation and Sunset
}

// Versions are those of the plan.
type Versions struct {
	*plan.Versions
	byName  map[string]*Version
	byIndex []*Version
	Initial *Version // of requests that name none
}

// NewVersions are the versions of a plan; nil where there is one alone.
func NewVersions(of *plan.Versions) *Versions {
	if of == nil {
		return nil
	}
	vs := &Versions{Versions: of, byName: map[string]*Version{}}
	for i, v := range of.All {
		made := &Version{Version: v, Index: i, header: http.Header{}}
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
	initial.path, vs.Initial = "", &initial
	return vs
}

// counterpart is a version as the plan of another audience has it.
func (vs *Versions) counterpart(v *Version, of *Versions) *Version {
	if v == of.Initial {
		return vs.Initial
	}
	return vs.byIndex[v.Index]
}

// VersionHeader is the header that has the version of a request, if one has it.
func VersionHeader(of *plan.Versions) []string {
	if of == nil || of.Place != plan.VersionInHeader {
		return nil
	}
	return []string{of.Name}
}

// Compiled are the versions; none where there is one alone.
func (vs *Versions) Compiled() []*plan.Version {
	if vs == nil {
		return nil
	}
	return vs.All
}

// cutVersion takes the version off the path of a request, where that is its place: links have it again.
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

// ChooseVersion finds the version that a request asks for, and its route.
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

// enterVersion goes to the route of the version, where it has another.
func (t *Target) enterVersion() {
	if v := t.Version; t.Route.Versions != nil && t.Route.Versions[v.Index] != nil {
		t.Route = t.Route.Versions[v.Index]
	}
}

// Asked is the name of the version that a request asks for, "" for none.
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

// ofHost is the name with which a host begins, whatever its letter case: the longest, as names may have dots; "" for none.
func (vs *Versions) ofHost(host string) (found string) {
	for name := range vs.byName {
		if len(name) > len(found) && len(host) > len(name) && host[len(name)] == '.' && strings.EqualFold(host[:len(name)], name) {
			found = name
		}
	}
	return found
}

// param is the parameter of the query that has the version, "" for none.
func (vs *Versions) param() string {
	if vs == nil || vs.Place != plan.VersionInQuery {
		return ""
	}
	return vs.Name
}

// InQuery reports whether a parameter of the query has the version.
func (vs *Versions) InQuery(name string) bool { return name != "" && name == vs.param() }

// unknown refuses a version that there is not.
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

// Outside is a path of the service as clients have to ask for it in the version of the request.
func (x *Exchange) Outside(a *Admission, path string) string {
	return x.Service.Prefix.Before(a.VersionPath() + path)
}

// VersionPath is what stands before the paths of the version of a request, "" for nothing.
func (t *Target) VersionPath() string {
	if t.Version == nil {
		return ""
	}
	return t.Version.path
}
