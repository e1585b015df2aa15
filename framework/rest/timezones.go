// The zone in which a client reads and writes moments.

package rest

import (
	"fmt"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
)

// TimeZones let each request have a time zone, as timezone.activate of Django does: see Set.TimeZones.
type TimeZones struct {
	// Param is a parameter of the query that names the zone too, and begins with _, as "_timezone"; "" for none. Pages need
	// it, because no browser sends Prefer; their links and forms keep it.
	Param string
	// Account is the zone of the requester for requests that name none, as of a profile; "" for UTC, and so is a name that
	// is none. It is asked once a request, for requesters with credentials alone, and writes nothing. nil: UTC for all.
	Account func(*Call) (name string, err error)
}

// TimeZones lets requests name a zone of the IANA database, by the preference timezone (RFC 7240):
//
//	Prefer: timezone=Europe/Berlin
//
// Moments are then shown with the offset of the zone in every format, those sent without an offset are read in it, and
// filters by day, year, month or hour go by its clocks. What is stored stays UTC, and so is what events and webhooks tell. A
// field with the tag zone keeps its own. A zone that is none is a 400 that names the nearest; Preference-Applied says that
// one was heeded. Without TimeZones the preference means nothing. It returns the set.
func (s *Set) TimeZones(z TimeZones) *Set {
	s.timeZones = append(s.timeZones, timeZonesAt{z, callerOf(1)})
	return s
}

// timeZonesAt are the zones with where they were declared.
type timeZonesAt struct {
	TimeZones
	at caller
}

// TimeZone is the zone in which the client reads and writes moments: UTC where the request has none.
func (c *Call) TimeZone() *time.Location { return c.call.TimeZone() }

// compileTimeZones loads the zones; nil where requests name none.
func (c *compiler) compileTimeZones() *plan.TimeZones {
	if len(c.set.timeZones) == 0 {
		return nil
	}
	declared := c.set.timeZones[0]
	wrong := func(at caller, format string, args ...any) {
		c.report("", "", at, fmt.Sprintf("TimeZones: "+format, args...))
	}
	for _, again := range c.set.timeZones[1:] {
		wrong(again.at, "they were declared before, at %s; declare them once", c.finder.call(declared.at))
	}
	name := strings.TrimPrefix(declared.Param, "_")
	if declared.Param != "" && (name == declared.Param || !isRuleName(name) || plan.IsPageParam(declared.Param)) {
		wrong(declared.at, "the parameter is %q; write a name that begins with _ and is none of the pages, such as \"_timezone\"", declared.Param)
	}
	zones, err := plan.LoadTimeZones()
	if err != nil {
		wrong(declared.at, "no time zone is known here: %v; import _ \"time/tzdata\" where the machine has no such database", err)
		return nil
	}
	zones.Param = declared.Param
	if declared.Account != nil {
		zones.Account = func(call plan.Call) (string, error) { return declared.Account(&Call{call}) }
	}
	return zones
}
