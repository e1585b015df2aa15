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

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type concert struct {
	ID      int64                       `rest:"id,readonly"`
	Name    string                      `rest:"name" validate:"max=50"`
	Begins  time.Time                   `rest:"begins,sort,filter=in lt gte date year month day hour minute week week_day iso_week_day iso_year quarter"`
	Ends    *time.Time                  `rest:"ends,optional,filter=date isnull"`
	Breaks  []time.Time                 `rest:"breaks,optional"`
	Doors   concertDoors                `rest:"doors"`
	Train   *time.Time                  `rest:"train,optional,filter=date hour" zone:"America/New_York"`
	Day     *rest.Date                  `rest:"day,optional,filter=in year month"`
	More    rest.HasMany[concertEncore] `rest:"-"`
	Encores rest.Nested[concertMore]    `rest:"encores,of=more,nested=replace,by=at,optional" validate:"max=9"`
}

type concertDoors struct {
	Open *time.Time `rest:"open,optional,filter=in date"`
}

type concertEncore struct {
	ID      int64                   `rest:"id,readonly"`
	Concert rest.BelongsTo[concert] `rest:"concert"`
	At      time.Time               `rest:"at"`
}

type concertMore struct {
	At time.Time `rest:"at"`
}

// concerts let requests name a zone, give bob one, and admin a name that is none.
func concerts() *rest.Set {
	return rest.NewSet("concerts",
		rest.ViewSet[concert]{Path: "/concerts/", Pages: rest.Cursor{Size: 100}, History: &rest.History{Max: 5}, Bulk: rest.Bulk{Actions: rest.Create}},
		rest.ViewSet[concertEncore]{Path: "/encores/"},
	).Access(permission.Anyone).Renderers(append(media.Renderers(), csv.Renderer{})...).TimeZones(rest.TimeZones{Param: "_timezone", Account: func(c *rest.Call) (string, error) {
		return map[string]string{"bob": "Asia/Tokyo", "admin": "nowhere"}[c.User().Username], nil
	}})
}

const inBerlin = "timezone=Europe/Berlin"

// zoned sends a request of alice, or of another user, which prefers something.
func zoned(h http.Handler, user, method, path, body, prefer string, headers ...string) (status int, answer string, header http.Header) {
	headers = append(headers, "Content-Type", "application/json")
	if prefer != "" {
		headers = append(headers, "Prefer", prefer)
	}
	w := sendAs(h, user, method, path, body, headers...)
	return w.Code, w.Body.String(), w.Header()
}

