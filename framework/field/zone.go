// The zone in which clients write and read a moment.

package field

import (
	"fmt"
	"time"
)

// zone is the parameter of a timestamp with the tag zone.
type zone struct {
	in    *time.Location
	codec *codec[time.Time]
}

// String is the parameter in the plan.
func (z *zone) String() string { return "(" + z.in.String() + ")" }

// Zone is the zone of the field's moments: UTC but for a timestamp that declares another.
func (s *Spec) Zone() *time.Location {
	if z, ok := s.Params.(*zone); ok {
		return z.in
	}
	return time.UTC
}

func configureZone(s *Spec) string {
	name, has := s.Tags["zone"]
	if !has {
		return ""
	}
	in, err := time.LoadLocation(name)
	switch {
	case name == "" || name == "UTC":
		return `zone tag: times are in UTC anyway; write a zone such as zone:"Europe/Berlin", or leave the tag out`
	case name == "Local":
		return `zone tag: "Local" is another zone on each machine; write one such as zone:"Europe/Berlin"`
	case err != nil:
		return fmt.Sprintf(`zone tag: the zone %q is not known here; write one of the IANA database such as zone:"Europe/Berlin", and where the machine has no such database import _ "time/tzdata"`, name)
	}
	s.Params = &zone{in, timestamps(in)}
	return ""
}

// timestampText is a moment as the input of a form has it: without its offset where the time of day says it.
func timestampText(s *Spec, v any) string {
	t := v.(time.Time).In(s.Zone())
	const plain = "2006-01-02T15:04:05.999999"
	if s.Zone() == time.UTC {
		return t.Format(plain)
	}
	if t.Year() < 1 || t.Year() > 9999 {
		return writable(t, s.Zone()).Format(plain + "Z07:00")
	}
	wall := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
	if again, ok := inZone(wall, s.Zone()); ok && again.Equal(t) {
		return t.Format(plain)
	}
	return writable(t, s.Zone()).Format(plain + "Z07:00")
}

// writable is a moment in a zone, and in UTC where ISO 8601 cannot write it there: by the local times of old, whose
// offsets have seconds, and in years that do not have four digits there.
func writable(t time.Time, in *time.Location) time.Time {
	t = t.In(in)
	if _, offset := t.Zone(); offset%60 != 0 || t.Year() < 1 || t.Year() > 9999 {
		return t.UTC()
	}
	return t
}

// inZone is the moment at which clocks in a zone show a time, given in UTC; where they show it twice the first,
// as in Django. It is not ok where clocks never show it.
func inZone(wall time.Time, in *time.Location) (t time.Time, ok bool) {
	const day = 24 * time.Hour
	for _, near := range [...]time.Time{wall.Add(-day), wall.Add(day)} {
		_, offset := near.In(in).Zone()
		t = wall.Add(-time.Duration(offset) * time.Second).In(in)
		if _, there := t.Zone(); there == offset {
			return t, true
		}
	}
	return t, false
}
