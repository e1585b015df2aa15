package serve_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/store"
)

// Where there is no room for large answers, what reads one is refused and may come again. A write
// that was done is not: its answer says less. Afterwards all room has been given back.
func TestNoRoomForAnswers(t *testing.T) {
	s := snippetServer(t, serve.Options{Limits: serve.Limits{Answers: 1}}, 1, 10)
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
		w := send(s, tt.method, tt.path, tt.body, "Content-Type", "application/json")
		if w.Code != tt.want || tt.length >= 0 && w.Body.Len() != tt.length {
			t.Errorf("%s %s: got %d with %d bytes, want %d with %d", tt.method, tt.path, w.Code, w.Body.Len(), tt.want, tt.length)
		}
		if again := w.Header().Get("Retry-After") != ""; again != (tt.want == http.StatusServiceUnavailable) {
			t.Errorf("%s %s: got headers %v", tt.method, tt.path, w.Header())
		}
	}
}

// A request that is one too many is refused without a statement, in whatever format.
func TestOneTooMany(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	set := func() *rest.Set {
		return rest.NewSet("slow", rest.ViewSet[tally]{
			Path: "/tallies/", Access: auth.Anyone,
			Serializer: rest.Serializer[tally]{BeforeSave: func(context.Context, *tally) error {
				close(entered)
				<-leave
				return nil
			}},
		})
	}
	s := resttest.NewServer(t, resttest.Config{
		Set: set, Options: serve.Options{Limits: serve.Limits{Requests: 1}},
		Pages: func(*auth.Authenticator) serve.Pages { return halfPages{} },
	}, ":memory:")
	done := make(chan int)
	go func() { done <- send(s, "POST", "/tallies/", `{"name":"a"}`, "Content-Type", "application/json").Code }()
	<-entered
	ctx, counter := store.WithCounter(t.Context())
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

func (halfPages) Render(*serve.Answer) ([]byte, error) { return nil, nil }

func (halfPages) Views() map[string]serve.View {
	return map[string]serve.View{"/broken/": func(w http.ResponseWriter, _ *http.Request) error {
		fmt.Fprint(w, "the beginning")
		panic("no end")
	}}
}

// An answer that has begun is not followed by another one: the connection is closed instead.
func TestBrokenView(t *testing.T) {
	pages := func(*auth.Authenticator) serve.Pages { return halfPages{} }
	s := resttest.NewServer(t, resttest.Config{Set: tallies, Pages: pages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, ":memory:")
	w := httptest.NewRecorder()
	defer func() {
		if p := recover(); p != http.ErrAbortHandler || w.Body.String() != "the beginning" {
			t.Errorf("got panic %v after %q, want an abort after the beginning", p, w.Body)
		}
	}()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/broken/", nil))
	t.Errorf("got %d %s, want an abort", w.Code, w.Body)
}
