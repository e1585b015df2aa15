// Responses without the values that differ from run to run.

package resttest

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"example.com/resourceful/framework/field/samples"
)

// scrubber takes from the answers of one service what differs from run to run: keys and secrets that are
// made at random, and times that the database fills in by its own clock. The zero value is not usable.
type scrubber map[string]string

var (
	randomKey = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
	tokenID   = regexp.MustCompile(`\b[0-9a-f]{16}\b`)
	tokenText = regexp.MustCompile(`\brsf_[a-z2-7]{6,}`)
	recently  = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| UTC)`)                             // in data, and on pages
	ofBody    = regexp.MustCompile(`(?m)^(Etag|Content-Length): .*\n| <small>(ETag [^<]*|[\d,]+ [Bb]ytes)</small>`) // in headers, and on pages
)

// text returns a response without them. A response that had some has neither its ETag nor its length, nor
// has one without a body, such as a 304, once there are random keys: they may be those of a body that has
// some.
func (s scrubber) text(answer string) string {
	named := func(key string) string {
		if strings.HasPrefix(key, samples.UUID) || !strings.ContainsAny(key, "-abcdef") { // a number is not made at random
			return key
		}
		if s[key] == "" {
			s[key] = fmt.Sprintf("random-%d", len(s)+1)
		}
		return s[key]
	}
	scrubbed := randomKey.ReplaceAllStringFunc(answer, named)
	if tokenText.MatchString(scrubbed) { // tokens, which are shown with their keys
		scrubbed = tokenID.ReplaceAllStringFunc(tokenText.ReplaceAllString(scrubbed, "a token"), named)
	}
	if webhookSecret.MatchString(scrubbed) {
		scrubbed = webhookSecret.ReplaceAllString(scrubbed, `"secret"`)
	}
	scrubbed = recently.ReplaceAllStringFunc(scrubbed, func(text string) string {
		moment := strings.Replace(strings.Replace(text, " UTC", "Z", 1), " ", "T", 1)
		if at, err := time.Parse(time.RFC3339, moment); err != nil || time.Since(at).Abs() > time.Hour {
			return text
		}
		return "now"
	})
	if scrubbed == answer && (len(s) == 0 || !bodyless(answer)) {
		return answer
	}
	return ofBody.ReplaceAllString(scrubbed, "")
}

// bodyless reports whether a response consists of its status and headers.
func bodyless(answer string) bool {
	_, body, _ := strings.Cut(answer, "\n\n")
	return strings.TrimSpace(body) == ""
}
