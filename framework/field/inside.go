// Values that are members of objects, as filters compare them.

package field

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Inside says how filters compare values of a kind that are members of objects, which are kept as JSON.
type Inside struct {
	// JSON is the type that such a value has in JSON: "string", "number" or "boolean". A member of another
	// type has no value for filters.
	JSON string
	// Where is the condition on the text of the value in JSON, which is %s, under which it is a value of the kind,
	// and SQL what of it is compared. "" is every text, and the text itself. Neither has a question mark, which
	// would stand for an argument.
	Where, SQL func(Dialect) string
	// Arg is what Kind.Arg gives as the value that is compared; nil: as it is.
	Arg func(d Dialect, arg any) any
	// Lookups are what filters may ask.
	Lookups []Lookup
}

// MaxInside is how many characters a text in an object may have for filters: longer ones they do not find. So
// every text has room in an index.
const MaxInside = 600

// Inside says how filters compare members of objects that are of the spec; nil where they cannot.
func (s *Spec) Inside() *Inside {
	if s.Kind.Inside == nil {
		return nil
	}
	return s.Kind.Inside(s)
}

// insideText is for kinds whose values are texts in JSON that have one notation.
func insideText(*Spec) *Inside {
	return &Inside{
		JSON: "string", Lookups: Ordered(),
		Where: func(Dialect) string { return fmt.Sprintf("length(%%s) <= %d", MaxInside) },
		SQL:   func(d Dialect) string { return byBytes("%s", d) },
	}
}

// byBytes is a text in SQL that sorts by its bytes.
func byBytes(text string, d Dialect) string {
	if d == PostgreSQL {
		return text + ` COLLATE "C"`
	}
	return text
}

// insideDay adds the years of days.
func insideDay(s *Spec) *Inside {
	inside := insideText(s)
	inside.Lookups = append(inside.Lookups, OfYear)
	return inside
}

// insideTime is for times, whose texts have microseconds only where there are some.
func insideTime(s *Spec) *Inside {
	inside := insideText(s)
	inside.Arg = func(_ Dialect, arg any) any {
		text, _ := arg.(string)
		return strings.TrimSuffix(text, ".000000")
	}
	return inside
}

// insideMoment is for moments in UTC: without the Z at their ends their texts sort as time does.
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

// insideDuration is for durations, whose texts do not sort as they do.
func insideDuration(*Spec) *Inside {
	return &Inside{
		JSON: "string", Lookups: []Lookup{Equal, NotEqual, In, IsNull},
		Arg: func(_ Dialect, arg any) any {
			micros, _ := arg.(int64)
			return string(appendDuration(nil, time.Duration(micros)*time.Microsecond))
		},
	}
}

// insideBoolean is for truths, which are compared as the words true and false.
func insideBoolean(*Spec) *Inside {
	return &Inside{
		JSON: "boolean", Lookups: []Lookup{Equal, NotEqual, In, IsNull},
		Arg: func(_ Dialect, arg any) any { return fmt.Sprint(arg) },
	}
}

// insideInteger is for whole numbers of 64 bits that are written as such: 4, and not 4.0.
func insideInteger(*Spec) *Inside {
	return &Inside{
		JSON: "number", Lookups: Ordered(),
		Where: func(d Dialect) string {
			if d == PostgreSQL {
				return `CASE WHEN %s ~ '^-{0,1}[0-9]{1,19}$' THEN CAST(%s AS numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 END`
			}
			return `%s NOT GLOB '*[^0-9-]*' AND typeof(json_extract(%s, '$')) = 'integer'`
		},
		SQL: func(Dialect) string { return "CAST(%s AS bigint)" },
	}
}

// insideNumber is for numbers of at most 100 characters with an exponent of at most two digits, which every float
// holds.
func insideNumber(*Spec) *Inside {
	return &Inside{
		JSON: "number", Lookups: Ordered(),
		Where: func(d Dialect) string {
			if d == PostgreSQL {
				return `length(%s) <= 100 AND %s !~ '[eE].*[0-9]{3}$'`
			}
			return `length(%s) <= 100 AND %s NOT GLOB '*[eE]*[0-9][0-9][0-9]'`
		},
		SQL: func(Dialect) string { return "CAST(%s AS double precision)" },
	}
}

// insideDecimal is for decimals, which are texts with all their places.
func insideDecimal(s *Spec) *Inside {
	places := int(digitsOf(s).places)
	return &Inside{
		JSON: "string", Lookups: Ordered(),
		Where: func(d Dialect) string {
			if d == PostgreSQL {
				return fmt.Sprintf(`%%s ~ '^-{0,1}[0-9]{1,18}%s$'`, map[bool]string{true: fmt.Sprintf(`[.][0-9]{%d}`, places)}[places > 0])
			}
			digits := `%s NOT GLOB '*[^0-9.-]*' AND length(%s) <= 20`
			if places == 0 {
				return digits + ` AND %s NOT GLOB '*.*'`
			}
			return digits + ` AND %s GLOB '*[0-9].` + strings.Repeat("[0-9]", places) + `'`
		},
		SQL: func(d Dialect) string {
			if d == PostgreSQL {
				return "CAST(%s AS numeric)"
			}
			return "CAST(replace(%s, '.', '') AS bigint)"
		},
		Arg: func(d Dialect, arg any) any {
			if text, ok := arg.(string); ok && d == SQLite {
				return scaled(text)
			}
			return arg
		},
	}
}

// InsideLookups are what filters may ask of members of objects that are of the spec.
func (s *Spec) InsideLookups() []Lookup {
	inside := s.Inside()
	if inside == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(inside.Lookups), func(l Lookup) bool { return !slices.Contains(s.Kind.Lookups, l) })
}
