// A test of a service below a prefix.

package resttest_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

var addressOf = regexp.MustCompile(`\s(href|src|action|formaction)="([^"#]+)`)

// The whole service is below the path of its base address, whether requests come with the path or a
// proxy, or http.StripPrefix, has taken it off: every address of every page, link and redirect has it.
func TestBelowPrefix(t *testing.T) {
	s := resttest.NewServer(t, resttest.Config{Set: sets.Directory, Pages: pagesFor(t), Options: serve.Options{BaseURL: "http://example.com/tracker"}}, ":memory:")
	for name, h := range map[string]http.Handler{"with the prefix": s, "stripped": http.StripPrefix("/tracker", s)} {
		t.Run(name, func(t *testing.T) {
			for i := range 2 {
				group := []string{"/tracker/groups/", name + string(rune('a'+i))}
				if w := below(h, "POST", group[0], `{"name":"`+group[1]+`"}`, "application/json"); w.Code != 201 || !strings.HasPrefix(w.Header().Get("Location"), "http://example.com/tracker/groups/") {
					t.Fatalf("POST: %d, Location %s, %s", w.Code, w.Header().Get("Location"), w.Body)
				}
			}
			user := `{"username":"u` + name[:1] + `","groups":["http://example.com/tracker/groups/1/","/tracker/groups/2/","/groups/1/"]}`
			if w := below(h, "POST", "/tracker/users/", user, "application/json"); w.Code != 201 || !strings.Contains(w.Body.String(), `["http://example.com/tracker/groups/1/","http://example.com/tracker/groups/2/"]`) {
				t.Fatalf("POST with links: %d %s", w.Code, w.Body)
			}
			for path, want := range map[string]string{"/tracker": "/tracker/", "/tracker/groups?page=1": "/tracker/groups/?page=1"} {
				if w := below(h, "GET", path, "", ""); w.Code != 301 || w.Header().Get("Location") != want {
					t.Errorf("GET %s: %d to %s, want 301 to %s", path, w.Code, w.Header().Get("Location"), want)
				}
			}
			login := url.Values{"username": {"alice"}, "password": {"alice-password"}, "next": {"/groups/1/"}}.Encode()
			if w := below(h, "POST", "/tracker/api-auth/login/", login, "application/x-www-form-urlencoded"); w.Code != 303 || w.Header().Get("Location") != "/tracker/groups/1/" {
				t.Errorf("login: %d to %s", w.Code, w.Header().Get("Location"))
			}
			crawl(t, h)
		})
	}
	if _, err := serve.New(s.Plan, s.DB, nil, nil, nil, serve.Options{BaseURL: "http://example.com/groups"}); err == nil {
		t.Error("a prefix that a path of the plan has is not a mistake")
	}
}

func pagesFor(t *testing.T) func(*auth.Authenticator) pageapi.Pages {
	return func(a *auth.Authenticator) pageapi.Pages {
		p, err := browse.New(a, rest.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

func below(h http.Handler, method, path, body, contentType string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.SetBasicAuth("admin", "admin-password")
	r.Header.Set("Accept", "text/html;q=0.9, */*;q=0.8")
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if contentType == "application/json" {
		r.Header.Set("Accept", contentType)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// crawl follows every address of every page that can be reached from the root.
func crawl(t *testing.T, h http.Handler) {
	seen, queue := map[string]bool{}, []string{"/tracker/"}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		w := below(h, "GET", path, "", "")
		if w.Code != 200 && w.Code != 404 || w.Code == 404 && !strings.Contains(path, "page=") {
			t.Errorf("GET %s: %d", path, w.Code)
		}
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			continue
		}
		for _, found := range addressOf.FindAllStringSubmatch(w.Body.String(), -1) {
			address := strings.TrimPrefix(strings.ReplaceAll(found[2], "&amp;", "&"), "http://example.com")
			switch {
			case strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "https://"):
			case !strings.HasPrefix(address, "/tracker/"):
				t.Errorf("%s has %s, which is not below the prefix", path, found[0])
			default:
				queue = append(queue, address)
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d addresses were found", len(seen))
	}
}
