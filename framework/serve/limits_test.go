package serve_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/traffic"
)

// Where there is no room for large answers, what reads one is refused and may come again. A write
// that was done is not: its answer says less. Afterwards all room has been given back.
func TestNoRoomForAnswers(t *testing.T) {
	s := snippetServer(t, serve.Options{}, 1, 10)
	defer s.Handler.(*serve.Handler).FillAnswers()()
	body := fmt.Sprintf(`{"code":%q,"language":"text"}`, strings.Repeat("x", 100_000))
	tests := []struct {
		method, path, body string
		want, length       int
	}{
		{"POST", "/snippets/", body, http.StatusCreated, 0},
		{"GET", "/snippets/2/", "", http.StatusServiceUnavailable, -1},
		{"PUT", "/snippets/1/", body, http.StatusNoContent, 0},
		{"PUT", "/snippets/1.yaml", body, http.StatusNoContent, 0},
		{"GET", "/snippets/1.yaml", "", http.StatusServiceUnavailable, -1},
		{"GET", "/snippets/1/", "", http.StatusServiceUnavailable, -1},
		{"PUT", "/snippets/1/", `{"code":"small"}`, http.StatusOK, -1},
		{"GET", "/snippets/1/", "", http.StatusOK, -1},
		{"GET", "/snippets/3/", "", http.StatusNotFound, -1},
	}
	for _, tt := range tests {
		w := server.SendAs(s, "alice", tt.method, tt.path, tt.body, "Content-Type", "application/json")
		if w.Code != tt.want || tt.length >= 0 && w.Body.Len() != tt.length {
			t.Errorf("%s %s: got %d with %d bytes, want %d with %d", tt.method, tt.path, w.Code, w.Body.Len(), tt.want, tt.length)
		}
		if again := w.Header().Get("Retry-After") != ""; again != (tt.want == http.StatusServiceUnavailable) {
			t.Errorf("%s %s: got headers %v", tt.method, tt.path, w.Header())
		}
	}
}

// An answer of more than an address may have of all is given where there is room, one at a time.
func TestLargestAnswer(t *testing.T) {
	const all = 1 << 20
	s := snippetServer(t, serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Answers: all}}}, 1, 10)
	body := fmt.Sprintf(`{"code":%q,"language":"text"}`, strings.Repeat("x", all/2+200_000))
	server.Must(t, s, "POST", "/snippets/", "alice", body)
	for range 3 {
		if w := server.SendAs(s, "alice", "GET", "/snippets/2/", ""); w.Code != http.StatusOK || w.Body.Len() <= all/2+200_000 {
			t.Errorf("got %d with %d bytes, want all of it", w.Code, w.Body.Len())
		}
	}
}

// turn is the body of a form that comes when another request has taken the place meanwhile.
type turn struct {
	io.Reader
	meanwhile func()
}

func (b *turn) Read(p []byte) (int, error) {
	if b.meanwhile != nil {
		b.meanwhile()
		b.meanwhile = nil
	}
	return b.Reader.Read(p)
}

// formPages has a page that reads a form by itself, as the login does.
type formPages struct{ halfPages }

func (formPages) Views() map[string]pageapi.View {
	return map[string]pageapi.View{"/form/": func(w http.ResponseWriter, r *http.Request) error {
		if _, err := pageapi.ReadForm(w, r); err != nil {
			return err
		}
		fmt.Fprint(w, "read")
		return nil
	}}
}

