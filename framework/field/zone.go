// The time zone in which clients write and read moments.

package field

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"example.com/resourceful/framework/field/notation"
)

// zone is the parameter of a timestamp with the tag zone.
type zone struct {
	in    *time.Location
	codec *codec[time.Time]
}

// String returns the parameter in the plan.
func (z *zone) String() string { return "(" + z.in.String() + ")" }

// Zone returns the zone of the field's moments: the declared one, or else the client's, or else UTC.
func (s *Spec) Zone() *time.Location {
	if z, ok := s.Params.(*zone); ok {
		return z.in
	}
	if s.client != nil {
		return s.client
	}
	return time.UTC
}

// Client returns the zone of the client of the spec: see In; nil for UTC.
func (s *Spec) Client() *time.Location { return s.client }

// In returns the field for a client in a time zone, which applies if the field declares none. nil is UTC.
func (s *Spec) In(client *time.Location) *Spec {
	if client == nil || !s.zoned() {
		return s
	}
	c := *s
	c.client = client
	if c.Item != nil {
		c.Item = c.Item.In(client)
	}
	return &c
}

// zoned reports whether the values are moments, or contain some.
func (s *Spec) zoned() bool {
	if _, declared := s.Params.(*zone); declared {
		return false
	}
	return s.Kind.Zoned || s.Item != nil && s.Item.zoned() || slices.ContainsFunc(s.Kind.Members, func(m Member) bool { return m.zoned() })
}

// Span is the period from one moment on and before another.
type Span struct{ From, To time.Time }

// Spans returns the periods in which clocks in a zone show a time from one on and before another, both
// given in UTC. There is one span, none for a day that the zone skips, and several if clocks go back over
// midnight.
func Spans(from, to time.Time, in *time.Location) (spans []Span) {
	const day = 24 * time.Hour // no zone is further from UTC, or goes back by more
	for at, end := from.Add(-2*day), to.Add(2*day); at.Before(end); {
		begins, ends := at.In(in).ZoneBounds()
		_, seconds := at.In(in).Zone()
		offset := time.Duration(seconds) * time.Second
		s := Span{from.Add(-offset), to.Add(-offset)}
		if !begins.IsZero() && s.From.Before(begins) {
			s.From = begins.UTC()
		}
		if !ends.IsZero() && s.To.After(ends) {
			s.To = ends.UTC()
		}
		switch last := len(spans) - 1; {
		case !s.From.Before(s.To):
		case last >= 0 && spans[last].To.Equal(s.From):
			spans[last].To = s.To
		default:
			spans = append(spans, s)
		}
		if ends.IsZero() {
			break
		}
		at = ends
	}
	return spans
}

// momentSlot is a moment that clients read in UTC, or in their zone.
type momentSlot struct{ slot[time.Time] }

func (s *momentSlot) AppendIn(b []byte, _ string, client *time.Location) []byte {
	return appendMoment(b, *s.p, client)
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

// timestampText returns a moment for the input of a form: without its offset if the time of day determines
// it.
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

// writable returns a moment in a zone, or in UTC if ISO 8601 cannot write it there: with old local times,
// whose offsets have seconds, and years without four digits.
func writable(t time.Time, in *time.Location) time.Time {
	t = t.In(in)
	if _, offset := t.Zone(); offset%60 != 0 || t.Year() < 1 || t.Year() > 9999 {
		return t.UTC()
	}
	return t
}

// inZone returns the moment at which clocks in a zone show a time, given in UTC; if they show it twice the
// first, as in Django. It is not ok if clocks never show it.
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

// JSONIn converts a value that was written as JSON in UTC for a client in a zone.
func (s *Spec) JSONIn(text []byte, client *time.Location) []byte {
	if client == nil || !s.zoned() {
		return text
	}
	from, err := notation.DecodeJSON(string(text))
	if err != nil || from == nil {
		return text
	}
	value, messages := s.Kind.Parse(s, from)
	if messages != nil { // the declaration has changed since
		return text
	}
	slot := s.Kind.Bind(s, reflect.New(s.Type))
	slot.Set(value)
	return AppendIn(nil, slot, "", client)
}
