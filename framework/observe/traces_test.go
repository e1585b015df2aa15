package observe_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/observe/otlp"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// fakeCollector takes traces as OpenTelemetry's collector does.
type fakeCollector struct {
	*httptest.Server
	mu      sync.Mutex
	spans   []*traces.Span
	service string
}

func newCollector(t *testing.T) *fakeCollector {
	t.Helper()
	c := &fakeCollector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			var err error
			if body, err = gzip.NewReader(r.Body); err != nil {
				t.Error(err)
				return
			}
		}
		data, err := io.ReadAll(body)
		var sent collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(data, &sent)
		}
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, from := range sent.ResourceSpans {
			for _, a := range from.Resource.Attributes {
				if a.Key == "service.name" {
					c.service = a.Value.GetStringValue()
				}
			}
			for _, scope := range from.ScopeSpans {
				c.spans = append(c.spans, scope.Spans...)
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// line is a span in words.
func line(s *traces.Span) string {
	var words []string
	for _, a := range s.Attributes {
		if a.Key != "db.query.text" && a.Key != "http.response.body.size" {
			words = append(words, a.Key+"="+valueOf(a.Value))
		}
	}
	slices.Sort(words)
	return fmt.Sprintf("%s: %s, %s", s.Name, strings.Join(words, " "), s.Status.GetCode())
}

func valueOf(v *common.AnyValue) string {
	if text, ok := v.Value.(*common.AnyValue_StringValue); ok {
		return text.StringValue
	}
	return fmt.Sprint(v.GetIntValue())
}

const (
	parentTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	parentSpan  = "00f067aa0ba902b7"
)

// A request is a span in the trace that its client names, and its statements are spans within it.
func TestTraces(t *testing.T) {
	c := newCollector(t)
	log := new(bytes.Buffer)
	logger := slog.New(observe.Logs(slog.NewTextHandler(log, nil)))
	to, err := otlp.Traces(t.Context(), observe.Tracing{Endpoint: c.URL + "/v1/traces", Service: "birds", Version: "1", Log: logger})
	if err != nil {
		t.Fatal(err)
	}
	o := &observe.Observer{Traces: to, Log: logger}
	s := server.New(t, server.Config{
		Set: birds, Store: database.Options{Trace: to.Statement},
		Options: serve.Options{Logger: logger, Observe: o.Observe()},
	}, ":memory:")
	w := &world{Handler: o.Handler(s)}
	parent := "00-" + parentTrace + "-" + parentSpan + "-01"
	w.send("POST", "/birds/?token=sesame", `{"name":"robin"}`, "Traceparent", parent, "X-Request-Id", "one")
	w.send("POST", "/birds/", `{"name":"cuckoo"}`, "Traceparent", parent, "X-Request-Id", "two")
	w.send("GET", "/nowhere/", "", "Traceparent", "00-"+parentTrace+"-"+parentSpan+"-00") // not to be kept
	if err := to.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c.service != "birds" {
		t.Errorf("got spans of service %q", c.service)
	}
	requests := map[string]*traces.Span{}
	var got []string
	for _, s := range c.spans {
		if s.Kind == traces.Span_SPAN_KIND_SERVER {
			requests[string(s.SpanId)] = s
			got = append(got, line(s))
		}
		if text := fmt.Sprint(s); strings.Contains(text, "sesame") || strings.Contains(text, "robin") {
			t.Errorf("a span has what the client wrote: %s", text)
		}
		if s.EndTimeUnixNano <= s.StartTimeUnixNano {
			t.Errorf("%s took no time", s.Name)
		}
	}
	want := []string{
		"POST /birds/: db.statements=2 http.request.method=POST http.response.status_code=201 http.route=/birds/ request.id=one, STATUS_CODE_UNSET",
		"POST /birds/: db.statements=0 http.request.method=POST http.response.status_code=500 http.route=/birds/ request.id=two, STATUS_CODE_ERROR",
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
	var statements []string
	for _, s := range c.spans {
		if fmt.Sprintf("%x", s.TraceId) != parentTrace {
			t.Errorf("%s is in trace %x, want %s", s.Name, s.TraceId, parentTrace)
		}
		if s.Kind == traces.Span_SPAN_KIND_CLIENT {
			if parent := requests[string(s.ParentSpanId)]; parent == nil {
				t.Errorf("%s is within no request", s.Name)
			} else if strings.Contains(line(parent), "request.id=one,") {
				statements = append(statements, s.Name)
			}
		} else if fmt.Sprintf("%x", s.ParentSpanId) != parentSpan {
			t.Errorf("%s is within %x, want %s", s.Name, s.ParentSpanId, parentSpan)
		}
	}
	if got, want := strings.Join(statements, " "), "BEGIN INSERT SELECT COMMIT"; got != want {
		t.Errorf("statements: got %s, want %s", got, want)
	}
	if !strings.Contains(log.String(), "request_id=one trace_id="+parentTrace) {
		t.Errorf("the log does not name the trace:\n%s", log)
	}
}

// Without a collector the service goes on, and its log says so.
func TestTracesWithoutCollector(t *testing.T) {
	log := new(bytes.Buffer)
	to, err := otlp.Traces(t.Context(), observe.Tracing{Endpoint: "http://127.0.0.1:1/v1/traces", Service: "birds", Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	o := &observe.Observer{Traces: to}
	s := server.New(t, server.Config{Set: birds, Options: serve.Options{Observe: o.Observe()}}, ":memory:")
	w := &world{Handler: o.Handler(s)}
	start := time.Now()
	for range 10 {
		if got := w.send("GET", "/birds/", "").Code; got != 200 {
			t.Errorf("got %d", got)
		}
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("ten requests took %v", took)
	}
	if err := to.Close(t.Context()); err == nil && log.Len() == 0 {
		t.Error("nobody is told that traces are lost")
	}
}
