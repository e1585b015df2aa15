// Tests of the work beside requests.

package app

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// A program's tasks run beside its requests, are counted, and end when the program is asked to stop, which waits for them.
func TestServeTasks(t *testing.T) {
	own, stored, ended := ours(), make(chan string, 1), false
	own.Background = []background.Task{
		{Name: "fill", Run: func(c *background.Context) error {
			err := c.Call.Atomic(func() error { return rest.Rows[Task](c.Call).Create(&Task{Title: "made beside requests"}) })
			if err != nil {
				return err
			}
			address, err := c.Call.Address("/tasks/1/")
			stored <- address
			if err != nil {
				return err
			}
			<-c.Done()
			ended = true
			return c.Err()
		}},
		{Name: "broken", Required: true, Run: func(*background.Context) error { panic("broken") }},
		{Name: "elsewhere", Set: "others", Run: func(*background.Context) error { panic("elsewhere") }},
	}
	s := startOf(t, own, []*rest.Set{tasks("tasks"), tasks("others")}, "tasks", "--health", "--observe", "127.0.0.1:0", "--drain-delay", "0s")
	if got := <-stored; got != "http://"+s.address+"/tasks/1/" {
		t.Errorf("the task has the address %s", got)
	}
	if _, body := fetch(t, "http://"+s.address+"/tasks/1/"); !strings.Contains(body, "made beside requests") {
		t.Errorf("got %s", body)
	}
	_, metrics := fetch(t, "http://"+s.operators(t)+"/metrics")
	for _, want := range []string{`resourceful_task_running{task="fill"} 1`, `resourceful_task_failures_total{task="broken"} `, `resourceful_task_last_end_timestamp_seconds{task="fill"} 0`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	s.stop()
	if code := s.wait(t); code != 0 || !ended {
		t.Errorf("got exit code %d, and the task has ended: %t", code, ended)
	}
	if log := s.log.String(); strings.Contains(log, "elsewhere") || !strings.Contains(log, "panic: broken") {
		t.Errorf("the log is\n%s", log)
	}
}

// A program that is asked to stop gives back the messages that it is sending, before it ends.
func TestServeGivesBackMessages(t *testing.T) {
	reached := make(chan bool, 10)
	to := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		reached <- true
		<-r.Context().Done()
	}))
	t.Cleanup(to.Close)
	hooked := rest.NewSet("hooked", rest.ViewSet[Task]{Path: "/tasks/", Events: true, Access: permission.Anyone}, rest.Webhooks{Path: "/webhooks/"})
	address := t.TempDir() + "/test.sqlite"
	s := beginOf(t, ours(), []*rest.Set{hooked}, env(), "--database", address, "--webhook-networks", "127.0.0.0/8", "--drain-delay", "0s")
	s.serving(t)
	db := server.Direct(t, address)
	now := time.Now().UTC().Format("2006-01-02 15:04:05.000000")
	for _, text := range []string{
		fmt.Sprintf("INSERT INTO webhooks (url, resources, username, account_id, secret, position) VALUES ('%s', '[]', 'ann', 1, 'whsec_x', 0)", to.URL),
		fmt.Sprintf("INSERT INTO webhook_deliveries (webhook_id, event, state, body, account_id, next_at) VALUES (1, '1', 'pending', '{}', 1, '%s')", now),
	} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	<-reached
	s.stop()
	if code := s.wait(t); code != 0 {
		t.Errorf("got exit code %d", code)
	}
	var attempts, failures int
	if err := db.QueryRow("SELECT attempts, failures FROM webhook_deliveries d, webhooks w WHERE state = 'pending'").Scan(&attempts, &failures); err != nil || attempts != 0 || failures != 0 {
		t.Errorf("got %d attempts, %d failures and %v, want none", attempts, failures, err)
	}
}

