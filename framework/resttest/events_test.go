// A test of events.

package resttest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/observe/prometheus"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
)

// Every login, logout and refusal has one record in the log, with the account, the client, the way
// and the request, and counts in the metrics.
func TestEvents(t *testing.T) {
	log := new(bytes.Buffer)
	logger := slog.New(observe.Logs(slog.NewJSONHandler(log, nil)))
	events := observe.NewEvents(logger, standard.Schemes())
	t.Cleanup(events.Close)
	h := resttest.NewServer(t, resttest.Config{
		Set: sets.Snippets, Pages: pages, Auth: auth.Options{Events: events.Record, Throttle: auth.Throttle{Failures: 3}},
	}, ":memory:")
	metrics := prometheus.Metrics(observe.Sources{Events: events})
	service := new(observe.Observer).Handler(h)

	request := func(method, path, user, body string, headers ...string) *httptest.ResponseRecorder {
		return send(service, method, path, user, body, append(headers, "X-Request-Id", "one")...)
	}
	login := func(name, password string) string {
		w := request("POST", "/api-auth/login/", "", "username="+name+"&password="+password, "Content-Type", formType)
		cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
		return cookie
	}
	expect := func(what string, want ...string) {
		t.Helper()
		var got []string
		for line := range strings.Lines(log.String()) {
			var r map[string]any
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if r["client"] != "192.0.2.1" || r["request_id"] != "one" || strings.Contains(line, "nobody") || strings.Contains(line, "password\"") {
				t.Errorf("%s: got %s", what, line)
			}
			who := r["username"]
			if who == nil && r["name_hash"] != nil {
				who = "hashed"
			}
			text := fmt.Sprint(r["level"], " ", r["msg"], ": ", r["event"], " ", r["scheme"], " ", r["user"], " ", who)
			if r["route"] != nil {
				text += fmt.Sprint(" ", r["method"], " ", r["route"])
			}
			got = append(got, text)
		}
		log.Reset()
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", what, got, want)
		}
	}

	cookie := login("alice", "alice-password")
	expect("login", "INFO login: login form 2 alice")
	login("alice", "x")
	expect("wrong password", "INFO login failed: login_failed form 2 alice")
	login("nobody", "x")
	expect("unknown name", "INFO login failed: login_failed form <nil> hashed")
	request("GET", "/snippets/", "bob", "")
	request("GET", "/snippets/", "bob", "")
	expect("Basic", "INFO login: login basic 3 bob")
	request("GET", "/snippets/", "nobody", "")
	expect("Basic, unknown name", "INFO login failed: login_failed basic <nil> hashed")

	request("POST", "/snippets/", "", `{"code":"x"}`)
	expect("anonymous", "INFO permission denied: permission_denied none <nil> <nil> POST /snippets/")
	if w := request("POST", "/snippets/", "bob", `{"code":"x"}`); w.Code != http.StatusCreated {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	request("DELETE", "/snippets/1/", "", "", "Cookie", cookie)
	expect("another's row", "INFO permission denied: permission_denied session 2 alice DELETE /snippets/:key/")
	request("DELETE", "/snippets/99/", "bob", "")
	request("PUT", "/snippets/1/", "bob", `{"code":""}`)
	expect("other refusals")
	request("POST", "/snippets/", "", `{"code":"x"}`, "Cookie", cookie, "Sec-Fetch-Site", "cross-site")
	expect("cross-origin with a session", "INFO cross-origin request refused: cross_origin session 2 alice POST /snippets/")
	request("POST", "/api-auth/login/", "", "username=a&password=b", "Content-Type", formType, "Sec-Fetch-Site", "cross-site")
	expect("cross-origin login", "INFO cross-origin request refused: cross_origin none <nil> <nil> POST /api-auth/login/")

	request("POST", "/api-auth/logout/", "", "", "Cookie", cookie)
	expect("logout", "INFO logout: logout session 2 alice")
	for range 3 {
		login("ivan", "x")
	}
	log.Reset()
	login("ivan", "ivan-password")
	expect("throttled", "WARN login throttled: login_throttled form 4 ivan")

	answer := httptest.NewRecorder()
	metrics.Handler(logger).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	for line, want := range map[string]int{
		`event="login",scheme="form"`: 1, `event="login",scheme="basic"`: 1,
		`event="login_failed",scheme="form"`: 5, `event="login_failed",scheme="basic"`: 1,
		`event="login_throttled",scheme="form"`: 1, `event="login_throttled",scheme="basic"`: 0,
		`event="login_unavailable",scheme="form"`: 0, `event="logout",scheme="session"`: 1,
		`event="permission_denied",scheme="none"`: 1, `event="permission_denied",scheme="session"`: 1,
		`event="cross_origin",scheme="none"`: 1, `event="cross_origin",scheme="session"`: 1,
	} {
		if line := fmt.Sprintf("\nresourceful_auth_events_total{%s} %d\n", line, want); !strings.Contains(answer.Body.String(), line) {
			t.Errorf("metrics without %s", line)
		}
	}
}
