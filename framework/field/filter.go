// Values that filters compare with.

package field

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

const (
	unreadNumber  = "Enter a number."
	unreadBoolean = "Must be a valid boolean."
)

// ReadFilter reads a text that a filter compares the field with, in the form of Kind.Arg. The rules of the
// field say what may be stored and not what may be asked: they are not tried. nil without a message is a
// value that no row has.
func (s *Spec) ReadFilter(text string) (arg any, message string) {
	switch {
	case s.Choices != nil:
		if !s.choice[text] && (s.also == nil || !s.also(text)) {
			return nil, NoChoice(text)
		}
		return s.Arg(s.chosen(text)), ""
	case s.Kind.FreeText:
		return s.Arg(TrimSpace(text)), ""
	case s.Kind.Metadata == "boolean":
		truth, ok := FilterTruth(text)
		if !ok {
			return nil, unreadBoolean
		}
		return s.Arg(truth), ""
	}
	value, messages := s.Kind.Parse(s, text)
	if messages != nil && slices.Contains(s.Kind.Lookups, OfDate) { // a day alone is its beginning
		if midnight, wrong := s.Kind.Parse(s, TrimSpace(text)+"T00:00"); wrong == nil {
			return s.Arg(midnight), ""
		}
		if day, ok := ParseDate(text); ok && s.Zone() != time.UTC { // its clocks skip midnight
			if spans := Spans(day, day.AddDate(0, 0, 1), s.Zone()); spans != nil {
				return s.Arg(spans[0].From), ""
			}
		}
	}
	switch {
	case messages == nil:
		return s.Arg(value), ""
	case s.Kind.Near != nil:
		if below, above, ok := s.Kind.Near(s, text); ok {
			if below == above { // a value in another notation: 3e2
				return below, ""
			}
			return nil, ""
		}
	}
	if s.Kind.Unread != "" {
		return nil, s.Kind.Unread
	}
	return nil, strings.Join(messages, " ")
}

// NoChoice is the message of a filter for a value that is none of a closed list, as Django's forms have it.
func NoChoice(text string) string {
	return fmt.Sprintf("Select a valid choice. %s is not one of the available choices.", text)
}

// FilterTruth reads the boolean of a filter: true, false, 1 or 0.
func FilterTruth(text string) (truth, ok bool) {
	switch strings.ToLower(TrimSpace(text)) {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	return false, false
}

// maxFilterExponent bounds the exponent of a number, which is written out where it is compared.
const maxFilterExponent = 400

// nearNumber reads a number of any size. What is out of all bounds is taken for the bound.
func nearNumber(text string) (n decimal.Decimal, ok bool) {
	text = TrimSpace(text)
	if len(text) > maxDecimalText {
		return decimal.Zero, false
	}
	n, ok = decimalOf(text)
	switch exponent := n.Exponent(); {
	case !ok || n.IsZero():
		return decimal.Zero, ok
	case exponent > maxFilterExponent:
		return decimal.New(int64(n.Sign()), maxFilterExponent), true
	case exponent < -2*maxDecimalText: // so close to 0
		return decimal.New(int64(n.Sign()), -maxFilterExponent), true
	}
	return n, true
}

func nearIntegers(s *Spec, text string) (below, above any, ok bool) {
	n, ok := nearNumber(text)
	if !ok {
		return nil, nil, false
	}
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if s.Type != nil {
		least, most = bounds(s.Type)
	}
	switch {
	case n.LessThan(decimal.NewFromInt(least)):
		return nil, least, true
	case n.GreaterThan(decimal.NewFromInt(most)):
		return most, nil, true
	}
	return n.Floor().IntPart(), n.Ceil().IntPart(), true
}

func nearDecimals(s *Spec, text string) (below, above any, ok bool) {
	n, ok := nearNumber(text)
	if !ok {
		return nil, nil, false
	}
	d := digitsOf(s)
	most := decimal.New(1, d.whole()).Sub(decimal.New(1, -d.places))
	switch {
	case n.LessThan(most.Neg()):
		return nil, most.Neg().StringFixed(d.places), true
	case n.GreaterThan(most):
		return most.StringFixed(d.places), nil, true
	}
	return n.RoundFloor(d.places).StringFixed(d.places), n.RoundCeil(d.places).StringFixed(d.places), true
}
