// Addresses that ask for the version of a request.

package serve

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// VersionAddress is how addresses ask for the version that a request asks for; the zero value where they say nothing.
type VersionAddress struct {
	Path         string // what stands before the path: "/v1"
	Param, Value string // the parameter of the query: "version" and "v1"
}

// Add is an address of the service, as it is within it, in the version. Another stays as it is, and so does one that asks
// for a version itself.
func (v VersionAddress) Add(address string) string {
	if !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") {
		return address
	}
	return v.Path + v.AddParam(address)
}

// AddParam adds the parameter to an address that has none of that name.
func (v VersionAddress) AddParam(address string) string {
	if v.Param == "" {
		return address
	}
	address, fragment, found := strings.Cut(address, "#")
	if found {
		fragment = "#" + fragment
	}
	path, query, found := strings.Cut(address, "?")
	if slices.ContainsFunc(QueryParams(query), func(p plan.ParamValue) bool { return p.Name == v.Param }) {
		return address + fragment
	}
	if found && query != "" {
		query += "&"
	}
	return path + "?" + query + v.Param + "=" + v.Value + fragment
}

// versionAddress is how addresses ask for the version of the request. A query that names none is of the first.
func (x *exchange) versionAddress(a *admission) (v VersionAddress) {
	v.Path = a.versionPath()
	if param := x.h.routes.versions.param(); param != "" && a.version != nil && LastParam(x.r.URL.RawQuery, param) != "" {
		v.Param, v.Value = param, a.version.Name
	}
	return v
}
