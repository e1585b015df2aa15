// Tests of jobs: what transactions enqueue runs after their commit, and only then.

package serve_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
)

type (
	// chore is a row whose hooks enqueue, and errand what a job has done.
	chore struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name" validate:"max=50"`
	}
	errand struct {
		ID   int64  `rest:"id,readonly"`
		Text string `rest:"text"`
	}
	tell struct {
		Text string `json:"text"`
		More int    `json:"more,omitempty"` // further runs
	}
	askedFor struct {
		What string `rest:"what"`
	}
)

// telling returns a job that stores an errand.
func telling() *rest.Job[tell] {
	var job *rest.Job[tell]
	job = &rest.Job[tell]{Name: "tell", Attempts: 2, Run: func(c *rest.Call, in tell) error {
		if in.Text == "panics" {
			panic("oh\x00no\xff\nand more")
		}
		return c.Atomic(func() error {
			if in.More > 0 {
				if err := rest.Enqueue(c, job, tell{fmt.Sprint("after ", in.Text), in.More - 1}); err != nil {
					return err
				}
			}
			return rest.Rows[errand](c).Create(&errand{Text: in.Text})
		})
	}}
	return job
}

// chores has chores whose hooks enqueue, and an endpoint whose code does in many ways.
func chores() *rest.Set {
	job := telling()
	enqueue := func(text string) func(*rest.Call, *chore) error {
		return func(c *rest.Call, row *chore) error {
			if err := rest.Enqueue(c, job, tell{Text: text + " " + row.Name}); err != nil {
				return err
			}
			if row.Name == "refused" {
				return problem.New(problem.Conflict, "No.")
			}
			return nil
		}
	}
	ask := func(c *rest.Call, in askedFor) (rest.None, error) {
		var err error
		switch in.What {
		case "unlisted":
			err = rest.Enqueue(c, telling(), tell{})
		case "nil":
			err = rest.Enqueue(c, (*rest.Job[tell])(nil), tell{})
		case "long":
			err = rest.Enqueue(c, job, tell{Text: strings.Repeat("x", 64<<10)})
		case "later":
			err = rest.EnqueueAt(c, job, tell{Text: "later"}, c.Now().Add(time.Hour))
		default:
			err = rest.Enqueue(c, job, tell{in.What, 2})
		}
		if err != nil {
			return rest.None{}, problem.New(problem.Conflict, "%s", err.Error())
		}
		return rest.None{}, nil
	}
	return rest.NewSet("chores",
		rest.ViewSet[chore]{
			Path: "/chores/", History: &rest.History{}, Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy, Max: 100}, Serializer: rest.Serializer[chore]{
				BeforeCreate: enqueue("made"), BeforeDelete: enqueue("gone"),
				BeforeSave: func(c *rest.Call, row *chore) error {
					if row.Name == "saving" {
						return rest.Enqueue(c, job, tell{Text: "saving"})
					}
					return nil
				},
			},
		},
		rest.ViewSet[errand]{Path: "/errands/"}, job,
		rest.Endpoint("/ask/", ask), rest.Endpoint("/bare/", ask, rest.NonAtomic()),
		rest.Endpoint("/atomic/", func(c *rest.Call, in askedFor) (none rest.None, err error) {
			_ = c.Atomic(func() error {
				_, err = ask(c, askedFor{"undone"})
				return errors.New("undone")
			})
			if err == nil {
				err = c.Atomic(func() error { _, err := ask(c, in); return err })
			}
			return none, err
		}, rest.NonAtomic()),
		rest.Jobs{Path: "/jobs/"}, rest.Audit{Path: "/audit/"},
	).Access(permission.Anyone)
}

// runsOf returns the jobs of a service, as "name state args", the oldest first.
func runsOf(t *testing.T, s *server.Server) (list []string) {
	t.Helper()
	db, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT job, state, args, error FROM jobs ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var job, state, args, failure string
		if err := rows.Scan(&job, &state, &args, &failure); err != nil {
			t.Fatal(err)
		}
		list = append(list, strings.TrimSpace(job+" "+state+" "+args+" "+failure))
	}
	return list
}

