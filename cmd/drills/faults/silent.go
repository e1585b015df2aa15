package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"
)

// silentCmd halts PostgreSQL, so that its connections stay open and say nothing.
type silentCmd struct {
	Deadline time.Duration `default:"3s" help:"After which the service gives a silent database up (3s)."`
	Silence  time.Duration `default:"10s" help:"How long the database is silent (10s)."`
	Writers  int           `default:"8" help:"Clients that write (8)."`
	Readers  int           `default:"8" help:"Clients that read (8)."`
}

// grace is how much longer than the deadline an answer may take.
const grace = time.Second

// Run halts a PostgreSQL that is in use with SIGSTOP, and lets it go on with SIGCONT. Whoever asks
// meanwhile is told within the deadline that the service is unavailable.
func (c *silentCmd) Run(p *program) error {
	if c.Silence < c.Deadline+2*grace {
		return fmt.Errorf("silence: has to be more than the deadline, by %v", 2*grace)
	}
	ctx, cancel := context.WithTimeout(p.ctx, c.Silence+3*time.Minute)
	defer cancel()
	l := &load{
		writers: c.Writers, readers: c.Readers, pace: 10 * time.Millisecond, report: p.report, ledger: newLedger(),
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
	s, err := p.serve("service", address, "--silence-timeout", c.Deadline.String(), "--connect-timeout", c.Deadline.String(), "--max-conns", "20")
	if err != nil {
		return err
	}
	l.urls = []string{s.url}
	l.begin(ctx)
	if err := errors.Join(c.silence(ctx, server, l), l.end()); err != nil {
		return err
	}
	l.print()
	if _, err := p.account(ctx, l, "postgres", map[string]string{"the database": address}); err != nil {
		return err
	}
	s.judge(p.report)
	return nil
}

// silence halts the database for a while, in the middle of the load.
func (c *silentCmd) silence(ctx context.Context, server *cluster, l *load) error {
	if err := l.more(ctx, 500); err != nil {
		return err
	}
	l.report.say("the database falls silent")
	l.ledger.phase()
	l.tally.longest()
	before := l.tally.unavailable.Load()
	server.Signal(syscall.SIGSTOP)
	err := sleep(ctx, c.Silence)
	longest, refused := l.tally.longest(), l.tally.unavailable.Load()-before
	server.Signal(syscall.SIGCONT)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := l.more(ctx, 1); err != nil {
		return err
	}
	l.report.figure("the database was silent for", c.Silence)
	l.report.figure("the service gives it up after", c.Deadline)
	l.report.figure("answered 503 meanwhile", refused)
	l.report.figure("longest wait for an answer meanwhile", longest.Round(time.Millisecond))
	l.report.figure("first successful write afterwards, after", time.Since(began).Round(time.Millisecond))
	if clients := int64(c.Writers + c.Readers); refused < clients {
		l.report.violation("%d requests were answered 503 in the silence, want at least %d, one for each client", refused, clients)
	}
	if longest > c.Deadline+grace {
		l.report.violation("an answer took %v, want at most %v", longest, c.Deadline+grace)
	}
	if lost := l.tally.lost.Load(); lost > 0 {
		l.report.violation("%d requests ended without an answer", lost)
	}
	return l.more(ctx, 500)
}
