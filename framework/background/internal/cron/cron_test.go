package cron

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

const form = "Mon 2006-01-02 15:04 -07"

func TestNext(t *testing.T) {
	tests := []struct {
		name, expression, zone, after string
		want                          []string // in the zone
	}{
		{"every minute", "* * * * *", "UTC", "2026-01-01T00:00:30Z", []string{"Thu 2026-01-01 00:01 +00", "Thu 2026-01-01 00:02 +00"}},
		{"strictly later", "0 7 * * *", "UTC", "2026-01-01T07:00:00Z", []string{"Fri 2026-01-02 07:00 +00"}},
		{"work days", "0 7 * * mon-fri", "Europe/Berlin", "2026-01-02T12:00:00Z", []string{"Mon 2026-01-05 07:00 +01", "Tue 2026-01-06 07:00 +01"}},
		{"lists and steps", "5,*/30 8-10/2 * * *", "UTC", "2026-01-01T00:00:00Z", []string{"Thu 2026-01-01 08:00 +00", "Thu 2026-01-01 08:05 +00", "Thu 2026-01-01 08:30 +00", "Thu 2026-01-01 10:00 +00"}},
		{"Sunday is 7 and 0", "0 0 * * 6-7", "UTC", "2026-01-01T00:00:00Z", []string{"Sat 2026-01-03 00:00 +00", "Sun 2026-01-04 00:00 +00"}},
		{"either day", "0 0 13 * fri", "UTC", "2026-01-01T00:00:00Z", []string{"Fri 2026-01-02 00:00 +00", "Fri 2026-01-09 00:00 +00", "Tue 2026-01-13 00:00 +00"}},
		{"both days after a star", "0 0 */2 * fri", "UTC", "2026-01-01T00:00:00Z", []string{"Fri 2026-01-09 00:00 +00", "Fri 2026-01-23 00:00 +00"}},
		{"31st", "0 0 31 * *", "UTC", "2026-01-31T00:00:00Z", []string{"Tue 2026-03-31 00:00 +00", "Sun 2026-05-31 00:00 +00"}},
		{"29 February", "0 0 29 feb *", "UTC", "2096-03-01T00:00:00Z", []string{"Fri 2104-02-29 00:00 +00"}},
		{"29 February in any hour", "59 * 29 FEB *", "UTC", "2096-03-01T00:00:00Z", []string{"Fri 2104-02-29 00:59 +00"}},
		{"a gap", "30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", []string{"Sun 2026-03-29 03:00 +02", "Mon 2026-03-30 02:30 +02"}},
		{"times in a gap and at its end", "0,30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", []string{"Sun 2026-03-29 03:00 +02", "Sun 2026-03-29 03:30 +02", "Mon 2026-03-30 02:00 +02"}},
		{"a gap in any hour", "30 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", []string{"Sun 2026-03-29 01:30 +01", "Sun 2026-03-29 03:30 +02"}},
		{"a repeated time", "30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", []string{"Sun 2026-10-25 02:30 +02", "Mon 2026-10-26 02:30 +01"}},
		{"a repeated time after the first one", "30 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", []string{"Mon 2026-10-26 02:30 +01"}},
		{"repeated in any hour", "30 * * * *", "Europe/Berlin", "2026-10-25T00:00:00Z", []string{"Sun 2026-10-25 02:30 +02", "Sun 2026-10-25 02:30 +01", "Sun 2026-10-25 03:30 +01"}},
		{"a gap at midnight", "0 0 * * *", "Africa/Cairo", "2026-04-23T12:00:00Z", []string{"Fri 2026-04-24 01:00 +03", "Sat 2026-04-25 00:00 +03"}},
		{"half an hour", "15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", []string{"Sun 2026-10-04 02:30 +11", "Mon 2026-10-05 02:15 +11"}},
		{"a day that was skipped", "0 12 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", []string{"Sat 2011-12-31 00:00 +14", "Sun 2012-12-30 12:00 +14"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Parse(tt.expression, zone(t, tt.zone))
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(time.RFC3339, tt.after)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				if at = s.Next(at); at.Format(form) != want {
					t.Errorf("got %s, want %s", at.Format(form), want)
				}
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	for expression, want := range map[string]string{
		"":                                     "has 0 fields; write five",
		"* * * *":                              "has 4 fields",
		"0 0 * * * *":                          "has 6 fields",
		"@daily":                               "has 1 fields",
		"TZ=UTC 0 0 * * *":                     "has 6 fields",
		"60 * * * *":                           `the minute is "60"; write a number from 0 to 59, or *`,
		"-1 * * * *":                           `the minute is ""`,
		"+1 * * * *":                           `the minute is "+1"`,
		"001 * * * *":                          `the minute is "001"`,
		"* 24 * * *":                           `the hour is "24"`,
		"* * 0 * *":                            `the day of the month is "0"`,
		"* * * 13 *":                           `the month is "13"`,
		"* * * * 8":                            `the day of the week is "8"`,
		"* * * * monday":                       `the day of the week is "monday"`,
		"* * * jan-2-3 *":                      `the month is "2-3"`,
		"*/0 * * * *":                          `the minute has the step "0"; write a number from 1 to 59`,
		"*/99 * * * *":                         `the minute has the step "99"`,
		"*/ * * * *":                           `the minute has the step ""`,
		"5/10 * * * *":                         `the minute has a step without a range in "5/10"; write 5-59/10`,
		"* * * * fri-mon":                      `the day of the week has the range "fri-mon", which ends before it begins; write two ranges with a comma`,
		"1,,2 * * * *":                         `the minute is ""`,
		"0 0 31 2 *":                           "is never due; write a day that the month has",
		"0 0 30-31 feb *":                      "is never due",
		"* * 31 2,4,6,9 *":                     "is never due",
		"\x00 * * * *":                         `the minute is "\x00"`,
		"١ * * * *":                            `the minute is "١"`,
		"0 0 * * ﬁ":                            `the day of the week is "ﬁ"`,
		strings.Repeat("1,", 50) + "x * * * *": `the minute is "x"`,
	} {
		if _, err := Parse(expression, time.UTC); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", expression, err, want)
		}
	}
}

// Next agrees with a walk through the minutes, also where clocks are put forward and back.
func TestWalk(t *testing.T) {
	type window struct{ zone, from string }
	windows := []window{
		{"UTC", "2026-02-26"},
		{"Europe/Berlin", "2026-03-27"},
		{"Europe/Berlin", "2026-10-23"},
		{"Africa/Cairo", "2026-04-22"},
		{"Africa/Cairo", "2026-10-28"},
		{"Australia/Lord_Howe", "2026-04-03"},
		{"Australia/Lord_Howe", "2026-10-02"},
		{"America/St_Johns", "2026-03-06"},
		{"Pacific/Apia", "2011-12-28"},
		{"Asia/Kathmandu", "2026-01-01"},
	}
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom(windows).Draw(t, "window")
		loc, err := time.LoadLocation(w.zone)
		if err != nil {
			t.Fatal(err)
		}
		minute := rapid.SampledFrom([]string{"*", "0", "30", "*/7", "15,45", "1-5,59"}).Draw(t, "minute")
		hour := rapid.SampledFrom([]string{"*", "*/1", "0", "1", "2", "2,3", "23", "0-4/2"}).Draw(t, "hour")
		day := rapid.SampledFrom([]string{"*", "*", "*/2", "29", "1-15", "24,30"}).Draw(t, "day")
		week := rapid.SampledFrom([]string{"*", "*", "sun", "1-5", "*/2"}).Draw(t, "week")
		expression := fmt.Sprintf("%s %s %s * %s", minute, hour, day, week)
		s, err := Parse(expression, loc)
		if err != nil {
			t.Fatal(err)
		}
		start, err := time.ParseInLocation(time.DateOnly, w.from, loc)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		shown := map[time.Time]bool{} // what clocks have shown
		matches := func(c time.Time) bool {
			return s.onDay(c) && s.hours>>c.Hour()&1 == 1 && s.minutes>>c.Minute()&1 == 1
		}
		end := start.Add(4 * 24 * time.Hour)
		for at := start; at.Before(end); at = at.Add(time.Minute) {
			c := clock(at)
			due := matches(c) && (s.anyHour || !shown[c])
			if before := clock(at.Add(-time.Minute)); !s.anyHour {
				for skipped := before.Add(time.Minute); skipped.Before(c) && !due; skipped = skipped.Add(time.Minute) {
					due = matches(skipped)
				}
			}
			shown[c] = true
			if due && at.After(start) {
				want = append(want, at.Format(form))
			}
		}
		for at := s.Next(start); !at.IsZero() && at.Before(end); at = s.Next(at) {
			got = append(got, at.Format(form))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%s in %s from %s:\n got %q\nwant %q", expression, w.zone, w.from, got, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"* * * * *", "0 7 * * mon-fri", "5/10 * * * *", "TZ=", "*/99999999999999999999 * * * *", "0 0 31 2 *"} {
		f.Add(seed, int64(1767225600))
	}
	f.Fuzz(func(t *testing.T, expression string, at int64) {
		s, err := Parse(expression, time.UTC)
		if err != nil {
			return
		}
		after := time.Unix(at%(1<<34), 0)
		if next := s.Next(after); next.IsZero() || !next.After(after) || next.Second() != 0 {
			t.Errorf("%q after %s: got %s", expression, after, next)
		}
	})
}
