// Tests of the audit log, and of accounts it does not know.

package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// auditLog reads the entries of a service that nobody has read before.
type auditLog struct {
	*server.Server
	last int64
}

type auditLine struct {
	ID                                                                          int64
	At                                                                          time.Time
	Account                                                                     *int64
	Username, Scheme, Token, Address, Request, Operation, Change, Resource, Key string
}

func (l *auditLog) read(t *testing.T) (lines []auditLine) {
	t.Helper()
	w := server.SendAs(l, "admin", "GET", "/audit/?page_size=1000", "")
	var page struct{ Results []auditLine }
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
		t.Fatalf("the audit: got %d %s", w.Code, w.Body)
	}
	for _, e := range page.Results {
		if e.ID > l.last {
			lines = append(lines, e)
		}
	}
	if len(lines) > 0 {
		l.last = lines[0].ID
	}
	slices.Reverse(lines)
	return lines
}

// want checks the entries that were written since the last reading, sorted.
func (l *auditLog) want(t *testing.T, what string, want ...string) {
	t.Helper()
	var got []string
	for _, e := range l.read(t) {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", e.Username, e.Operation, e.Change, e.Resource, e.Key)))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: got\n\t%s\nwant\n\t%s", what, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func newAudited(t *testing.T, address string) *auditLog {
	return &auditLog{Server: server.New(t, server.Config{
		Set: sets.Audited, Pages: server.PlainPages, Options: serve.Options{Now: time.Now},
		Auth: auth.Options{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}},
	}, address)}
}

// Each row that an operation changes has one entry; a change that is rolled back has none.
func TestAudit(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		l := newAudited(t, address)
		for _, step := range []struct {
			user, line, body string
			status           int
			want             []string
		}{
			{"alice", "POST /boards/", `{"name":"a"}`, 201, []string{"alice create create rack 1"}},
			{"alice", "POST /boards/", `{"name":"a"}`, 400, nil},
			{"", "PATCH /boards/1/", `{"name":"b"}`, 200, []string{"modify update rack 1"}},
			{"", "GET /boards/1/", ``, 200, nil},
			{"alice", "POST /volumes/", `[{"title":"x","board":"b"},{"title":"y","board":"b"}]`, 201, []string{"alice create create treatise 1", "alice create create treatise 2"}},
			{"bob", "PATCH /volumes/", `[{"id":1,"title":"z"},{"id":2,"next":1}]`, 200, []string{"bob modify-list update treatise 1", "bob modify-list update treatise 2"}},
			{"bob", "PATCH /volumes/", `[{"id":1,"title":"z"},{"id":2,"title":"much too long"}]`, 400, nil},
			{"bob", "DELETE /volumes/1/", ``, 204, []string{"bob destroy delete treatise 1", "bob destroy update treatise 2"}},
			{"bob", "DELETE /boards/1/", ``, 204, []string{"bob destroy delete rack 1", "bob destroy delete treatise 2"}},
			{"alice", "POST /anthologies/", `{"title":"t","keywords":["k"],"notes":[{"text":"n"},{"text":"o"}]}`, 201, []string{
				"alice create create Anthology 1", "alice create create Keyword 1", "alice create create Marginal 1", "alice create create Marginal 2",
			}},
			{"alice", "POST /keywords/1/rename/", `{"title":"l"}`, 200, []string{"alice rename create Keyword 2"}},
			{"alice", "POST /keywords/1/rename/", `{"title":"refused"}`, 409, nil},
			{"admin", "POST /promote/", `{"title":"x@example.com"}`, 204, []string{"admin promote update User 2"}},
			{"alice", "POST /promote/", `{"title":"x@example.com"}`, 403, nil},
			{"alice", "POST /idle/", ``, 204, []string{"alice idle"}},
			{"admin", "POST /cellars/", `{"slug":"a"}`, 201, []string{"admin create create cellar 1"}},
			{"admin", "POST /racks/", `[{"cellar":"a","name":"x"},{"cellar":"a","name":"y"}]`, 201, []string{"admin create create softRack 1", "admin create create softRack 2"}},
			{"admin", "DELETE /cellars/a/", ``, 204, []string{"admin destroy delete cellar 1", "admin destroy delete softRack 1", "admin destroy delete softRack 2"}},
			{"admin", "POST /cellars/a/restore/", ``, 200, []string{"admin restore restore cellar 1", "admin restore restore softRack 1", "admin restore restore softRack 2"}},
		} {
			method, path, _ := strings.Cut(step.line, " ")
			// PostgreSQL gives no number twice, also where a row is not kept.
			if method == "PATCH" || method == "DELETE" || method == "POST" && strings.HasSuffix(address, ".sqlite") {
				tryFirst(l, step.user, method, path, step.body)
				l.want(t, "dry run of "+step.line)
			}
			if status, text := server.Call(l, method, path, step.user, step.body); status != step.status {
				t.Errorf("%s: got %d %s, want %d", step.line, status, text, step.status)
			}
			l.want(t, step.line, step.want...)
		}
	})
}

