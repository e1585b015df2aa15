// Durations: time.Duration.

package field

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/field/notation"
)

// Duration is the kind of time.Duration, stored in whole microseconds, on the wire as in Django REST
// framework: "[DD] [HH:[MM:]]ss[.uuuuuu]".
func Duration() Kind {
	c := &codec[time.Duration]{
		scan:   scanDuration,
		append: func(b []byte, d time.Duration) []byte { return append(appendDuration(append(b, '"'), d), '"') },
		arg:    func(d time.Duration) any { return d.Microseconds() },
	}
	return Kind{
		Name:    "duration",
		Match:   func(t reflect.Type) bool { return t == reflect.TypeFor[time.Duration]() },
		Bind:    func(_ *Spec, p reflect.Value) Slot { return &slot[time.Duration]{p.Interface().(*time.Duration), c} },
		Parse:   parseDuration,
		Typed:   typedDuration,
		Codes:   []string{"overflow"},
		Literal: "a time.Duration",
		Arg:     durationArg,
		Text:    func(_ *Spec, v any) string { return string(appendDuration(nil, v.(time.Duration))) },
		Column: func(_ *Spec, d Dialect) Column {
			c := IntegerColumn(d)
			if d == PostgreSQL {
				c.Types = []string{"bigint"}
			}
			c.Fits = integersFit(d, math.MinInt64/1000, math.MaxInt64/1000) // microseconds, which Go counts in nanoseconds
			c.Literal = func(v any) string { return strconv.FormatInt(v.(time.Duration).Microseconds(), 10) }
			return c
		},
		Lookups:  Ordered(),
		Inside:   insideDuration,
		Unread:   "Enter a valid duration.",
		Compare:  func(a, b any) int { return cmp.Compare(a.(time.Duration), b.(time.Duration)) },
		RuleText: func(v any) string { return pyDuration(v.(time.Duration)) },
		Zero:     time.Duration(0),
		Samples:  []any{time.Duration(0)},
		Input:    Input{Bounds: true},
		JSON: func(*Spec) map[string]any {
			return map[string]any{"type": "string", "examples": []any{"1 12:30:00", "00:00:01.500000"}}
		},
	}
}

// Notations of durations in Django: its own, ISO 8601, and PostgreSQL's.
var (
	durationForm = regexp.MustCompile(`^(?:(-?\d+) (?:days?, )?)?(-?)(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d{1,6})\d{0,6})?$`)
	isoForm      = regexp.MustCompile(`^([-+]?)P(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$`)
	intervalForm = regexp.MustCompile(`^(?:(-?\d+) (?:days? ?))?(?:([-+])?(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$`)
)

// unitsForm is how people write durations: "2 days", "1h 30m", "45 min".
var unitsForm = regexp.MustCompile(`(?i)^(?:(\d+)\s*(?:d|days?))?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?))?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:m|mins?|minutes?))?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:s|secs?|seconds?))?$`)

// typedDuration returns a duration with units in ISO 8601, and other texts unchanged.
func typedDuration(text string) string {
	m := unitsForm.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[1]+m[2]+m[3]+m[4] == "" {
		return text
	}
	part := func(number, unit string) string {
		if number == "" {
			return ""
		}
		return number + unit
	}
	return "P" + part(m[1], "D") + "T" + cmp.Or(part(m[2], "H")+part(m[3], "M")+part(m[4], "S"), "0S")
}

// maxDays is the largest number of days in the Go type.
const maxDays = int64(math.MaxInt64 / (24 * time.Hour))

// maxDurationText is the largest length of a duration's text.
const maxDurationText = 100

func parseDuration(spec *Spec, v any) (any, []string) {
	text, ok := notation.TextOf(v)
	if !ok || text == "" || len(text) > maxDurationText {
		return wrongDuration(spec)
	}
	micros, ok := microseconds(text)
	switch {
	case !ok:
		return wrongDuration(spec)
	case micros.Abs().GreaterThan(decimal.NewFromInt(math.MaxInt64 / int64(time.Microsecond))):
		return nil, []string{spec.Message("overflow", fmt.Sprintf("The number of days must be between %d and %d.", -maxDays, maxDays))}
	}
	return time.Duration(micros.IntPart()) * time.Microsecond, nil
}

