// The known preferences of a request (RFC 7240): handling=lenient, return=minimal, dry-run and timezone.

package request

import (
	"net/http"
	"strings"
)

// Words of the header Prefer.
const (
	LenientHandling = "handling=lenient"
	MinimalReturn   = "return=minimal"
	dryRunWord      = "dry-run"
	ZonePreference  = "timezone"
)

// Preferences are a client's preferences for a request.
type Preferences struct {
	// Lenient writes the valid rows of a list even if others are refused.
	Lenient bool
	// Minimal leaves the representation out of the response to a create or a change.
	Minimal bool
	// DryRun runs everything except the commit.
	DryRun bool
	// Zone is the name of the time zone, for any method; "" for none.
	Zone string
}

// ReadPreferences reads the headers Prefer. The first preference with a name counts, and unknown ones are
// ignored. Any value of dry-run other than false requests a dry run.
func ReadPreferences(headers []string) (p Preferences) {
	handling, returns, dryRun := false, false, false
	for _, preference := range splitUnquoted(strings.Join(headers, ","), ',') {
		word := splitUnquoted(preference, ';')[0]
		name, value, _ := strings.Cut(word, "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "handling") && !handling:
			handling, p.Lenient = true, strings.EqualFold(value, "lenient")
		case strings.EqualFold(name, "return") && !returns:
			returns, p.Minimal = true, strings.EqualFold(value, "minimal")
		case strings.EqualFold(name, dryRunWord) && !dryRun:
			dryRun, p.DryRun = true, !strings.EqualFold(value, "false")
		}
	}
	return p
}

// splitUnquoted splits a header at a character outside of quoted strings (RFC 9110, section 5.6.4).
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

// Tell sets the headers about the applied preferences; lenient reports that some rows of a list were
// refused and others written.
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

// TellMinimal tells that the response is without its representation.
func TellMinimal(h http.Header) {
	h.Set("Preference-Applied", strings.TrimPrefix(h.Get("Preference-Applied")+", "+MinimalReturn, ", "))
}

// Preference returns the value of the first preference with a name; "" for none.
func Preference(headers []string, name string) (value string, found bool) {
	for _, preference := range splitUnquoted(strings.Join(headers, ","), ',') {
		word, value, _ := strings.Cut(splitUnquoted(preference, ';')[0], "=")
		if strings.EqualFold(strings.TrimSpace(word), name) {
			return strings.Trim(strings.TrimSpace(value), `"`), true
		}
	}
	return "", false
}
