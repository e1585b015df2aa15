package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

const inBerlin = "timezone=Europe/Berlin"

// zoned sends a request of alice, or of another user, which prefers something.
func zoned(h http.Handler, user, method, path, body, prefer string, headers ...string) (status int, answer string, header http.Header) {
	headers = append(headers, "Content-Type", "application/json")
	if prefer != "" {
		headers = append(headers, "Prefer", prefer)
	}
	w := server.SendAs(h, user, method, path, body, headers...)
	return w.Code, w.Body.String(), w.Header()
}

// A database that does not know the zone of the request, by whose clocks it is asked, is a 400; what else it refuses is a 500.
func TestTimeZoneOfDatabase(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("concerts", rest.ViewSet[sets.ConcertEncore]{Path: "/encores/", Serializer: rest.Serializer[sets.ConcertEncore]{
			BeforeCreate: func(*rest.Call, *sets.ConcertEncore) error {
				return fmt.Errorf("list: %w", &pq.Error{Code: "22023", Message: `time zone "Europe/Berlin" not recognized`})
			},
		}}, rest.ViewSet[sets.Concert]{Path: "/concerts/"}).Access(permission.Anyone).TimeZones(rest.TimeZones{})
	}
	h := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, ":memory:")
	server.Must(t, h, "POST", "/concerts/", "alice", `{"name":"a","begins":"2026-07-01T20:00Z","doors":{}}`)
	for prefer, want := range map[string]string{
		inBerlin:              `400 {"detail":"The database does not know the time zone \"Europe/Berlin\". Name another, or leave out filters by its clocks."}`,
		"timezone=Asia/Tokyo": `500 {"detail":"A server error occurred."}`,
	} {
		status, answer, _ := zoned(h, "alice", "POST", "/encores/", `{"concert":1,"at":"2026-07-01T20:00Z"}`, prefer)
		if got := fmt.Sprint(status, " ", answer); got != want {
			t.Errorf("%s: got %s, want %s", prefer, got, want)
		}
	}
}

// Filters by day, year and parts go by the clocks of the zone, where these go forward, go back, go back over midnight and
// leave a day out, as Go has it, on both databases. Those on a column with a zone go by that one, whatever the request says.
func TestTimeZoneFilters(t *testing.T) {
	zones := []string{"Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Monrovia"}
	var moments []time.Time
	for _, zone := range zones {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for _, near := range []string{"2026-01-01T00:00", "2026-03-08T12:00", "2006-10-29T00:01", "2011-12-30T10:00", "2018-11-04T03:00", "1900-06-01T00:00", "9999-12-31T23:00", "0001-01-01T10:00"} {
			at, err := time.ParseInLocation("2006-01-02T15:04", near, in)
			if err != nil {
				t.Fatal(err)
			}
			moments = append(moments, at)
			if _, ends := at.ZoneBounds(); !ends.IsZero() {
				moments = append(moments, ends.Add(-time.Second), ends, ends.Add(61*time.Minute))
			}
		}
	}
	moments = slices.DeleteFunc(moments, func(m time.Time) bool { return m.UTC().Year() < 1 || m.UTC().Year() > 9999 })
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: sets.Concerts, Pages: server.PlainPages}, address)
		var rows []string
		for i, m := range moments {
			rows = append(rows, fmt.Sprintf(`{"name":"%d","begins":%q,"train":%[2]q,"doors":{"open":%[2]q}}`, i, m.UTC().Format(time.RFC3339)))
		}
		for some := range slices.Chunk(rows, 100) {
			server.Must(t, h, "POST", "/concerts/", "alice", "["+strings.Join(some, ",")+"]")
		}
		for _, zone := range zones {
			in, _ := time.LoadLocation(zone)
			for i, m := range moments {
				for name, of := range zonedLookups {
					in := in
					if own, is := strings.CutPrefix(name, "begins"); is && i%2 == 0 {
						name, in = "train"+own, newYork
					}
					want, value := []string{}, of(m.In(in))
					if (i+len(name))%7 != 0 || strings.HasPrefix(value, "0000") || strings.HasPrefix(value, "10000") { // each with some
						continue
					}
					for j, other := range moments {
						if of(other.In(in)) == value {
							want = append(want, fmt.Sprint(j))
						}
					}
					if got := namesOf(t, h, "/concerts/?"+name+"="+url.QueryEscape(value), "timezone="+zone); strings.Join(got, " ") != strings.Join(want, " ") {
						t.Errorf("%s=%s in %s: got %v, want %v", name, value, zone, got, want)
					}
				}
			}
		}
	})
}

// zonedLookups are what filters ask, and what Go has for a moment in a zone.
var zonedLookups = map[string]func(time.Time) string{
	"begins__date":         func(t time.Time) string { return t.Format(time.DateOnly) },
	"doors__open__date":    func(t time.Time) string { return t.Format(time.DateOnly) },
	"begins__year":         func(t time.Time) string { return fmt.Sprint(t.Year()) },
	"begins__month":        func(t time.Time) string { return fmt.Sprint(int(t.Month())) },
	"begins__day":          func(t time.Time) string { return fmt.Sprint(t.Day()) },
	"begins__hour":         func(t time.Time) string { return fmt.Sprint(t.Hour()) },
	"begins__minute":       func(t time.Time) string { return fmt.Sprint(t.Minute()) },
	"begins__quarter":      func(t time.Time) string { return fmt.Sprint((int(t.Month()) + 2) / 3) },
	"begins__week_day":     func(t time.Time) string { return fmt.Sprint(int(t.Weekday()) + 1) },
	"begins__iso_week_day": func(t time.Time) string { return fmt.Sprint((int(t.Weekday())+6)%7 + 1) },
	"begins__week":         func(t time.Time) string { _, w := t.ISOWeek(); return fmt.Sprint(w) },
	"begins__iso_year":     func(t time.Time) string { y, _ := t.ISOWeek(); return fmt.Sprint(y) },
}

// namesOf are the names on all pages of a list, whose links are followed with the preference.
func namesOf(t *testing.T, h http.Handler, path, prefer string) (names []string) {
	t.Helper()
	for path != "" {
		status, answer, _ := zoned(h, "alice", "GET", path, "", prefer)
		var page struct {
			Next    string
			Results []struct{ Name string }
		}
		if err := json.Unmarshal([]byte(answer), &page); err != nil || status != 200 {
			t.Fatalf("%s: got %d %s", path, status, answer)
		}
		for _, r := range page.Results {
			names = append(names, r.Name)
		}
		path = strings.TrimPrefix(page.Next, "http://example.com")
	}
	return names
}
