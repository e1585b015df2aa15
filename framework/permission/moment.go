// Rules about the time.

package permission

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/predicate"
)

// Between allows requests from one time on and before another; a zero time is no limit.
func Between(from, to time.Time) Rule { return between{from, to} }

type between struct{ from, to time.Time }

// String returns the rule in words.
func (r between) String() string {
	var words []string
	if !r.from.IsZero() {
		words = append(words, "from "+r.from.Format(time.RFC3339))
	}
	if !r.to.IsZero() {
		words = append(words, "before "+r.to.Format(time.RFC3339))
	}
	return strings.Join(words, " ")
}

func (r between) kids() []Rule { return nil }

func (r between) bind(b *binding) Rule {
	switch {
	case r.from.IsZero() && r.to.IsZero():
		b.mistake("Between has no bound, and allows every request; write a time, or permission.Anyone")
	case !r.to.IsZero() && !r.from.Before(r.to):
		b.mistake("Between ends before it begins, and allows nothing; write the earlier time first, or permission.Nobody")
	}
	return r
}

func (r between) reduce(q Request) predicate.Expr {
	return q.at(func(now time.Time) bool { return !now.Before(r.from) && (r.to.IsZero() || now.Before(r.to)) })
}

// at answers a condition on the time of the request.
func (q Request) at(holds func(now time.Time) bool) predicate.Expr {
	if q.probe {
		return predicate.Func("", nil) // neither true nor false: it is never called
	}
	now := q.Now
	if now.IsZero() {
		now = time.Now()
	}
	return predicate.Constant(holds(now))
}

// Hours allows requests from one time of day on and before another, such as 8*time.Hour and 17*time.Hour,
// in a time zone; without days on every day.
func Hours(in *time.Location, from, to time.Duration, days ...time.Weekday) Rule {
	return hours{in, from, to, days}
}

type hours struct {
	in       *time.Location
	from, to time.Duration
	days     []time.Weekday
}

// String returns the rule in words.
func (r hours) String() string {
	clock := func(d time.Duration) string { return fmt.Sprintf("%02d:%02d", int(d.Hours()), int(d.Minutes())%60) }
	words := fmt.Sprintf("from %s to %s", clock(r.from), clock(r.to))
	for i, day := range r.days {
		words += []string{" on ", ", "}[min(i, 1)] + day.String()
	}
	return words + " in " + r.in.String()
}

func (r hours) kids() []Rule { return nil }

func (r hours) bind(b *binding) Rule {
	switch {
	case r.in == nil:
		b.mistake("Hours has no place; write time.UTC, or another location")
		r.in = time.UTC
	case r.from < 0 || r.to > 24*time.Hour || r.from >= r.to:
		b.mistake("Hours ends before it begins, or on another day; write two times of one day, the earlier one first, and permission.Any of two for a night")
	}
	return r
}

func (r hours) reduce(q Request) predicate.Expr {
	return q.at(func(now time.Time) bool {
		now = now.In(r.in)
		since := time.Duration(now.Hour())*time.Hour + time.Duration(now.Minute())*time.Minute + time.Duration(now.Second())*time.Second
		return r.from <= since && since < r.to && (r.days == nil || slices.Contains(r.days, now.Weekday()))
	})
}
