package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// failoverCmd loses the primary of a PostgreSQL, and processes of the service.
type failoverCmd struct {
	Time     time.Duration `default:"60s" help:"How long clients use the service (60s)."`
	Notice   time.Duration `default:"500ms" help:"From the loss of the primary to the promotion, for somebody to notice (500ms)."`
	Writers  int           `default:"8" help:"Clients that write (8)."`
	Readers  int           `default:"8" help:"Clients that read (8)."`
	Negative string        `enum:",keyless,asynchronous,lagging" default:"" help:"Break the promise on purpose, and fail unless that shows: keyless clients, an asynchronous replica, or the wrong replica promoted, which lags."`
}

// setup is what a failover depends on.
type setup struct {
	replicas    int
	synchronous bool // the primary waits for the first replica
	cutOff      bool // the last replica, which is promoted, has lost its connection before
	keyless     bool // writers send no Idempotency-Key
}

// setups are by the name of the negative run.
var setups = map[string]setup{
	"":             {replicas: 1, synchronous: true},
	"keyless":      {replicas: 1, synchronous: true, keyless: true},
	"asynchronous": {replicas: 1, cutOff: true},
	"lagging":      {replicas: 2, synchronous: true, cutOff: true},
}

// forget is how many answers to writes there are for each that is thrown away: a client that lost
// its connection cannot tell that from a write that was not done.
const forget = 10

// failover is one run.
type failover struct {
	*program
	failoverCmd
	setup
	clusters  []*cluster // the primary first
	processes []*service
	load      *load
	stores    *stores // nil for a negative run
}

// Run lets clients use three processes of the service while everything below them is lost in turn.
func (c *failoverCmd) Run(p *program) error {
	ctx, cancel := context.WithTimeout(p.ctx, c.Time+4*time.Minute)
	defer cancel()
	f := &failover{program: p, failoverCmd: *c, setup: setups[c.Negative]}
	f.load = &load{
		writers: c.Writers, readers: c.Readers, keyless: f.keyless, forget: forget, pace: 10 * time.Millisecond,
		report: p.report, ledger: newLedger(),
	}
	if c.Negative != "" {
		f.load.report = p.report.silent() // what clients meet is no surprise
	}
	if err := f.build(ctx); err != nil {
		return err
	}
	f.load.begin(ctx)
	end := f.load.end
	if f.stores != nil {
		f.stores.load.begin(ctx)
		end = func() error { return errors.Join(f.load.end(), f.stores.load.end()) }
	}
	if err := errors.Join(f.lose(ctx), end()); err != nil {
		return err
	}
	return f.judge(ctx)
}

// build starts everything.
func (f *failover) build(ctx context.Context) error {
	f.report.say("starting PostgreSQL, with replicas: %d", f.replicas)
	primary, err := f.primary("primary")
	if err != nil {
		return err
	}
	f.clusters = append(f.clusters, primary)
	if err := primary.exec(ctx, "CREATE DATABASE faults", "CREATE DATABASE depot"); err != nil {
		return err
	}
	if err := f.prepare(primary.address("faults"), clients(f.Writers, f.Readers)); err != nil {
		return err
	}
	for n := range f.replicas {
		replica, err := f.replica(fmt.Sprintf("replica%d", n+1), primary)
		if err != nil {
			return err
		}
		f.clusters = append(f.clusters, replica)
	}
	if f.synchronous {
		if err := primary.waitFor(ctx, f.clusters[1].name); err != nil {
			return err
		}
	}
	for n := range 3 {
		s, err := f.serve(fmt.Sprintf("service%d", n+1), addressOfAny(f.clusters, "faults"))
		if err != nil {
			return err
		}
		f.processes = append(f.processes, s)
		f.load.urls = append(f.load.urls, s.url)
	}
	if f.Negative == "" {
		f.stores, err = f.depot(addressOfAny(f.clusters, "depot"), 2, f.Writers, f.report)
	}
	return err
}

