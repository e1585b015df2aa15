// The questions that filters ask of columns.

package field

import "slices"

// Lookup is a question that a filter asks of a column, by Django's name.
type Lookup string

// The lookups.
const (
	Equal       Lookup = "eq"
	NotEqual    Lookup = "ne"
	In          Lookup = "in"
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
	OfDate      Lookup = "date" // of a moment: the day, in UTC or the zone of the request
	OfYear      Lookup = "year" // of a day or a moment: the year
	OfMonth     Lookup = "month"
	OfDay       Lookup = "day"
	OfQuarter   Lookup = "quarter"
	OfWeek      Lookup = "week"         // of ISO 8601
	OfWeekDay   Lookup = "week_day"     // Sunday is 1
	OfISODay    Lookup = "iso_week_day" // Monday is 1
	OfISOYear   Lookup = "iso_year"     // in which the week is
	OfHour      Lookup = "hour"         // of a moment, or a time of day
	OfMinute    Lookup = "minute"
	OfSecond    Lookup = "second"
	IsNull      Lookup = "isnull"
)

// Ordered are the lookups of kinds whose values have an order.
func Ordered() []Lookup {
	return []Lookup{Equal, NotEqual, In, Less, LessEqual, More, MoreEqual, IsNull}
}

// partsOfDay and partsOfTime are look-ups that ask for the number of a part.
func partsOfDay() []Lookup {
	return []Lookup{OfMonth, OfDay, OfQuarter, OfWeek, OfWeekDay, OfISODay, OfISOYear}
}

func partsOfTime() []Lookup { return []Lookup{OfHour, OfMinute, OfSecond} }

// IsPart reports whether the look-up asks for the number of a part of a day, of a moment or of a time of day.
func (l Lookup) IsPart() bool {
	return slices.Contains(partsOfDay(), l) || slices.Contains(partsOfTime(), l)
}

// Compared reports whether the values of a column are compared: JSON and bytes can only be asked whether they
// are there.
func (k *Kind) Compared() bool { return len(k.Lookups) != 1 || k.Lookups[0] != IsNull }

// Ordered reports whether rows can be sorted by the values: a kind that can be asked which value is another, and not
// which is more, has an order that is not the same in each database. Truths are sorted, false first.
func (k *Kind) Ordered() bool {
	return k.Compared() && (k.Input.Tick || !slices.Contains(k.Lookups, Equal) || slices.Contains(k.Lookups, Less))
}