func TestEnqueue(t *testing.T) {
	const sent, lenient, dry = "Content-Type", "handling=lenient", "dry-run"
	tests := []struct {
		name   string
		ask    string // method, path and body
		prefer string
		status int
		want   []string // the texts of the jobs
		in     string   // the response
	}{
		{name: "create", ask: `POST /chores/ {"name":"a"}`, status: 201, want: []string{"made a"}},
		{name: "create that is refused", ask: `POST /chores/ {"name":"refused"}`, status: 409},
		{name: "dry run", ask: `POST /chores/ {"name":"a"}`, prefer: dry, status: 201},
		{name: "list", ask: `POST /chores/ [{"name":"a"},{"name":"b"},{"name":"c"}]`, status: 201, want: []string{"made a", "made b", "made c"}},
		{name: "list that is refused", ask: `POST /chores/ [{"name":"a"},{"name":"refused"}]`, status: 409},
		{name: "list that is stored in part", ask: `POST /chores/ [{"name":"a"},{"name":"refused"},{"name":"c"}]`, prefer: lenient, status: 207, want: []string{"made a", "made c"}},
		{name: "delete", ask: `DELETE /chores/1/`, status: 204, want: []string{"gone first"}},
		{name: "while it is saved", ask: `POST /chores/ {"name":"saving"}`, status: 500},
		{name: "endpoint", ask: `POST /ask/ {"what":"x"}`, status: 204, want: []string{"x"}},
		{name: "later", ask: `POST /ask/ {"what":"later"}`, status: 204, want: []string{"later"}},
		{name: "of no set", ask: `POST /ask/ {"what":"unlisted"}`, status: 409, in: "the set does not list the job"},
		{name: "no job", ask: `POST /ask/ {"what":"nil"}`, status: 409, in: "the set does not list the job"},
		{name: "too much", ask: `POST /ask/ {"what":"long"}`, status: 409, in: "65536 are the most; put keys of rows into them"},
		{name: "outside of transactions", ask: `POST /bare/ {"what":"x"}`, status: 409, in: "there is no transaction"},
		{name: "in a transaction after one that was undone", ask: `POST /atomic/ {"what":"x"}`, status: 204, want: []string{"x"}},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				another := server.Another(t, address)
				s := server.New(t, server.Config{Set: chores, Accounts: server.Accounts(), Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, another)
				if _, err := server.Direct(t, another).Exec("INSERT INTO chores (name) VALUES ('first')"); err != nil {
					t.Fatal(err)
				}
				method, rest, _ := strings.Cut(tt.ask, " ")
				path, body, _ := strings.Cut(rest, " ")
				headers := []string{sent, "application/json"}
				if tt.prefer != "" {
					headers = append(headers, "Prefer", tt.prefer)
				}
				w := server.SendAs(s, "alice", method, path, body, headers...)
				if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.in) {
					t.Errorf("%s: got %d %s, want %d %s", tt.ask, w.Code, w.Body, tt.status, tt.in)
				}
				var got []string
				for _, job := range runsOf(t, s) {
					_, text, _ := strings.Cut(job, `{"text":"`)
					text, _, _ = strings.Cut(text, `"`)
					got = append(got, text)
					if !strings.HasPrefix(job, "tell waiting ") {
						t.Errorf("got %s", job)
					}
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("%s enqueues %q, want %q", tt.ask, got, tt.want)
				}
			})
		}
	})
}

// A bulk write stores its jobs together. They have no entries in the audit; what jobs do has.
func TestEnqueueMany(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: chores, Accounts: server.Accounts()}, address)
		count := func(n int) int {
			body := strings.TrimSuffix(strings.Repeat(`{"name":"a"},`, n), ",")
			return len(server.StatementsAs(t, s, "alice", "POST", "/chores/", "["+body+"]", "Content-Type", "application/json"))
		}
		if few, many := count(2), count(50); few != many {
			t.Errorf("50 rows take %d statements, 2 take %d", many, few)
		}
		if n, err := s.RunJobs(t); n != 52 || err != nil {
			t.Errorf("RunJobs: got %d, %v, want 52", n, err)
		}
		for _, path := range []string{"/audit/?operation=tell&resource=errand", "/audit/?operation=create&resource=chore", "/jobs/?state=done&job=tell"} {
			w := server.SendAs(s, "admin", "GET", path, "")
			if !strings.Contains(w.Body.String(), `{"count":52,`) {
				t.Errorf("%s: got %s", path, w.Body)
			}
		}
		if w := server.SendAs(s, "admin", "GET", "/audit/?resource=Job", ""); !strings.Contains(w.Body.String(), `{"count":0,`) {
			t.Errorf("got %s", w.Body)
		}
	})
}

