package observe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/observe/prometheus"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type bird struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// birds is a set whose rows panic where they are told to, and are counted.
func birds() *rest.Set {
	sung := rest.NewCounter("birds_sung", "Birds that have sung.")
	return rest.NewSet("birds", rest.ViewSet[bird]{
		Path: "/birds/", Access: permission.Anyone, Counters: []*rest.Counter{sung},
		Serializer: rest.Serializer[bird]{BeforeSave: func(_ *rest.Call, b *bird) error {
			sung.Add()
			if b.Name == "cuckoo" {
				panic("sesame")
			}
			return nil
		}},
	})
}

// world is a service with everything that it shows.
type world struct {
	http.Handler
	log     *bytes.Buffer
	metrics http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{log: new(bytes.Buffer)}
	log := slog.New(observe.Logs(slog.NewJSONHandler(w.log, nil)))
	var s *server.Server
	o := &observe.Observer{Log: log}
	config := server.Config{Set: birds, Options: serve.Options{Logger: log, Observe: func(ctx context.Context, seen serve.Observation) { o.Observe()(ctx, seen) }}}
	s = server.New(t, config, ":memory:")
	o.Metrics = prometheus.Metrics(observe.Sources{
		Plan: s.Plan, Database: func() database.Stats { return s.DB.Stats() }, HashesWaiting: func() int { return 3 },
	})
	w.Handler, w.metrics = o.Handler(s.Handler), o.Metrics.Handler(log)
	return w
}

func (w *world) send(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	answer := server.SendAs(w, "", method, path, body, append([]string{"Content-Type", "application/json"}, headers...)...)
	return answer
}

// records are the lines of the log.
func (w *world) records(t *testing.T) []map[string]any {
	t.Helper()
	var list []map[string]any
	for line := range strings.Lines(w.log.String()) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		list = append(list, record)
	}
	return list
}

func (w *world) scrape(t *testing.T) string {
	t.Helper()
	answer := httptest.NewRecorder()
	w.metrics.ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	if answer.Code != 200 || !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/plain") {
		t.Fatalf("got %d, %s", answer.Code, answer.Header().Get("Content-Type"))
	}
	return answer.Body.String()
}

// A handler that takes no context apart is given the request with it.
func TestAnyHandler(t *testing.T) {
	var id string
	next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { id = observe.RequestID(r.Context()) })
	answer := httptest.NewRecorder()
	new(observe.Observer).Handler(next).ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	if got := answer.Header().Get("X-Request-Id"); got == "" || got != id {
		t.Errorf("got the id %q in the answer and %q in the context", got, id)
	}
}

// The metrics count what was asked, under labels that clients cannot make up.
func TestMetrics(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		w.send("POST", "/birds/", `{"name":"robin"}`)
	}
	w.send("POST", "/birds/", `{}`)
	w.send("POST", "/birds/", `{"name":"cuckoo"}`)
	for i := range 50 {
		w.send("GET", fmt.Sprintf("/nowhere/%d/", i), "")
		w.send("GET", fmt.Sprintf("/birds/%d/?page=%d", i+1, i), "")
		w.send(fmt.Sprintf("MADE%d", i), "/birds/", "")
	}
	got := w.scrape(t)
	requests := regexp.MustCompile(`(?m)^resourceful_http_requests_total.*$`).FindAllString(got, -1)
	slices.Sort(requests)
	want := []string{
		`resourceful_http_requests_total{method="GET",route="/birds/:key/",status="200"} 3`,
		`resourceful_http_requests_total{method="GET",route="/birds/:key/",status="404"} 47`,
		`resourceful_http_requests_total{method="GET",route="none",status="404"} 50`,
		`resourceful_http_requests_total{method="POST",route="/birds/",status="201"} 3`,
		`resourceful_http_requests_total{method="POST",route="/birds/",status="400"} 1`,
		`resourceful_http_requests_total{method="POST",route="/birds/",status="500"} 1`,
		`resourceful_http_requests_total{method="other",route="/birds/",status="405"} 50`,
	}
	if !slices.Equal(requests, want) {
		t.Errorf("got %s\nwant %s", strings.Join(requests, "\n"), strings.Join(want, "\n"))
	}
	for _, line := range []string{
		`resourceful_http_request_duration_seconds_count{method="GET",route="/birds/:key/"} 50`,
		`resourceful_http_request_duration_seconds_bucket{method="POST",route="/birds/",le="+Inf"} 5`,
		`resourceful_http_requests_in_flight 0`,
		`resourceful_password_hashes_waiting 3`,
		`resourceful_birds_sung_total 4`,
		`resourceful_db_connections_max{pool="write"} 1`,
		`resourceful_db_connections_in_use{pool="read"} 1`, // the database in memory is held by one
		`resourceful_db_transactions_retried_total 0`,
	} {
		if !strings.Contains(got, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	for _, name := range []string{"go_goroutines", "process_resident_memory_bytes", "resourceful_db_connection_wait_seconds_total"} {
		if !strings.Contains(got, name) {
			t.Errorf("no metric %s", name)
		}
	}
	if w.scrape(t) == "" || strings.Contains(got, "MADE") || strings.Contains(got, "nowhere") {
		t.Error("clients make up labels")
	}
}

// A request that is under way is in flight.
func TestInFlight(t *testing.T) {
	m := prometheus.Metrics(observe.Sources{})
	o := &observe.Observer{Metrics: m}
	var during string
	o.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		w := httptest.NewRecorder()
		m.Handler(slog.Default()).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		during = w.Body.String()
	})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	if want := "resourceful_http_requests_in_flight 1\n"; !strings.Contains(during, want) {
		t.Errorf("got no %q in\n%s", want, during)
	}
}

