package serve_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// guess sends a wrong password, or another header, from an address.
func guess(s *server.Server, from, authorization string) int {
	r := httptest.NewRequest("GET", "/cards/", nil)
	r.RemoteAddr = from + ":4000"
	r.Header.Set("Authorization", authorization)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code
}

func basicOf(name, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+password))
}

// A refused log-in has an entry that is the same whether or not there is an account of the name.
func TestAuditRefusedLogins(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		now := server.Clock()
		s := server.New(t, server.Config{Set: sets.Guarded, Options: serve.Options{Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler)}}, address)
		entries := func() string {
			w := server.SendAs(s, "admin", "GET", "/audit/", "")
			if w.Code != 200 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			_, list, _ := strings.Cut(w.Body.String(), `"results":`)
			return regexp.MustCompile(`"(id|at)":[^,]*,`).ReplaceAllString(list, "")
		}
		const entry = `{"account":null,"username":"","scheme":%q,"token":"","address":%q,"request":"","operation":"login","change":"refuse","resource":"","key":""}`
		guess(s, "192.0.2.1", basicOf("alice", "wrong"))
		guess(s, "192.0.2.2", basicOf("nobody", "wrong"))
		guess(s, "192.0.2.2", basicOf("alice", "wrong"))
		guess(s, "192.0.2.3", "Bearer rsf_unknown")
		guess(s, "192.0.2.4", basicOf("alice", "alice-password"))
		want := fmt.Sprintf("["+entry+","+entry+","+entry+"]}", "token", "192.0.2.3", "basic", "192.0.2.2", "basic", "192.0.2.1")
		if got := entries(); got != want {
			t.Errorf("got the entries\n%s, want\n%s", got, want)
		}
		now = now.Add(10 * time.Minute)
		if guess(s, "192.0.2.2", basicOf("alice", "wrong")); strings.Count(entries(), "192.0.2.2") != 2 {
			t.Errorf("later there is no other entry: %s", entries())
		}
		// A flood from everywhere ends in the number of entries that an hour has.
		for i := range 200 {
			guess(s, fmt.Sprintf("198.51.100.%d", i), "Bearer rsf_unknown")
		}
		var count struct{ Count int }
		if err := json.Unmarshal(server.SendAs(s, "admin", "GET", "/audit/", "").Body.Bytes(), &count); err != nil {
			t.Fatal(err)
		}
		if count.Count != 100 {
			t.Errorf("got %d entries of a flood, want 100", count.Count)
		}
		if removed, err := s.Handler.(*serve.Handler).Purge(t.Context(), now.Add(24*time.Hour+time.Second)); removed != 100 || err != nil {
			t.Errorf("removed %d old entries, %v, want 100", removed, err)
		}
		// Who is refused learns nothing of the audit.
		s.DB.Close()
		if code := guess(s, "203.0.113.1", "Bearer x y"); code != 403 {
			t.Errorf("without the database: got %d", code)
		}
	})
}
