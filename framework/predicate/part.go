// Parts of days, moments and times of day, in UTC.

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

// partOf is the number of a part of a text of a column.
func partOf(op Op, text string) (n int64, ok bool) {
	for _, layout := range [...]string{"2006-01-02T15:04:05.000000Z", time.DateOnly, "15:04:05.000000"} {
		if t, err := time.Parse(layout, text); err == nil {
			return int64(parts[op](t)), true
		}
	}
	return 0, false
}