func wrongDuration(spec *Spec) (any, []string) {
	return spec.Invalid("Duration has wrong format. Use one of these formats instead: [DD] [HH:[MM:]]ss[.uuuuuu].")
}

// microseconds parses a duration in any of its notations.
func microseconds(text string) (sum decimal.Decimal, ok bool) {
	var days, sign, hours, minutes, seconds string
	if m := durationForm.FindStringSubmatch(text); m != nil {
		days, sign, hours, minutes, seconds = m[1], m[2], m[3], m[4], m[5]+"."+m[6]
	} else if m := isoForm.FindStringSubmatch(text); m != nil {
		days, sign, hours, minutes, seconds = m[1]+m[2], m[1], m[3], m[4], m[5]
		if m[2] == "" {
			days = ""
		}
	} else if m := intervalForm.FindStringSubmatch(text); m != nil {
		days, sign, hours, minutes, seconds = m[1], m[2], m[3], m[4], m[5]+"."+m[6]
	} else {
		return decimal.Zero, false
	}
	sum = times(hours, time.Hour).Add(times(minutes, time.Minute)).Add(times(seconds, time.Second))
	if sign == "-" {
		sum = sum.Neg()
	}
	return sum.Add(times(days, 24*time.Hour)).RoundBank(0), true
}

// times returns a number of units in microseconds; 0 for none.
func times(number string, unit time.Duration) decimal.Decimal {
	n, err := decimal.NewFromString(strings.TrimSuffix(strings.Replace(number, ",", ".", 1), "."))
	if err != nil {
		return decimal.Zero
	}
	return n.Mul(decimal.NewFromInt(unit.Microseconds()))
}

// appendDuration writes the days with the sign, as Django does: minus one second is "-1 23:59:59".
func appendDuration(b []byte, d time.Duration) []byte {
	micros := d.Microseconds()
	const day, second = int64(24 * time.Hour / time.Microsecond), int64(time.Second / time.Microsecond)
	days := micros / day
	if micros %= day; micros < 0 {
		days, micros = days-1, micros+day
	}
	if days != 0 {
		b = append(strconv.AppendInt(b, days, 10), ' ')
	}
	seconds := micros / second
	b = append(appendTwo(b, seconds/3600), ':')
	b = append(appendTwo(b, seconds/60%60), ':')
	b = appendTwo(b, seconds%60)
	if micros %= second; micros != 0 {
		b = append(b, '.')
		for unit := second / 10; unit > 0; unit /= 10 {
			b = append(b, byte('0'+micros/unit%10))
		}
	}
	return b
}

// pyDuration writes a duration as Python's str does: "1 day, 2:30:00".
func pyDuration(d time.Duration) string {
	text := string(appendDuration(nil, d))
	days, clock, has := strings.Cut(text, " ")
	if !has {
		days, clock = "", text
	}
	if clock[0] == '0' {
		clock = clock[1:]
	}
	switch days {
	case "":
		return clock
	case "1", "-1":
		return days + " day, " + clock
	default:
		return days + " days, " + clock
	}
}

func appendTwo(b []byte, n int64) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

func durationArg(_ *Spec, v any) any {
	switch v := v.(type) {
	case time.Duration:
		if v%time.Microsecond != 0 {
			return nil
		}
		return v.Microseconds()
	case string:
		if micros, ok := microseconds(v); ok && micros.IsInteger() && micros.BigInt().IsInt64() {
			return micros.IntPart()
		}
	}
	return nil
}

func scanDuration(to *time.Duration, src any) error {
	micros, ok := src.(int64)
	if !ok {
		return BadScan(src, "a number of microseconds")
	}
	*to = time.Duration(micros) * time.Microsecond
	if to.Microseconds() != micros {
		return fmt.Errorf("column holds %d microseconds, which do not fit a time.Duration", micros)
	}
	return nil
}

// insideDuration compares durations in objects, whose texts do not sort by length of time.
func insideDuration(*Spec) *Inside {
	return &Inside{
		JSON: "string", Lookups: []Lookup{Equal, NotEqual, In, IsNull},
		Arg: func(_ Dialect, arg any) any {
			micros, _ := arg.(int64)
			return string(appendDuration(nil, time.Duration(micros)*time.Microsecond))
		},
	}
}
