package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// jobsCmd kills processes that run jobs.
type jobsCmd struct {
	On       string        `enum:"sqlite,postgres" default:"sqlite" help:"The database: sqlite with one process, or postgres with two, whose server is lost twice."`
	Entries  int64         `default:"10000" help:"How many entries are to be acknowledged, at least. Each enqueues a job (10000)."`
	Kills    int           `default:"20" help:"How often a process is killed (20)."`
	Writers  int           `default:"8" help:"Clients that write (8)."`
	Limit    time.Duration `default:"20m" help:"For the whole run (20m)."`
	Negative bool          `help:"Do the work in AfterCommit instead of jobs, which has to lose some of it."`
}

// offices are the service of an office under load.
type offices struct {
	*program
	*jobsCmd
	driver, address string
	clusters        []*cluster // of PostgreSQL, the primary first
	processes       []*service
	load            *load
	errands         *errands
	losses          int // of the server of the database

	mu    sync.Mutex
	read  int64 // bytes of doneFile
	lines int   // that were read
}

// backlog is how many entries clients send before jobs have done earlier ones, so that both go on all the time.
const backlog = 100

// Run lets clients send entries until enough are acknowledged, and kills a process each time after an equal share of them.
// Every acknowledged entry is to be done, and those of refused writes and dry runs are not. A job with AtOnce 1 may be done
// again for each kill, and for each process that has lost its database.
func (c *jobsCmd) Run(p *program) error {
	ctx, cancel := context.WithTimeout(p.ctx, c.Limit)
	defer cancel()
	o := &offices{program: p, jobsCmd: c, errands: &errands{taken: map[string]bool{}}}
	o.load = &load{report: p.report, ledger: newLedger(), writers: c.Writers, forget: forget}
	o.load.work = func(of *client) work {
		return (&clerk{client: of, ledger: o.load.ledger, errands: o.errands, wait: o.wait}).run
	}
	if err := o.build(ctx); err != nil {
		return err
	}
	began := time.Now()
	o.load.begin(ctx)
	if err := errors.Join(o.kills(ctx), o.load.end()); err != nil {
		return err
	}
	p.report.figure("kills of processes", c.Kills)
	p.report.figure("seconds of writes", int(time.Since(began).Seconds()))
	began = time.Now()
	if err := o.idle(ctx); err != nil {
		return err
	}
	p.report.figure("seconds until the last job was done", int(time.Since(began).Seconds()))
	return o.judge(ctx)
}

// build starts everything.
func (o *offices) build(ctx context.Context) error {
	o.driver, o.address = o.On, filepath.Join(o.folder, "office.sqlite")
	prepared, processes := o.address, 1
	if o.On == "postgres" {
		o.report.say("starting PostgreSQL, with a replica")
		primary, err := o.primary("primary")
		if err != nil {
			return err
		}
		if err := primary.exec(ctx, "CREATE DATABASE office"); err != nil {
			return err
		}
		replica, err := o.replica("replica", primary)
		if err != nil {
			return err
		}
		if err := primary.waitFor(ctx, replica.name); err != nil {
			return err
		}
		o.clusters = []*cluster{primary, replica}
		prepared, o.address, processes = primary.address("office"), addressOfAny(o.clusters, "office"), 2
	}
	name := officeService
	if o.Negative {
		name = lossyService
	}
	command := o.ownCommand(name)
	if err := o.prepareBy(command("migrate", "--database", prepared), prepared, clients(o.Writers, 0)); err != nil {
		return err
	}
	for n := range processes {
		s, err := o.serveBy(command, fmt.Sprintf("office%d", n+1), "serve", "--database", o.address)
		if err != nil {
			return err
		}
		o.processes = append(o.processes, s)
		o.load.urls = append(o.load.urls, s.url)
	}
	return nil
}

