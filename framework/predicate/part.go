// Parts of dates and times, in UTC or in another time zone.

package predicate

import "time"

// IsPart reports whether the operator compares a part of a date or time.
func (o Op) IsPart() bool { return o >= OpMonth && o <= OpSecond }

// parts returns the parts as numbers, as in Django.
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

// zonedPart is the number of a part in a time zone.
type zonedPart struct {
	n  int64
	in *time.Location
}

// PartAt is CompareAt with the number of a part of a moment in a time zone; nil is UTC.
func PartAt(op Op, name string, index int, n int64, in *time.Location) Expr {
	if in == nil {
		return CompareAt(op, name, index, n)
	}
	return CompareAt(op, name, index, zonedPart{n, in})
}

// ZonedPart returns the number of a part and its time zone; not ok for UTC, and for any other condition.
func (e Expr) ZonedPart() (n int64, in *time.Location, ok bool) {
	part, ok := e.Value.(zonedPart)
	return part.n, part.in, ok
}

// hasPart reports whether a part of a column's text has the condition's number.
func (e Expr) hasPart(text string) bool {
	want, in := e.Value, time.UTC
	if n, zone, ok := e.ZonedPart(); ok {
		want, in = n, zone
	}
	n, ok := partOf(e.Op, text, in)
	return ok && n == want
}

// Part returns the part that a look-up such as "hour" names, of a moment in a column's form, in a time
// zone. It is not ok for any other text.
func Part(lookup, text string, in *time.Location) (n int64, ok bool) {
	op, known := Lookup(lookup)
	if !known || !op.IsPart() {
		return 0, false
	}
	return partOf(op, text, in)
}

// partOf returns a part of a column's text.
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
