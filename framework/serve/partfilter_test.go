package serve_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type voyage struct {
	ID   int64          `rest:"id,readonly"`
	Day  rest.Date      `rest:"day,filter=month day quarter week week_day iso_week_day iso_year"`
	Left time.Time      `rest:"left,filter=month day quarter week week_day iso_week_day iso_year hour minute second"`
	Rang rest.TimeOfDay `rest:"rang,filter=hour minute second"`
}

// voyages is a set with a second list of those voyages that left on a Sunday, as a rule in words says.
func voyages() *rest.Set {
	unindexed := map[string]string{}
	for _, name := range []string{"day", "left", "rang"} {
		for part := range parts {
			unindexed[name+"__"+part] = "few rows"
		}
	}
	for _, none := range []string{"day__hour", "day__minute", "day__second", "rang__month", "rang__day", "rang__quarter", "rang__week", "rang__week_day", "rang__iso_week_day", "rang__iso_year"} {
		delete(unindexed, none)
	}
	sunday := permission.Where("sunday", predicate.Compare(predicate.OpWeekDay, "left", 1))
	return rest.NewSet("voyages",
		rest.ViewSet[voyage]{Path: "/voyages/", Unindexed: unindexed},
		rest.ViewSet[voyage]{Path: "/sundays/", Access: sunday, Actions: rest.ReadOnly, Unindexed: unindexed},
	).Access(permission.Anyone)
}

// parts are the numbers of parts of a moment, by their look-ups.
var parts = map[string]func(time.Time) int{
	"month": func(t time.Time) int { return int(t.Month()) }, "day": time.Time.Day, "quarter": func(t time.Time) int { return (int(t.Month()) + 2) / 3 },
	"week": func(t time.Time) int {
		_, week := t.ISOWeek()
		return week
	},
	"iso_year": func(t time.Time) int {
		year, _ := t.ISOWeek()
		return year
	},
	"week_day": func(t time.Time) int { return int(t.Weekday()) + 1 },
	"iso_week_day": func(t time.Time) int {
		if t.Weekday() == time.Sunday {
			return 7
		}
		return int(t.Weekday())
	},
	"hour": time.Time.Hour, "minute": time.Time.Minute, "second": time.Time.Second,
}

// Parts of days, moments and times of day are those of Django, alike on both databases.
func TestFilterParts(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: voyages, Pages: server.PlainPages}, address)
		var moments []time.Time
		for _, text := range []string{
			"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2024-02-29T12:30:15Z", "2023-12-31T23:59:59.999999Z", "2024-01-01T00:00:00Z",
			"2024-12-30T01:02:03Z", "2021-01-03T06:07:08.5Z", "2020-12-31T20:00:00Z", "2021-01-04T09:00:00Z", "2026-11-22T10:10:10Z",
		} {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			moments = append(moments, at)
			server.Must(t, s, "POST", "/voyages/", "", fmt.Sprintf(`{"day":%q,"left":%q,"rang":%q}`, at.Format(time.DateOnly), text, at.Format("15:04:05.000000")))
		}
		found := func(at time.Time, part func(time.Time) int) (ids []int) {
			for i, other := range moments {
				if part(other) == part(at) {
					ids = append(ids, i+1)
				}
			}
			return ids
		}
		for name, part := range parts {
			fields := []string{"left", "day"}
			if slices.Contains([]string{"hour", "minute", "second"}, name) {
				fields = []string{"left", "rang"}
			}
			for _, field := range fields {
				for _, at := range moments {
					query := fmt.Sprintf("%s__%s=%d", field, name, part(at))
					got, status, body := foundIDs(t, s, "", "/voyages/?"+query)
					if slices.Sort(got); status != 200 || !slices.Equal(got, found(at, part)) {
						t.Errorf("%s: got %d %v %s, want %v", query, status, got, body, found(at, part))
					}
				}
			}
		}
		for i, at := range moments {
			want := 404
			if at.Weekday() == time.Sunday {
				want = 200
			}
			if status, body := server.Call(s, "GET", fmt.Sprintf("/sundays/%d/", i+1), "", ""); status != want {
				t.Errorf("rule on %s: got %d %s, want %d", at, status, body, want)
			}
		}
		for query, want := range map[string]string{
			"left__week_day=monday":              `{"left__week_day":["Enter a number."]}`,
			"left__week_days=1":                  `{"left__week_days":["Unknown parameter. Did you mean \"left__week_day\"?"]}`,
			"left__quarter=99999999999999999999": `[]`,
		} {
			if _, body := server.Call(s, "GET", "/voyages/?"+query, "", ""); body != want {
				t.Errorf("%s: got %s, want %s", query, body, want)
			}
		}
	})
}
