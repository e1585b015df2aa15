// Tests of tasks with a schedule.

package background_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// chimes are processes of one service, with a clock that only the test moves.
type chimes struct {
	sync.Mutex
	address string
	now     time.Time
	ran     []string // times of the runs, with their processes
	fails   func(n int) error
	stops   []func()
	servers []*server.Server
}

// chime is what a scheduled task stores.
type chime struct {
	ID int64     `rest:"id,readonly"`
	At time.Time `rest:"at"`
}

func (c *chimes) clock() time.Time {
	c.Lock()
	defer c.Unlock()
	return c.now
}

// start starts another process with a task.
func (c *chimes) start(t *testing.T, schedule *background.Schedule) {
	knock := &rest.Job[chime]{Name: "knock", Run: func(*rest.Call, chime) error { return nil }}
	set := func() *rest.Set {
		return rest.NewSet("chimes", knock, rest.ViewSet[chime]{Path: "/chimes/"}, rest.Jobs{Path: "/jobs/"}, rest.Audit{Path: "/audit/"},
			rest.Endpoint("/knock/", func(call *rest.Call, _ rest.None) (rest.None, error) {
				return rest.None{}, rest.Enqueue(call, knock, chime{})
			})).Access(permission.Anyone)
	}
	accounts := server.Accounts()
	if c.servers != nil {
		accounts = []server.Account{}
	}
	s := server.New(t, server.Config{Set: set, Accounts: accounts, Options: serve.Options{Now: c.clock, Logger: slog.New(slog.DiscardHandler)}}, c.address)
	process := len(c.servers)
	c.servers = append(c.servers, s)
	ctx, cancel := context.WithCancel(t.Context())
	wait := background.Start(ctx, background.Service{
		Set: "chimes", DB: s.DB, Log: slog.New(slog.DiscardHandler), Tasks: &observe.Tasks{}, Handler: s.Handler.(*serve.Handler),
	}, []background.Task{{Name: "chime", Schedule: schedule, Run: func(b *background.Context) error {
		at := c.clock()
		c.Lock()
		n := len(c.ran)
		c.ran = append(c.ran, fmt.Sprint(at.Format("02 15:04"), " ", process))
		c.Unlock()
		if c.fails != nil {
			if err := c.fails(n); err != nil {
				return err
			}
		}
		return b.Call.Atomic(func() error { return rest.Rows[chime](b.Call).Create(&chime{At: at}) })
	}}})
	stop := sync.OnceFunc(func() {
		cancel()
		_ = wait(context.Background())
	})
	c.stops = append(c.stops, stop)
	t.Cleanup(stop)
}

// at moves the clock, and wakes all processes until there are some runs.
func (c *chimes) at(t *testing.T, clock string, runs int) {
	t.Helper()
	now, err := time.Parse("2006-01-02 15:04", "2026-01-"+clock)
	if err != nil {
		t.Fatal(err)
	}
	c.Lock()
	c.now = now
	c.Unlock()
	done := func() int {
		var n int
		if err := server.Direct(t, c.address).QueryRow("SELECT count(*) FROM chimes").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		for _, s := range c.servers {
			server.SendAs(s, "", "POST", "/knock/", "{}", "Content-Type", "application/json")
		}
		n := done()
		if n == runs && time.Since(begun) > 100*time.Millisecond {
			return
		}
		if n > runs || time.Since(begun) > 10*time.Second {
			t.Fatalf("at %s: there are %d runs, want %d: %q", clock, n, runs, c.ran)
		}
	}
}

// Of several processes one runs a task at each time, and whatever was missed is caught up once.
func TestSchedules(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		c := &chimes{address: address}
		c.now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		hourly := background.Cron("0 * * * *", "Europe/Berlin")
		for range 3 {
			c.start(t, hourly)
		}
		c.at(t, "02 03:59", 0)
		for i := range 8 {
			c.at(t, fmt.Sprintf("02 %02d:00", 4+i), i+1)
		}
		c.at(t, "02 20:30", 9)
		c.at(t, "02 20:59", 9)
		c.at(t, "02 21:00", 10)
		for _, stop := range c.stops {
			stop()
		}
		c.at(t, "03 12:10", 10)
		c.start(t, hourly)
		c.at(t, "03 12:20", 11)
		if w := server.SendAs(c.servers[0], "admin", "GET", "/audit/?operation=chime", ""); !strings.Contains(w.Body.String(), `{"count":11,`) {
			t.Errorf("the audit has %s", w.Body)
		}
		if w := server.SendAs(c.servers[0], "admin", "GET", "/jobs/?job=task:chime", ""); !strings.Contains(w.Body.String(), `"state":"waiting","attempts":0,"error":"","created":"2026-01-02T03:04:05Z","next_at":"2026-01-03T13:00:00Z"`) {
			t.Errorf("the run is %s", w.Body)
		}
	})
}