// A program with the task of jobs runs them, with links to itself, and gives back those that run when it stops. One without it
// says that it only enqueues.
func TestServeJobs(t *testing.T) {
	began := make(chan string, 10)
	set := func() *rest.Set {
		job := &rest.Job[Task]{Name: "tell", Run: func(c *rest.Call, in Task) error {
			address, err := c.Address("/tasks/1/")
			if err != nil {
				address = err.Error()
			}
			began <- in.Title + " " + address
			<-c.Context().Done()
			return c.Context().Err()
		}}
		return rest.NewSet("told", rest.ViewSet[Task]{Path: "/tasks/", Access: permission.Anyone, Serializer: rest.Serializer[Task]{
			AfterCreate: func(c *rest.Call, row *Task) error { return rest.Enqueue(c, job, *row) },
		}}, job, rest.Jobs{Path: "/jobs/"})
	}
	address := t.TempDir() + "/test.sqlite"
	s := beginOf(t, ours(), []*rest.Set{set()}, env(), "--database", address, "--drain-delay", "0s")
	s.serving(t)
	if w, err := http.Post("http://"+s.address+"/tasks/", "application/json", strings.NewReader(`{"title":"a"}`)); err != nil || w.StatusCode != 201 {
		t.Fatalf("got %v, %v", w, err)
	}
	s.stop()
	if code := s.wait(t); code != 0 || !strings.Contains(s.log.String(), "jobs are only enqueued here") {
		t.Errorf("got exit code %d and the log\n%s", code, s.log)
	}
	own := ours()
	own.Background = []background.Task{background.Jobs()}
	s = beginOf(t, own, []*rest.Set{set()}, env(), "--database", address, "--drain-delay", "0s", "--health", "--observe", "127.0.0.1:0")
	s.serving(t)
	if got, want := <-began, "a http://"+s.address+"/tasks/1/"; got != want {
		t.Errorf("the job has %s, want %s", got, want)
	}
	metrics, begun := "", time.Now()
	for !strings.Contains(metrics, `resourceful_job_due_oldest_seconds{job="tell"} `) && time.Since(begun) < 10*time.Second {
		_, metrics = fetch(t, "http://"+s.operators(t)+"/metrics")
	}
	for _, want := range []string{`resourceful_job_attempts_total{job="tell",result="done"} 0`, `resourceful_job_hanging{job="tell"} 0`, `resourceful_job_due{job="tell"} `, `resourceful_task_running{task="jobs"} 1`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s:\n%s", want, metrics)
		}
	}
	s.stop()
	if code := s.wait(t); code != 0 || strings.Contains(s.log.String(), "only enqueued") {
		t.Errorf("got exit code %d and the log\n%s", code, s.log)
	}
	var state string
	var attempts int
	if err := server.Direct(t, address).QueryRow("SELECT state, attempts FROM jobs").Scan(&state, &attempts); err != nil || state != "waiting" || attempts != 0 {
		t.Errorf("after the stop: got %s with %d attempts, %v", state, attempts, err)
	}
}

// A task with a schedule needs the table of jobs in its set. In one with that, the table has its next time.
func TestServeSchedules(t *testing.T) {
	own := ours()
	own.Background = []background.Task{{Name: "digest", Set: "tasks", Schedule: background.Cron("0 7 * * mon-fri", "Europe/Berlin"), Run: func(*background.Context) error { return nil }}}
	s := beginOf(t, own, []*rest.Set{tasks("tasks")}, env(), "--database", ":memory:")
	const want = `background: the task "digest" has a Schedule, whose times are kept in the table of jobs; list rest.Jobs in the set tasks, or name another one in Set`
	if code := s.wait(t); code != 1 || !strings.Contains(s.log.String(), want) {
		t.Errorf("got exit code %d and the log\n%s", code, s.log)
	}
	address := t.TempDir() + "/test.sqlite"
	s = beginOf(t, own, []*rest.Set{rest.NewSet("tasks", rest.ViewSet[Task]{Path: "/tasks/", Access: permission.Anyone}, rest.Jobs{Path: "/jobs/"})}, env(), "--database", address, "--drain-delay", "0s")
	s.serving(t)
	db, row := server.Direct(t, address), ""
	for begun := time.Now(); row == "" && time.Since(begun) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		_ = db.QueryRow("SELECT job || ' ' || state || ' ' || args FROM jobs").Scan(&row)
	}
	if row != "task:digest waiting cron 0 7 * * mon-fri in Europe/Berlin" {
		t.Errorf("got %s", row)
	}
	s.stop()
	if code := s.wait(t); code != 0 {
		t.Errorf("got exit code %d and the log\n%s", code, s.log)
	}
}
