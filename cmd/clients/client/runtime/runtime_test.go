package runtime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// steps answer requests one after the other, and note them. A cut connection is no order in time to the race detector:
// what is noted is read by noted.
type steps struct {
	list []func(w http.ResponseWriter)

	mu   sync.Mutex
	seen []string
	keys map[string]bool
}

// noted are the requests so far, and how many keys they had.
func (s *steps) noted() (seen []string, keys int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen), len(s.keys)
}

func (s *steps) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.seen = append(s.seen, r.Method+" "+r.URL.RequestURI()+" "+string(body))
	s.keys[r.Header.Get("Idempotency-Key")] = true
	step := s.list[min(len(s.seen), len(s.list))-1]
	s.mu.Unlock()
	step(w)
}

func cut(http.ResponseWriter) { panic(http.ErrAbortHandler) }

func answer(status int, body string, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Add(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// connected is a connection to a server that takes some steps. waits are the pauses that it makes.
func connected(t *testing.T, config Config, list ...func(http.ResponseWriter)) (c *connection, s *steps, waits *[]time.Duration) {
	t.Helper()
	s = &steps{list: list, keys: map[string]bool{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	waits = new([]time.Duration)
	config.Sleep = func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}
	c, err := newConnection(server.URL+"/below/", config)
	if err != nil {
		t.Fatal(err)
	}
	return c, s, waits
}

var someone = Credentials(func(h http.Header) { h.Set("Authorization", "Token x") })

// A request is sent again only where that does no harm, and soon.
func TestRetries(t *testing.T) {
	ok := answer(200, `1`)
	tests := []struct {
		name     string
		method   string
		keyed    bool
		nobody   bool
		steps    []func(http.ResponseWriter)
		want     int // requests
		wantErr  error
		wantWait time.Duration // at least
	}{
		{name: "a read over a cut connection", method: "GET", steps: []func(http.ResponseWriter){cut, ok}, want: 2},
		{name: "a keyed write over a cut connection", method: "POST", keyed: true, steps: []func(http.ResponseWriter){cut, cut, ok}, want: 3},
		{name: "a write of nobody", method: "POST", keyed: true, nobody: true, steps: []func(http.ResponseWriter){cut, ok}, want: 1, wantErr: io.EOF},
		{name: "a write without a key", method: "POST", steps: []func(http.ResponseWriter){cut, ok}, want: 1, wantErr: io.EOF},
		{name: "503 of a write without a key", method: "POST", steps: []func(http.ResponseWriter){answer(503, ``), ok}, want: 1, wantErr: ErrUnavailable},
		{name: "429 of a write without a key", method: "POST", steps: []func(http.ResponseWriter){answer(429, ``, "Retry-After", "7"), ok}, want: 2, wantWait: 7 * time.Second},
		{name: "503 too late", method: "GET", steps: []func(http.ResponseWriter){answer(503, ``, "Retry-After", "31"), ok}, want: 1, wantErr: ErrUnavailable},
		{name: "503 for ever", method: "GET", steps: []func(http.ResponseWriter){answer(503, ``)}, want: 4, wantErr: ErrUnavailable},
		{name: "a refusal", method: "GET", steps: []func(http.ResponseWriter){answer(403, ``), ok}, want: 1, wantErr: ErrForbidden},
		{name: "a fault", method: "GET", steps: []func(http.ResponseWriter){answer(500, ``), ok}, want: 1, wantErr: &Error{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			config := Config{Credentials: someone}
			if tt.nobody {
				config.Credentials = nil
			}
			c, s, waits := connected(t, config, tt.steps...)
			r := newRequest(tt.method, "/x/", nil)
			r.keyed = tt.keyed
			if tt.method == "POST" {
				r.setJSON(map[string]int{"a": 1}, "in")
			}
			_, err := value[int](t.Context(), c, r)
			sent, keys := s.noted()
			if len(sent) != tt.want || keys != 1 {
				t.Errorf("sent %q with %d keys, want %d requests with one", sent, keys, tt.want)
			}
			for _, seen := range sent {
				if want := map[string]string{"GET": "GET /below/x/ ", "POST": `POST /below/x/ {"in":{"a":1}}`}[tt.method]; seen != want {
					t.Errorf("sent %q, want %q", seen, want)
				}
			}
			var refusal *Error
			if _, any := tt.wantErr.(*Error); any != (errors.As(err, &refusal) && tt.wantErr == error(nil)) && any && refusal == nil {
				t.Errorf("error %v, want a refusal", err)
			} else if !any && !errors.Is(err, tt.wantErr) {
				t.Errorf("error %v, want %v", err, tt.wantErr)
			}
			for _, d := range *waits {
				if d < tt.wantWait || d <= 0 {
					t.Errorf("waits %v, want at least %v", d, tt.wantWait)
				}
			}
		})
	}
}

// A file that can be read again is sent again, the same to the byte; another is not.
func TestUploadAgain(t *testing.T) {
	for _, tt := range []struct {
		name    string
		content io.Reader
		want    int
	}{
		{"seeker", strings.NewReader("content"), 2},
		{"stream", io.MultiReader(strings.NewReader("content")), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, s, _ := connected(t, Config{Credentials: someone}, cut, answer(200, `1`))
			r := newRequest("POST", "/x/", nil)
			r.keyed = true
			r.setForm(map[string]any{"list": []string{"a", "b"}, "none": nil, "map": map[string]int{"c": 1}}, map[string]*Upload{"file": {Name: `a"b`, Content: tt.content}, "no": nil})
			_, err := value[int](t.Context(), c, r)
			sent, _ := s.noted()
			if len(sent) != tt.want || (err == nil) != (tt.want == 2) {
				t.Fatalf("sent %d requests, error %v, want %d", len(sent), err, tt.want)
			}
			if sent[0] != sent[len(sent)-1] {
				t.Errorf("sent\n%s\nand again\n%s", sent[0], sent[1])
			}
			for _, part := range []string{"name=\"list\"\r\n\r\na\r\n", "name=\"list\"\r\n\r\nb\r\n", "name=\"none\"\r\n\r\n\r\n", "name=\"map\"\r\n\r\n{\"c\":1}\r\n", "filename=\"a\\\"b\"\r\nContent-Type: application/octet-stream\r\n\r\ncontent\r\n"} {
				if !strings.Contains(sent[0], part) {
					t.Errorf("sent\n%s\nwithout %q", sent[0], part)
				}
			}
		})
	}
}

// What is wrong is read of problem details and of the bodies of Django REST framework.
func TestRefusals(t *testing.T) {
	tests := []struct {
		body       string
		wantDetail string
		wantFields []FieldError
	}{
		{`{"detail":"Not found."}`, "Not found.", nil},
		{`{"title":["Too long.","Bad."],"items":[{},{"city":["No."]}],"non_field_errors":["Never."]}`, "", []FieldError{
			{Path: "items[1].city", Message: "No."}, {Message: "Never."}, {Path: "title", Message: "Too long."}, {Path: "title", Message: "Bad."},
		}},
		{`[{"a":["No."]},{}]`, "", []FieldError{{Path: "[0].a", Message: "No."}}},
		{
			`{"type":"about:blank","status":400,"detail":"Invalid.","errors":[{"pointer":"#/items/0/a~1b","code":"max","detail":"No."},{"parameter":"page","code":"invalid","detail":"Bad."}]}`,
			"Invalid.",
			[]FieldError{{Path: "items[0].a/b", Code: "max", Message: "No."}, {Parameter: "page", Code: "invalid", Message: "Bad."}},
		},
		{`<html>`, "", nil},
	}
	for _, tt := range tests {
		if detail, fields := readRefusal([]byte(tt.body)); detail != tt.wantDetail || !reflect.DeepEqual(fields, tt.wantFields) {
			t.Errorf("%s\n got %q, %+v\nwant %q, %+v", tt.body, detail, fields, tt.wantDetail, tt.wantFields)
		}
	}
}

// Pages are followed by the header Link too, and never to another host.
func TestPages(t *testing.T) {
	c, s, _ := connected(t, Config{},
		answer(200, `[{"r":1},{"r":2}]`, "Link", `<http://elsewhere.example/x/?page=2>; rel="next"`), answer(200, `[{"r":3}]`, "Link", `<http://elsewhere.example/x/>; rel="prev"`))
	p := &pages[int]{c: c, path: "/x/", record: []string{"r"}}
	var got []int
	for row, err := range p.all(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, row)
	}
	sent, _ := s.noted()
	if want := []int{1, 2, 3}; !reflect.DeepEqual(got, want) || fmt.Sprint(sent) != "[GET /below/x/  GET /below/x/?page=2 ]" {
		t.Errorf("got %v by %q, want %v", got, sent, want)
	}
}

func TestKeyOf(t *testing.T) {
	if got := KeyOf[int64]("https://a.example/users/17/?x=/"); got != 17 {
		t.Errorf("got %d, want 17", got)
	}
	for key, segment := range map[string]string{"a/b": "a~2Fb", "": "~", "~": "~7E", ".": "~2E", "..": "~2E~2E", "~2F": "~7E2F", "a b": "a%20b", "~x": "~x"} {
		if got := pathKey(key); got != segment {
			t.Errorf("key %q: got segment %q, want %q", key, got, segment)
		}
		if got := KeyOf[string]("https://a.example/users/" + segment + "/"); got != key {
			t.Errorf("segment %q: got key %q, want %q", segment, got, key)
		}
	}
}
