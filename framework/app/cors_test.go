package app

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// private are tasks of whoever is signed in, for pages of the origins of a declaration.
func private(cors rest.CORS) []*rest.Set {
	set := rest.NewSet("tasks", rest.ViewSet[Task]{Path: "/tasks/", Access: permission.SignedIn}).Schemes(token.Scheme{}, session.Scheme{})
	if cors.Origins != nil {
		set.CORS(cors)
	}
	return []*rest.Set{set}
}

// The setting cors-origins says which pages read the answers of one deployment, in the place of the origins that are declared.
// Preflights are answered whoever asks, and credentials are never allowed to every origin.
func TestCORSOrigins(t *testing.T) {
	t.Parallel()
	own := Program{Name: "to-do"}
	declared := rest.CORS{Origins: []string{"https://declared.example"}, Credentials: true}
	for _, tt := range []struct {
		name, setting string
		declared      rest.CORS
		// by origin: Access-Control-Allow-Origin, and -Credentials
		want map[string][2]string
	}{
		{"of a set without origins", "https://app.example.com, https://*.example.org", rest.CORS{}, map[string][2]string{
			"https://app.example.com": {"https://app.example.com", ""}, "https://a.example.org": {"https://a.example.org", ""}, "https://evil.example": {},
		}},
		{"of a set with others", "https://app.example.com", declared, map[string][2]string{
			"https://app.example.com": {"https://app.example.com", "true"}, "https://declared.example": {}, "http://app.example.com": {},
		}},
		{"of every origin", "*", rest.CORS{Origins: []string{"https://declared.example"}}, map[string][2]string{"https://evil.example": {"*", ""}}},
		{"without the setting", "", declared, map[string][2]string{"https://declared.example": {"https://declared.example", "true"}, "https://app.example.com": {}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := beginOf(t, own, private(tt.declared), env("TO_DO_CORS_ORIGINS", tt.setting), "--database", t.TempDir()+"/test.sqlite")
			s.serving(t)
			for origin, want := range tt.want {
				for _, credentials := range []string{"", "Authorization: Bearer wrong", "Cookie: sessionid=wrong"} {
					ask := func(method string, status int, headers ...string) {
						t.Helper()
						w := s.ask(t, method, "/tasks/", append(headers, "Origin: "+origin, credentials)...)
						got := [2]string{w.Header.Get("Access-Control-Allow-Origin"), w.Header.Get("Access-Control-Allow-Credentials")}
						if w.StatusCode != status || got != want {
							t.Errorf("%s from %s with %q: got %d, %q, want %d, %q", method, origin, credentials, w.StatusCode, got, status, want)
						}
						if vary := strings.Join(w.Header.Values("Vary"), ", "); !strings.Contains(vary, "Origin") && want[0] != "*" {
							t.Errorf("%s from %s: got Vary %q, want Origin in it", method, origin, vary)
						}
					}
					ask("OPTIONS", 204, "Access-Control-Request-Method: PATCH", "Access-Control-Request-Headers: authorization,content-type")
					ask("GET", 401)
				}
			}
		})
	}
	for setting, want := range map[string]string{
		"*":                   "to-do: cors-origins: lets every origin send credentials; name the origins, or leave Credentials out\n",
		"app.example.com":     `to-do: cors-origins: has the origin "app.example.com", which is none; write a scheme and a host`,
		"https://a.example/x": `to-do: cors-origins: has the origin "https://a.example/x", which is none`,
	} {
		_, stderr := callOf(t, own, private(declared), 1, env(), "serve", "--listen", "127.0.0.1:0", "--database", t.TempDir()+"/test.sqlite", "--cors-origins", setting)
		if !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: got %q, want %q", setting, stderr, want)
		}
	}
}

// ask sends a request with headers, each "Name: value" or "" for none, and returns the answer without its body.
func (s *running) ask(t *testing.T, method, path string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		if name, value, found := strings.Cut(h, ": "); found {
			r.Header.Set(name, value)
		}
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Close()
	return w
}
