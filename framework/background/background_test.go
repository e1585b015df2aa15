package background_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/rest"
)

// beside is a service of the set "books" without rows, and its log.
func beside() (background.Service, *bytes.Buffer) {
	var out bytes.Buffer
	return background.Service{
		Set: "books", Log: slog.New(slog.NewTextHandler(&out, nil)), Tasks: &observe.Tasks{},
		Call: func(ctx context.Context, _ string) *rest.Call { return rest.NewCall(ctx) },
	}, &out
}

// A task that fails runs again: after a second, after twice as long each time, up to five minutes, and after a second again
// once a run has taken longer than that. Its panics are errors. A run without an error is the last one.
func TestRunsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, out := beside()
		var at []time.Duration
		begun := time.Now()
		wait := background.Start(t.Context(), s, []background.Task{{Name: "feed", Run: func(c *background.Context) error {
			at = append(at, time.Since(begun))
			switch len(at) {
			case 3:
				panic("three")
			case 12:
				time.Sleep(6 * time.Minute)
			case 14:
				return nil
			}
			return fmt.Errorf("run %d", len(at))
		}}})
		time.Sleep(100 * time.Millisecond)
		if s := s.Tasks.Stats()[0]; s.Running || !s.Waiting || s.Failed != 1 {
			t.Errorf("after the first run: got %+v", s)
		}
		if err := wait(t.Context()); err != nil {
			t.Error(err)
		}
		want := []time.Duration{0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 811, 1111, 1472, 1474}
		for i := range want {
			want[i] *= time.Second
		}
		if !reflect.DeepEqual(at, want) {
			t.Errorf("it ran after\n%v, want\n%v", at, want)
		}
		stats := s.Tasks.Stats()[0]
		if stats.Name != "feed" || stats.Failed != 13 || stats.Running || stats.Waiting || stats.Ended.IsZero() {
			t.Errorf("got %+v", stats)
		}
		for _, want := range []string{`task=feed error="run 1" again_in=1s`, "panic: three", "again_in=5m0s", `msg="the task has ended" task=feed`} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("the log lacks %s:\n%s", want, out)
			}
		}
	})
}

// A stop ends the context of a run and waits for it, for a limited time. The end of a run is no failure then.
func TestStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := beside()
		ctx, stop := context.WithCancel(t.Context())
		ended := false
		never := make(chan struct{})
		wait := background.Start(ctx, s, []background.Task{
			{Name: "feed", Run: func(c *background.Context) error {
				<-c.Done()
				time.Sleep(time.Second)
				ended = c.Call.Context().Err() == nil // the call works until the run has ended
				return errors.New("interrupted (9)")  // as a driver says it
			}},
			{Name: "deaf", Run: func(*background.Context) error { <-never; return nil }},
			{Name: "failed", Run: func(*background.Context) error { return errors.New("no") }},
			{Name: "other", Set: "crates", Run: func(*background.Context) error { panic("not its set") }},
		})
		synctest.Wait()
		stop()
		limit, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if err := wait(limit); err == nil || err.Error() != `tasks were cut off: ["deaf"]` {
			t.Errorf("got %v", err)
		}
		if !ended {
			t.Error("the stop did not wait for the task that ends")
		}
		for _, got := range s.Tasks.Stats() {
			if want := map[string]uint64{"failed": 1}[got.Name]; got.Failed != want {
				t.Errorf("%s failed %d times, want %d", got.Name, got.Failed, want)
			}
		}
		close(never)
		if err := wait(t.Context()); err != nil {
			t.Error(err)
		}
		if err := wait(limit); err != nil { // whose time was over before
			t.Errorf("after all have ended: got %v", err)
		}
	})
}

// A service is not ready while a required task waits after a failure.
func TestRequired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := beside()
		failing := func() func(*background.Context) error {
			failed := false
			return func(*background.Context) error {
				if failed {
					return nil
				}
				failed = true
				time.Sleep(time.Minute)
				return errors.New("no")
			}
		}
		wait := background.Start(t.Context(), s, []background.Task{{Name: "feed", Required: true, Run: failing()}, {Name: "other", Run: failing()}})
		synctest.Wait()
		if err := s.Tasks.Ready(); err != nil {
			t.Errorf("while it runs: %v", err)
		}
		time.Sleep(time.Minute + time.Millisecond)
		if err := s.Tasks.Ready(); err == nil || err.Error() != "tasks: feed failed, and runs again later" {
			t.Errorf("after it failed: got %v", err)
		}
		_ = wait(t.Context())
		if err := s.Tasks.Ready(); err != nil {
			t.Errorf("after it ended: %v", err)
		}
	})
}

func TestMistakes(t *testing.T) {
	run := func(*background.Context) error { return nil }
	got := background.Mistakes([]background.Task{
		{Run: run}, {Name: "Feed", Run: run}, {Name: "a-"}, {Name: "ok", Run: run}, {Name: "ok", Run: run}, {Name: "still"}, {Name: "x", Set: "crates", Run: run}, {Name: "y", Set: "books", Run: run},
	}, []string{"books", "boxes"})
	want := []string{
		`number 1 has the name ""; write lower-case letters, digits and hyphens, such as follow-feed`,
		`number 2 has the name "Feed"; write lower-case letters, digits and hyphens, such as follow-feed`,
		`number 3 has the name "a-"; write lower-case letters, digits and hyphens, such as follow-feed`,
		`"ok" is there twice; give one of them another name`,
		`"still" has no Run; write the function that does its work`,
		`"x" runs beside the set "crates", which the program does not have; write one of ["books" "boxes"], or leave Set out for all`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
