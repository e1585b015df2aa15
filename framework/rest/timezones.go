// Time zones: how a client chooses the zone of its moments.

package rest

import (
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// TimeZones permit each request to set a time zone, as timezone.activate of Django does: see Set.TimeZones.
type TimeZones struct {
	// Param is a parameter of the query that also names the zone, and begins with _, as "_timezone"; "" for
	// none. Pages need it, because no browser sends Prefer; their links and forms keep it.
	Param string
	// Account returns the zone of the requester for requests that name none, for example from a profile;
	// "", or an unknown name, for UTC. It is called once for each request, only for requesters with
	// credentials, and writes nothing. nil: UTC for all.
	Account func(*Call) (name string, err error)
}

// TimeZones permits requests to name a zone of the IANA database, by the preference timezone (RFC 7240):
//
//	Prefer: timezone=Europe/Berlin
//
// Moments are then shown with the offset of the zone in every format, those sent without an offset are
// parsed in it, and filters by day, year, month or hour use it. Stored moments stay UTC, and so do those of
// events and webhooks. A field with the tag zone keeps its zone. An unknown zone is a 400 that names the
// nearest; Preference-Applied states that one was applied. Without TimeZones the preference is ignored. It
// returns the set.
func (s *Set) TimeZones(z TimeZones) *Set {
	d := declaration.TimeZones{Param: z.Param}
	if z.Account != nil {
		d.Account = func(call plan.Call) (string, error) { return z.Account(&Call{call}) }
	}
	s.set.TimeZones = append(s.set.TimeZones, declaration.Listing[declaration.TimeZones]{Values: []declaration.TimeZones{d}, At: source.CallerOf(1)})
	return s
}

// TimeZone returns the time zone of the client's moments: UTC if the request has none.
func (c *Call) TimeZone() *time.Location { return c.call.TimeZone() }
