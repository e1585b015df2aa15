package main

import (
	"context"
	"errors"
	"time"

	"example.com/resourceful/cmd/drills/internal/balance"
)

// restartCmd restarts the processes of a service behind a load balancer, one after the other.
type restartCmd struct {
	Restarts int           `default:"10" help:"How often a process is restarted (10)."`
	Between  time.Duration `default:"500ms" help:"Time under load between two restarts (500ms)."`
	Step     time.Duration `default:"100ms" help:"How often the load balancer asks whether a process is ready (100ms)."`
	Drain    time.Duration `default:"500ms" help:"The processes' drain-delay (500ms)."`
	Writers  int           `default:"4" help:"Clients that write (4)."`
	Readers  int           `default:"8" help:"Clients that read (8)."`
	Negative bool          `help:"Restart without a drain-delay, which has to lose requests."`
}

// Run restarts two processes in turn with SIGTERM while clients use both through a load balancer.
// No request may fail: none is refused, cut off, answered 503 or sent twice.
func (c *restartCmd) Run(p *program) error {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Minute)
	defer cancel()
	if c.Negative {
		c.Drain = 0
	}
	server, err := p.primary("postgres")
	if err != nil {
		return err
	}
	if err := server.exec(ctx, "CREATE DATABASE faults"); err != nil {
		return err
	}
	address := server.address("faults")
	if err := p.prepare(address, clients(c.Writers, c.Readers)); err != nil {
		return err
	}
	var services []*service
	for _, name := range []string{"first", "second"} {
		s, err := p.serve(name, address, "--health", "--drain-delay", c.Drain.String())
		if err != nil {
			return err
		}
		services = append(services, s)
	}
	b, backs, err := p.balance(services, c.Step)
	if err != nil {
		return err
	}
	for _, to := range backs {
		if err := to.Await(ctx); err != nil {
			return err
		}
	}
	l := &load{
		writers: c.Writers, readers: c.Readers, pace: 5 * time.Millisecond, urls: []string{b.URL},
		report: p.report, ledger: newLedger(),
	}
	if c.Negative {
		l.report = p.report.silent() // what clients meet is no surprise
	}
	l.begin(ctx)
	err = errors.Join(c.restarts(ctx, p, services, b, backs, l), l.end())
	if err != nil {
		return err
	}
	c.judge(p, l, b, backs)
	found, err := p.account(ctx, l, "postgres", map[string]string{"the database": address})
	if c.Negative && err == nil && !found.sound() {
		p.report.violation("requests that fail are repeated with their keys, and yet: %v", found)
	}
	for _, s := range services {
		s.judge(p.report)
	}
	return err
}

// restarts restarts one process after the other; each is to end by itself, with 0.
func (c *restartCmd) restarts(ctx context.Context, p *program, services []*service, b *balance.Balancer, backs []*balance.Back, l *load) error {
	if err := l.more(ctx, 100); err != nil {
		return err
	}
	for n := range c.Restarts {
		s, to := services[n%len(services)], backs[n%len(services)]
		began, before := time.Now(), l.tally.requests.Load()
		if err := s.Stop(); err != nil {
			return err
		}
		if code := s.Code(); code != 0 {
			p.report.violation("restart %d: the process ended with %d", n+1, code)
		}
		stopped := time.Since(began)
		if err := s.start(ctx); err != nil {
			return err
		}
		if err := to.Await(ctx); err != nil {
			return err
		}
		p.report.say("restart %d of %d: ended after %v, ready after %v; %d requests meanwhile, %d failed so far", n+1, c.Restarts,
			stopped.Round(time.Millisecond), time.Since(began).Round(time.Millisecond), l.tally.requests.Load()-before, failed(b, l))
		if err := sleep(ctx, c.Between); err != nil {
			return err
		}
	}
	return l.more(ctx, 100)
}

// failed is how many requests did not go well at the first try.
func failed(b *balance.Balancer, l *load) int64 {
	return b.Refused.Load() + b.Twice.Load() + l.tally.lost.Load() + l.tally.unavailable.Load()
}

// balance starts a balancer in front of processes.
func (p *program) balance(services []*service, step time.Duration) (*balance.Balancer, []*balance.Back, error) {
	b, err := balance.Start(p.ctx, step)
	if err != nil {
		return nil, nil, err
	}
	p.cleanup = append(p.cleanup, b.Close)
	var backs []*balance.Back
	for _, s := range services {
		to, err := b.Add(s.url)
		if err != nil {
			return nil, nil, err
		}
		backs = append(backs, to)
	}
	return b, backs, nil
}

// judge prints what was counted, and reports what failed.
func (c *restartCmd) judge(p *program, l *load, b *balance.Balancer, backs []*balance.Back) {
	p.report.figure("restarts under load, of two processes", c.Restarts)
	l.print()
	p.report.figure("longest wait for an answer", l.tally.longest().Round(time.Millisecond))
	p.report.figure("requests not answered by a process", b.Refused.Load())
	p.report.figure("requests sent twice", b.Twice.Load())
	failed := failed(b, l)
	p.report.figure("failed requests", failed)
	switch {
	case c.Negative && failed == 0:
		p.report.violation("no request failed, without a drain-delay: the load does not find what it is there for")
	case !c.Negative && failed > 0:
		p.report.violation("%d requests failed, want none", failed)
	}
	for _, to := range backs {
		if to.Served.Load() == 0 {
			p.report.violation("%s has served no request", to.URL)
		}
	}
}
