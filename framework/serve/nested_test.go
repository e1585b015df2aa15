package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// purchases is a service of them.
type purchases struct {
	*server.Server
	said []string // what hooks were run with
}

func (s *purchases) set() *rest.Set {
	note := func(word string) func(*rest.Call, *sets.PurchaseLine) error {
		return func(call *rest.Call, l *sets.PurchaseLine) error {
			s.said = append(s.said, fmt.Sprintf("%s %s %s", call.Operation().Name, word, l.Item))
			return nil
		}
	}
	return sets.Shops(rest.Serializer[sets.PurchaseLine]{BeforeCreate: note("before"), AfterCreate: note("after"), BeforeUpdate: note("before"), BeforeDelete: note("before")})
}

func newPurchases(t testing.TB, address string) *purchases {
	t.Helper()
	s := &purchases{}
	s.Server = server.New(t, server.Config{Set: s.set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
	return s
}

func (s *purchases) do(t *testing.T, request, want string) {
	t.Helper()
	words := strings.SplitN(request, " ", 4)
	body := ""
	if len(words) == 4 {
		body = words[3]
	}
	user := words[0]
	if user == "nobody" {
		user = ""
	}
	status, answer := server.Call(s, words[1], words[2], user, body)
	if got := fmt.Sprint(status, " ", answer); got != want {
		t.Errorf("%s:\n got %s\nwant %s", request, got, want)
	}
}

// The rows that are nested are those of their resource: its hooks run, in the transaction.
func TestNestedHooks(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		server.Call(s, "POST", "/purchases/", "", `{"title":"a","lines":[{"item":"x"},{"item":"y"},{"item":"z"}]}`)
		server.Call(s, "PATCH", "/purchases/1/", "", `{"lines":[{"id":1},{"id":2,"pieces":5},{"item":"w"}]}`)
		want := "create before x|create before y|create before z|create after x|create after y|create after z|destroy before z|modify before y|create before w|create after w"
		if got := strings.Join(s.said, "|"); got != want {
			t.Errorf("hooks:\n got %s\nwant %s", got, want)
		}
	})
}

// The number of statements does not depend on the number of rows, neither of those nested nor of their parents.
func TestNestedStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		lines := func(n int, format string) string {
			list := make([]string, n)
			for i := range list {
				list[i] = fmt.Sprintf(format, i+1)
			}
			return "[" + strings.Join(list, ",") + "]"
		}
		counted := map[string]int{}
		count := func(name, method, path, body string) {
			t.Helper()
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			got := server.Statements(t, s.Server, r)
			if before, known := counted[name]; known && len(got) != before {
				t.Errorf("%s: got %d statements, before %d:\n%s", name, len(got), before, strings.Join(got, "\n"))
			}
			counted[name] = len(got)
		}
		for _, n := range []int{1, 10, 100} {
			rows := lines(n, `{"item":"i%d","remarks":[{"text":"r"}]}`)
			stamps := lines(n, fmt.Sprintf(`{"name":"s%d-%%d"}`, n))
			count("create", "POST", "/purchases/", fmt.Sprintf(`{"title":"t%d","lines":%s,"stamps":%s,"to":{"city":"Bern"}}`, n, rows, stamps))
			count("create many", "POST", "/purchases/", lines(n, fmt.Sprintf(`{"title":"p%d-%%d","lines":[{"item":"x"}],"to":{"city":"Rome"}}`, n)))
			_, made := server.Call(s, "POST", "/purchases/", "", fmt.Sprintf(`{"title":"u%d","lines":%s,"stamps":[]}`, n, lines(2*n, `{"item":"i%d","remarks":[{"text":"r"}]}`)))
			var shown struct {
				ID    int64
				Lines []struct {
					ID      int64
					Remarks []struct{ ID int64 }
				}
			}
			if err := json.Unmarshal([]byte(made), &shown); err != nil {
				t.Fatal(err)
			}
			path := fmt.Sprintf("/purchases/%d/", shown.ID)
			count("send back", "PUT", path, made)
			var some []string
			for _, line := range shown.Lines[:n] {
				some = append(some, fmt.Sprintf(`{"id":%d,"pieces":5,"remarks":[{"id":%d,"text":"s"},{"text":"t"}]}`, line.ID, line.Remarks[0].ID))
			}
			count("change", "PATCH", path, fmt.Sprintf(`{"lines":[%s]}`, strings.Join(some, ",")))
			_, after := server.Call(s, "GET", path, "", "")
			if got := strings.Count(after, `"pieces":5`); got != n || strings.Contains(after, `"pieces":1`) {
				t.Errorf("after the change of %d lines: got %s", n, after)
			}
		}
		t.Log(counted)
	})
}

// The nested rows of a request are counted before any of them takes memory: one body is that of all rows that filters leave.
func TestNestedCount(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newPurchases(t, address)
		titles := make([]string, 300)
		for i := range titles {
			titles[i] = fmt.Sprintf(`{"title":"t%d"}`, i)
		}
		server.Must(t, s, "POST", "/purchases/", "admin", "["+strings.Join(titles, ",")+"]")
		body := `{"lines":[` + strings.Repeat(`{"item":"x"},`, 999) + `{"item":"x"}]}`
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		status, answer := server.Call(s, "PATCH", "/purchases/?max_affected=300&all=true", "admin", body)
		runtime.ReadMemStats(&after)
		if want := `{"lines":["Ensure this request has no more than 10000 nested rows."]}`; status != 400 || strings.Count(answer, want) != 1 {
			t.Errorf("got %d %.300s, want a 400 with %s once", status, answer, want)
		}
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 40 {
			t.Errorf("a request with 300,000 nested rows took %d MB, want no more than 40", took)
		} else {
			t.Logf("took %d MB", took)
		}
	})
}
