// Tests of constraints, and of unique values that rows swap.

package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// Of two requests at the same moment, each of them right by itself, one is done, and the other gets the 400 of the check.
func TestConstraintsAtOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Kinds, Pages: server.PlainPages}, address)
		for n := range 12 {
			server.Must(t, h, "POST", "/wagons/", "", fmt.Sprintf(`{"number":%d,"plate":"p%[1]d"}`, n+1))
		}
		for round := range 4 {
			record := fmt.Sprintf("/wagons/%d/", round+1)
			for _, tt := range []struct{ name, method, path, one, other, refusal string }{
				{"two fields", "PATCH", record, `{"built":"2035-06-01"}`, `{"sold":"2035-05-31"}`, `{"sold":["Ensure this value is greater than or equal to built."]}`},
				{"unique", "POST", "/wagons/", fmt.Sprintf(`{"number":%d,"plate":"x%d"}`, 100+2*round, round), fmt.Sprintf(`{"number":%d,"plate":"x%d"}`, 101+2*round, round), `{"plate":["wagon with this plate already exists."]}`},
				{
					"unique under a condition", "POST", "/wagons/", fmt.Sprintf(`{"number":%d,"plate":"y%[1]d"}`, 200+round), fmt.Sprintf(`{"number":%d,"plate":"z%[1]d"}`, 200+round),
					`{"number":["wagon with this number already exists."]}`,
				},
			} {
				var group sync.WaitGroup
				answers := make([]string, 2)
				for i, body := range []string{tt.one, tt.other} {
					group.Go(func() {
						status, answer := server.Call(h, tt.method, tt.path, "", body)
						answers[i] = fmt.Sprint(status, " ", answer)
					})
				}
				group.Wait()
				done := 0
				for _, got := range answers {
					if strings.HasPrefix(got, "20") {
						done++
					} else if want := "400 " + tt.refusal; got != want {
						t.Errorf("%s: got %s, want %s", tt.name, got, want)
					}
				}
				if done != 1 {
					t.Errorf("%s: %d of two were done, want 1: %q", tt.name, done, answers)
				}
			}
		}
	})
}

// A constraint of one column is the database's too: whoever writes past the service is refused.
func TestConstraintOfOneColumn(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Kinds, Pages: server.PlainPages}, address)
		server.Must(t, h, "POST", "/wagons/", "", `{"number":1,"plate":"p"}`)
		if status, body := server.Call(h, "PATCH", "/wagons/1/", "", `{"seats":121,"state":"lost"}`); status != 400 || body != `{"seats":["A wagon has 1 to 120 seats."],"state":["A wagon is new, used or old."]}` {
			t.Errorf("got %d %s", status, body)
		}
		db := server.Direct(t, address)
		for text, good := range map[string]bool{"seats = 120": true, "seats = 121": false, "seats = 0": false, "state = 'lost'": false, "state = 'used'": true} {
			if _, err := db.Exec("UPDATE wagons SET " + text); (err == nil) != good {
				t.Errorf("%s: got %v, want it taken: %v", text, err, good)
			}
		}
	})
}

// Rows that are nested in one request swap, shift and rotate unique values. Unique values of deleted and new rows count
// as they are after the request.
func TestSwapNested(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var seen []string
		see := func(others []*sets.Track) {
			for _, o := range others {
				seen = append(seen, fmt.Sprintf("%d@%d", o.ID, o.Position))
			}
			slices.Sort(seen[len(seen)-len(others):])
		}
		s := server.New(t, server.Config{Set: sets.Swapping(see), Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/playlists/", "", `{"name":"p","tracks":[{"position":1,"title":"a"},{"position":2,"title":"b"},{"position":3,"title":"c"}]}`)
		server.Must(t, s, "POST", "/playlists/", "", `{"name":"q","tracks":[{"position":1,"title":"z"}]}`)
		for _, tt := range []struct{ name, body, want string }{
			{"swap", `{"id":1,"position":2,"title":"a"},{"id":2,"position":1,"title":"b"},{"id":3,"position":3,"title":"c"}`, `200 2b 1a 3c`},
			{"rotate", `{"id":1,"position":3,"title":"a"},{"id":2,"position":2,"title":"b"},{"id":3,"position":1,"title":"c"}`, `200 3c 2b 1a`},
			{"insert before", `{"position":1,"title":"n"},{"id":3,"position":2,"title":"c"},{"id":2,"position":3,"title":"b"},{"id":1,"position":4,"title":"a"}`, `200 5n 3c 2b 1a`},
			{"remove and close up", `{"id":3,"position":1,"title":"c"},{"id":2,"position":2,"title":"b"},{"id":1,"position":3,"title":"a"}`, `200 3c 2b 1a`},
			{"hooks that read others", `{"id":3,"position":2,"title":"look"},{"id":2,"position":3,"title":"look"},{"id":1,"position":1,"title":"look"}`, `200 1look 3look 2look`},
			{"a hook that locks", `{"id":3,"position":3,"title":"lock"},{"id":2,"position":2,"title":"lock"},{"id":1,"position":1,"title":"lock"}`, `400 {"tracks":{"0":{"non_field_errors":["The fields playlist, position must make a unique set."]}}}`},
			{"a hook that writes elsewhere", `{"id":3,"position":3,"title":"note"},{"id":2,"position":2,"title":"note"},{"id":1,"position":1,"title":"note"}`, `200 1note 2note 3note`},
			{"twice the same", `{"id":3,"position":1,"title":"c"},{"id":2,"position":1,"title":"b"},{"id":1,"position":2,"title":"a"}`, `400 {"tracks":{"1":{"non_field_errors":["The fields playlist, position must make a unique set."]}}}`},
			{"another rule", `{"id":3,"position":3,"title":"c"},{"id":2,"position":0,"title":"b"},{"id":1,"position":2,"title":"a"}`, `400 {"tracks":{"1":{"position":["Ensure this value is greater than or equal to 1."]}}}`},
		} {
			status, answer := server.Call(s, "PATCH", "/playlists/1/", "", `{"tracks":[`+tt.body+`]}`)
			if got := trackTitles(status, answer); got != tt.want {
				t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
			}
		}
		if got, want := strings.Join(seen, " "), "1@3 2@2 3@1 1@3 2@2 3@1 1@3 2@2 3@1"; got != want {
			t.Errorf("hooks that read others saw %s, want %s", got, want)
		}
		if _, answer := server.Call(s, "GET", "/tracks/3/", "", ""); !strings.Contains(answer, `"version":6}`) {
			t.Errorf("version of a row that was changed five times: got %s", answer)
		}
		if _, answer := server.Call(s, "GET", "/tracks/3/history/", "", ""); strings.Contains(answer, "-21474") || strings.Contains(answer, "21474") {
			t.Errorf("the history has a placeholder: %s", answer)
		}
	})
}

// trackTitles is a status with the keys and titles of tracks, or the body of a refusal.
func trackTitles(status int, answer string) string {
	if status != 200 {
		return fmt.Sprint(status, " ", answer)
	}
	words := []string{"200"}
	_, rows, _ := strings.Cut(answer, `"tracks":[`)
	for part := range strings.SplitSeq(rows, `{"id":`) {
		id, rest, _ := strings.Cut(part, ",")
		if _, title, ok := strings.Cut(rest, `"title":"`); ok {
			title, _, _ = strings.Cut(title, `"`)
			words = append(words, id+title)
		}
	}
	return strings.Join(words, " ")
}
