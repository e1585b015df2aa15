package browse_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// memo is a row that everybody who is signed in may read and write.
type memo struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// originOf serves a page of another origin, which has nothing on it.
func originOf(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>another origin</title>")
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// seenRequests are those that have reached a service, as "OPTIONS anonymous" or "GET with credentials".
type seenRequests struct {
	mu   sync.Mutex
	list []string
}

func (s *seenRequests) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := " anonymous"
		if r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
			who = " with credentials"
		}
		s.mu.Lock()
		s.list = append(s.list, r.Method+who)
		s.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

// take returns and forgets what was seen.
func (s *seenRequests) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := strings.Join(s.list, ", ")
	s.list = nil
	return all
}

// A page of an allowed origin reads with the credentials of the browser, and one of another origin does not; preflights
// are answered to the browser, which sends them without credentials.
func TestCORSInBrowser(t *testing.T) {
	require.Part(t, "browser")
	browser := startChromium(t)
	allowed, other := originOf(t), originOf(t)
	handler := startService(t, func() *rest.Set {
		return rest.NewSet("memos", rest.ViewSet[memo]{Path: "/memos/", Access: permission.SignedIn}, rest.Tokens("/tokens/")).
			CORS(rest.CORS{Origins: []string{allowed}, Credentials: true}).Schemes(session.Scheme{}, token.Scheme{})
	})
	var seen seenRequests
	service := httptest.NewServer(seen.watch(handler))
	t.Cleanup(service.Close)
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, maxWait)
	t.Cleanup(cancel)
	visit := func(address string) {
		t.Helper()
		if _, err := chromedp.Run(ctx, chromedp.NavigateResponse(address)); err != nil {
			t.Fatalf("visit %s: %v", address, err)
		}
	}
	// fetch is what a page gets of a request: the status and the body, or "refused by the browser".
	fetch := func(path, options string) string {
		t.Helper()
		script := fmt.Sprintf(`fetch(%q, %s).then(async (r) => r.status + " " + await r.text() + " " + (r.headers.get("ETag") ? "with its ETag" : "")).catch(() => "refused by the browser")`, service.URL+path, options)
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatalf("%s %s: %v", path, options, err)
		}
		return strings.TrimSpace(got)
	}
	// send is a request without the browser, with the session of Alice once she has one.
	var cookies []*http.Cookie
	send := func(method, path, contentType, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	cookies = send("POST", "/api-auth/login/", "application/x-www-form-urlencoded", "username=alice&password=alice-password").Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("the login: got the cookies %v", cookies)
	}
	if w := send("POST", "/memos/", "application/json", `{"text":"a"}`); w.Code != 201 {
		t.Fatalf("a memo: got %d %s", w.Code, w.Body)
	}
	_, behind, _ := strings.Cut(send("POST", "/tokens/", "application/json", `{"name":"app"}`).Body.String(), `"token":"`)
	secret, _, _ := strings.Cut(behind, `"`)
	_, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{
		Name: cookies[0].Name, Value: cookies[0].Value, URL: service.URL, HTTPOnly: new(true), SameSite: network.CookieSameSiteLax,
	})
	if err != nil {
		t.Fatalf("the cookie of the session: %v", err)
	}
	const refused = "refused by the browser"
	authorized := fmt.Sprintf(`headers: {"Authorization": "Bearer %s", "Content-Type": "application/json"}`, secret)
	for _, tt := range []struct {
		about, origin, path, options string
		want, seen                   string
	}{
		{"reads with the session", allowed, "/memos/1/", `{credentials: "include"}`, `200 {"id":1,"text":"a"} with its ETag`, "GET with credentials"},
		{"reads without it", allowed, "/memos/1/", `{}`, `403 {"detail":"Authentication credentials were not provided."}`, "GET anonymous"},
		{"writes with the session", allowed, "/memos/1/", `{method: "PATCH", credentials: "include", headers: {"Content-Type": "application/json"}, body: '{"text": "b"}'}`, `403 {"detail":"CSRF Failed`, "OPTIONS anonymous, PATCH with credentials"},
		{"writes with a token", allowed, "/memos/1/", `{method: "PATCH", ` + authorized + `, body: '{"text": "c"}'}`, `200 {"id":1,"text":"c"} with its ETag`, "OPTIONS anonymous, PATCH with credentials"},
		{"another origin reads with the session", other, "/memos/1/", `{credentials: "include"}`, refused, "GET with credentials"},
		{"another origin reads with a token", other, "/memos/1/", `{` + authorized + `}`, refused, "OPTIONS anonymous"},
		{"another origin writes with a token", other, "/memos/1/", `{method: "DELETE", ` + authorized + `}`, refused, "OPTIONS anonymous"},
		{"another origin writes without a preflight", other, "/memos/", `{method: "POST", credentials: "include", body: new URLSearchParams({text: "d"})}`, refused, "POST with credentials"},
	} {
		visit(tt.origin)
		seen.take()
		if got := fetch(tt.path, tt.options); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.about, got, tt.want)
		}
		if got := seen.take(); got != tt.seen {
			t.Errorf("%s: the service has seen %s, want %s", tt.about, got, tt.seen)
		}
	}
	if got, want := send("GET", "/memos/", "", "").Body.String(), `[{"id":1,"text":"c"}]`; got != want {
		t.Errorf("afterwards: got %s, want %s", got, want)
	}
}
