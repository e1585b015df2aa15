package serve_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// hike is on a day, from a moment on.
type hike struct {
	ID    int64      `rest:"id,readonly,sort"`
	Day   *rest.Date `rest:"day,sort,filter=year month day"`
	Start time.Time  `rest:"start,sort,filter=date year month day hour"`
}

func hikes() *rest.Set {
	const why = "there are few walks"
	return rest.NewSet("walks", rest.ViewSet[hike]{
		Path: "/walks/", Access: permission.Anyone,
		Unindexed: map[string]string{"day__month": why, "day__day": why, "start__month": why, "start__day": why, "start__hour": why},
	})
}

// Filters ask for the month, the day and the hour of days and moments in UTC, and the word "sort" lets clients
// order by a field, on both databases alike.
func TestPartsOfMoments(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: hikes}, address)
		ask := func(method, path, body string) string {
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var keys []string
			for _, part := range strings.Split(w.Body.String(), `{"id":`)[1:] {
				key, _, _ := strings.Cut(part, ",")
				keys = append(keys, key)
			}
			if w.Code >= 400 {
				return fmt.Sprint(w.Code, w.Body)
			}
			return strings.Join(keys, " ")
		}
		for _, body := range []string{
			`{"day":"2030-01-31","start":"2030-01-31T23:30:00-01:00"}`, // 1 February in UTC
			`{"day":"0001-12-01","start":"0001-12-01T00:00:00Z"}`,
			`{"day":null,"start":"9999-01-31T23:59:59.999999Z"}`,
		} {
			ask("POST", "/walks/", body)
		}
		for query, want := range map[string]string{
			"day__month=1": "1", "day__month=12": "2", "day__day=31": "1", "day__year=1": "2",
			"start__month=2": "1", "start__month=01": "3", "start__day=1": "1 2", "start__hour=0": "1 2", "start__hour=23": "3", "start__date=2030-02-01": "1",
			"start__hour=24": "", "start__hour=-1": "", "start__day=99999999999999999999": "", "start__month=2&start__hour=0": "1",
			"start__month=x":    `400 {"start__month":["Enter a number."]}`,
			"start__hour=1.5":   `400 {"start__hour":["Enter a number."]}`,
			"ordering=start":    "2 1 3",
			"ordering=-day,-id": "1 2 3",
			"ordering=days":     `400 {"ordering":["\"days\" is not a valid choice."]}`,
		} {
			if got := ask("GET", "/walks/?"+query, ""); got != want {
				t.Errorf("%s: got %s, want %s", query, got, want)
			}
		}
	})
}
