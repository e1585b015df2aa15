// Package cron reads cron expressions, and computes when they are due in a time zone.
package cron

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Schedule is a cron expression in a time zone.
type Schedule struct {
	minutes, hours, days, months, weekdays uint64 // bits of numbers
	anyDay, anyWeekday                     bool   // the field begins with *
	anyHour                                bool   // the field is *
	zone                                   *time.Location
}

// field is one field of an expression.
type field struct {
	name     string
	min, max int
	words    []string // for min, min+1 …
}

// fieldsOf returns the fields of an expression. It is a function, so that only programs with expressions contain it.
func fieldsOf() []field {
	return []field{
		{"minute", 0, 59, nil},
		{"hour", 0, 23, nil},
		{"day of the month", 1, 31, nil},
		{"month", 1, 12, strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")},
		{"day of the week", 0, 7, strings.Fields("sun mon tue wed thu fri sat")},
	}
}

// Parse reads an expression of five fields: minute, hour, day of the month, month and day of the week, where 0 and 7 are
// Sunday. A field is * or a list of numbers and ranges such as 1-5, each with a step such as */15 or 8-18/2. Months and days of
// the week have English names of three letters. If neither day field begins with *, a day needs to be in one of them only, as in
// Vixie's cron. An expression that is never due, such as 0 0 31 2 *, is an error.
func Parse(expression string, zone *time.Location) (*Schedule, error) {
	parts, fields := strings.Fields(expression), fieldsOf()
	if len(parts) != len(fields) {
		return nil, fmt.Errorf("%q has %d fields; write five, such as 0 7 * * mon-fri: minute, hour, day of the month, month, day of the week", expression, len(parts))
	}
	s := &Schedule{zone: zone}
	for i, to := range []*uint64{&s.minutes, &s.hours, &s.days, &s.months, &s.weekdays} {
		for part := range strings.SplitSeq(strings.ToLower(parts[i]), ",") {
			bits, err := fields[i].parse(part)
			if err != nil {
				return nil, fmt.Errorf("%q: the %s %w", expression, fields[i].name, err)
			}
			*to |= bits
		}
	}
	if s.weekdays&(1<<7) != 0 {
		s.weekdays |= 1
	}
	s.anyHour, s.anyDay, s.anyWeekday = parts[1] == "*", parts[2][0] == '*', parts[4][0] == '*'
	if s.Next(time.Now()).IsZero() {
		return nil, fmt.Errorf("%q is never due; write a day that the month has", expression)
	}
	return s, nil
}

// parse reads an element of the list in a field.
func (f field) parse(text string) (bits uint64, err error) {
	within, step, stepped := strings.Cut(text, "/")
	each := 1
	if stepped {
		if each, err = strconv.Atoi(step); err != nil || each < 1 || each > f.max {
			return 0, fmt.Errorf("has the step %q; write a number from 1 to %d", step, f.max)
		}
	}
	from, to := f.min, f.max
	if within != "*" {
		first, last, ranged := strings.Cut(within, "-")
		if from, err = f.number(first); err != nil {
			return 0, err
		}
		switch {
		case ranged:
			if to, err = f.number(last); err != nil {
				return 0, err
			}
		case stepped:
			return 0, fmt.Errorf("has a step without a range in %q; write %s-%d/%s", text, first, f.max, step)
		default:
			to = from
		}
		if to < from {
			return 0, fmt.Errorf("has the range %q, which ends before it begins; write two ranges with a comma", within)
		}
	}
	for i := from; i <= to; i += each {
		bits |= 1 << i
	}
	return bits, nil
}

// number reads a number or a name.
func (f field) number(text string) (int, error) {
	if i := slices.Index(f.words, text); i >= 0 {
		return f.min + i, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < f.min || n > f.max || len(text) > 2 || text[0] == '+' {
		return 0, fmt.Errorf("is %q; write a number from %d to %d, or *", text, f.min, f.max)
	}
	return n, nil
}

// years is how far Next looks: 2096 to 2104 is the longest time without a 29 February.
const years = 9

// Next returns the first moment after another at which the schedule is due, and the zero time for none. A time that the zone
// skips is due at the first moment after the gap, and a time that it repeats is due once. If the hour is *, it is due by the clock
// of UTC: in each repeated hour, and in none that is skipped.
func (s *Schedule) Next(after time.Time) time.Time {
	after = after.In(s.zone)
	if s.anyHour {
		return s.nextMinute(after)
	}
	year, month, first := after.Date()
	for i := -1; i < years*366; i++ { // a zone may repeat the end of a day
		day := time.Date(year, month, first+i, 0, 0, 0, 0, time.UTC)
		if !s.onDay(day) {
			continue
		}
		for hour := range 24 {
			for minute := range 60 {
				if s.hours>>hour&1 == 0 || s.minutes>>minute&1 == 0 {
					continue
				}
				if at := s.at(day.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)); at.After(after) {
					return at
				}
			}
		}
	}
	return time.Time{}
}

// nextMinute is Next for any hour.
func (s *Schedule) nextMinute(after time.Time) time.Time {
	t := after.Truncate(time.Minute).Add(time.Minute)
	for end := after.AddDate(years, 0, 0); t.Before(end); {
		switch {
		case !s.onDay(t):
			t = t.Truncate(15 * time.Minute).Add(15 * time.Minute) // the days of all zones begin at such a moment
		case s.minutes>>t.Minute()&1 == 0:
			t = t.Add(time.Minute)
		default:
			return t
		}
	}
	return time.Time{}
}

// onDay reports whether the date of a time matches.
func (s *Schedule) onDay(t time.Time) bool {
	inMonth, inWeek := s.days>>t.Day()&1 == 1, s.weekdays>>int(t.Weekday())&1 == 1
	if s.months>>int(t.Month())&1 == 0 {
		return false
	}
	if s.anyDay || s.anyWeekday {
		return inMonth && inWeek
	}
	return inMonth || inWeek
}

// at returns the first moment at which clocks of the zone show what a time in UTC does, or the end of the gap that skips it.
func (s *Schedule) at(shown time.Time) time.Time {
	guess := time.Date(shown.Year(), shown.Month(), shown.Day(), shown.Hour(), shown.Minute(), 0, 0, s.zone)
	start, end := guess.ZoneBounds()
	found := time.Time{}
	try := func(near time.Time) {
		_, offset := near.Zone()
		at := shown.Add(-time.Duration(offset) * time.Second).In(s.zone)
		if _, there := at.Zone(); there == offset && (found.IsZero() || at.Before(found)) {
			found = at
		}
	}
	try(guess)
	for _, change := range []time.Time{start, end} {
		if !change.IsZero() {
			try(change)
			try(change.Add(-time.Second))
		}
	}
	if !found.IsZero() {
		return found
	}
	for _, change := range []time.Time{start, end} {
		if !change.IsZero() && clock(change.Add(-time.Second)).Before(shown) && clock(change).After(shown) {
			return change
		}
	}
	return guess // not reached: a time is shown, or skipped
}

// clock returns what clocks show at a time, in UTC.
func clock(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}
