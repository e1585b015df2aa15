// What scenarios say of answers that differ from run to run.

package server

import (
	"fmt"
	"os"
	"path/filepath"
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
