package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/store/record"
)

// streaming is a service on a real connection.
type streaming struct {
	*server.Server
	url string
}

func newStreaming(t *testing.T, address string, options serve.Options, accounts ...server.Account) *streaming {
	t.Helper()
	return newStreamingOf(t, sets.Clubs, address, options, accounts...)
}

// newStreamingOf is one of a set.
func newStreamingOf(t *testing.T, set func() *rest.Set, address string, options serve.Options, accounts ...server.Account) *streaming {
	t.Helper()
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	s := server.New(t, server.Config{Set: set, Options: options, Accounts: accounts}, address)
	h := s.Handler.(*serve.Handler)
	web := httptest.NewServer(h)
	t.Cleanup(func() {
		h.EndStreams()
		web.CloseClientConnections()
		web.Close()
	})
	return &streaming{s, web.URL}
}

// send sends a request that has to succeed.
func (s *streaming) send(t *testing.T, user, line, body string) map[string]any {
	t.Helper()
	method, path, _ := strings.Cut(line, " ")
	w := server.SendAs(s, user, method, path, body, "Content-Type", "application/json")
	if w.Code >= 300 {
		t.Fatalf("%s: got %d %s", line, w.Code, w.Body)
	}
	var answer map[string]any
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	return answer
}

// stream is what one reader of events reads.
type stream struct {
	*http.Response
	lines *bufio.Reader
	close func()
	last  string // id
}

// open begins to read events, behind one where last is not "". The stream is there when it returns.
func (s *streaming) open(t *testing.T, user, query, last string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+"/-/events"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	if user != "" {
		r.SetBasicAuth(user, user+"-password")
	}
	r.Header.Set("Accept", "text/event-stream")
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 200 || response.Header.Get("Content-Type") != "text/event-stream" {
		text, _ := io.ReadAll(response.Body)
		t.Fatalf("GET /-/events%s as %s: got %d %s %s", query, user, response.StatusCode, response.Header, text)
	}
	return &stream{Response: response, lines: bufio.NewReader(response.Body), close: func() { cancel(); response.Body.Close() }, last: last}
}

type readEvent struct {
	ID, Type, At string
	Key          any
	Record       map[string]any
}

// next reads the next event.
func (s *stream) next() (e readEvent, err error) {
	data := ""
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			return e, err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			s.last = value
		case "data":
			data = value
		case "":
			if data != "" {
				return e, json.Unmarshal([]byte(data), &e)
			}
		}
	}
}

// nextUnless reads the next event, or gives what a writer says that has failed, whose events would be waited for.
func (s *stream) nextUnless(failed <-chan error) (e readEvent, err error) {
	var failure error
	var wg sync.WaitGroup
	read := make(chan bool)
	wg.Go(func() {
		select {
		case failure = <-failed:
			s.close()
		case <-read:
		}
	})
	e, err = s.next()
	close(read)
	if wg.Wait(); failure != nil {
		return e, failure
	}
	return e, err
}

