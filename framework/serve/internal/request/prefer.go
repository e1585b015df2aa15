// The preferences of a request (RFC 7240) that the service knows: handling=lenient, dry-run and timezone.

package request

import (
	"net/http"
	"strings"
)

// Words of the header Prefer.
const (
	LenientHandling = "handling=lenient"
	dryRunWord      = "dry-run"
	ZonePreference  = "timezone"
)

// Preferences are what a client prefers of how a write is done.
type Preferences struct {
	// Lenient says that the good rows of a list are written though others are refused.
	Lenient bool
	// DryRun says that everything is done but the commit.
	DryRun bool
	// Zone is the name of the zone of moments, of a request of any method; "" for none.
	Zone string
}

// ReadPreferences reads the headers Prefer. The first preference of a name counts, and one that is unknown is passed
// over. Whoever says anything of a dry run but that it is false wants nothing stored.
func ReadPreferences(headers []string) (p Preferences) {
	handling, dryRun := false, false
	for _, preference := range splitUnquoted(strings.Join(headers, ","), ',') {
		word := splitUnquoted(preference, ';')[0]
		name, value, _ := strings.Cut(word, "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "handling") && !handling:
			handling, p.Lenient = true, strings.EqualFold(value, "lenient")
		case strings.EqualFold(name, dryRunWord) && !dryRun:
			dryRun, p.DryRun = true, !strings.EqualFold(value, "false")
		}
	}
	return p
}

// splitUnquoted splits a header at a character, where that is not in a quoted string (RFC 9110, section 5.6.4).
func splitUnquoted(header string, at byte) (parts []string) {
	quoted, begin := false, 0
	for i := 0; i < len(header); i++ {
		switch c := header[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == at && !quoted:
			parts, begin = append(parts, header[begin:i]), i+1
		}
	}
	return append(parts, header[begin:])
}

// Tell tells of the preferences that a response heeds; lenient says that rows of a list were refused and others written.
func (p Preferences) Tell(h http.Header, lenient bool) {
	var words []string
	if lenient {
		words = append(words, LenientHandling)
	}
	if p.DryRun {
		words = append(words, dryRunWord)
	}
	if words != nil && p.Zone != "" {
		words = append(words, ZonePreference+"="+p.Zone)
	}
	if words != nil {
		h.Set("Preference-Applied", strings.Join(words, ", "))
	}
}

// Preference is the value of the first preference of a name; "" without one.
func Preference(headers []string, name string) (value string, found bool) {
	for _, preference := range splitUnquoted(strings.Join(headers, ","), ',') {
		word, value, _ := strings.Cut(splitUnquoted(preference, ';')[0], "=")
		if strings.EqualFold(strings.TrimSpace(word), name) {
			return strings.Trim(strings.TrimSpace(value), `"`), true
		}
	}
	return "", false
}