// A request that is repeated with its Idempotency-Key enqueues once.
func TestEnqueueIdempotently(t *testing.T) {
	s := server.New(t, server.Config{Set: chores, Accounts: server.Accounts(), Options: serve.Options{Now: time.Now}}, t.TempDir()+"/test.sqlite")
	for range 2 {
		if w := server.SendAs(s, "alice", "POST", "/chores/", `{"name":"a"}`, "Content-Type", "application/json", "Idempotency-Key", "k"); w.Code != 201 {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
	}
	if got := runsOf(t, s); len(got) != 1 {
		t.Errorf("got %q, want one job", got)
	}
}

// A run may enqueue others. A failed one is repeated later, and dead after its last attempt. What the set does not know, and
// what has unknown arguments, is left for another release.
func TestJobs(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var now atomic.Int64
		clock := func() time.Time { return server.Clock().Add(time.Duration(now.Load())) }
		s := server.New(t, server.Config{Set: chores, Accounts: server.Accounts(), Options: serve.Options{Now: clock, Logger: slog.New(slog.DiscardHandler)}}, address)
		for _, what := range []string{"x", "later", "panics"} {
			server.SendAs(s, "alice", "POST", "/ask/", `{"what":"`+what+`"}`, "Content-Type", "application/json")
		}
		db := server.Direct(t, address)
		for _, row := range []string{`'newer', '{}'`, `'tell', '{"text":"a","newer":1}'`, `'tell', 'no'`} {
			if _, err := db.Exec("INSERT INTO jobs (job, args, state, attempts, error, created, next_at, username, request_id) SELECT " + row + ", 'waiting', 0, '', created, created, '', '' FROM jobs WHERE id = 1"); err != nil {
				t.Fatal(err)
			}
		}
		n, err := s.RunJobs(t)
		if n != 6 || err == nil || strings.Count(err.Error(), "job tell: ") != 3 {
			t.Errorf("RunJobs: got %d, %v", n, err)
		}
		steps := []struct {
			after time.Duration
			want  []string
		}{
			{0, []string{
				`tell done {"text":"x","more":2}`, `tell waiting {"text":"later"}`, `tell waiting {"text":"panics","more":2} panic: ohno` + "\uFFFD",
				`newer waiting {}`, `tell waiting {"text":"a","newer":1} arguments of the job: json: unknown field "newer"`,
				`tell dead no arguments of the job: invalid character 'o' in literal null (expecting 'u')`,
				`tell done {"text":"after x","more":1}`, `tell done {"text":"after after x"}`,
			}},
			{30 * time.Second, []string{
				`tell done {"text":"x","more":2}`, `tell waiting {"text":"later"}`, `tell dead {"text":"panics","more":2} panic: ohno` + "\uFFFD",
				`newer waiting {}`, `tell waiting {"text":"a","newer":1} arguments of the job: json: unknown field "newer"`,
				`tell dead no arguments of the job: invalid character 'o' in literal null (expecting 'u')`,
				`tell done {"text":"after x","more":1}`, `tell done {"text":"after after x"}`,
			}},
			{time.Hour, []string{"", `tell done {"text":"later"}`}},
		}
		for _, step := range steps {
			now.Store(int64(step.after))
			_, _ = s.RunJobs(t)
			got := runsOf(t, s)
			for i, want := range step.want {
				if want != "" && got[i] != want {
					t.Errorf("after %v, job %d:\n got %s\nwant %s", step.after, i+1, got[i], want)
				}
			}
		}
		now.Store(int64(8 * 24 * time.Hour))
		if err := serve.PurgeJobs(t.Context(), s.Handler.(*serve.Handler)); err != nil {
			t.Error(err)
		}
		if got := runsOf(t, s); len(got) != 4 || !strings.Contains(got[0], "dead") {
			t.Errorf("after the purge: got %q", got)
		}
	})
}