// want reads events, and checks what they say.
func (s *stream) want(t *testing.T, what string, want ...string) {
	t.Helper()
	var got []string
	for range want {
		e, err := s.next()
		if err != nil {
			t.Fatalf("%s: got %q and then %v, want %q", what, got, err, want)
		}
		if e.ID != s.last && e.Type != "reset" {
			t.Errorf("%s: got the id %q of the event %+v, want %q", what, s.last, e, e.ID)
		}
		got = append(got, e.text())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got\n\t%s\nwant\n\t%s", what, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func (e readEvent) text() string {
	text := fmt.Sprint(e.Type, " ", e.Key)
	if e.Record != nil {
		record, _ := json.Marshal(e.Record)
		text += " " + string(record)
	}
	return text
}

// People are told of what they may see at that moment, with the members that they may read, and of the deletion of what
// they were allowed to see.
func TestEvents(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreaming(t, address, serve.Options{Now: time.Now})
		s.send(t, "admin", "POST /clubs/", `{"slug":"chess","budget":5}`)
		s.send(t, "admin", "POST /memberships/", `{"club":"chess","who":"alice"}`)
		admin, alice, bob := s.open(t, "admin", "", ""), s.open(t, "alice", "", ""), s.open(t, "bob", "?resources=meetings", "")
		marker := func(n int) { s.send(t, "admin", "POST /meetings/", fmt.Sprintf(`{"club":"open","topic":"%d"}`, n)) }
		s.send(t, "admin", "POST /clubs/", `{"slug":"open","open":true,"friends":[1]}`)
		all := `"friends":[1],"id":2,"members":[],"open":true,"slug":"open"}`
		alice.want(t, "a club that is open", `clubs.create open {`+all)
		admin.want(t, "a club that is open", `clubs.create open {"budget":0,`+all)

		s.send(t, "admin", "POST /meetings/", `{"club":"chess","topic":"a","seal":"AP8="}`)
		s.send(t, "admin", "PATCH /meetings/1/", `{"topic":"b"}`)
		if w := server.SendAs(s, "admin", "PATCH", "/meetings/1/", `{"topic":"c"}`, "Content-Type", "application/json", "Prefer", "dry-run"); w.Code != 200 {
			t.Errorf("dry run: got %d %s", w.Code, w.Body)
		}
		marker(2)
		b := ` {"club":"chess","id":1,"seal":"AP8=","topic":"b"}`
		two := ` {"club":"open","id":2,"seal":"","topic":"2"}`
		// The record is as it is when the event is sent, which may be after the second change.
		for who, read := range map[string]*stream{"alice": alice, "admin": admin} {
			e, err := read.next()
			if err != nil || e.Type != "meetings.create" {
				t.Fatalf("a meeting to %s: got %v %v, want meetings.create", who, e, err)
			}
			read.want(t, "a meeting to "+who, "meetings.update 1"+b, "meetings.create 2"+two)
		}
		bob.want(t, "the meeting of an open club", "meetings.create 2"+two)

		s.send(t, "admin", "DELETE /clubs/chess/", "")
		marker(3)
		three := ` {"club":"open","id":3,"seal":"","topic":"3"}`
		alice.want(t, "a club that is deleted with its members", "meetings.delete 1", "clubs.delete chess", "meetings.create 3"+three)
		admin.want(t, "a club that is deleted", "meetings.delete 1", "clubs.delete chess", "meetings.create 3"+three)
		bob.want(t, "the meeting of another club", "meetings.create 3"+three)

		// A client that comes back later gets the events since then.
		late := s.open(t, "alice", "?last_event_id=0", "")
		late.want(t, "from the beginning", "clubs.create chess", `clubs.create open {`+strings.Replace(all, "[1]", "[]", 1), "meetings.create 1", "meetings.update 1", "meetings.create 2"+two, "meetings.delete 1", "clubs.delete chess", "meetings.create 3"+three)
		if w := server.SendAs(s, "admin", "GET", "/audit/?page_size=1", ""); !strings.Contains(w.Body.String(), `"operation":"create"`) {
			t.Errorf("the audit: got %d %s, want entries beside events", w.Code, w.Body)
		}
	})
}

// Events of rows that others take along, of lists of rows, and of rows that code changes.
func TestEventsOfMany(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreaming(t, address, serve.Options{Now: time.Now})
		s.send(t, "admin", "POST /clubs/", `{"slug":"chess","open":true}`)
		read := s.open(t, "", "?resources=meetings", "")
		body, want := "[", []string{}
		for i := range 150 {
			body += fmt.Sprintf(`{"club":"chess","topic":"%d"},`, i)
			want = append(want, fmt.Sprintf(`meetings.create %d {"club":"chess","id":%d,"seal":"","topic":"%d"}`, i+1, i+1, i))
		}
		s.send(t, "admin", "POST /meetings/", strings.TrimSuffix(body, ",")+"]")
		read.want(t, "a list of meetings", want...)
		want = nil
		s.send(t, "admin", "DELETE /clubs/chess/", "")
		for i := range 150 {
			want = append(want, fmt.Sprintf("meetings.delete %d", i+1))
		}
		read.want(t, "a list of meetings", want...)
	})
}

