// Time zones of clients' moments.

package plan

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/field"
)

// TimeZones are the zones that requests may name. The nil TimeZones have only UTC.
type TimeZones struct {
	// Param is the parameter of the query that names the zone; "" for none.
	Param string
	// Account returns the zone of a requester with an account, for requests that name none; "" for UTC.
	// nil: UTC for all.
	Account func(Call) (name string, err error)

	names  []string
	byName map[string]*time.Location // nil for UTC
}

// zoneNames are the names of the IANA database except UTC, one in each line.
//
//go:embed timezones.txt
var zoneNames string

// LoadTimeZones returns the zones of the IANA database on the machine, or in time/tzdata. It fails if there
// is no such database.
func LoadTimeZones() (*TimeZones, error) {
	z := &TimeZones{names: []string{"UTC"}, byName: map[string]*time.Location{"utc": nil}}
	var missing error
	for name := range strings.Lines(zoneNames) {
		name = strings.TrimSpace(name)
		in, err := time.LoadLocation(name)
		if err != nil { // an old database lacks new names, and some have no old ones
			missing = err
			continue
		}
		z.names, z.byName[strings.ToLower(name)] = append(z.names, name), in
	}
	if len(z.names) == 1 {
		return nil, missing
	}
	return z, nil
}

// pageParams are the query parameters of pages and rows.
var pageParams = []string{"_show", "_dry_run", "_page", "_body", "_etags", "_actions", "_method", "_find", "_explain"}

// IsPageParam reports whether a parameter of the query exists in every set.
func IsPageParam(name string) bool { return slices.Contains(pageParams, name) }

// Find returns the zone with a name, in any letter case; nil for UTC. If wrong is not "", the zone is
// unknown, and wrong is a message with the nearest known one.
func (z *TimeZones) Find(name string) (in *time.Location, wrong string) {
	in, known := z.byName[strings.ToLower(name)]
	if known {
		return in, ""
	}
	if nearest := field.Nearest(name, z.names); nearest != "" {
		return nil, fmt.Sprintf("There is no time zone %q. Did you mean %q?", name, nearest)
	}
	if place := z.inPlace(name); place != "" {
		return nil, fmt.Sprintf("There is no time zone %q. Did you mean %q?", name, place)
	}
	return nil, fmt.Sprintf("There is no time zone %q. Name one of the IANA database, such as \"Europe/Berlin\".", name)
}

// inPlace returns the first zone whose place, after the last slash, nearly equals the name: "Europe/Berlin"
// for "berlin". "" for none.
func (z *TimeZones) inPlace(name string) string {
	places := make([]string, len(z.names))
	for i, full := range z.names {
		places[i] = full[strings.LastIndexByte(full, '/')+1:]
	}
	if near := field.Nearest(name[strings.LastIndexByte(name, '/')+1:], places); near != "" {
		return z.names[slices.Index(places, near)]
	}
	return ""
}

// Names returns the names of all zones, UTC first.
func (z *TimeZones) Names() []string { return slices.Clone(z.names) }

// String describes how requests name a zone, in the text of the plan.
func (z *TimeZones) String() string {
	words := "Prefer: timezone"
	if z.Param != "" {
		words += ", ?" + z.Param + "="
	}
	if z.Account != nil {
		words += ", else that of the account"
	}
	return words
}
