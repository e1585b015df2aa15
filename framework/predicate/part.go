// Parts of days, moments and times of day, in UTC or by the clocks of a zone.

package predicate

import "time"

// IsPart reports whether the operator asks for the number of a part of a day, of a moment or of a time of day.
func (o Op) IsPart() bool { return o >= OpMonth && o <= OpSecond }

// parts are the numbers of parts, as Django has them.
var parts = map[Op]func(time.Time) int{
	OpMonth:   func(t time.Time) int { return int(t.Month()) },
	OpDay:     time.Time.Day,
	OpQuarter: func(t time.Time) int { return (int(t.Month()) + 2) / 3 },
	OpWeek: func(t time.Time) int {
		_, week := t.ISOWeek()
		return week
	},
	OpWeekDay:    func(t time.Time) int { return int(t.Weekday()) + 1 },
	OpISOWeekDay: func(t time.Time) int { return (int(t.Weekday())+6)%7 + 1 },
	OpISOYear: func(t time.Time) int {
		year, _ := t.ISOWeek()
		return year
	},
	OpHour: time.Time.Hour, OpMinute: time.Time.Minute, OpSecond: time.Time.Second,
}

// zonedPart is the number of a part by the clocks of a zone.
type zonedPart struct {
	n  int64
	in *time.Location
}

// PartAt is CompareAt with the number of a part of a moment, by the clocks of a zone; nil is UTC.
func PartAt(op Op, name string, index int, n int64, in *time.Location) Expr {
	if in == nil {
		return CompareAt(op, name, index, n)
	}
	return CompareAt(op, name, index, zonedPart{n, in})
}

// ZonedPart is the number of a part and the zone by whose clocks it is; not ok for one in UTC, and for any other condition.
func (e Expr) ZonedPart() (n int64, in *time.Location, ok bool) {
	part, ok := e.Value.(zonedPart)
	return part.n, part.in, ok
}

// hasPart reports whether the number of a part of a text of a column is that of the condition.
func (e Expr) hasPart(text string) bool {
	want, in := e.Value, time.UTC
	if n, zone, ok := e.ZonedPart(); ok {
		want, in = n, zone
	}
	n, ok := partOf(e.Op, text, in)
	return ok && n == want
}

// Part returns the number of the part that a look-up such as "hour" asks for, of a moment as columns have it,
// by the clocks of a zone. It is not ok for any other text.
func Part(lookup, text string, in *time.Location) (n int64, ok bool) {
	op, known := Lookup(lookup)
	if !known || !op.IsPart() {
		return 0, false
	}
	return partOf(op, text, in)
}

// partOf is the number of a part of a text of a column.
func partOf(op Op, text string, in *time.Location) (n int64, ok bool) {
	for _, layout := range [...]string{"2006-01-02T15:04:05.000000Z", time.DateOnly, "15:04:05.000000"} {
		if t, err := time.Parse(layout, text); err == nil {
			if len(text) > len(time.DateOnly) && text[4] == '-' {
				t = t.In(in)
			}
			return int64(parts[op](t)), true
		}
	}
	return 0, false
}