// A reader who is killed again and again gets each change exactly once by its id, while several write to one file.
// TestEventsOfProcesses does the same on PostgreSQL.
func TestEventsKilled(t *testing.T) {
	const writes, kills, writers = 1000, 20, 4
	s := newStreaming(t, t.TempDir()+"/test.sqlite", serve.Options{Now: time.Now})
	s.send(t, "admin", "POST /clubs/", `{"slug":"chess","open":true}`)
	read := s.open(t, "", "", "")
	if _, err := read.lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, writers)
	var wg sync.WaitGroup
	defer wg.Wait()
	for n := range writers {
		wg.Go(func() {
			for i := range writes / writers {
				w := server.SendAs(s, "admin", "POST", "/meetings/", fmt.Sprintf(`{"club":"chess","topic":"%d-%d"}`, n, i), "Content-Type", "application/json")
				if w.Code != 201 {
					failed <- fmt.Errorf("write %d of %d: got %d %s", i, n, w.Code, w.Body)
					return
				}
			}
		})
	}
	seen, ids, killed := map[string]int{}, []string{}, 0
	for len(ids) < writes {
		e, err := read.nextUnless(failed)
		if err != nil {
			t.Fatalf("after %d events: %v", len(ids), err)
		}
		if e.Type != "meetings.create" {
			continue
		}
		seen[e.ID]++
		ids = append(ids, fmt.Sprint(e.Key))
		if len(ids)%(writes/kills) == writes/kills/2 {
			killed++
			read.close()
			read = s.open(t, "", "", e.ID)
		}
	}
	if wg.Wait(); len(failed) > 0 {
		t.Error(<-failed)
	}
	slices.Sort(ids)
	if len(seen) != writes || len(slices.Compact(ids)) != writes || killed != kills {
		t.Errorf("got %d ids of events about %d rows after %d kills, want %d, %d and %d", len(seen), len(slices.Compact(ids)), killed, writes, writes, kills)
	}
}

// An event of a transaction that ends late, and was written early, comes after those of the others, and is not lost.
func TestEventsLate(t *testing.T) {
	address := pg.Postgres(t)
	s := newStreaming(t, address, serve.Options{Now: time.Now})
	s.send(t, "admin", "POST /clubs/", `{"slug":"chess","open":true}`)
	read := s.open(t, "", "?resources=meetings", "")
	late, err := server.Direct(t, address).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`INSERT INTO meetings (club_id, topic, seal) VALUES (1, 'late', '')`,
		`INSERT INTO events (changed_at, row_change, row_table, row_key, batch) VALUES (now(), 'create', 'meetings', '1', '')`,
	} {
		if _, err := late.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	s.send(t, "admin", "POST /meetings/", `{"club":"chess","topic":"early"}`)
	read.want(t, "the early one", `meetings.create 2 {"club":"chess","id":2,"seal":"","topic":"early"}`)
	if err := late.Commit(); err != nil {
		t.Fatal(err)
	}
	s.send(t, "admin", "POST /meetings/", `{"club":"chess","topic":"next"}`)
	read.want(t, "the late one", `meetings.create 1 {"club":"chess","id":1,"seal":"","topic":"late"}`, `meetings.create 3 {"club":"chess","id":3,"seal":"","topic":"next"}`)
}

