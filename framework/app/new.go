// A service as a part of another program.

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/rest"
)

// Options are those of a service in a program with its own router, server and logger.
type Options struct {
	// Program has the name and the features of the service. Its Commands are not used.
	Program Program
	// Set is the name of the set to serve; "" for the first.
	Set string
	// Settings are settings by their names, with values as in a settings file, such as "database": "shop.sqlite" and
	// "max-body": "100000". Those of a program of its own, such as listen and log-level, are mistakes.
	Settings map[string]string
	// Getenv supplies settings that override these, by the variables of Program.Prefix, such as os.Getenv; nil for none.
	Getenv func(string) string
	// Logger receives the log; nil is slog.Default.
	Logger *slog.Logger
}

// Service is a service in another program: see New. Its methods may be called from several goroutines.
type Service struct {
	cmd     *serveCmd
	program *program
	made    *assembled
	health  *observe.Health
	handler http.Handler

	serving  atomic.Bool
	requests sync.RWMutex // read by each request, so that Close can wait for them

	mu     sync.Mutex // of Start and Close
	end    context.CancelFunc
	wait   func(context.Context) // nil before Start
	closed bool
}

// New makes the service of a set, and opens its database. It checks the declarations and the settings like the command serve, and
// reports all their mistakes. Nothing runs and no table changes before Start; ctx limits only New itself.
func New(ctx context.Context, o Options, sets ...*rest.Set) (*Service, error) {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	p := newProgram(ctx, o.Program, sets, nil, io.Discard, io.Discard, o.Getenv)
	p.logger, p.given = slog.New(observe.Logs(o.Logger.Handler())), o.Settings
	if err := p.own.check(sets, builtIn()); err != nil {
		return nil, err
	}
	var names []string
	for _, set := range sets {
		names = append(names, set.Name())
	}
	if o.Set = cmp.Or(o.Set, names[0]); !slices.Contains(names, o.Set) {
		return nil, fmt.Errorf("app.Options: Set: there is no set %q; write one of %s", o.Set, strings.Join(names, ", "))
	}
	var f flags
	command, err := p.parseInto(&f, []string{"serve", "--", o.Set})
	if err != nil {
		return nil, fmt.Errorf("app.Options: %w", err)
	}
	s := &Service{cmd: &f.Serve, program: p}
	if err := s.cmd.check(command.Flags()); err != nil {
		return nil, fmt.Errorf("app.Options: %w", err)
	}
	if s.made, err = s.cmd.open(p); err != nil {
		return nil, err
	}
	s.health = observe.NewHealth(s.ready, p.log())
	s.handler = s.cmd.Limits.Serve().Traffic.BodyDeadline(s.made.observer.Handler(s.made.handler))
	return s, nil
}

// Migrate brings the tables to the declarations: it applies the pending migrations, or adds what tables lack in a program without
// Migrations. Start does the latter too, and the former with the setting migrate.
func (s *Service) Migrate(ctx context.Context) error {
	p := s.program.within(ctx)
	if p.own.Migrations == nil {
		return p.prepareTables(s.made.db, s.made.plan)
	}
	return p.applyPending(s.made.db, s.made.plan)
}

// Start fails if the tables do not fit. Otherwise it begins to answer requests, and starts the work beside them: tasks, webhooks,
// backups, sweeps and purges. It creates no account. After an error it may be called again. ctx limits only Start itself.
func (s *Service) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.wait != nil {
		return errors.New("app.Service: it was started or closed before")
	}
	if err := s.cmd.prepare(s.program.within(ctx), s.made.db, s.made.plan); err != nil {
		return err
	}
	if err := s.made.load(ctx); err != nil {
		return err
	}
	ctx, s.end = context.WithCancel(context.WithoutCancel(ctx))
	s.wait = s.cmd.background(ctx, s.program.within(ctx), s.made, "")
	s.serving.Store(true)
	return nil
}

// Handler answers the requests of the service: 503 before Start and after Close. Where it is not at the root of its host, the path
// of the setting base-url says below which path it is; that path may be stripped, and need not be, except for a
// program with Static, which needs the whole path.
func (s *Service) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.requests.TryRLock() { // which fails while Close waits
			defer s.requests.RUnlock()
			if s.serving.Load() {
				s.handler.ServeHTTP(w, r)
				return
			}
		}
		w.Header().Set("Retry-After", "1")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, `{"detail":"The service is not running."}`)
	})
}

// Operators answers /healthz and /readyz, and /metrics if the program has Metrics. Mount it where only operators reach it.
func (s *Service) Operators() http.Handler {
	return operators(s.health, s.made.observer.Metrics, s.program.log())
}

// ready returns an error while the service cannot do its work.
func (s *Service) ready(ctx context.Context) error {
	if !s.serving.Load() {
		return errors.New("the service is not running")
	}
	return s.made.ready(ctx)
}

// Database is the database of the service, for statements of the program.
func (s *Service) Database() *database.DB { return s.made.db }

// EndStreams ends the event streams, for which a server would wait when it shuts down: give it to http.Server.RegisterOnShutdown.
func (s *Service) EndStreams() { s.made.inner.EndStreams() }

// Close ends the service: it answers no more requests, and waits for those that run and for the work beside them, at most for the
// time of the setting stop-timeout. Then it closes the database. Call it after the server has shut down. Further calls do nothing.
func (s *Service) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	s.health.Stop()
	s.serving.Store(false)
	s.EndStreams()
	limit, cancel := context.WithTimeout(context.Background(), s.cmd.StopTimeout)
	defer cancel()
	answered := make(chan struct{})
	go func() {
		s.requests.Lock() // for good
		close(answered)
	}()
	if s.wait != nil {
		s.end()
		s.wait(limit)
	}
	select {
	case <-answered:
	case <-limit.Done():
		select {
		case <-answered:
		default:
			s.program.log().Warn("requests were cut off")
		}
	}
	return s.made.close()
}