// kills kills the processes in turn, and loses the server of the database after a third and two thirds of the kills.
func (o *offices) kills(ctx context.Context) error {
	for n := 1; n <= o.Kills+1; n++ {
		share := o.Entries * int64(n) / int64(o.Kills+1)
		if err := o.load.more(ctx, share-o.load.ledger.total()); err != nil || n > o.Kills {
			return err
		}
		if err := o.kill(ctx, o.processes[n%len(o.processes)]); err != nil {
			return err
		}
		o.report.say("kill %d of %d: %d entries acknowledged, %d done", n, o.Kills, o.load.ledger.total(), o.count())
		var err error
		switch {
		case o.On == "sqlite":
			err = intact(ctx, o.report, o.address, fmt.Sprintf("after kill %d", n))
		case n == max(1, o.Kills/3):
			err = o.lose(ctx, o.clusters[0], o.clusters[1].promote)
		case n == max(2, 2*o.Kills/3):
			err = o.lose(ctx, o.clusters[1], o.clusters[1].start)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// kill kills a process and starts it again. Others go on with entries and jobs meanwhile.
func (o *offices) kill(ctx context.Context, s *service) error {
	s.Kill()
	if len(o.processes) > 1 {
		if err := o.goOn(ctx, 10); err != nil {
			return fmt.Errorf("while a process is gone: %w", err)
		}
	}
	return s.start(ctx)
}

// lose kills a server of the database, and does what brings back one. Entries and jobs go on then.
func (o *offices) lose(ctx context.Context, server *cluster, back func(context.Context) error) error {
	server.kill()
	o.losses++
	if err := sleep(ctx, 500*time.Millisecond); err != nil {
		return err
	}
	began := time.Now()
	if err := back(ctx); err != nil {
		return err
	}
	if err := o.goOn(ctx, 10); err != nil {
		return fmt.Errorf("after the loss of %s: %w", server.name, err)
	}
	o.report.figure(fmt.Sprintf("loss %d of PostgreSQL, seconds until jobs go on", o.losses), fmt.Sprintf("%.1f", time.Since(began).Seconds()))
	return nil
}

// goOn waits until so many more entries are acknowledged and so many more errands are done.
func (o *offices) goOn(ctx context.Context, more int) error {
	before := o.count()
	if err := o.load.more(ctx, int64(more)); err != nil {
		return err
	}
	for o.count() < before+more {
		if err := sleep(ctx, 10*time.Millisecond); err != nil {
			return fmt.Errorf("%d errands done, want %d: %w", o.count(), before+more, err)
		}
	}
	return nil
}

// done returns the lines of the errands that were done.
func (o *offices) done() ([]string, error) {
	text, err := os.ReadFile(filepath.Join(o.folder, doneFile))
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if len(text) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), err
}

// count returns how many errands were done. What cannot be read is reported at the end.
func (o *offices) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if file, err := os.Open(filepath.Join(o.folder, doneFile)); err == nil {
		defer file.Close()
		text, _ := io.ReadAll(io.NewSectionReader(file, o.read, math.MaxInt64-o.read))
		o.read += int64(len(text))
		o.lines += bytes.Count(text, []byte("\n"))
	}
	return o.lines
}

// wait waits until jobs have nearly caught up with the entries. What AfterCommit has lost never does.
func (o *offices) wait(ctx context.Context) error {
	for !o.Negative && o.load.ledger.total()-int64(o.count()) > backlog {
		if err := sleep(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// idle waits until no job waits or runs: those of a killed process run again at the end of their leases.
func (o *offices) idle(ctx context.Context) error {
	for {
		states, err := o.counts(ctx, "SELECT state, count(*) FROM jobs GROUP BY state")
		if err != nil {
			return err
		}
		if states["waiting"]+states["running"] == 0 {
			return nil
		}
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return fmt.Errorf("jobs are left: %s: %w", sorted(states), err)
		}
	}
}

// counts returns the rows of a query that has names and numbers.
func (o *offices) counts(ctx context.Context, query string) (counts map[string]int, err error) {
	db, err := sql.Open(o.driver, o.address)
	if len(o.clusters) > 0 {
		db, err = sql.Open(o.driver, o.clusters[1].address("office"))
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", query, err)
	}
	defer rows.Close()
	counts = map[string]int{}
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			return nil, err
		}
		counts[name] = n
	}
	return counts, rows.Err()
}

// judge counts what was done.
func (o *offices) judge(ctx context.Context) error {
	r := o.report
	o.load.print()
	lines, err := o.done()
	if err != nil {
		return err
	}
	found := o.errands.recount(lines)
	r.figure("recount of errands", found)
	for _, s := range o.processes {
		s.judge(r)
	}
	if o.Negative {
		if found.never == 0 {
			r.violation("nothing was lost without jobs: the run shows nothing")
		}
		return nil
	}
	most := o.Kills + o.losses*len(o.processes)
	if found.never > 0 || found.unasked > 0 || found.again > most {
		r.violation("%v; want at most %d again, and nothing else", found, most)
	}
	if err := o.judgeRows(ctx, found, most); err != nil {
		return err
	}
	for _, s := range o.processes {
		if err := s.Stop(); err != nil {
			return err
		}
	}
	if o.On == "sqlite" {
		return intact(ctx, r, o.address, "after the end")
	}
	return nil
}

// judgeRows looks at the rows of jobs, and at what they have stored.
func (o *offices) judgeRows(ctx context.Context, found doings, most int) error {
	r := o.report
	states, err := o.counts(ctx, "SELECT state, count(*) FROM jobs GROUP BY state")
	if err != nil {
		return err
	}
	r.figure("jobs", sorted(states))
	if states["done"] != found.taken || len(states) != 1 {
		r.violation("jobs: %s; want %d done", sorted(states), found.taken)
	}
	counts, err := o.counts(ctx, `SELECT 'begun again', count(*) FROM jobs WHERE attempts > 1
		UNION ALL SELECT 'receipts', count(*) FROM receipts UNION ALL SELECT 'labels', count(DISTINCT label) FROM receipts`)
	if err != nil {
		return err
	}
	r.figure("of them begun again", counts["begun again"])
	if counts["begun again"] == 0 && o.Kills >= 10 { // a few may all come between two runs
		r.violation("no job was begun again: the run shows nothing")
	}
	r.figure("receipts of jobs in the database", counts["receipts"])
	if counts["labels"] != found.taken || counts["receipts"] > found.taken+most {
		r.violation("%d receipts for %d entries; want one for each of %d, and at most %d more", counts["receipts"], counts["labels"], found.taken, most)
	}
	return nil
}