// Nor does a form go on that has lost its place while it came: not that of a page of its own, and not
// one that is malformed.
func TestFormLosesItsPlace(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	for _, tt := range []struct{ path, contentType, body string }{
		{"/form/", form, "username=alice&password=x"},
		{"/tallies/", form, "name=%zz"},
		{"/tallies/", "multipart/form-data; boundary=b", "--b\r\nno part"},
		{"/tallies/", form, "name=b"},
	} {
		entered, leave := make(chan struct{}), make(chan struct{})
		set := func() *rest.Set {
			return sets.Counted(func() {
				close(entered)
				<-leave
			})
		}
		s := server.New(t, server.Config{
			Set: set, Options: serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Requests: 1}}},
			Pages: func(*auth.Authenticator) pageapi.Pages { return formPages{} },
		}, ":memory:")
		done := make(chan int)
		r := httptest.NewRequest("POST", tt.path, &turn{strings.NewReader(tt.body), func() {
			go func() {
				done <- server.SendAs(s, "alice", "POST", "/tallies/", `{"name":"a"}`, "Content-Type", "application/json").Code
			}()
			<-entered
		}})
		r.ContentLength = int64(len(tt.body))
		r.Header.Set("Content-Type", tt.contentType)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("%s with %q: got %d %s, want 503", tt.path, tt.body, w.Code, w.Body)
		}
		close(leave)
		if status := <-done; status != http.StatusCreated {
			t.Errorf("the other: got %d, want 201", status)
		}
	}
}

// A request that is one too many is refused without a statement, in whatever format.
func TestOneTooMany(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	set := func() *rest.Set {
		return sets.Counted(func() {
			close(entered)
			<-leave
		})
	}
	s := server.New(t, server.Config{
		Set: set, Options: serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Requests: 1}}},
		Pages: func(*auth.Authenticator) pageapi.Pages { return halfPages{} },
	}, ":memory:")
	done := make(chan int)
	go func() {
		done <- server.SendAs(s, "alice", "POST", "/tallies/", `{"name":"a"}`, "Content-Type", "application/json").Code
	}()
	<-entered
	ctx, counter := database.WithCounter(t.Context())
	r := httptest.NewRequestWithContext(ctx, "GET", "/tallies/", nil)
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Cookie", "sessionid="+strings.Repeat("a", 43))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || counter.N() > 0 {
		t.Errorf("got %d of type %s after %q, want a page of 503 without statements", w.Code, w.Header().Get("Content-Type"), counter.SQL())
	}
	close(leave)
	if status := <-done; status != http.StatusCreated {
		t.Errorf("the one: got %d, want 201", status)
	}
}

// halfPages has a page that does not get to its end.
type halfPages struct{}

func (halfPages) Compile(*plan.Plan, []media.Format, string) {}
func (p halfPages) Of(*plan.Plan) pageapi.Pages              { return p }

func (halfPages) Reference(*pageapi.ReferencePage) ([]byte, error) { return nil, nil }

func (halfPages) Problem(*pageapi.ProblemPage) ([]byte, error) { return nil, nil }

func (halfPages) Find(*pageapi.FindPage) ([]byte, error) { return nil, nil }

func (p halfPages) Page(pageapi.Request) pageapi.Page { return p }

func (halfPages) Parts() plan.Paginator { return rest.PageNumber{Size: 100, Param: "_page"} }

func (halfPages) Add(*schema.Record, int) bool { return true }

func (halfPages) Landing(bool) (location, flash string) { return "", "" }

func (halfPages) Render(*problem.Error) ([]byte, error) { return nil, nil }

func (halfPages) Views() map[string]pageapi.View {
	return map[string]pageapi.View{"/broken/": func(w http.ResponseWriter, _ *http.Request) error {
		fmt.Fprint(w, "the beginning")
		panic("no end")
	}}
}

// An answer that has begun is not followed by another one: the connection is closed instead.
func TestBrokenView(t *testing.T) {
	pages := func(*auth.Authenticator) pageapi.Pages { return halfPages{} }
	s := server.New(t, server.Config{Set: sets.Tallies, Pages: pages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, ":memory:")
	w := httptest.NewRecorder()
	defer func() {
		if p := recover(); p != http.ErrAbortHandler || w.Body.String() != "the beginning" {
			t.Errorf("got panic %v after %q, want an abort after the beginning", p, w.Body)
		}
	}()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/broken/", nil))
	t.Errorf("got %d %s, want an abort", w.Code, w.Body)
}
