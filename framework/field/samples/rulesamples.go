// Samples for rules beyond a length: check digits, codes and addresses.

package samples

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
)

// ruled are values by the rules of a field, as validate has them.
func ruled(s *field.Spec) (list []Family) {
	for _, rule := range s.Rules {
		name, param, _ := strings.Cut(rule.Tag, "=")
		if f := ByRule[name]; f != nil {
			list = append(list, f)
		}
		switch name {
		case "startswith":
			list = append(list, func(i int) string { return strconv.Quote(param + strconv.Itoa(i)) })
		case "endswith":
			list = append(list, func(i int) string { return strconv.Quote(strconv.Itoa(i) + param) })
		case "contains":
			list = append(list, func(i int) string { return strconv.Quote(fmt.Sprint(i, param, i)) })
		}
	}
	return list
}

// ByRule are values that no other family has.
var ByRule = map[string]Family{
	"isbn":               isbn13,
	"isbn13":             isbn13,
	"isbn10":             func(i int) string { return quoted("%s", weighted(fmt.Sprintf("%09d", i), 10)) },
	"issn":               func(i int) string { n := weighted(fmt.Sprintf("%07d", i), 8); return quoted("%s-%s", n[:4], n[4:]) },
	"credit_card":        func(i int) string { return quoted("%s", luhn(fmt.Sprintf("4%014d", i))) },
	"luhn_checksum":      func(i int) string { return quoted("%s", luhn(strconv.Itoa(i))) },
	"e164":               func(i int) string { return quoted("+4930%07d", i) },
	"alpha":              func(i int) string { return quoted("%s", letters(i)) },
	"uppercase":          func(i int) string { return quoted("WORD%d", i) },
	"fqdn":               func(i int) string { return quoted("word%d.example.com", i) },
	"hostname_port":      func(i int) string { return quoted("word%d.example.com:443", i) },
	"ipv6":               func(i int) string { return quoted("2001:db8::%x", i) },
	"cidr":               func(i int) string { return quoted("10.%d.%d.0/24", i/250, i%250) },
	"cidrv4":             func(i int) string { return quoted("10.%d.%d.0/24", i/250, i%250) },
	"mac":                func(i int) string { return quoted("02:00:00:00:%02x:%02x", i/250, i%250) },
	"semver":             func(i int) string { return quoted("1.0.%d", i) },
	"base64":             func(i int) string { return quoted("%04d", i) },
	"timezone":           among("Europe/Berlin", "Asia/Tokyo", "America/Lima"),
	"iso3166_1_alpha2":   among("DE", "JP", "PE"),
	"iso3166_1_alpha3":   among("DEU", "JPN", "PER"),
	"iso4217":            among("EUR", "JPY", "PEN"),
	"bcp47_language_tag": among("de", "ja", "es-PE"),
}

func quoted(format string, args ...any) string { return strconv.Quote(fmt.Sprintf(format, args...)) }

// among are texts in turn.
func among(texts ...string) Family {
	return func(i int) string { return strconv.Quote(texts[i%len(texts)]) }
}

// isbn13 is the number of a book that there is not.
func isbn13(i int) string {
	digits, sum := fmt.Sprintf("978%09d", i), 0
	for at, d := range digits {
		sum += int(d-'0') * (1 + at%2*2)
	}
	return quoted("%s%d", digits, (10-sum%10)%10)
}

// weighted adds the check digit of ISBN-10 and ISSN, whose first digit weighs the most.
func weighted(digits string, weight int) string {
	sum := 0
	for at, d := range digits {
		sum += int(d-'0') * (weight - at)
	}
	return digits + string("0123456789X"[(11-sum%11)%11])
}

// luhn adds the check digit of credit cards.
func luhn(digits string) string {
	sum := 0
	for at, d := range digits {
		n := int(d - '0')
		if (len(digits)-at)%2 == 1 {
			n *= 2
		}
		sum += n/10 + n%10
	}
	return digits + strconv.Itoa((10-sum%10)%10)
}
