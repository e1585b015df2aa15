// What scenarios say of answers that differ from run to run.

package server

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// told is a test that keeps what it was told.
type told struct {
	testing.TB
	messages []string
}

func (r *told) Helper() {}
func (r *told) Errorf(format string, args ...any) {
	r.messages = append(r.messages, fmt.Sprintf(format, args...))
}

// An answer with the time of day is no answer that a scenario can want, and the message names the part.
func TestTimeOfDayIsNoticed(t *testing.T) {
	type clocked struct {
		ID   int64      `rest:"id,readonly"`
		Read *time.Time `rest:"read,readonly"`
	}
	file := filepath.Join(t.TempDir(), "read.txtar")
	if err := os.WriteFile(file, []byte("# A book is read.\n-- POST /books/ as alice --\n-- POST /books/1/read/ as alice --\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(clock func(*rest.Call) time.Time) []string {
		read := func(c *rest.Call, b *clocked, _ rest.None) (*clocked, error) {
			now := clock(c)
			b.Read = &now
			return b, nil
		}
		set := rest.NewSet("books", rest.ViewSet[clocked]{Path: "/books/", Access: permission.Anyone, Extra: []rest.Action{rest.OnRecord("read", read)}})
		s, to := New(t, Config{Set: func() *rest.Set { return set }}, ":memory:"), &told{TB: t}
		play(to, file, s, true, new(sync.Map))
		return to.messages
	}
	if got := run(func(*rest.Call) time.Time { return time.Now() }); len(got) != 1 || !strings.Contains(got[0], "is answered with the time of day, which no test can want; let code ask rest.Call.Now") {
		t.Errorf("time.Now: got %q, want a report of the time of day", got)
	}
	if got := run((*rest.Call).Now); len(got) > 0 {
		t.Errorf("the clock of the call: got %q", got)
	}
}

// A line of steps is a request or a header, behind a request come its status and its body, and comments stay. A folder's start.steps goes before.
func TestSteps(t *testing.T) {
	type book struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "books.txtar")
	const want = `# Books are read.
-- steps --
# Those of the start too.
GET /books/ as alice
	200 [{"id":1,"title":"a"}]
POST /books/ as alice {"title":"b c"}
	201 {"id":2,"title":"b c"}
Accept: application/yaml
GET /books/
	200 - id: 1
	  title: a
	- id: 2
	  title: b c
Accept:
Only: title
GET /books/
	200 title: a b c
Show: etag
GET /books/9/
	404 {"detail":"Not found."}
GET /books/1/
	200 {etag-1} {"id":1,"title":"a"}
If-None-Match: {etag-1}
GET /books/1/
	304 {etag-1}
HEAD /books/
	200
`
	scenario := regexp.MustCompile("(?m)^\t.*\n").ReplaceAllString(want, "") // without the answers
	for name, text := range map[string]string{file: scenario, filepath.Join(folder, "start.steps"): "POST /books/ {\"title\":\"a\"}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set := func() *rest.Set {
		return rest.NewSet("books", rest.ViewSet[book]{Path: "/books/", Access: permission.Anyone})
	}
	play(t, file, New(t, Config{Set: set}, ":memory:"), true, new(sync.Map))
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Fatalf("got\n%s\nwant\n%s\n%v", got, want, err)
	}
	to := &told{TB: t}
	play(to, file, New(t, Config{Set: set}, ":memory:"), false, new(sync.Map))
	if len(to.messages) > 0 {
		t.Errorf("played again: got %q", to.messages)
	}
	var names []string
	for step, err := range Play(t.Context(), New(t, Config{Set: set}, ":memory:"), got) {
		names = append(names, fmt.Sprint(step.Name, " ", step.Answer.Code, " ", err))
	}
	const sent = "GET /books/ as alice 200 <nil>, POST /books/ as alice 201 <nil>, GET /books/ 200 <nil>, GET /books/ 200 <nil>, " +
		"GET /books/9/ 404 <nil>, GET /books/1/ 200 <nil>, GET /books/1/ 200 <nil>, HEAD /books/ 200 <nil>"
	if got := strings.Join(names, ", "); got != sent {
		t.Errorf("Play: got %s, want %s", got, sent)
	}
}
