// Tests of files beside a service.

package app

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/resourceful/framework/app/static"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// A program serves a single-page app beside its service, whose paths, health and tools for agents stay where they are. The
// team's middleware is around both.
func TestStatic(t *testing.T) {
	own := ours()
	own.Static = static.Files(fstest.MapFS{"index.html": {Data: []byte("<p>app")}}, static.Options{History: "index.html"})
	own.Agents = func(_ *plan.Plan, next http.Handler) (http.Handler, error) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/-/mcp") {
				fmt.Fprint(w, "agents")
				return
			}
			next.ServeHTTP(w, r)
		}), nil
	}
	own.Middleware = []func(http.Handler) http.Handler{func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Team", "yes")
			next.ServeHTTP(w, r)
		})
	}}
	s := startOf(t, own, []*rest.Set{tasks("tasks")}, "--base-url", "https://example.com/api", "--allowed-hosts", "*", "--health", "--drain-delay", "0s")
	for path, want := range map[string]string{
		"/": "200 <p>app", "/orders/7": "200 <p>app", "/healthz": "200 alive", "/api/tasks/?format=json": "200 []", "/api/tasks/7/?format=json": "404 {",
		"/api": "200 ", "/api/-/mcp": "200 agents", "/api/api-auth/login/": "200 ", "/app.js": "404 Not Found",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+strings.TrimSuffix(s.address, "/api")+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/html,*/*;q=0.8")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if got := fmt.Sprint(response.StatusCode, " ", string(body)); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %.80s, error %v, want %s", path, got, err, want)
		}
		if got := response.Header.Get("X-Team"); got != "yes" && path != "/healthz" {
			t.Errorf("%s: the middleware is not around it", path)
		}
	}
	_, stderr := callOf(t, own, []*rest.Set{tasks("tasks")}, 1, env(), "serve", "--listen", "127.0.0.1:0", "--database", t.TempDir()+"/x.sqlite")
	if want := "resourceful: app.Program: Static: the files and the service are both at /; set base-url with a path"; !strings.HasPrefix(stderr, want) {
		t.Errorf("got %s, want %s", stderr, want)
	}
}
