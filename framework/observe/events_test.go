package observe_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/observe/prometheus"
)

// shared is a log that a timer writes too.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

// take is what was written since the last call.
func (s *shared) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.text.Reset()
	return s.text.String()
}

// However many events there are, the log gets a few records, and one that says how many more there
// were; the metrics count them all. Other kinds of events have their own records.
func TestEventsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := new(shared)
		e := observe.NewEvents(slog.New(slog.NewTextHandler(log, nil)), standard.Schemes())
		metrics := prometheus.Metrics(observe.Sources{Events: e})
		record := func(n int, event auth.Event) {
			for range n {
				e.Record(t.Context(), event)
			}
		}
		failed := auth.Event{Kind: auth.LoginFailedEvent, Scheme: "basic", NameHash: "x"}
		expect := func(when string, want ...string) {
			t.Helper()
			synctest.Wait()
			got := map[string]int{}
			for line := range strings.Lines(log.take()) {
				_, text, _ := strings.Cut(strings.TrimSpace(line), " level=")
				got[text]++
			}
			wanted := map[string]int{}
			for _, line := range want {
				n, text, _ := strings.Cut(line, " times ")
				var times int
				fmt.Sscan(n, &times)
				wanted[text] = times
			}
			if fmt.Sprint(got) != fmt.Sprint(wanted) {
				t.Errorf("%s:\n got %v\nwant %v", when, got, wanted)
			}
		}
		const (
			failure    = `INFO msg="login failed" event=login_failed scheme=basic name_hash=x client=unknown`
			suppressed = `WARN msg="events suppressed" event=login_failed count=`
			login      = `INFO msg=login event=login scheme=form user=7 username=ann client=unknown`
		)
		record(1000, failed)
		expect("at once", "20 times "+failure)
		record(1, auth.Event{Kind: auth.LoginEvent, Scheme: auth.FormScheme, UserID: 7, Username: "ann"})
		expect("another kind", "1 times "+login)
		time.Sleep(9 * time.Second)
		record(5, failed)
		expect("within the time")
		time.Sleep(time.Second)
		expect("after it", "1 times "+suppressed+"985")
		record(3, failed)
		expect("later", "3 times "+failure)
		record(18, failed)
		expect("once more", "17 times "+failure)
		e.Close()
		expect("at the end", "1 times "+suppressed+"1")
		time.Sleep(time.Hour)
		expect("and no more")
		record(50, auth.Event{Kind: auth.LoginEvent, Scheme: "basic", Routine: true}) // below the level of the log
		record(1, auth.Event{Kind: auth.LoginEvent, Scheme: auth.FormScheme, UserID: 7, Username: "ann"})
		expect("routine", "1 times "+login)
		record(24, auth.Event{Kind: auth.LoginEvent, Scheme: auth.FormScheme, UserID: 7, Username: "ann"})
		time.Sleep(10 * time.Second)
		expect("many people who log in", "19 times "+login, "1 times "+strings.NewReplacer("WARN", "INFO", "login_failed", "login").Replace(suppressed)+"5")

		answer := httptest.NewRecorder()
		metrics.Handler(slog.Default()).ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
		for _, line := range []string{`{event="login_failed",scheme="basic"} 1026`, `{event="login",scheme="basic"} 50`, `{event="login",scheme="form"} 26`} {
			if !strings.Contains(answer.Body.String(), "\nresourceful_auth_events_total"+line+"\n") {
				t.Errorf("metrics without %s", line)
			}
		}
	})
}
