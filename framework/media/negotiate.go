// Choosing a format by the Accept header.

package media

import "strings"

// The specificity of a media range, least first. No match is below all.
const (
	noMatch = iota
	anyType
	anySubtype
	wholeType
	withParameter
)

const (
	fullQuality = 1_000_000_000 // q=1; nine decimals are significant
	maxIndent   = 8
)

// Negotiate picks the format for an Accept header, whose lines are joined by commas. Without a header it
// picks the first format. It returns the index into formats, which are in the server's order; ok is false
// if no format is acceptable.
//
// For each format the most specific range that matches counts: a type with a parameter other than q, a
// type, type/*, */*. Of several equally specific ones the highest q counts. The format of the highest q
// wins, then the one of the more specific range, then the earlier. It ignores parameters other than q and
// indent, and a q that is no number. Unlike in DRF, but as in RFC 9110 section 12.5.1, q orders the formats
// and q=0 excludes one.
//
// indent is the parameter of that name on the range that counted: 1 to 8 spaces, more count as
// 8, and 0 for anything else.
func Negotiate(formats []Format, accept string) (index, indent int, ok bool) {
	// Most programs send one of these three headers, which need no parsing.
	if len(formats) > 0 && (accept == "" || accept == "*/*" || accept == formats[0].MediaType) {
		return 0, 0, true
	}
	// best holds the range that counts for each format, on the stack for the usual number of them.
	var few [8]mediaRange
	best := few[:]
	if len(formats) > len(few) {
		best = make([]mediaRange, len(formats))
	}
	best = best[:len(formats)]
	empty := true
	for element := ""; accept != ""; {
		element, accept = cutQuoted(accept, ',')
		if element = trim(element); element != "" {
			empty = false
			consider(element, formats, best)
		}
	}
	if empty {
		return 0, 0, len(formats) > 0
	}
	return preferred(best)
}

// RangeParam returns the value of a parameter other than q, in the range of an Accept header that counts
// for a format; "" for none.
func RangeParam(f Format, accept, name string) string {
	formats := []Format{f}
	best, value := make([]mediaRange, 1), ""
	for element := ""; accept != ""; {
		element, accept = cutQuoted(accept, ',')
		before := best[0]
		consider(trim(element), formats, best)
		if best[0] != before {
			_, params := cutQuoted(trim(element), ';')
			value = paramOf(params, name)
		}
	}
	return value
}

// paramOf returns the value of the first parameter with a name, "" for none.
func paramOf(params, name string) string {
	for param := ""; params != ""; {
		param, params = cutQuoted(params, ';')
		if n, value, _ := strings.Cut(param, "="); strings.EqualFold(trim(n), name) {
			return unquote(trim(value))
		}
	}
	return ""
}

// consider replaces the ranges that an element of an Accept header beats.
func consider(element string, formats []Format, best []mediaRange) {
	typ, params := cutQuoted(element, ';')
	typ = trim(typ)
	var parsed mediaRange
	known := false // parameters are read when the type matches anything
	for i := range formats {
		specificity := match(typ, formats[i].MediaType)
		if specificity == noMatch && formats[i].Alias != "" && strings.EqualFold(typ, formats[i].Alias) {
			specificity = wholeType
		}
		if specificity == noMatch {
			continue
		}
		if !known {
			parsed, known = parseParams(params), true
		}
		candidate := parsed
		if specificity < wholeType || parsed.specificity < specificity {
			candidate.specificity = specificity
		}
		if candidate.beats(best[i]) {
			best[i] = candidate
		}
	}
}

// mediaRange is one element of an Accept header, for a format that it matches.
type mediaRange struct {
	specificity int
	quality     int
	indent      int
}

// beats reports whether r counts for a format instead of old; both match.
func (r mediaRange) beats(old mediaRange) bool {
	if r.specificity != old.specificity {
		return r.specificity > old.specificity
	}
	return r.quality > old.quality
}

// preferred picks the format by the range that counts for each.
func preferred(ranges []mediaRange) (index, indent int, ok bool) {
	for i, r := range ranges {
		if r.specificity == noMatch || r.quality == 0 {
			continue
		}
		old := ranges[index]
		if !ok || r.quality > old.quality || r.quality == old.quality && r.specificity > old.specificity {
			index, indent, ok = i, r.indent, true
		}
	}
	return index, indent, ok
}

// match returns the specificity with which a range without its parameters matches a media type.
func match(typ, mediaType string) int {
	switch {
	case typ == "*/*":
		return anyType
	case strings.EqualFold(typ, mediaType):
		return wholeType
	case !strings.HasSuffix(typ, "/*"):
		return noMatch
	}
	prefix := typ[:len(typ)-1]
	if len(prefix) < len(mediaType) && strings.EqualFold(prefix, mediaType[:len(prefix)]) {
		return anySubtype
	}
	return noMatch
}

// parseParams parses the parameters of one range; the first of equal names counts. The specificity is
// withParameter if one of them is not q.
func parseParams(params string) mediaRange {
	r := mediaRange{quality: fullQuality}
	sawQuality, sawIndent := false, false
	for param := ""; params != ""; {
		param, params = cutQuoted(params, ';')
		name, value, _ := strings.Cut(param, "=")
		name, value = trim(name), unquote(trim(value))
		switch {
		case name == "":
		case strings.EqualFold(name, "q"):
			if !sawQuality {
				r.quality = parseQuality(value)
			}
			sawQuality = true
		default:
			r.specificity = withParameter
			if !sawIndent && strings.EqualFold(name, "indent") {
				r.indent = parseIndent(value)
				sawIndent = true
			}
		}
	}
	return r
}

// parseQuality parses a q value in billionths. A value above 1 counts as 1, and so does one that is no
// number.
func parseQuality(s string) int {
	whole, decimals, _ := strings.Cut(s, ".")
	if !allDigits(whole) || !allDigits(decimals) || whole+decimals == "" {
		return fullQuality
	}
	if strings.Trim(whole, "0") != "" {
		return fullQuality
	}
	quality, unit := 0, fullQuality/10
	for i := 0; i < len(decimals) && unit > 0; i++ {
		quality += int(decimals[i]-'0') * unit
		unit /= 10
	}
	// A tiny value is still not the 0 that excludes.
	if quality == 0 && strings.Trim(decimals, "0") != "" {
		return 1
	}
	return quality
}

// parseIndent parses a number of spaces, and returns 0 if s is no positive integer.
func parseIndent(s string) int {
	s = strings.TrimPrefix(s, "+")
	if !allDigits(s) {
		return 0
	}
	s = strings.TrimLeft(s, "0")
	switch {
	case s == "":
		return 0
	case len(s) > 1:
		return maxIndent
	default:
		return min(int(s[0]-'0'), maxIndent)
	}
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// cutQuoted cuts s around the first separator outside of a quoted string. A quotation mark that is never
// closed reaches to the end.
func cutQuoted(s string, separator byte) (before, after string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == separator && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// unquote removes the quotation marks of a quoted string. It keeps escapes, because no number has any.
func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// trim removes the white space of RFC 9110 from both ends.
func trim(s string) string { return strings.Trim(s, " \t") }