// A request names the zone in which it writes moments and reads them: in columns, lists, objects and nested rows, in each
// format. A field with a zone of its own keeps it, and another request reads the same moments in UTC.
func TestTimeZone(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: concerts, Pages: server.PlainPages}, address)
		const sent = `{"name":"a","begins":"2026-07-01T20:00","ends":"2026-07-01T23:30:00.5","breaks":["2026-01-01T21:00","2026-07-01T21:00Z"],"doors":{"open":"2026-07-01T19:00"},"train":"2026-07-01T10:00","day":"2026-07-01","encores":[{"at":"2026-07-01T23:00"}]}`
		berlin := `{"id":1,"name":"a","begins":"2026-07-01T20:00:00+02:00","ends":"2026-07-01T23:30:00.500000+02:00","breaks":["2026-01-01T21:00:00+01:00","2026-07-01T23:00:00+02:00"],"doors":{"open":"2026-07-01T19:00:00+02:00"},"train":"2026-07-01T10:00:00-04:00","day":"2026-07-01","encores":[{"at":"2026-07-01T23:00:00+02:00"}]}`
		utc := `{"id":1,"name":"a","begins":"2026-07-01T18:00:00Z","ends":"2026-07-01T21:30:00.500000Z","breaks":["2026-01-01T20:00:00Z","2026-07-01T21:00:00Z"],"doors":{"open":"2026-07-01T17:00:00Z"},"train":"2026-07-01T10:00:00-04:00","day":"2026-07-01","encores":[{"at":"2026-07-01T21:00:00Z"}]}`
		tokyo := `{"id":1,"name":"a","begins":"2026-07-02T03:00:00+09:00","ends":"2026-07-02T06:30:00.500000+09:00","breaks":["2026-01-02T05:00:00+09:00","2026-07-02T06:00:00+09:00"],"doors":{"open":"2026-07-02T02:00:00+09:00"},"train":"2026-07-01T10:00:00-04:00","day":"2026-07-01","encores":[{"at":"2026-07-02T06:00:00+09:00"}]}`
		if status, answer, header := zoned(h, "alice", "POST", "/concerts/", sent, inBerlin); status != 201 || answer != berlin || header.Get("Preference-Applied") != inBerlin {
			t.Errorf("created: got %d %s %v\nwant 201 %s", status, answer, header, berlin)
		}
		for _, tt := range []struct{ user, path, prefer, want, applied string }{
			{"alice", "/concerts/1/", inBerlin, berlin, inBerlin},
			{"alice", "/concerts/1/", `respond-async, TimeZone="europe/berlin"; x=1`, berlin, inBerlin},
			{"alice", "/concerts/1/", "", utc, ""},
			{"alice", "/concerts/1/", "timezone=UTC", utc, "timezone=UTC"},
			{"", "/concerts/1/", "", utc, ""},
			{"bob", "/concerts/1/", "", tokyo, ""},
			{"bob", "/concerts/1/", "timezone=UTC", utc, "timezone=UTC"},
			{"admin", "/concerts/1/", "", utc, ""},
			{"bob", "/concerts/1/?_timezone=Europe/Berlin", "timezone=UTC", berlin, ""},
			{"alice", "/concerts/1/?_timezone=UTC", inBerlin, utc, ""},
			{"alice", "/concerts/", inBerlin, `{"next":null,"previous":null,"results":[` + berlin + `]}`, inBerlin},
		} {
			status, answer, header := zoned(h, tt.user, "GET", tt.path, "", tt.prefer)
			if status != 200 || answer != tt.want || header.Get("Preference-Applied") != tt.applied || !strings.Contains(header.Get("Vary"), "Prefer") {
				t.Errorf("%s %s %s: got %d %s %v\nwant %s", tt.user, tt.path, tt.prefer, status, answer, header, tt.want)
			}
		}
		for format, want := range map[string]string{"application/yaml": "begins: 2026-07-01T20:00:00+02:00", "text/csv": "a,2026-07-01T20:00:00+02:00", "text/html": "2026-07-01T20:00:00"} {
			if status, answer, _ := zoned(h, "alice", "GET", "/concerts/", "", inBerlin, "Accept", format); status != 200 || !strings.Contains(strings.ReplaceAll(answer, `"`, ""), want) {
				t.Errorf("%s: got %d %s, want %s", format, status, answer, want)
			}
		}
		for _, body := range []string{berlin, tokyo, utc} { // what was read can be sent back by whoever
			if status, answer, _ := zoned(h, "alice", "PUT", "/concerts/1/", body, inBerlin); status != 200 || answer != berlin {
				t.Errorf("sent back: got %d %s\nwant %s", status, answer, berlin)
			}
		}
		if status, answer, _ := zoned(h, "alice", "GET", "/concerts/1/history/", "", inBerlin); status != 200 || !strings.Contains(answer, `"begins":"2026-07-01T20:00:00+02:00"`) || !strings.Contains(answer, `"breaks":["2026-01-01T21:00:00+01:00"`) {
			t.Errorf("history: got %d %s", status, answer)
		}
	})
}

