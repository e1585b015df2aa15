// Dates without a time: Date.

package field

import (
	"reflect"
	"slices"
	"time"

	"example.com/resourceful/framework/field/notation"
)

// Date is a date without a time or a zone, as YYYY-MM-DD on the wire and in forms.
type Date struct{ time.Time }

// NewDate returns the given date.
func NewDate(year int, month time.Month, day int) Date {
	return Date{time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// String returns the date as YYYY-MM-DD.
func (d Date) String() string { return d.Format(time.DateOnly) }

// Day is the kind of Date.
func Day() Kind {
	c := &codec[Date]{
		scan: func(to *Date, src any) error {
			t, err := scanTime(src, time.DateOnly)
			*to = NewDate(t.Date()) // as a client's date is bound, whatever the driver's zone
			return err
		},
		append: func(b []byte, d Date) []byte { return append(d.AppendFormat(append(b, '"'), time.DateOnly), '"') },
		arg:    func(d Date) any { return d.String() },
	}
	return Kind{
		Name:    "date",
		Match:   func(t reflect.Type) bool { return t == reflect.TypeFor[Date]() },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &slot[Date]{p.Interface().(*Date), c} },
		Parse:   parseDay,
		Codes:   []string{"datetime"},
		Moment:  "Expected a date but got a datetime.",
		Literal: "a time.Time or a rest.Date",
		Arg:     func(_ *Spec, v any) any { return timeText(v, time.DateOnly) },
		Column: func(_ *Spec, d Dialect) Column {
			c := TextColumn(d)
			if d == PostgreSQL {
				c.Types, c.Fits = []string{"date"}, "%s BETWEEN '0001-01-01' AND '9999-12-31'"
			} else {
				c.Others = []string{"date"}
			}
			return c
		},
		Lookups: slices.Concat(Ordered(), []Lookup{OfYear}, partsOfDay()),
		Inside:  insideDay,
		Unread:  "Enter a valid date.",
		NoZero:  "the year 1",
		Moving: []Moving{{
			Word: "now", About: "the current time",
			Value: func(now time.Time) any { return NewDate(now.UTC().Date()) },
			SQL: func(d Dialect) string {
				if d == PostgreSQL {
					return "(CAST(now() AT TIME ZONE 'UTC' AS date))"
				}
				return "(date('now'))"
			},
		}},
		Placeholders: func(_ *Spec, n int) []any {
			return []any{NewDate(1, 1, 1+n), NewDate(9999, 12, 31-n)}
		},
		Rules:        []string{"gt", "gte", "lt", "lte"},
		RuleMessages: timeMessages,
		Samples:      []any{time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)},
		ForRule:      func(v any) any { return v.(Date).Time },
		RulesOfNow:   true,
		Input:        Input{Control: "date"},
		Metadata:     "date",
		JSON:         func(*Spec) map[string]any { return map[string]any{"type": "string", "format": "date"} },
	}
}

func parseDay(spec *Spec, v any) (any, []string) {
	if s, ok := v.(string); ok {
		if t, ok := ParseDate(s); ok {
			return Date{t}, nil
		}
	}
	return spec.Invalid("Date has wrong format. Use one of these formats instead: YYYY-MM-DD.")
}

// ParseDate parses a date from a client, and returns its midnight in UTC.
func ParseDate(text string) (day time.Time, ok bool) {
	day, err := time.Parse("2006-1-2", notation.TrimSpace(text)) // a month or day may have one digit
	return day, err == nil && day.Year() >= 1
}

// insideDay compares dates in objects, and their years.
func insideDay(s *Spec) *Inside {
	inside := insideText(s)
	inside.Lookups = append(inside.Lookups, OfYear)
	return inside
}
