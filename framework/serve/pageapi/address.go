// Addresses with the version and the time zone of a request.

package pageapi

import (
	"net/url"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// VersionAddress holds the version and the time zone that addresses of a page carry; the zero value adds
// nothing.
type VersionAddress struct {
	Path         string      // prefix of the path: "/v1"
	Param, Value string      // parameter of the query: "version" and "v1"
	Zone         ZoneAddress // from a request whose query names a zone
}

// ZoneAddress is the query parameter of a zone: "_timezone" and "Europe/Berlin".
type ZoneAddress struct{ Param, Value string }

// Params returns the parameters of the query.
func (v VersionAddress) Params() (list []plan.ParamValue) {
	if v.Param != "" {
		list = append(list, plan.ParamValue{Name: v.Param, Value: v.Value})
	}
	if v.Zone.Param != "" {
		list = append(list, plan.ParamValue{Name: v.Zone.Param, Value: v.Zone.Value})
	}
	return list
}

// Add adds the version to an address within the service. Other addresses, and those that already name a
// version, stay unchanged.
func (v VersionAddress) Add(address string) string {
	if !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") {
		return address
	}
	return v.Path + v.AddParam(address)
}

// AddParam adds each parameter that the address lacks.
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
