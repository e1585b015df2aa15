// The zone in which a client reads and writes moments.

package rest

import (
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// TimeZones let each request have a time zone, as timezone.activate of Django does: see Set.TimeZones.
type TimeZones struct {
	// Param is a parameter of the query that names the zone too, and begins with _, as "_timezone"; "" for none. Pages need
	// it, because no browser sends Prefer; their links and forms keep it.
	Param string
	// Account is the zone of the requester for requests that name none, as of a profile; "" for UTC, and so is
	// a name that is none. It is called once a request, only for requesters with credentials, and writes
	// nothing. nil: UTC for all.
	Account func(*Call) (name string, err error)
}

// TimeZones lets requests name a zone of the IANA database, by the preference timezone (RFC 7240):
//
//	Prefer: timezone=Europe/Berlin
//
// Moments are then shown with the offset of the zone in every format, those sent without an offset are read in
// it, and filters by day, year, month or hour go by its clocks. Stored moments stay UTC, and so do those of
// events and webhooks. A field with the tag zone keeps its own. A zone that is none is a 400 that names the
// nearest; Preference-Applied says that one was heeded. Without TimeZones the preference means nothing. It
// returns the set.
func (s *Set) TimeZones(z TimeZones) *Set {
	d := declaration.TimeZones{Param: z.Param}
	if z.Account != nil {
		d.Account = func(call plan.Call) (string, error) { return z.Account(&Call{call}) }
	}
	s.set.TimeZones = append(s.set.TimeZones, declaration.Listing[declaration.TimeZones]{Values: []declaration.TimeZones{d}, At: source.CallerOf(1)})
	return s
}

// TimeZone is the zone in which the client reads and writes moments: UTC where the request has none.
func (c *Call) TimeZone() *time.Location { return c.call.TimeZone() }
