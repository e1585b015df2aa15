package jobs

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve/internal/request"
)

// A panic, an end of the goroutine and an end of the time are failures. What does not end keeps its place until it does.
func TestWork(t *testing.T) {
	var released chan struct{}
	tests := []struct {
		name string
		run  func(context.Context) error
		stop time.Duration // of the process; 0 for never
		took time.Duration
		want string // the error
		left int    // places
	}{
		{name: "success", run: func(context.Context) error { return nil }, left: 4},
		{name: "error", run: func(context.Context) error { return errors.New("no") }, want: "no", left: 4},
		{name: "error whose text panics", run: func(context.Context) error { return (*typed)(nil) }, want: "panic: ", left: 4},
		{name: "panic", run: func(context.Context) error { panic("oh") }, want: "panic: oh\n", left: 4},
		{name: "end of the goroutine", run: func(context.Context) error { runtime.Goexit(); return nil }, want: "it ended its goroutine", left: 4},
		{name: "end of the time", run: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, took: time.Minute, want: "its time of 1m0s is over: context deadline exceeded", left: 4},
		{name: "success after the end of the time", run: func(ctx context.Context) error { time.Sleep(65 * time.Second); return nil }, took: 65 * time.Second, left: 4},
		{name: "own time", run: func(context.Context) error { return context.DeadlineExceeded }, want: "context deadline exceeded", left: 4},
		{name: "no end", run: func(context.Context) error { <-released; return nil }, took: 70 * time.Second, want: "it does not end: its context has ended 10s ago", left: 3},
		{name: "no end at the stop", run: func(context.Context) error { <-released; return nil }, stop: time.Second, took: 11 * time.Second, want: "it does not end: its context has ended 10s ago", left: 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				released = make(chan struct{})
				var log bytes.Buffer
				job := &plan.Job{Name: "tell", Timeout: time.Minute, Attempts: 2, AtOnce: 4, Run: func(c plan.Call, _ []byte) error { return tt.run(c.Context()) }}
				q := &queue{h: &request.Service{}, stats: &Stats{}, hanging: map[*plan.Job]int{}}
				q.h.Options.Logger = slog.New(slog.NewTextHandler(&log, nil))
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if tt.stop > 0 {
					time.AfterFunc(tt.stop, cancel)
				}
				begun := time.Now()
				r := q.Work(ctx, &run{job: job})
				got := ""
				if r.failure != nil {
					got = r.failure.text
				}
				if !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") || time.Since(begun) != tt.took || q.share(job).Most != tt.left {
					t.Errorf("got %q after %v, with %d places, want %q after %v, with %d", got, time.Since(begun), q.share(job).Most, tt.want, tt.took, tt.left)
				}
				if logged := strings.Contains(log.String(), "the job has failed"); logged != (tt.want != "" && tt.stop == 0) {
					t.Errorf("the log is %q", &log)
				}
				close(released)
				synctest.Wait()
				if q.share(job).Most != 4 {
					t.Errorf("afterwards it has %d places", q.share(job).Most)
				}
			})
		})
	}
}

// typed is an error whose methods need a value.
type typed struct{ text string }

func (e *typed) Error() string { return e.text }

// A stored error is one line of a text that databases can store.
func TestErrorText(t *testing.T) {
	for text, want := range map[string]string{
		"no": "no", "a\nb": "a", "a\x00b": "ab", "a\xffb": "a\uFFFDb",
		strings.Repeat("é", 1001): strings.Repeat("é", 1000), "a" + strings.Repeat("é", 1001): "a" + strings.Repeat("é", 999),
	} {
		if got := errorText(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