// A request has the id that a proxy or a trace has given it, and otherwise one of its own.
func TestRequestID(t *testing.T) {
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	own := regexp.MustCompile(`^[0-9a-f]{32}$`)
	tests := []struct{ name, id, parent, want string }{
		{"none", "", "", ""},
		{"a proxy's", "req_7-F:a~b.c", "", "req_7-F:a~b.c"},
		{"longest", strings.Repeat("x", 128), "", strings.Repeat("x", 128)},
		{"too long", strings.Repeat("x", 129), "", ""},
		{"forged lines", "a\nlevel=ERROR", "", ""},
		{"blank", "a b", "", ""},
		{"slash", "a/b", "", ""},
		{"quote", `a"b`, "", ""},
		{"not ASCII", "é", "", ""},
		{"trace", "", "00-" + trace + "-00f067aa0ba902b7-01", trace},
		{"both", "mine", "00-" + trace + "-00f067aa0ba902b7-01", "mine"},
		{"trace of nothing", "", "00-00000000000000000000000000000000-00f067aa0ba902b7-01", ""},
		{"trace in capitals", "", "00-" + strings.ToUpper(trace) + "-00f067aa0ba902b7-01", ""},
		{"trace of another version", "", "ff-" + trace + "-00f067aa0ba902b7-01", ""},
		{"trace cut short", "", "00-" + trace, ""},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		w := newWorld(t)
		var headers []string
		if tt.id != "" {
			headers = append(headers, "X-Request-Id", tt.id)
		}
		if tt.parent != "" {
			headers = append(headers, "Traceparent", tt.parent)
		}
		answer := w.send("GET", "/birds/", "", headers...)
		got := answer.Header().Get("X-Request-Id")
		if tt.want != "" && got != tt.want || tt.want == "" && (!own.MatchString(got) || seen[got]) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		seen[got] = true
		if lines := w.records(t); len(lines) != 1 || lines[0]["request_id"] != got {
			t.Errorf("%s: the log has %v, want one line with the id %s", tt.name, lines, got)
		}
	}
}

// The line of a request says what operators count by, and nothing that the client wrote.
func TestRequestLine(t *testing.T) {
	w := newWorld(t)
	answer := w.send("POST", "/birds/?token=sesame", `{"name":"robin"}`)
	lines := w.records(t)
	if answer.Code != 201 || len(lines) != 1 {
		t.Fatalf("got %d and %v", answer.Code, lines)
	}
	line := lines[0]
	if d, ok := line["duration"].(float64); !ok || d <= 0 {
		t.Errorf("got duration %v", line["duration"])
	}
	for _, name := range []string{"time", "duration", "request_id"} {
		delete(line, name)
	}
	got := fmt.Sprint(line)
	want := fmt.Sprintf("map[bytes:%d level:INFO method:POST msg:request route:/birds/ statements:2 status:201 user:0]", answer.Body.Len())
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// A panic is a 500 without detail, and one record with the stack and the request's id.
func TestPanic(t *testing.T) {
	w := newWorld(t)
	answer := w.send("POST", "/birds/", `{"name":"cuckoo"}`, "X-Request-Id", "one")
	if got, want := answer.Body.String(), `{"detail":"A server error occurred."}`; answer.Code != 500 || got != want {
		t.Errorf("got %d %s, want 500 %s", answer.Code, got, want)
	}
	var panics []map[string]any
	for _, record := range w.records(t) {
		if record["level"] == "ERROR" {
			panics = append(panics, record)
		}
	}
	if len(panics) != 1 || panics[0]["request_id"] != "one" || !strings.Contains(fmt.Sprint(panics[0]["stack"]), "observer_test.go") {
		t.Errorf("got %v, want one record with the stack and the id of the request", panics)
	}
	if got := w.send("POST", "/birds/", `{"name":"robin"}`).Code; got != 201 {
		t.Errorf("the request after it: got %d, want 201", got)
	}
}
