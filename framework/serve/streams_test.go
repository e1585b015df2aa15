// Tests of events in other processes, and of readers who lose their rights.

package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/accounts"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// eventProcess names the database of a process that TestEventsOfProcesses starts.
const eventProcess = "RESOURCEFUL_TEST_EVENT_PROCESS"

// TestEventProcess is such a process: it says its address, and serves until its input ends.
func TestEventProcess(t *testing.T) {
	database := os.Getenv(eventProcess)
	if database == "" {
		t.Skip("TestEventsOfProcesses starts it")
	}
	fmt.Println("\nserves " + newStreaming(t, database, serve.Options{Now: time.Now}, []server.Account{}...).url)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// process is a service in a process of its own.
type process struct {
	streaming
	kill func()
}

// startProcess starts a service on a database, which has its accounts. It ends with the test.
func startProcess(t *testing.T, database string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestEventProcess$", "-test.count=1")
	cmd.Env = append(os.Environ(), eventProcess+"="+database, "TMPDIR="+t.TempDir()) // it is killed, and removes nothing
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &process{kill: sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		in.Close()
	})}
	t.Cleanup(p.kill)
	lines, printed := bufio.NewReader(out), ""
	for p.url == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the process does not say where it serves: %v after %s", err, printed+line)
		}
		printed += line
		if address, is := strings.CutPrefix(line, "serves "); is {
			p.url = strings.TrimSpace(address)
		}
	}
	return p
}

// write sends a request that has to succeed, to a real server.
func (s *streaming) write(t *testing.T, path, body string) error {
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.url+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.SetBasicAuth("admin", "admin-password")
	r.Header.Set("Content-Type", "application/json")
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer w.Body.Close()
	if text, err := io.ReadAll(w.Body); err != nil || w.StatusCode != 201 {
		return fmt.Errorf("POST %s: got %d %s %v, want 201", path, w.StatusCode, text, err)
	}
	return nil
}

// A reader at one process gets the changes of another process, each once and in one order, also where the reader is
// killed again and again, and its server with it, and comes back with the last id that it has got.
func TestEventsOfProcesses(t *testing.T) {
	const writes, kills, writers = 1000, 20, 4
	database := pg.Postgres(t)
	newStreaming(t, database, serve.Options{Now: time.Now}).send(t, "admin", "POST /clubs/", `{"slug":"chess","open":true}`)
	writer, server := startProcess(t, database), startProcess(t, database)
	read := server.open(t, "", "?resources=meetings", "")
	failed := make(chan error, writers)
	var wg sync.WaitGroup
	defer wg.Wait()
	for n := range writers {
		wg.Go(func() {
			for i := range writes / writers {
				if err := writer.write(t, "/meetings/", fmt.Sprintf(`{"club":"chess","topic":"%d-%d"}`, n, i)); err != nil {
					failed <- fmt.Errorf("write %d of %d: %w", i, n, err)
					return
				}
			}
		})
	}
	var topics []string
	last := int64(0)
	for killed := 0; len(topics) < writes; {
		e, err := read.nextUnless(failed)
		if err != nil || e.Type != "meetings.create" {
			t.Fatalf("after %d events and %d kills: got %+v %v, want a meeting", len(topics), killed, e, err)
		}
		id, err := strconv.ParseInt(e.ID, 10, 64)
		if err != nil || id <= last {
			t.Errorf("got the id %s behind %d, error %v, want a greater one", e.ID, last, err)
		}
		last, topics = id, append(topics, fmt.Sprint(e.Record["topic"]))
		if len(topics)%(writes/kills) != writes/kills/2 {
			continue
		}
		if killed++; killed%10 == 0 { // the whole process, whose events are in the buffers of its sockets
			server.kill()
			server = startProcess(t, database)
		}
		read.close()
		read = server.open(t, "", "?resources=meetings", e.ID)
	}
	if wg.Wait(); len(failed) > 0 {
		t.Error(<-failed)
	}
	slices.Sort(topics)
	if got := len(slices.Compact(slices.Clone(topics))); got != writes || len(topics) != writes {
		t.Errorf("got %d events about %d meetings, want each of %d once", len(topics), got, writes)
	}
}

// A reader who is taken out of a group is shown no more of what that group may see from that moment on, rows and members alike,
// though the stream goes on; what it was told before stays told, and it is shown again what it gets the right to.
func TestEventsRightsLost(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreamingOf(t, sets.Bulletins, address, serve.Options{Now: time.Now})
		grants := accounts.NewGrants(s.DB)
		ids := map[string]int64{}
		for _, name := range []string{"press", "office"} {
			if _, err := grants.CreateGroup(t.Context(), name); err != nil {
				t.Fatal(err)
			}
			id, _, err := grants.GroupByName(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			ids[name] = id
		}
		const alice = 2
		member := func(group string, is bool) {
			if err := grants.SetMembers(t.Context(), ids[group], []int64{alice}, is); err != nil {
				t.Fatal(err)
			}
		}
		member("press", true)
		member("office", true)
		reader := s.open(t, "alice", "", "")
		write := func(body string) { s.send(t, "admin", "POST /bulletins/", body) }

		write(`{"text":"a","cost":1}`)
		reader.want(t, "of both groups", `bulletins.create 1 {"cost":1,"id":1,"open":false,"text":"a"}`)
		member("office", false)
		write(`{"text":"b","cost":2}`)
		reader.want(t, "of the press only", `bulletins.create 2 {"id":2,"open":false,"text":"b"}`)
		member("press", false)
		write(`{"text":"c","cost":3}`)
		s.send(t, "admin", "PATCH /bulletins/1/", `{"text":"aa"}`)
		write(`{"text":"d","cost":4,"open":true}`)
		reader.want(t, "of no group", `bulletins.create 4 {"id":4,"open":true,"text":"d"}`)
		member("press", true)
		write(`{"text":"e"}`)
		reader.want(t, "of the press again", `bulletins.create 5 {"id":5,"open":false,"text":"e"}`)
	})
}
