// Addresses that ask for the version and the time zone of a request.

package pageapi

import (
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// VersionAddress is how addresses ask for the version that a request asks for, and name its time zone; the zero value where
// they say nothing.
type VersionAddress struct {
	Path         string      // what stands before the path: "/v1"
	Param, Value string      // the parameter of the query: "version" and "v1"
	Zone         ZoneAddress // of a request whose query names a zone
}

// ZoneAddress is the parameter of the query that names a zone: "_timezone" and "Europe/Berlin".
type ZoneAddress struct{ Param, Value string }

// Params are the parameters of the query.
func (v VersionAddress) Params() (list []plan.ParamValue) {
	if v.Param != "" {
		list = append(list, plan.ParamValue{Name: v.Param, Value: v.Value})
	}
	if v.Zone.Param != "" {
		list = append(list, plan.ParamValue{Name: v.Zone.Param, Value: v.Zone.Value})
	}
	return list
}

// Add is an address of the service, as it is within it, in the version. Another stays as it is, and so does one that asks
// for a version itself.
func (v VersionAddress) Add(address string) string {
	if !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") {
		return address
	}
	return v.Path + v.AddParam(address)
}

// AddParam adds each parameter to an address that has none of its name.
func (v VersionAddress) AddParam(address string) string {
	for _, p := range v.Params() {
		address = addParam(address, p)
	}
	return address
}

func addParam(address string, add plan.ParamValue) string {
	address, fragment, found := strings.Cut(address, "#")
	if found {
		fragment = "#" + fragment
	}
	path, query, found := strings.Cut(address, "?")
	if slices.ContainsFunc(querystring.Parse(query), func(p plan.ParamValue) bool { return p.Name == add.Name }) {
		return address + fragment
	}
	if found && query != "" {
		query += "&"
	}
	return path + "?" + query + add.Name + "=" + url.QueryEscape(add.Value) + fragment
}
