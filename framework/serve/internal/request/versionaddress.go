// Addresses with the version of a request.

package request

import (
	"example.com/resourceful/framework/serve/internal/querystring"
	"example.com/resourceful/framework/serve/pageapi"
)

// VersionAddress returns the version and zone for the addresses of a page. A query without a version
// selects the first version.
func (x *Exchange) VersionAddress(a *Admission) (v pageapi.VersionAddress) {
	v.Path = a.VersionPath()
	if param := x.Service.Routes.Versions.param(); param != "" {
		if name := querystring.Last(x.R.URL.RawQuery, param); x.Service.Routes.Versions.byName[name] != nil { // even if nothing was found
			v.Param, v.Value = param, name
		}
	}
	if zones := x.Service.Plan.TimeZones; zones != nil && zones.Param != "" {
		name := querystring.Last(x.R.URL.RawQuery, zones.Param)
		if _, wrong := zones.Find(name); name != "" && wrong == "" {
			v.Zone = pageapi.ZoneAddress{Param: zones.Param, Value: name}
		}
	}
	return v
}
