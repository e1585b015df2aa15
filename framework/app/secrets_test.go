package app

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
)

// sink records the requests to a collector of traces.
type sink struct {
	*httptest.Server
	mu   sync.Mutex
	data bytes.Buffer
}

func newSink(t *testing.T) *sink {
	s := &sink{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			var err error
			if body, err = gzip.NewReader(body); err != nil {
				t.Error(err)
				return
			}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, err := s.data.ReadFrom(body); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data.String()
}

// The secrets: none of them may leave the service except where it must.
const (
	ownPassword   = "own-sesame"
	wrongPassword = "wrong-sesame"
	basicPassword = "basic-sesame"
	keyOfWrite    = "key-sesame"
	queryToken    = "query-sesame"
	bearer        = "bearer-sesame"
	databasePass  = "database-sesame"
	everySecret   = "sesame"
)

// secretRun sends requests with every kind of secret, also while tables are missing, and returns
// the session's token and what clients were answered.
func secretRun(t *testing.T, s *running, breakTable func(string)) (token string, answers *strings.Builder) {
	t.Helper()
	answers = &strings.Builder{}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	send := func(want int, method, path, body string, headers ...string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != want {
			t.Errorf("%s %s: got %d, want %d: %s", method, path, answer.StatusCode, want, text)
		}
		fmt.Fprintln(answers, answer.StatusCode, answer.Header.Get("X-Request-Id"), string(text))
		return answer
	}
	basic := func(password string) string {
		return "Basic " + base64.StdEncoding.EncodeToString([]byte("alice:"+password))
	}
	const form, json = "application/x-www-form-urlencoded", "application/json"
	login := url.Values{"username": {"alice"}, "password": {wrongPassword}}
	send(200, "POST", "/api-auth/login/", login.Encode(), "Content-Type", form, "Accept", "text/html")
	login.Set("password", ownPassword)
	in := send(303, "POST", "/api-auth/login/", login.Encode(), "Content-Type", form, "Accept", "text/html")
	for _, c := range in.Cookies() {
		token = c.Value
	}
	if len(token) < 20 {
		t.Fatalf("the session's token is %q", token)
	}
	cookie := "sessionid=" + token
	send(201, "POST", "/snippets/?token="+queryToken, `{"code":"x"}`, "Cookie", cookie, "Content-Type", json, "Idempotency-Key", keyOfWrite)
	send(201, "POST", "/snippets/?token="+queryToken, `{"code":"x"}`, "Cookie", cookie, "Content-Type", json, "Idempotency-Key", keyOfWrite)
	send(400, "POST", "/snippets/", `{"code":"","password":"`+ownPassword+`"}`, "Authorization", basic(ownPassword), "Content-Type", json)
	send(403, "POST", "/snippets/", `{"code":"x"}`, "Authorization", basic(basicPassword), "Content-Type", json)
	send(200, "GET", "/snippets/", "", "Authorization", "Bearer "+bearer)
	send(404, "GET", "/nowhere/?token="+queryToken, "", "Cookie", cookie)
	breakTable("snippets")
	send(500, "POST", "/snippets/", `{"code":"x"}`, "Cookie", cookie, "Content-Type", json, "Idempotency-Key", keyOfWrite+"2")
	breakTable("sessions")
	send(500, "GET", "/users/?token="+queryToken, "", "Cookie", cookie)
	send(500, "POST", "/api-auth/login/", login.Encode(), "Content-Type", form, "Accept", "text/html")
	return token, answers
}

// No secret of a client or of the deployment is in the logs at their most talkative, in metrics,
// traces, answers about errors, the plan, or what the program prints.
func TestSecrets(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			driver, address, opened := "sqlite", "test.sqlite", "test.sqlite"
			if dialect == "postgres" {
				driver, opened = "postgres", pg.Postgres(t)
				address = opened + " password=" + databasePass
			}
			t.Chdir(t.TempDir())
			call(t, 0, ownPassword, env(), "user", "add", "alice", "--database", address)
			traces := newSink(t)
			s := start(t, "--database", address, "--observe", "127.0.0.1:0", "--traces", traces.URL+"/v1/traces", "--drain-delay", "0s",
				"--log-requests", "--log-level", "debug", "--log-format", "json", "--server-timing")
			db, err := sql.Open(driver, opened)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			token, answers := secretRun(t, s, func(table string) {
				if _, err := db.ExecContext(t.Context(), "ALTER TABLE "+table+" RENAME TO lost_"+table); err != nil {
					t.Fatal(err)
				}
			})
			_, metrics := fetch(t, "http://"+s.operators(t)+"/metrics")
			s.stop()
			s.wait(t)
			plan, _ := call(t, 0, "", env(), "plan", "snippets")
			_, misspelt := call(t, 1, "", env(), "serve", "--database", "postgres://u:"+databasePass+" %@h/none")
			_, refused := call(t, 1, "", env(), "serve", "--database", "postgres://u:"+databasePass+"@127.0.0.1:1/none?connect_timeout=2")
			_, endpoint := call(t, 1, "", env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://u:"+bearer+"@h"), "serve")
			places := []struct{ name, text, has string }{
				{"log", s.log.String(), `"route":"/snippets/"`},
				{"log", s.log.String(), `"msg":"request failed"`},
				{"output", s.stdout.String(), "Serving"},
				{"metrics", metrics, `resourceful_http_requests_total{method="POST",route="/snippets/",status="500"} 1`},
				{"traces", traces.String(), "/api-auth/login/"},
				{"answers", answers.String(), "A server error occurred."},
				{"plan", plan, "configuration snippets"},
				{"a misspelt address", misspelt, "database"},
				{"a database that is not there", refused, "database"},
				{"a collector with a password", endpoint, "OTEL_EXPORTER_OTLP_HEADERS"},
			}
			secrets := []string{everySecret, token, hex.EncodeToString([]byte(token)), base64.StdEncoding.EncodeToString([]byte(token))}
			for _, password := range []string{ownPassword, basicPassword} {
				secrets = append(secrets, base64.StdEncoding.EncodeToString([]byte("alice:"+password)))
			}
			for _, place := range places {
				if !strings.Contains(place.text, place.has) {
					t.Errorf("%s: there is no %q in\n%s", place.name, place.has, place.text)
				}
				for _, secret := range secrets {
					if strings.Contains(place.text, secret) {
						t.Errorf("%s: has the secret %q:\n%s", place.name, secret, place.text)
					}
				}
			}
		})
	}
}

// Traces go where the setting says, else where OpenTelemetry's variables say.
func TestTracesEndpoint(t *testing.T) {
	tests := []struct {
		name, endpoint, from string
		pairs                []string
	}{
		{name: "nothing"},
		{"all signals", "http://h:4318/v1/traces", "OTEL_EXPORTER_OTLP_ENDPOINT", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h:4318/"}},
		{"traces", "http://h/t", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://x", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://h/t"}},
		{name: "disabled", pairs: []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h", "OTEL_SDK_DISABLED", "true"}},
		{name: "no exporter", pairs: []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h", "OTEL_TRACES_EXPORTER", "none"}},
		{"exporter", "http://h/v1/traces", "OTEL_EXPORTER_OTLP_ENDPOINT", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h", "OTEL_TRACES_EXPORTER", "otlp"}},
	}
	for _, tt := range tests {
		if endpoint, from := standardEndpoint(env(tt.pairs...)); endpoint != tt.endpoint || from != tt.from {
			t.Errorf("%s: got %q of %q, want %q of %q", tt.name, endpoint, from, tt.endpoint, tt.from)
		}
	}
}
