// A test of tasks beside requests.

package app

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/rest"
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