// Another schedule, and a clock that goes back, make a task due earlier.
func TestSchedulesChange(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		c := &chimes{address: address}
		c.now = time.Date(2026, 1, 20, 3, 4, 5, 0, time.UTC)
		c.start(t, background.Cron("0 0 1 * *", ""))
		c.at(t, "20 03:05", 0)
		c.stops[0]()
		c.start(t, background.Every(time.Hour))
		c.at(t, "20 03:06", 0)
		c.at(t, "20 04:00", 1)
		c.stops[1]()
		c.at(t, "10 00:30", 1)
		c.start(t, background.Every(time.Hour))
		c.at(t, "10 00:31", 1)
		c.at(t, "10 01:00", 2)
	})
}

// A run that fails is tried again soon, and at the next time of its schedule at the latest. One that gives up is due at the next.
func TestSchedulesFail(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		c := &chimes{address: address}
		c.now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		c.fails = func(n int) error {
			switch n {
			case 0:
				return errors.New("not now")
			case 2:
				return rest.GiveUp(errors.New("not today"))
			case 3:
				panic("oh")
			}
			return nil
		}
		c.start(t, background.Cron("0 0 * * *", ""))
		next := func(failure string) (at string) { // waits for the failure
			for begun := time.Now(); time.Since(begun) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
				w := server.SendAs(c.servers[0], "admin", "GET", "/jobs/?job=task:chime", "")
				if strings.Contains(w.Body.String(), `"state":"waiting"`) && strings.Contains(w.Body.String(), `"error":"`+failure+`"`) {
					_, at, _ = strings.Cut(w.Body.String(), `"next_at":"`)
					at, _, _ = strings.Cut(at, `"`)
					return at
				}
			}
			return "never"
		}
		c.at(t, "02 12:00", 0)
		c.at(t, "03 00:00", 0)
		if at := next("not now"); at < "2026-01-03T00:00:02" || at > "2026-01-03T00:00:06" {
			t.Errorf("after a failure: it is due at %s", at)
		}
		c.at(t, "03 00:01", 1)
		c.at(t, "04 00:00", 1)
		if at := next("not today"); at != "2026-01-05T00:00:00Z" {
			t.Errorf("after giving up: it is due at %s", at)
		}
		c.at(t, "05 00:00", 1)
		if at := next("panic: oh"); at < "2026-01-05T00:00:02" || at > "2026-01-05T00:00:06" {
			t.Errorf("after a panic: it is due at %s", at)
		}
		c.at(t, "05 00:01", 2)
		if at := next(""); at != "2026-01-06T00:00:00Z" {
			t.Errorf("after a success: it is due at %s", at)
		}
	})
}

func TestScheduleMistakes(t *testing.T) {
	run := func(*background.Context) error { return nil }
	for want, task := range map[string]background.Task{
		`"a" is due every 1s; write at least a minute, or run without a Schedule`:         {Schedule: background.Every(time.Second)},
		`"a" is in the time zone "Mars/Base", which is not known here; write one of`:      {Schedule: background.Cron("0 0 * * *", "Mars/Base")},
		`"a" is in the time zone "Local", which is not known here`:                        {Schedule: background.Cron("0 0 * * *", "Local")},
		`"a" has a wrong schedule: "0 0 31 2 *" is never due`:                             {Schedule: background.Cron("0 0 31 2 *", "")},
		`"a" has a Schedule and is Required; leave one out`:                               {Schedule: background.Every(time.Hour), Required: true},
		`"a" has the Timeout 1m0s; leave it out, or give the task a Schedule and a time`:  {Timeout: time.Minute},
		`"a" has the Timeout -1m0s; leave it out, or give the task a Schedule and a time`: {Schedule: background.Every(time.Hour), Timeout: -time.Minute},
		`"schedules" is the name of a task of the framework; write another`:               {Name: "schedules"},
	} {
		if task.Name == "" {
			task.Name = "a"
		}
		task.Run = run
		if got := background.Mistakes([]background.Task{task}, []string{"chimes"}); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("got %q, want %s", got, want)
		}
	}
}
