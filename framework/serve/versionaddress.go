// Addresses that ask for the version of a request.

package serve

import (
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/pageapi"
)

// versionAddress is how addresses ask for the version of the request. A query that names none is of the first.
func (x *exchange) versionAddress(a *admission) (v pageapi.VersionAddress) {
	v.Path = a.versionPath()
	if param := x.h.routes.versions.param(); param != "" {
		if name := querystring.Last(x.r.URL.RawQuery, param); x.h.routes.versions.byName[name] != nil { // also where nothing is found
			v.Param, v.Value = param, name
		}
	}
	if zones := x.h.plan.TimeZones; zones != nil && zones.Param != "" {
		name := querystring.Last(x.r.URL.RawQuery, zones.Param)
		if _, wrong := zones.Find(name); name != "" && wrong == "" {
			v.Zone = pageapi.ZoneAddress{Param: zones.Param, Value: name}
		}
	}
	return v
}