// A zone that is none is a 400 in each form and names the nearest; so is a time that clocks of the zone never show, where it
// was sent.
func TestTimeZoneRefused(t *testing.T) {
	h := server.New(t, server.Config{Set: concerts, Pages: server.PlainPages}, ":memory:")
	for _, tt := range []struct{ line, prefer, accept, want string }{
		{"GET /concerts/", "timezone=Europe/Berlni", "", `400 {"detail":"There is no time zone \"Europe/Berlni\". Did you mean \"Europe/Berlin\"?"}`},
		{"GET /concerts/", "timezone=Berlin", "", `400 {"detail":"There is no time zone \"Berlin\". Did you mean \"Europe/Berlin\"?"}`},
		{"GET /concerts/", "timezone=+02:00", "", `400 {"detail":"There is no time zone \"+02:00\". Name one of the IANA database, such as \"Europe/Berlin\"."}`},
		{"GET /concerts/", "timezone=../../etc/passwd", "", `400 {"detail":"There is no time zone \"../../etc/passwd\". Name one of the IANA database, such as \"Europe/Berlin\"."}`},
		{"GET /concerts/?_timezone=Asia/Tokio", "", "", `400 {"_timezone":["There is no time zone \"Asia/Tokio\". Did you mean \"Asia/Tokyo\"?"]}`},
		{"GET /concerts/?_timezone=Asia/Tokio", "", "application/problem+json", `400 {"type":"http://example.com/-/problems/invalid_input","title":"Bad Request","status":400,"detail":"Invalid input.","instance":"/concerts/","errors":[{"parameter":"_timezone","code":"invalid_choice","detail":"There is no time zone \"Asia/Tokio\". Did you mean \"Asia/Tokyo\"?"}]}`},
		{`POST /concerts/ {"name":"a","begins":"2026-03-29T02:30","doors":{"open":"2026-03-29T02:30"},"breaks":["2026-03-29T02:30"],"encores":[{"at":"2026-03-29T02:30"}]}`, inBerlin, "", `400 {"begins":["Invalid datetime for the timezone \"Europe/Berlin\"."],"breaks":{"0":["Invalid datetime for the timezone \"Europe/Berlin\"."]},"doors":{"open":["Invalid datetime for the timezone \"Europe/Berlin\"."]},"encores":{"0":{"at":["Invalid datetime for the timezone \"Europe/Berlin\"."]}}}`},
	} {
		method, rest, _ := strings.Cut(tt.line, " ")
		path, body, _ := strings.Cut(rest, " ")
		status, answer, _ := zoned(h, "alice", method, path, body, tt.prefer, "Accept", tt.accept)
		if got := fmt.Sprint(status, " ", answer); got != tt.want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.line, tt.prefer, got, tt.want)
		}
	}
}

// A database that does not know the zone of the request, by whose clocks it is asked, is a 400; what else it refuses is a 500.
func TestTimeZoneOfDatabase(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("concerts", rest.ViewSet[concertEncore]{Path: "/encores/", Serializer: rest.Serializer[concertEncore]{
			BeforeCreate: func(*rest.Call, *concertEncore) error {
				return fmt.Errorf("list: %w", &pq.Error{Code: "22023", Message: `time zone "Europe/Berlin" not recognized`})
			},
		}}, rest.ViewSet[concert]{Path: "/concerts/"}).Access(permission.Anyone).TimeZones(rest.TimeZones{})
	}
	h := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, ":memory:")
	must(t, h, "POST", "/concerts/", "alice", `{"name":"a","begins":"2026-07-01T20:00Z","doors":{}}`)
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
// leave a day out, as Go has it, on both databases.
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
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: concerts, Pages: server.PlainPages}, address)
		var rows []string
		for i, m := range moments {
			rows = append(rows, fmt.Sprintf(`{"name":"%d","begins":%q,"doors":{"open":%[2]q}}`, i, m.UTC().Format(time.RFC3339)))
		}
		for some := range slices.Chunk(rows, 100) {
			must(t, h, "POST", "/concerts/", "alice", "["+strings.Join(some, ",")+"]")
		}
		for _, zone := range zones {
			in, _ := time.LoadLocation(zone)
			for i, m := range moments {
				for name, of := range zonedLookups {
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
