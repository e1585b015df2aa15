package serve_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type sailing struct {
	ID    int64       `rest:"id,readonly"`
	Left  time.Time   `rest:"left" zone:"Europe/Berlin"`
	Calls []time.Time `rest:"calls" zone:"America/New_York"`
	Log   sailingLog  `rest:"log"`
}

type sailingLog struct {
	At time.Time `rest:"at" zone:"Europe/Berlin"`
}

func sailings() *rest.Set {
	return rest.NewSet("sailings", rest.ViewSet[sailing]{Path: "/sailings/"}).Access(permission.Anyone)
}

// What is shown of a moment in a zone is that moment when it is sent back: one that ISO 8601 cannot write in the zone, for
// the seconds of its offset or a year of other than four digits, is shown in UTC.
func TestZonedRoundTrip(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sailings, Pages: server.PlainPages}, address)
		for i, c := range []struct{ left, calls, at, shown string }{
			{"1880-06-01T12:00:00Z", "1880-06-01T12:00:00Z", "1880-06-01T12:00:00Z", `"left":"1880-06-01T12:00:00Z","calls":["1880-06-01T12:00:00Z"],"log":{"at":"1880-06-01T12:00:00Z"}`},
			{"9999-12-31T23:30:00Z", "0001-01-01T00:30:00Z", "9999-12-31T23:30:00Z", `"left":"9999-12-31T23:30:00Z","calls":["0001-01-01T00:30:00Z"],"log":{"at":"9999-12-31T23:30:00Z"}`},
			{"2026-06-01T12:00:00Z", "2026-06-01T12:00:00Z", "2026-01-01T12:00:00Z", `"left":"2026-06-01T14:00:00+02:00","calls":["2026-06-01T08:00:00-04:00"],"log":{"at":"2026-01-01T13:00:00+01:00"}`},
		} {
			at := "/sailings/" + string(rune('1'+i)) + "/"
			must(t, h, "POST", "/sailings/", "", `{"left":"`+c.left+`","calls":["`+c.calls+`"],"log":{"at":"`+c.at+`"}}`)
			want := `{"id":` + string(rune('1'+i)) + `,` + c.shown + `}`
			status, shown := call(h, "GET", at, "", "")
			if status != 200 || shown != want {
				t.Errorf("got %d %s, want %s", status, shown, want)
			}
			if status, again := call(h, "PUT", at, "", shown); status != 200 || again != want {
				t.Errorf("sent back: got %d %s, want %s", status, again, want)
			}
		}
	})
}