// Events that cannot be streamed are refused, and the answer names events that are no longer kept.
func TestEventsRefused(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		options := serve.Options{Now: time.Now}
		options.Limits.Traffic.Streams = 4
		s := newStreaming(t, address, options)
		for _, c := range []struct {
			user, line string
			headers    []string
			status     int
			want       string
		}{
			{"alice", "GET /-/events", []string{"Last-Event-ID", "x"}, 400, "Last-Event-ID is the id of no event."},
			{"alice", "GET /-/events", []string{"Last-Event-ID", "-1"}, 400, "Last-Event-ID is the id of no event."},
			{"alice", "GET /-/events?last_event_id=1.5", nil, 400, "Last-Event-ID is the id of no event."},
			{"alice", "GET /-/events?resources=meetings,members", nil, 400, `{"resources":["Select a valid choice. members is not one of the available choices."]}`},
			{"alice", "GET /-/events?resource=clubs", nil, 400, `{"resource":["Unknown parameter. Did you mean \"resources\"?"]}`},
			{"alice", "GET /-/events", []string{"Accept", "application/json"}, 406, "Could not satisfy the request Accept header."},
			{"admin", "POST /-/events", nil, 405, `Method \"POST\" not allowed.`},
			{"mallory", "GET /-/events", nil, 403, "Invalid username/password."},
			{"alice", "HEAD /-/events", nil, 200, ""},
			{"alice", "OPTIONS /-/events", []string{"Accept", "application/json"}, 406, ""},
		} {
			method, path, _ := strings.Cut(c.line, " ")
			if w := server.SendAs(s, c.user, method, path, "", c.headers...); w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("%s %q as %s: got %d %s, want %d %s", c.line, c.headers, c.user, w.Code, w.Body, c.status, c.want)
			}
		}
		s.open(t, "alice", "", "")
		s.open(t, "alice", "", "") // one address has half of them
		r, _ := http.NewRequestWithContext(t.Context(), "GET", s.url+"/-/events", nil)
		r.SetBasicAuth("alice", "alice-password")
		w, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		if w.StatusCode != 503 || w.Header.Get("Retry-After") != "1" {
			t.Errorf("a third stream: got %d %s, want 503 with Retry-After", w.StatusCode, w.Header)
		}
	})
}

// A stream ends with the service, and with what its reader may read it by; it says now and then that it is there.
func TestEventsEnd(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreaming(t, address, serve.Options{Now: time.Now, Events: serve.EventOptions{Heartbeat: time.Millisecond}})
		db := server.Direct(t, address)
		s.send(t, "admin", "POST /clubs/", `{"slug":"chess"}`)
		bob := s.open(t, "bob", "", "")
		s.send(t, "admin", "PATCH /clubs/chess/", `{"budget":1}`)
		for line := ""; line != "id: 2\n"; { // what bob is not told he need not ask for again
			var err error
			if line, err = bob.lines.ReadString('\n'); err != nil {
				t.Fatalf("heartbeats: %v, want the id 2 among them", err)
			}
		}
		if _, err := db.Exec("UPDATE users SET active = NOT active WHERE username = 'bob'"); err != nil {
			t.Fatal(err)
		}
		if rest, err := io.ReadAll(bob.lines); err != nil && strings.Contains(string(rest), "data") {
			t.Errorf("the stream of an account that is not active: got %s %v, want its end", rest, err)
		}
		alice := s.open(t, "alice", "", "")
		s.Handler.(*serve.Handler).EndStreams()
		if _, err := io.ReadAll(alice.lines); err != nil {
			t.Errorf("the stream of a service that stops: %v, want its end", err)
		}
	})
}

// watched counts the requests for events that are authenticated, and those that count as activity.
type watched struct{ all, uses *atomic.Int64 }

func (watched) Name() string                                { return "watched" }
func (watched) Challenge() string                           { return "" }
func (watched) Vary() string                                { return "" }
func (w watched) Bind(auth.Services) (auth.Verifier, error) { return w, nil }

func (w watched) Authenticate(ctx context.Context, r *http.Request) (*auth.Credentials, error) {
	if strings.HasSuffix(r.URL.Path, "/events") {
		if w.all.Add(1); auth.IsUse(ctx) {
			w.uses.Add(1)
		}
	}
	return nil, nil
}