// A run that has more attempts behind it than its job has now runs once more. What killed its processes is dead.
// A moment that no database stores is refused.
func TestJobsThatEnd(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		job := &rest.Job[tell]{Name: "tell", Run: func(*rest.Call, tell) error { return nil }}
		set := func() *rest.Set { return rest.NewSet("chores", job, rest.Jobs{Path: "/jobs/"}) }
		s := server.New(t, server.Config{Set: set, Accounts: server.Accounts(), Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
		call, before := s.Task(t, "enqueue").Call, s.Now().Add(-time.Hour)
		err := call.Atomic(func() (err error) {
			rows := rest.Rows[schema.Job](call)
			for _, row := range []schema.Job{
				{State: schema.JobWaiting, Error: "the mail server refused"},
				{State: schema.JobRunning, Error: "the mail server refused"},
			} {
				row.Job, row.Args, row.Attempts, row.NextAt, row.Created = "tell", `{"text":"x"}`, 16, &before, before
				err = errors.Join(err, rows.Create(&row))
			}
			return errors.Join(err, rest.EnqueueAt(call, job, tell{Text: "x"}, before))
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []time.Time{time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", -3600))} {
			if err := call.Atomic(func() error { return rest.EnqueueAt(call, job, tell{Text: "x"}, at) }); err == nil {
				t.Errorf("a run at %v is enqueued", at)
			}
		}
		_, _ = s.RunJobs(t)
		want := []string{`tell done {"text":"x"}`, `tell dead {"text":"x"} the service ended while it ran`, `tell done {"text":"x"}`}
		if got := runsOf(t, s); len(got) < 3 || !slices.Equal(got[:3], want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// Several processes share the work: each run has one, also if one of them stops in the middle. Enqueued runs begin at once.
func TestJobsOfProcesses(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var ran, cut atomic.Int64
		set := func() *rest.Set {
			job := &rest.Job[tell]{Name: "tell", Run: func(c *rest.Call, in tell) error {
				if in.Text == "slow" {
					select {
					case <-c.Context().Done():
						cut.Add(1)
						return c.Context().Err()
					case <-time.After(3 * time.Second):
					}
				}
				ran.Add(1)
				return nil
			}}
			return rest.NewSet("chores", rest.ViewSet[chore]{Path: "/chores/", Serializer: rest.Serializer[chore]{
				BeforeCreate: func(c *rest.Call, row *chore) error { return rest.Enqueue(c, job, tell{Text: row.Name}) },
			}}, job, rest.Jobs{Path: "/jobs/"}).Access(permission.Anyone)
		}
		start := func() (*server.Server, func()) {
			s := server.New(t, server.Config{Set: set, Accounts: []server.Account{}, Options: serve.Options{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}}, address)
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				serve.WorkOn(ctx, s.Handler.(*serve.Handler), "", nil, &serve.JobStats{})
				close(ended)
			}()
			stop := func() { cancel(); <-ended }
			t.Cleanup(stop)
			return s, stop
		}
		web := server.New(t, server.Config{Set: set, Accounts: []server.Account{}}, address)
		one, stopOne := start()
		create := func(h http.Handler, name string) {
			if w := server.SendAs(h, "", "POST", "/chores/", `{"name":"`+name+`"}`, "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
		}
		create(one, "slow")
		begun := time.Now()
		for !strings.Contains(runsOf(t, one)[0], "running") {
			time.Sleep(5 * time.Millisecond)
			if time.Since(begun) > 5*time.Second {
				t.Fatal("it does not begin")
			}
		}
		if took := time.Since(begun); took > time.Second { // a look happens every 2 s
			t.Errorf("it began after %v", took)
		}
		start()
		stopOne()
		const n = 20
		for i := range n {
			create(web, fmt.Sprint("a", i))
		}
		for ran.Load() < n+1 && time.Since(begun) < 20*time.Second {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond)
		if ran.Load() != n+1 || cut.Load() != 1 {
			t.Errorf("%d runs ended and %d were cut off, want %d and 1:\n%s", ran.Load(), cut.Load(), n+1, strings.Join(runsOf(t, web), "\n"))
		}
	})
}

// Runs of one job hold up no other job, however many wait.
func TestJobsHaveShares(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		quick := make(chan struct{})
		stuck := &rest.Job[tell]{Name: "stuck", AtOnce: 2, Run: func(c *rest.Call, _ tell) error {
			<-c.Context().Done()
			return nil
		}}
		other := &rest.Job[tell]{Name: "quick", Run: func(*rest.Call, tell) error {
			close(quick)
			return nil
		}}
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("chores", stuck, other, rest.Jobs{Path: "/jobs/"})
		}, Options: serve.Options{Now: time.Now}}, address)
		call := s.Task(t, "enqueue").Call
		err := call.Atomic(func() (err error) {
			for range 50 {
				err = errors.Join(err, rest.Enqueue(call, stuck, tell{}))
			}
			return errors.Join(err, rest.Enqueue(call, other, tell{}))
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			serve.WorkOn(ctx, s.Handler.(*serve.Handler), "", nil, &serve.JobStats{})
			close(ended)
		}()
		select {
		case <-quick:
		case <-time.After(10 * time.Second):
			t.Error("it waits")
		}
		cancel()
		<-ended
		states := map[string]int{}
		for _, row := range runsOf(t, s) {
			states[strings.Join(strings.Fields(row)[:2], " ")]++
		}
		if want := map[string]int{"stuck waiting": 48, "stuck done": 2, "quick done": 1}; !maps.Equal(states, want) {
			t.Errorf("got %v, want %v", states, want)
		}
	})
}

