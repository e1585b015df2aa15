// The look-ups of filters.

package field

import "slices"

// Lookup is a comparison of a filter with a column, by Django's name.
type Lookup string

// The lookups.
const (
	Equal       Lookup = "eq"
	NotEqual    Lookup = "ne"
	In          Lookup = "in"
	All         Lookup = "all" // of a relation to many: it leads to each of these
	Less        Lookup = "lt"
	LessEqual   Lookup = "lte"
	More        Lookup = "gt"
	MoreEqual   Lookup = "gte"
	Contains    Lookup = "contains"
	IContains   Lookup = "icontains"
	StartsWith  Lookup = "startswith"
	Regex       Lookup = "regex"
	IExact      Lookup = "iexact"
	IStartsWith Lookup = "istartswith"
	IRegex      Lookup = "iregex"
	OfDate      Lookup = "date" // the date of a moment in its zone: see Spec.Zone
	OfYear      Lookup = "year" // the year of a date or a moment
	OfMonth     Lookup = "month"
	OfDay       Lookup = "day"
	OfQuarter   Lookup = "quarter"
	OfWeek      Lookup = "week"         // of ISO 8601
	OfWeekDay   Lookup = "week_day"     // Sunday is 1
	OfISODay    Lookup = "iso_week_day" // Monday is 1
	OfISOYear   Lookup = "iso_year"     // the year of the week
	OfHour      Lookup = "hour"         // of a moment, or a time of day
	OfMinute    Lookup = "minute"
	OfSecond    Lookup = "second"
	IsEmpty     Lookup = "isempty" // the empty text, which other look-ups take for no filter
	IsNull      Lookup = "isnull"
)

// Ordered returns the look-ups of kinds with an order.
func Ordered() []Lookup {
	return []Lookup{Equal, NotEqual, In, Less, LessEqual, More, MoreEqual, IsNull}
}

// partsOfDay and partsOfTime return look-ups for the number of a part.
func partsOfDay() []Lookup {
	return []Lookup{OfMonth, OfDay, OfQuarter, OfWeek, OfWeekDay, OfISODay, OfISOYear}
}

func partsOfTime() []Lookup { return []Lookup{OfHour, OfMinute, OfSecond} }

// IsPart reports whether the look-up compares the number of a part of a date, a moment or a time of day.
func (l Lookup) IsPart() bool {
	return slices.Contains(partsOfDay(), l) || slices.Contains(partsOfTime(), l)
}

// Compared reports whether the values of a column can be compared: JSON and bytes have only the look-up
// isnull.
func (k *Kind) Compared() bool { return len(k.Lookups) != 1 || k.Lookups[0] != IsNull }

// Ordered reports whether rows can be sorted by the values: a kind with equality but no order sorts
// differently in each database. Booleans are sorted, false first.
func (k *Kind) Ordered() bool {
	return k.Compared() && (k.Input.Tick || !slices.Contains(k.Lookups, Equal) || slices.Contains(k.Lookups, Less))
}