// A stream authenticates its reader again and again, and only its request is an activity of a session.
func TestEventsAreNoActivity(t *testing.T) {
	w := watched{new(atomic.Int64), new(atomic.Int64)}
	set := func() *rest.Set { return sets.Clubs().Schemes(w, basic.Scheme{}) }
	s := newStreamingOf(t, set, ":memory:", serve.Options{Now: time.Now, Events: serve.EventOptions{Heartbeat: time.Millisecond}})
	bob := s.open(t, "bob", "", "")
	s.send(t, "admin", "POST /clubs/", `{"slug":"chess"}`)
	for w.all.Load() < 5 {
		if _, err := bob.lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.uses.Load(); got != 1 {
		t.Errorf("%d of %d authentications are activities, want 1", got, w.all.Load())
	}
}

// Old events are removed, and a reader who has missed some gets a message about it.
func TestEventsPurged(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		now := server.Clock()
		s := newStreaming(t, address, serve.Options{Now: func() time.Time { return now }})
		for range 3 {
			s.send(t, "admin", "POST /clubs/", fmt.Sprintf(`{"slug":"club%d","open":true}`, now.Unix()))
			now = now.Add(50 * time.Minute)
		}
		s.open(t, "alice", "", "0").want(t, "all", clubsCreated(1, server.Clock()), clubsCreated(2, server.Clock().Add(50*time.Minute)), clubsCreated(3, server.Clock().Add(100*time.Minute)))
		h := s.Handler.(*serve.Handler)
		if !h.Purges() {
			t.Error("got no removal of old events, want one")
		}
		if n, err := h.Purge(t.Context(), now); err != nil || n != 2 {
			t.Errorf("removed %d events, %v, want 2", n, err)
		}
		s.open(t, "alice", "", "2").want(t, "nothing missed", clubsCreated(3, server.Clock().Add(100*time.Minute)))
		s.open(t, "alice", "", "1").want(t, "one missed", "reset <nil>")
		s.open(t, "alice", "", "9").want(t, "of another database", "reset <nil>")
		if n, err := h.Purge(t.Context(), now.Add(100*time.Hour)); err != nil || n != 0 {
			t.Errorf("removed %d events, %v, want the last one to stay", n, err)
		}
	})
}

// A deleted row that no longer fits its table, since a column has changed its kind, is passed over and logged once.
func TestEventsMisfit(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var logged lockedBuffer
		s := newStreaming(t, address, serve.Options{Now: time.Now, Logger: slog.New(slog.NewTextHandler(&logged, nil))})
		for _, slug := range []string{"chess", "go"} {
			s.send(t, "admin", "POST /clubs/", `{"slug":"`+slug+`","budget":54321}`)
			s.send(t, "admin", "DELETE /clubs/"+slug+"/", "")
		}
		s.send(t, "admin", "POST /clubs/", `{"slug":"last","budget":1}`)
		change := s.DB.Raw("UPDATE " + schema.DeletedRowTable + " SET row_columns = replace(row_columns, '54321', '\"many\"')")
		if err := s.DB.Write(t.Context(), func(tx database.Session) error { _, err := tx.Exec(t.Context(), change); return err }); err != nil {
			t.Fatal(err)
		}
		last := `clubs.create last {"budget":1,"friends":[],"id":3,"members":[],"open":false,"slug":"last"}`
		want, lines := []string{last}, 1
		if s.DB.Dialect().Name == "sqlite" { // which takes any value
			want, lines = []string{"clubs.create chess", "clubs.delete chess", "clubs.create go", "clubs.delete go", last}, 0
		}
		for range 2 {
			s.open(t, "admin", "", "0").want(t, "behind rows that do not fit", want...)
		}
		if got := strings.Count(logged.String(), "passed over"); got != lines {
			t.Errorf("got %d lines of the log, want %d: %s", got, lines, logged.String())
		}
	})
}

// lockedBuffer is a buffer that several write to.
type lockedBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func clubsCreated(id int, at time.Time) string {
	return fmt.Sprintf(`clubs.create club%d {"friends":[],"id":%d,"members":[],"open":true,"slug":"club%d"}`, at.Unix(), id, at.Unix())
}

// Who listens hears of what others notify, also after the connection is lost.
func TestListen(t *testing.T) {
	db, err := database.Open(t.Context(), pg.Postgres(t), database.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, cancel := context.WithCancel(t.Context())
	heard, ended := make(chan bool, 1000), make(chan bool)
	go func() {
		db.Listen(ctx, record.EventChannel, func() { heard <- true })
		close(ended)
	}()
	notify := func() {
		for {
			if err := db.Write(t.Context(), func(s database.Session) error {
				_, err := s.Exec(t.Context(), db.Raw("NOTIFY "+record.EventChannel))
				return err
			}); err != nil {
				t.Fatal(err)
			}
			select {
			case <-heard:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	notify()
	if err := db.Write(t.Context(), func(s database.Session) error {
		_, err := s.Exec(t.Context(), db.Raw("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	notify()
	cancel()
	<-ended
}
