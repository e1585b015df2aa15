// Rules about the time, as their words say.

package rules

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

const daysOfWeek = "Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday"

var (
	hoursWords   = regexp.MustCompile(`^from (\d\d:\d\d) to (\d\d:\d\d)(?: on ((?:(?:` + daysOfWeek + `)(?:, )?)+))? in (\S+)$`)
	betweenWords = regexp.MustCompile(`^(?:from (\d{4}-\S+))? ?(?:before (\d{4}-\S+))?$`)
	nextDay      = regexp.MustCompile(`^(?:` + daysOfWeek + `)(?:, | in )`)
)

// daysGoOn reports whether what stands behind a comma is another day of a list of them.
func daysGoOn(words string) bool { return nextDay.MatchString(words) }

// isTime reads "from 2026-01-01T00:00:00Z before 2027-01-01T00:00:00Z" and "from 08:00 to 17:00 on Monday, Friday in UTC" by the
// clock of the service. Places that are not known are left open.
func (r Reading) isTime(words string) (holds Verdict, is bool) {
	if m := hoursWords.FindStringSubmatch(words); m != nil {
		place, err := time.LoadLocation(m[4])
		if err != nil {
			return Maybe, true
		}
		now := r.Now.In(place)
		clock, day := now.Format("15:04"), now.Weekday().String()
		return Sure(m[1] <= clock && clock < m[2] && (m[3] == "" || slices.Contains(strings.Split(m[3], ", "), day))), true
	}
	m := betweenWords.FindStringSubmatch(words)
	if m == nil || words == "" {
		return No, false
	}
	for i, bound := range m[1:] {
		at, err := time.Parse(time.RFC3339, bound)
		switch {
		case bound == "":
		case err != nil:
			return Maybe, true
		case i == 0 && r.Now.Before(at), i == 1 && !r.Now.Before(at):
			return No, true
		}
	}
	return Yes, true
}
