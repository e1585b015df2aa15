package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// killCmd kills a service on SQLite again and again.
type killCmd struct {
	Kills   int           `default:"20" help:"How often the service is killed (20)."`
	Writes  int64         `default:"100000" help:"How many writes are to be acknowledged, at least (100000)."`
	Writers int           `default:"8" help:"Clients that write (8)."`
	Readers int           `default:"4" help:"Clients that read (4)."`
	Limit   time.Duration `default:"30m" help:"For the whole run (30m)."`
}

// Run fills a database until enough writes are acknowledged, and kills the service with SIGKILL on
// the way, each time after an equal share of them.
func (c *killCmd) Run(p *program) error {
	ctx, cancel := context.WithTimeout(p.ctx, c.Limit)
	defer cancel()
	file := filepath.Join(p.folder, "kill.sqlite")
	if err := p.prepare(file, clients(c.Writers, c.Readers)); err != nil {
		return err
	}
	s, err := p.serve("service", file)
	if err != nil {
		return err
	}
	l := &load{
		writers: c.Writers, readers: c.Readers, pace: 20 * time.Millisecond, urls: []string{s.url},
		report: p.report, ledger: newLedger(),
	}
	stores := filepath.Join(p.folder, "depot.sqlite")
	d, err := p.depot(stores, 1, c.Writers, p.report)
	if err != nil {
		return err
	}
	began := time.Now()
	l.begin(ctx)
	d.load.begin(ctx)
	err = c.kills(ctx, p, s, d, l, file)
	err = errors.Join(err, l.end(), d.load.end())
	if err != nil {
		return err
	}
	p.report.figure("kills of the service", c.Kills)
	p.report.figure("seconds", int(time.Since(began).Seconds()))
	l.print()
	if _, err := p.account(ctx, l, "sqlite", map[string]string{"the file": file}); err != nil {
		return err
	}
	if err := d.judge(ctx, c.Kills); err != nil {
		return err
	}
	if err := errors.Join(s.Stop(), d.processes[0].Stop()); err != nil {
		return err
	}
	s.judge(p.report)
	if err := intact(ctx, p.report, stores, "after the end"); err != nil {
		return err
	}
	return intact(ctx, p.report, file, "after the end")
}

// kills kills the service and starts it again, and looks through the file.
func (c *killCmd) kills(ctx context.Context, p *program, s *service, d *stores, l *load, file string) error {
	for n := 1; n <= c.Kills+1; n++ {
		share := c.Writes * int64(n) / int64(c.Kills+1)
		if err := l.more(ctx, share-l.ledger.total()); err != nil || n > c.Kills {
			return err
		}
		s.Kill()
		// It is the service that has to mend its file: nobody else opens it before.
		if err := errors.Join(s.start(ctx), d.kill(ctx, 0), d.load.more(ctx, 1)); err != nil {
			return err
		}
		if err := intact(ctx, p.report, file, fmt.Sprintf("after kill %d", n)); err != nil {
			return err
		}
		p.report.say("kill %d of %d: %d writes acknowledged, longest time without any %v", n, c.Kills, l.ledger.total(), l.ledger.phase().Round(time.Millisecond))
	}
	return nil
}

// intact lets SQLite look through its file.
func intact(ctx context.Context, r *report, file, when string) error {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&verdict); err != nil {
		return fmt.Errorf("look through %s: %w", file, err)
	}
	if verdict != "ok" {
		r.violation("%s: PRAGMA integrity_check: %s", when, verdict)
	}
	return nil
}
