// Mistakes in time zones.

package rest_test

import "example.com/resourceful/framework/rest"

var timeZoneMistakes = []mistake{
	{"parameter of a time zone without an underscore", zoned("timezone")},
	{"parameter of a time zone that pages have", zoned("_show")},
	{"parameter of a time zone with a capital", zoned("_timeZone")},
	{"time zones that are declared twice", func() *rest.Set {
		return zoned("_timezone")().TimeZones(rest.TimeZones{})
	}},
}

// zoned is a set whose requests name their zone by a parameter.
func zoned(param string) func() *rest.Set {
	return func() *rest.Set { return plainSet().TimeZones(rest.TimeZones{Param: param}) }
}
