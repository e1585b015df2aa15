// Package relative reads days and moments relative to now in the query of a list: "today-7d", "now+2h".
package relative

import (
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/field/notation"
)

// Time is a day relative to today, or a moment relative to now.
type Time struct {
	Moment bool // relative to now
	N      int  // number of units, negative for the past
	Unit   Unit // "" for today and now themselves
}

// Unit is a unit of time in a text.
type Unit string

// The units. Days and weeks of a moment have 24 hours each.
const (
	Minute Unit = "min" // of a moment
	Hour   Unit = "h"   // of a moment
	Day    Unit = "d"
	Week   Unit = "w"
)

// Is reports whether a text starts like a relative day or moment.
func Is(text string) bool {
	text = notation.TrimSpace(text)
	return strings.HasPrefix(text, "today") || strings.HasPrefix(text, "now")
}

// maxDigits is the largest number of digits in a text: 99999 days are 273 years.
const maxDigits = 5

// Parse reads "today" or "now", which a sign, a number and a unit may follow. A space is a plus: in an
// address it is the unescaped form of it.
func Parse(text string) (t Time, ok bool) {
	text = notation.TrimSpace(text)
	rest, today := strings.CutPrefix(text, "today")
	if !today {
		if rest, t.Moment = strings.CutPrefix(text, "now"); !t.Moment {
			return Time{}, false
		}
	}
	if rest == "" {
		return t, true
	}
	sign := 1
	switch rest[0] {
	case '-':
		sign = -1
	case '+', ' ':
	default:
		return Time{}, false
	}
	rest = rest[1:]
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	n, err := strconv.Atoi(rest[:digits])
	unit := Unit(rest[digits:])
	known := unit == Day || unit == Week || t.Moment && (unit == Hour || unit == Minute)
	if err != nil || digits > maxDigits || !known {
		return Time{}, false
	}
	t.N, t.Unit = sign*n, unit
	return t, true
}

// DayAt returns the day, as midnight in UTC, for a clock and a time zone. t is no moment.
func (t Time) DayAt(now time.Time, in *time.Location) time.Time {
	year, month, day := now.In(in).Date()
	if t.Unit == Week {
		return time.Date(year, month, day+7*t.N, 0, 0, 0, 0, time.UTC)
	}
	return time.Date(year, month, day+t.N, 0, 0, 0, 0, time.UTC)
}

// At returns the moment for a clock. t is a moment.
func (t Time) At(now time.Time) time.Time {
	of := map[Unit]time.Duration{Minute: time.Minute, Hour: time.Hour, Day: 24 * time.Hour, Week: 7 * 24 * time.Hour}
	return now.Add(time.Duration(t.N) * of[t.Unit])
}

// Words returns the day or the moment for people: "today", "7 days ago", "in 1 week".
func (t Time) Words() string {
	switch {
	case t.Unit == "" || t.N == 0:
		return map[bool]string{false: "today", true: "now"}[t.Moment]
	case !t.Moment && t.Unit == Day && t.N == -1:
		return "yesterday"
	case !t.Moment && t.Unit == Day && t.N == 1:
		return "tomorrow"
	}
	n, unit := t.N, map[Unit]string{Minute: "minute", Hour: "hour", Day: "day", Week: "week"}[t.Unit]
	if n < 0 {
		n = -n
	}
	if n != 1 {
		unit += "s"
	}
	if t.N < 0 {
		return strconv.Itoa(n) + " " + unit + " ago"
	}
	return "in " + strconv.Itoa(n) + " " + unit
}