// lose takes away the primary, then a process of the service, then another for a moment, and
// brings back the primary as a replica: each after a fifth of the time.
func (f *failover) lose(ctx context.Context) error {
	steps := []struct {
		name string
		do   func(context.Context) error
	}{
		{"before", func(ctx context.Context) error { return f.load.more(ctx, 200) }},
		{"primary killed, replica promoted", f.losePrimary},
		{"a process of the service killed", f.loseProcess},
		{"another one restarted", f.restartProcess},
		{"the old primary back as a replica", f.regainPrimary},
	}
	for _, step := range steps {
		began := time.Now()
		f.report.say("%s", step.name)
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		if err := f.load.more(ctx, 1); err != nil { // writes go on
			return fmt.Errorf("%s: %w", step.name, err)
		}
		if err := sleep(ctx, time.Until(began.Add(f.Time/time.Duration(len(steps))))); err != nil {
			return err
		}
		f.report.figure("without successful writes, "+step.name, f.load.ledger.phase().Round(time.Millisecond))
	}
	return nil
}

// promoted is the replica that becomes the primary.
func (f *failover) promoted() *cluster { return f.clusters[len(f.clusters)-1] }

func (f *failover) losePrimary(ctx context.Context) error {
	if f.cutOff {
		if err := f.promoted().cutOff(ctx); err != nil {
			return err
		}
		if err := f.load.more(ctx, 100); err != nil { // that the replica does not hear of
			return err
		}
	}
	f.clusters[0].kill()
	if err := sleep(ctx, f.Notice); err != nil {
		return err
	}
	began := time.Now()
	if err := f.promoted().promote(ctx); err != nil {
		return err
	}
	f.report.figure("promotion, by itself", time.Since(began).Round(time.Millisecond))
	if err := f.load.more(ctx, 1); err != nil {
		return err
	}
	if lost := f.load.tally.lost.Load(); lost > 0 {
		f.load.report.violation("all processes of the service live, and %d requests ended without an answer", lost)
	}
	return nil
}

func (f *failover) loseProcess(context.Context) error {
	f.processes[0].Kill()
	if f.stores != nil {
		return f.stores.kill(context.Background(), 0)
	}
	return nil
}

func (f *failover) restartProcess(ctx context.Context) error {
	if err := f.processes[1].Stop(); err != nil {
		return err
	}
	return f.processes[1].start(ctx)
}

// regainPrimary makes the old primary a replica of the new one, which then waits for it. Whoever
// has lost writes has no use for it any more.
func (f *failover) regainPrimary(ctx context.Context) error {
	if f.cutOff {
		return nil
	}
	old := f.clusters[0]
	if err := old.follow(ctx, f.promoted()); err != nil {
		return err
	}
	return f.promoted().waitFor(ctx, old.name)
}

// judge recounts everything.
func (f *failover) judge(ctx context.Context) error {
	f.load.print()
	// The process that was killed stays away.
	f.load.urls = f.load.urls[1:]
	databases := map[string]string{"the new primary": f.promoted().address("faults")}
	if !f.cutOff {
		if err := f.promoted().caughtUp(ctx); err != nil {
			return err
		}
		databases["the old primary"] = f.clusters[0].address("faults")
	}
	found, err := f.account(ctx, f.load, "postgres", databases)
	if err != nil {
		return err
	}
	for _, s := range f.processes {
		s.judge(f.load.report)
	}
	if f.stores != nil {
		if err := f.stores.judge(ctx, 1); err != nil {
			return err
		}
	}
	return f.verdict(found)
}

// verdict demands that nothing is lost and nothing is there twice, and of a negative run that the
// fault was found which it has on purpose.
func (f *failover) verdict(found findings) error {
	if f.Negative != "" {
		f.report.figure("shown to clients and in recounts, violations", f.load.report.violations())
	}
	switch f.Negative {
	case "":
		if f.load.tally.replayed.Load() == 0 {
			return errors.New("no write was repeated: the run shows nothing")
		}
	case "keyless":
		f.report.figure("shown by keyless clients, rows there twice", found.twice)
		if found.twice == 0 || found.lost > 0 {
			return fmt.Errorf("without keys there have to be rows twice, and none lost: %v", found)
		}
	default:
		f.report.figure("shown by the "+f.Negative+" replica, rows lost", found.lost)
		if found.lost == 0 {
			return fmt.Errorf("a replica that lags was promoted, and nothing was lost: %v", found)
		}
	}
	return nil
}
