// Times of day without a date: TimeOfDay.

package field

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/field/notation"
)

// TimeOfDay is a time of day without a date or a zone, to the microsecond, as hh:mm:ss[.ffffff] on the
// wire. The zero value is midnight.
type TimeOfDay struct{ micros int64 }

// NewTimeOfDay returns a time since midnight, without whole days.
func NewTimeOfDay(sinceMidnight time.Duration) TimeOfDay {
	const day = int64(24 * time.Hour / time.Microsecond)
	return TimeOfDay{((sinceMidnight.Microseconds() % day) + day) % day}
}

// SinceMidnight returns the time since the beginning of the day.
func (t TimeOfDay) SinceMidnight() time.Duration { return time.Duration(t.micros) * time.Microsecond }

// String returns the time as hh:mm:ss, with microseconds if there are any.
func (t TimeOfDay) String() string { return string(appendDuration(nil, t.SinceMidnight())) }

// column returns the time for columns: a text of fixed width, which sorts like the time.
func (t TimeOfDay) column() string {
	return fmt.Sprintf("%02d:%02d:%02d.%06d", t.micros/3600e6, t.micros/60e6%60, t.micros/1e6%60, t.micros%1e6)
}

// Time is the kind of TimeOfDay.
func Time() Kind {
	c := &codec[TimeOfDay]{
		scan: scanTimeOfDay,
		append: func(b []byte, t TimeOfDay) []byte {
			return append(appendDuration(append(b, '"'), t.SinceMidnight()), '"')
		},
		arg: func(t TimeOfDay) any { return t.column() },
	}
	return Kind{
		Name:    "time of day",
		Match:   func(t reflect.Type) bool { return t == reflect.TypeFor[TimeOfDay]() },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &slot[TimeOfDay]{p.Interface().(*TimeOfDay), c} },
		Parse:   parseTimeOfDay,
		Literal: `a rest.TimeOfDay, or its text such as "08:30"`,
		Arg: func(_ *Spec, v any) any {
			switch v := v.(type) {
			case TimeOfDay:
				return v.column()
			case string:
				if t, ok := timeOfDay(v); ok {
					return t.column()
				}
			}
			return nil
		},
		Column: func(s *Spec, d Dialect) Column {
			c := TextColumn(d)
			if d == PostgreSQL {
				c.Types, c.Fits = []string{"time", "time without time zone"}, anyValue
			} else if s.Unmanaged { // as the functions of SQLite write it
				c.Others = []string{"time"}
				c.Store = func(arg any) any {
					text, _ := arg.(string)
					return strings.TrimSuffix(text, ".000000")
				}
			}
			c.Literal = func(v any) string { return quoted(v.(TimeOfDay).column()) }
			return c
		},
		Lookups:  append(Ordered(), partsOfTime()...),
		Inside:   insideTime,
		Compare:  func(a, b any) int { return cmp.Compare(a.(TimeOfDay).micros, b.(TimeOfDay).micros) },
		Zero:     TimeOfDay{},
		Samples:  []any{TimeOfDay{}},
		Input:    Input{Control: "time", Step: "any"},
		Metadata: "time",
		JSON:     func(*Spec) map[string]any { return map[string]any{"type": "string", "format": "partial-time"} },
	}
}

// timeForm matches Django's notation of a time of day.
var timeForm = regexp.MustCompile(`^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,6})\d{0,6})?)?$`)

func parseTimeOfDay(spec *Spec, v any) (any, []string) {
	if s, ok := v.(string); ok {
		if t, ok := timeOfDay(notation.TrimSpace(s)); ok {
			return t, nil
		}
	}
	return spec.Invalid("Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].")
}

func timeOfDay(text string) (TimeOfDay, bool) {
	m := timeForm.FindStringSubmatch(text)
	if m == nil {
		return TimeOfDay{}, false
	}
	number := func(digits string) int64 {
		n, _ := strconv.ParseInt(digits, 10, 64)
		return n
	}
	hours, minutes, seconds := number(m[1]), number(m[2]), number(m[3])
	micros := number((m[4] + "000000")[:6])
	return TimeOfDay{((hours*60+minutes)*60+seconds)*1e6 + micros}, hours < 24 && minutes < 60 && seconds < 60
}

func scanTimeOfDay(to *TimeOfDay, src any) error {
	if t, ok := src.(time.Time); ok {
		h, m, s := t.Clock()
		*to = TimeOfDay{int64((h*60+m)*60+s)*1e6 + int64(t.Nanosecond()/1000)}
		return nil
	}
	var text string
	if err := ScanText(&text, src); err != nil {
		return BadScan(src, "a time of day")
	}
	t, ok := timeOfDay(text)
	if !ok {
		return fmt.Errorf("column holds %q, want a time of day", strings.ToValidUTF8(text, "?"))
	}
	*to = t
	return nil
}

// insideTime compares times in objects, whose texts have microseconds only if there are any.
func insideTime(s *Spec) *Inside {
	inside := insideText(s)
	inside.Arg = func(_ Dialect, arg any) any {
		text, _ := arg.(string)
		return strings.TrimSuffix(text, ".000000")
	}
	return inside
}