// Dead runs are repeated one by one, or together; what does not run can be deleted. Runs give up, and have priorities.
func TestDeadJobs(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var order []string
		named := func(name string, priority rest.Priority) *rest.Job[tell] {
			return &rest.Job[tell]{Name: name, Priority: priority, Run: func(_ *rest.Call, in tell) error {
				order = append(order, name+" "+in.Text)
				if in.Text == "fails" {
					return fmt.Errorf("not possible: %w", rest.GiveUp(errors.New("gone")))
				}
				return rest.GiveUp(nil)
			}}
		}
		low, plain, high := named("low", rest.LowPriority), named("plain", 0), named("high", rest.HighPriority)
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("chores", low, plain, high, rest.Jobs{Path: "/jobs/"}, rest.Audit{Path: "/audit/"})
		}, Accounts: server.Accounts(), Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
		call := s.Task(t, "enqueue").Call
		ago := func(minutes int) *time.Time {
			at := s.Now().Add(-time.Duration(minutes) * time.Minute)
			return &at
		}
		err := call.Atomic(func() (err error) {
			rows := rest.Rows[schema.Job](call)
			for _, row := range []schema.Job{
				{Job: "low", Args: `{"text":"21"}`, NextAt: ago(21)},
				{Job: "low", Args: `{"text":"19"}`, NextAt: ago(19)},
				{Job: "plain", Args: `{"text":"10"}`, NextAt: ago(10)},
				{Job: "high", Args: `{"text":"1"}`, NextAt: ago(1)},
				{Job: "high", Args: `{"text":"fails"}`, NextAt: ago(0)},
				{Job: "plain", Args: `{"text":"fails"}`, NextAt: ago(0)},
			} {
				row.State, row.Created = schema.JobWaiting, s.Now()
				err = errors.Join(err, rows.Create(&row))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.RunJobs(t); n != 6 || err == nil {
			t.Errorf("RunJobs: got %d, %v", n, err)
		}
		if want := []string{"low 21", "high 1", "plain 10", "high fails", "low 19", "plain fails"}; !slices.Equal(order, want) {
			t.Errorf("they ran in the order %q, want %q", order, want)
		}
		states := func() (list string) {
			for _, row := range runsOf(t, s) {
				list += " " + strings.Fields(row)[1]
			}
			return list
		}
		if _, err := server.Direct(t, address).Exec("UPDATE jobs SET state = 'running' WHERE id = 4"); err != nil {
			t.Fatal(err)
		}
		steps := []struct {
			as, ask string // method, path and body
			status  int
			in      string // the response
			states  string
		}{
			{"alice", `POST /jobs/5/retry/`, 403, "", " done done done running dead dead"},
			{"admin", `POST /jobs/4/retry/`, 409, "The job is running.", " done done done running dead dead"},
			{"admin", `DELETE /jobs/4/`, 409, "The job is running.", " done done done running dead dead"},
			{"admin", `DELETE /jobs/?state=running&max_affected=5`, 409, "The job is running.", " done done done running dead dead"},
			{"admin", `POST /jobs/5/retry/`, 200, `"state":"waiting","attempts":0,"error":"not possible: gone"`, " done done done running waiting dead"},
			{"admin", `POST /jobs/5/retry/`, 409, "The job is waiting already.", " done done done running waiting dead"},
			{"admin", `POST /jobs/1/retry/`, 200, "", " waiting done done running waiting dead"},
			{"admin", `POST /jobs/retry-dead/ {"job":"low"}`, 200, `{"count":0}`, " waiting done done running waiting dead"},
			{"admin", `POST /jobs/retry-dead/ {"ids":[2,3]}`, 200, `{"count":0}`, " waiting done done running waiting dead"},
			{"alice", `POST /jobs/retry-dead/ {}`, 403, "", " waiting done done running waiting dead"},
			{"admin", `POST /jobs/retry-dead/ {"job":"plain","ids":[6,7]}`, 200, `{"count":1}`, " waiting done done running waiting waiting"},
			{"admin", `DELETE /jobs/2/`, 204, "", " waiting done running waiting waiting"},
			{"admin", `DELETE /jobs/?state=waiting&job=high&max_affected=5`, 204, "", " waiting done running waiting"},
			{"alice", `GET /jobs/`, 403, "", " waiting done running waiting"},
		}
		for _, step := range steps {
			method, rest, _ := strings.Cut(step.ask, " ")
			path, body, _ := strings.Cut(rest, " ")
			w := server.SendAs(s, step.as, method, path, body, "Content-Type", "application/json")
			if got := states(); w.Code != step.status || !strings.Contains(w.Body.String(), step.in) || got != step.states {
				t.Errorf("%s: got %d %s and%s, want %d %s and%s", step.ask, w.Code, w.Body, got, step.status, step.in, step.states)
			}
		}
		if w := server.SendAs(s, "admin", "GET", "/audit/?resource=Job&operation=retry", ""); !strings.Contains(w.Body.String(), `{"count":2,`) {
			t.Errorf("the audit has %s", w.Body)
		}
	})
}

