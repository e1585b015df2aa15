// Tests of filters that rules imply, and of filters by parts of moments.

package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// What the rule of rows implies is not asked again, and everything else is: of rows under another rule, and of rows
// that these lead to.
func TestImpliedFilters(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Jaunts, Pages: server.PlainPages}, address)
		alice := server.UserID(t, s, "alice")
		db := server.Direct(t, address)
		for _, line := range []string{
			"INSERT INTO projects (name, visibility) VALUES ('open', 'public'), ('hers', 'private'), ('his', 'private')",
			fmt.Sprintf("INSERT INTO memberships (project_id, user_id) VALUES (2, %d)", alice),
			"INSERT INTO jaunts (project_id, parent_id) VALUES (3, NULL), (1, 1), (2, 2), (NULL, 3)",
			"INSERT INTO quips (jaunt_id) VALUES (1), (2), (2), (3)",
		} {
			if _, err := db.Exec(line); err != nil {
				t.Fatal(err)
			}
		}
		const (
			hidden  = `{"id":1,"project":null,"parent":null,"above":null,"quip_count":0}`
			second  = `{"id":2,"project":"open","parent":1,"above":null,"quip_count":2}`
			third   = `{"id":3,"project":"hers","parent":2,"above":"open","quip_count":1}`
			nowhere = `{"id":4,"project":null,"parent":3,"above":"hers","quip_count":0}`
		)
		list := func(rows ...string) string {
			return fmt.Sprintf(`{"count":%d,"next":null,"previous":null,"results":[%s]}`, len(rows), strings.Join(rows, ","))
		}
		for _, tt := range []struct{ path, user, want string }{
			{"/jaunts/", "alice", list(second, third)},
			{"/jaunts/", "", list(second)},
			{"/jaunts/?ordering=-above", "alice", list(third, second)},
			{"/jaunts/3/", "alice", third},
			{"/jaunts/1/", "alice", `{"detail":"Not found."}`},
			{"/open/", "alice", list(hidden, second, third, nowhere)},
			{"/open/1/", "alice", hidden},
			{"/open/4/", "", `{"id":4,"project":null,"parent":3,"above":null,"quip_count":0}`},
		} {
			if _, got := server.Call(s, "GET", tt.path, tt.user, ""); got != tt.want {
				t.Errorf("%s as %q:\n got %s\nwant %s", tt.path, tt.user, got, tt.want)
			}
		}
		if status, got := server.Call(s, "POST", "/jaunts/", "alice", `{"project":"hers","parent":1}`); status != 201 || !strings.Contains(got, `"project":"hers","parent":1,"above":null`) {
			t.Errorf("create: got %d %s", status, got)
		}
		for _, body := range []string{`{}`, `{"parent":1}`} {
			if status, got := server.Call(s, "POST", "/jaunts/", "alice", body); status != 403 {
				t.Errorf("create %s: got %d %s, want 403", body, status, got)
			}
		}
	})
}

// Parts of days, moments and times of day are those of Django, alike on both databases.
func TestFilterParts(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Reading, Pages: server.PlainPages}, address)
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
		for name, part := range sets.Parts {
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
