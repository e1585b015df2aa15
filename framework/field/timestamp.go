// Moments: time.Time.

package field

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/field/notation"
)

// stampLayout is the form of times in arguments and in SQLite: a text of fixed width, which sorts like the
// time.
const stampLayout = "2006-01-02T15:04:05.000000Z"

// Timestamp is the kind of time.Time, stored in UTC with microseconds. On the wire it is in UTC, or in the
// zone of the tag zone:"Europe/Berlin", which also applies to times sent without a zone.
func Timestamp() Kind {
	utc := timestamps(time.UTC)
	return Kind{
		Name:      "timestamp",
		Match:     func(t reflect.Type) bool { return t == reflect.TypeFor[time.Time]() },
		Tags:      []string{"zone"},
		Configure: configureZone,
		Bind: func(s *Spec, p reflect.Value) Slot {
			if in, ok := s.Params.(*zone); ok {
				return &slot[time.Time]{p.Interface().(*time.Time), in.codec}
			}
			return &momentSlot{slot[time.Time]{p.Interface().(*time.Time), utc}}
		},
		Parse:   parseTimestamp,
		Codes:   []string{"overflow", "make_aware"},
		Literal: "a time.Time or a rest.Date",
		Arg:     func(_ *Spec, v any) any { return timeText(v, stampLayout) },
		Text:    timestampText,
		Column: func(s *Spec, d Dialect) Column {
			if s.Unmanaged {
				return momentsOfOthers(d)
			}
			c := TextColumn(d)
			if d == PostgreSQL {
				c.Types = []string{"timestamptz", "timestamp with time zone"}
				c.Fits = "%s BETWEEN '0001-01-01T00:00:00Z' AND '9999-12-31T23:59:59.999999Z'"
				c.JSON = `to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
			}
			c.Literal = func(v any) string { return quoted(v.(time.Time).UTC().Format(stampLayout)) }
			return c
		},
		Lookups: slices.Concat(Ordered(), []Lookup{OfDate, OfYear}, partsOfDay(), partsOfTime()),
		Inside:  insideMoment,
		Zoned:   true,
		Unread:  "Enter a valid date/time.",
		NoZero:  "the year 1",
		Moving: []Moving{{
			Word: "now", About: "the current time",
			Value: func(now time.Time) any { return now.UTC().Truncate(time.Microsecond) },
			SQL: func(d Dialect) string {
				if d == PostgreSQL {
					return "now()"
				}
				return "(strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'))"
			},
		}},
		Placeholders: func(_ *Spec, n int) []any {
			by := time.Duration(n) * time.Microsecond
			return []any{NewDate(1, 1, 1).Add(by), NewDate(9999, 12, 31).Add(-by)}
		},
		Rules:        []string{"gt", "gte", "lt", "lte"},
		RuleMessages: timeMessages,
		Samples:      []any{time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)},
		RulesOfNow:   true,
		Input:        Input{Control: "datetime-local", Step: "1"},
		Metadata:     "datetime",
		JSON:         func(*Spec) map[string]any { return map[string]any{"type": "string", "format": "date-time"} },
	}
}

// momentsOfOthers returns a column of moments in a table that others manage. One without a zone is in UTC. SQLite has them
// as CURRENT_TIMESTAMP writes them, with microseconds if there are any: "2026-01-02 15:04:05.123456".
func momentsOfOthers(d Dialect) Column {
	if d == PostgreSQL {
		return Column{
			Types:  []string{"timestamptz", "timestamp with time zone"},
			Others: []string{"timestamp"},
			JSON:   "(to_json(%s) #>> '{}')",
		}
	}
	return Column{
		Types: []string{"datetime", "timestamp", "text"},
		Store: func(arg any) any {
			text, is := arg.(string)
			if !is || len(text) != len(stampLayout) {
				return arg
			}
			return strings.TrimSuffix(strings.Replace(strings.TrimSuffix(text, "Z"), "T", " ", 1), ".000000")
		},
	}
}

// Layouts of ISO 8601 from people and programs, those without a zone first.
var timestampLayouts = []string{
	"2006-01-02T15:04:05.999999999", "2006-01-02T15:04",
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04Z0700", "2006-01-02T15:04:05.999999999Z07", "2006-01-02T15:04Z07",
}

// timestamps returns the codec of moments, which clients read in a zone.
func timestamps(in *time.Location) *codec[time.Time] {
	return &codec[time.Time]{
		scan: func(to *time.Time, src any) error {
			t, err := scanTime(src, stampLayout)
			var text string
			if err != nil && ScanText(&text, src) == nil && len(text) > len(time.DateOnly) { // of a table that others manage
				text = text[:len(time.DateOnly)] + "T" + text[len(time.DateOnly)+1:]
				for _, layout := range append(timestampLayouts, "2006-01-02T15:04:05.999999999Z07:00:00") { // before there were zones
					if t, err = time.Parse(layout, text); err == nil {
						break
					}
				}
			}
			*to = t.UTC()
			return err
		},
		append: func(b []byte, t time.Time) []byte { return appendMoment(b, t, in) },
		arg:    func(t time.Time) any { return t.UTC().Format(stampLayout) },
	}
}

// appendMoment writes a moment as JSON, in a zone.
func appendMoment(b []byte, t time.Time, in *time.Location) []byte {
	return append(appendTimestamp(append(b, '"'), writable(t, in)), '"')
}

func parseTimestamp(spec *Spec, v any) (any, []string) {
	if s, ok := v.(string); ok {
		s = notation.TrimSpace(s)
		if len(s) > len(time.DateOnly) && s[len(time.DateOnly)] == ' ' {
			s = s[:len(time.DateOnly)] + "T" + s[len(time.DateOnly)+1:]
		}
		for i, layout := range timestampLayouts {
			t, err := time.Parse(layout, s)
			if err != nil {
				continue
			}
			if in := spec.Zone(); i < 2 && in != time.UTC {
				ok := false
				if t, ok = inZone(t, in); !ok {
					return nil, []string{spec.Message("make_aware", fmt.Sprintf("Invalid datetime for the timezone %q.", in))}
				}
			}
			if t = t.UTC(); t.Year() < 1 || t.Year() > 9999 {
				return nil, []string{spec.Message("overflow", "Datetime value out of range.")}
			}
			return t.Truncate(time.Microsecond), nil
		}
	}
	return spec.Invalid("Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].")
}

// timeText returns a time in the form of columns. A text is already in that form.
func timeText(value any, layout string) any {
	switch v := value.(type) {
	case time.Time:
		return yearText(v, layout)
	case Date:
		return yearText(v.Time, layout)
	case string:
		if _, err := time.Parse(layout, v); err == nil {
			return v
		}
	}
	return nil
}

// yearText returns a time in the form of columns, nil for a year that no column can hold.
func yearText(t time.Time, layout string) any {
	if t = t.UTC(); t.Year() < 1 || t.Year() > 9999 {
		return nil
	}
	return t.Format(layout)
}

func scanTime(src any, layout string) (time.Time, error) {
	switch src := src.(type) {
	case time.Time:
		return src, nil
	case string:
		return time.Parse(layout, src)
	case []byte:
		return time.Parse(layout, string(src))
	}
	return time.Time{}, BadScan(src, "a time")
}

// appendTimestamp writes ISO 8601 with the offset of its zone; microseconds only if there are any.
func appendTimestamp(b []byte, t time.Time) []byte {
	if t.Nanosecond() == 0 {
		return t.AppendFormat(b, "2006-01-02T15:04:05Z07:00")
	}
	return t.AppendFormat(b, "2006-01-02T15:04:05.000000Z07:00")
}

// insideMoment compares moments in objects in UTC: without the final Z their texts sort like the times.
func insideMoment(s *Spec) *Inside {
	if s.Zone() != time.UTC {
		return nil
	}
	inside := insideText(s)
	inside.Lookups = append(inside.Lookups, OfDate, OfYear)
	inside.SQL = func(d Dialect) string { return byBytes("rtrim(%s, 'Z')", d) }
	inside.Arg = func(_ Dialect, arg any) any {
		text, _ := arg.(string)
		return strings.TrimSuffix(strings.TrimSuffix(text, "Z"), ".000000")
	}
	return inside
}