// The counts of jobs are those of a process, and of what is due in the database.
func TestJobStats(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		job := telling()
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("chores", rest.ViewSet[errand]{Path: "/errands/"}, job, rest.Jobs{Path: "/jobs/"}).Access(permission.Anyone)
		}, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
		call := s.Task(t, "enqueue").Call
		err := call.Atomic(func() error {
			return errors.Join(rest.Enqueue(call, job, tell{Text: "a"}), rest.Enqueue(call, job, tell{Text: "panics"}))
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := server.Direct(t, address).Exec("INSERT INTO jobs (job, args, state, attempts, error, created, next_at, username, request_id) SELECT job, '{}', 'running', 2, '', created, next_at, '', '' FROM jobs WHERE id = 1"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		stats := &serve.JobStats{}
		go func() {
			serve.WorkOn(ctx, s.Handler.(*serve.Handler), "", nil, stats)
			close(ended)
		}()
		for begun := time.Now(); strings.Contains(fmt.Sprint(runsOf(t, s)), "tell waiting {\"text\":\"a\"}") || strings.Contains(fmt.Sprint(runsOf(t, s)), "running"); time.Sleep(10 * time.Millisecond) {
			if time.Since(begun) > 10*time.Second {
				t.Fatal("they do not run")
			}
		}
		cancel()
		<-ended
		got := stats.Jobs()
		if len(got) != 1 || got[0].Name != "tell" || got[0].Done != 1 || got[0].Failed != 1 || got[0].Dead != 0 || got[0].Took <= 0 {
			t.Errorf("got %+v", got)
		}
		if list := runsOf(t, s); list[2] != "tell dead {} the service ended while it ran" {
			t.Errorf("what has killed its processes is %s", list[2])
		}
	})
}