// An entry says how and from where the request has come; only administrators read it, and nobody writes one.
func TestAuditEntry(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		l := newAudited(t, address)
		made := server.MakeToken(t, l.Server, "alice", `{"name":"laptop"}`)
		r := httptest.NewRequest("POST", "/keywords/", strings.NewReader(`{"name":"k"}`))
		r.RemoteAddr = "192.0.2.7:1234"
		r.Header.Set("X-Forwarded-For", "198.51.100.9, 2001:db8::17")
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+made.Token)
		w := httptest.NewRecorder()
		w.Header().Set(auth.RequestHeader, "request-7")
		l.ServeHTTP(w, r)
		lines := l.read(t) // of the token that was made, and of the keyword
		if len(lines) != 2 || w.Code != 201 {
			t.Fatalf("got %d %s, %+v", w.Code, w.Body, lines)
		}
		e := lines[1]
		if e.Account == nil || *e.Account != 2 || time.Since(e.At) > time.Minute {
			t.Errorf("got %+v", e)
		}
		e.ID, e.Account, e.At = 0, nil, time.Time{}
		if want := (auditLine{
			Username: "alice", Scheme: "token", Token: "laptop", Address: "2001:db8::17", Request: "request-7",
			Operation: "create", Change: "create", Resource: "Keyword", Key: "1",
		}); e != want {
			t.Errorf("got  %+v\nwant %+v", e, want)
		}
		server.Must(t, l, "POST", "/keywords/", "bob", `{"name":"l"}`)
		for _, tt := range []struct {
			user, line string
			status     int
			want       string
		}{
			{"", "GET /audit/", 401, ""},
			{"alice", "GET /audit/", 403, ""},
			{"alice", "GET /audit/1/", 403, ""},
			{"admin", "GET /audit/2/", 200, `"token":"laptop"`},
			{"admin", "GET /audit/?username=bob", 200, `"count":1`},
			{"admin", "GET /audit/?resource=Keyword&key=2&operation=create", 200, `"count":1`},
			{"admin", "GET /audit/?address=2001:db8::17", 200, `"count":1`},
			{"admin", "GET /audit/?at__gte=2999-01-01T00:00:00Z", 200, `"count":0`},
			{"admin", "GET /audit.api", 200, "laptop"},
			{"admin", "POST /audit/", 405, ""},
			{"admin", "PUT /audit/1/", 405, ""},
			{"admin", "PATCH /audit/1/", 405, ""},
			{"admin", "DELETE /audit/1/", 405, ""},
			{"admin", "DELETE /audit/", 405, ""},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			if w := server.SendAs(l, tt.user, method, path, ""); w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
				t.Errorf("%s as %q: got %d %s, want %d with %s", tt.line, tt.user, w.Code, w.Body, tt.status, tt.want)
			}
		}
		h := l.Handler.(*serve.Handler)
		if n, err := h.Purge(t.Context(), time.Now().Add(59*time.Minute)); n != 0 || err != nil || !h.Purges() {
			t.Errorf("removed %d, %v; want none so early", n, err)
		}
		if n, err := h.Purge(t.Context(), time.Now().Add(61*time.Minute)); n != 3 || err != nil {
			t.Errorf("removed %d, %v; want all 3", n, err)
		}
	})
}

// The audit of any number of rows takes one statement more, of rows that go with others two.
func TestAuditStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		counts := map[string][]int{}
		for _, rows := range []int{2, 90} {
			l := newAudited(t, server.Another(t, address))
			server.Must(t, l, "POST", "/boards/", "admin", `{"name":"b"}`)
			var items, changes []string
			for i := range rows {
				items = append(items, fmt.Sprintf(`{"title":"%d","board":"b"}`, i))
				changes = append(changes, fmt.Sprintf(`{"id":%d,"title":"z%d"}`, i+1, i))
			}
			for _, step := range [][2]string{
				{"POST /volumes/", "[" + strings.Join(items, ",") + "]"},
				{"PATCH /volumes/", "[" + strings.Join(changes, ",") + "]"},
				{"DELETE /boards/1/", ""},
			} {
				method, path, _ := strings.Cut(step[0], " ")
				got := server.StatementsAs(t, l, "admin", method, path, step[1], "Content-Type", "application/json")
				counts[step[0]] = append(counts[step[0]], len(got))
			}
			if got := len(l.read(t)); got != 1+3*rows+1 {
				t.Errorf("%d rows have %d entries, want %d", rows, got, 1+3*rows+1)
			}
		}
		for line, got := range counts {
			if got[0] != got[1] {
				t.Errorf("%s: got %d statements of 2 rows and %d of 90", line, got[0], got[1])
			}
		}
	})
}

// A change that the audit does not know is a mistake of the code: the request fails without a word of it, the log says what to
// write, and nothing of the request is stored.
func TestAuditUnknownChange(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var log bytes.Buffer
		set := func() *rest.Set {
			return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone}, rest.Audit{Path: "/audit/"},
				rest.Endpoint("/seats/", func(c *rest.Call, _ rest.None) (rest.None, error) {
					if err := rest.Rows[sets.Card](c).Create(&sets.Card{Front: "a"}); err != nil {
						return rest.None{}, err
					}
					_ = c.Audit("remove", "Seat", "4") // whether or not the code looks at the error
					return rest.None{}, nil
				}, rest.Allow(permission.Anyone))).Schemes(basic.Scheme{})
		}
		s := server.New(t, server.Config{Set: set, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}}, address)
		if w := server.SendAs(s, "", "POST", "/seats/", ""); w.Code != 500 || w.Body.String() != `{"detail":"A server error occurred."}` {
			t.Errorf("got %d %s, want 500 and no detail", w.Code, w.Body)
		}
		if got, want := log.String(), `audit of Seat 4: the change is \"remove\"; write one of create, update, delete, restore`; strings.Count(got, want) != 1 {
			t.Errorf("got the log %s, want %s once", got, want)
		}
		for _, path := range []string{"/cards/", "/audit/"} {
			if w := server.SendAs(s, "admin", "GET", path, ""); !strings.Contains(w.Body.String(), `"count":0`) && w.Body.String() != "[]" {
				t.Errorf("%s: got %d %s, want no rows", path, w.Code, w.Body)
			}
		}
	})
}
