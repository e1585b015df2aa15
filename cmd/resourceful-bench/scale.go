package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"example.com/resourceful/cmd/internal/process"
	"example.com/resourceful/cmd/resourceful-bench/tickets"
	"example.com/resourceful/framework/app"
)

// scaleName is the scenario that stands by itself: one table of growing size, and the service alone.
const scaleName = "scale"

// ticketsCommand is the sub-command that is the program of package tickets.
const ticketsCommand = "tickets"

// serveTickets runs the program of package tickets on the rest of the command line, and ends the process.
func serveTickets() {
	os.Args = append(os.Args[:1:1], os.Args[2:]...)
	app.Program{Name: "resourceful-bench"}.Main(tickets.Tickets())
}

// scale measures the service at each size of the table.
type scale struct {
	sizes    []int
	requests int // of each measurement
	self     string
	folder   string
	progress io.Writer
}

// What a row takes of a disk at most, with indexes, full text and what the database writes on the way; measured.
var rowBytes = map[string]int64{"sqlite": 700, "postgres": 1200}

// runScale measures all sizes on all databases, one after the other.
func runScale(ctx context.Context, opts options, progress io.Writer) (*scaleReport, error) {
	folder, err := process.TempFolder("bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	s := &scale{sizes: opts.sizes, requests: opts.requests, folder: folder, progress: progress}
	if s.self, err = os.Executable(); err != nil {
		return nil, err
	}
	r := &scaleReport{Machine: thisMachine(), Sizes: opts.sizes, Requests: opts.requests}
	for _, name := range opts.databases {
		if err := s.checkSpace(name); err != nil {
			return nil, err
		}
	}
	for _, name := range opts.databases {
		if err := s.onDatabase(ctx, name, r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return r, nil
}

// checkSpace says how much of the disk the largest table needs, and whether it is there.
func (s *scale) checkSpace(database string) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(s.folder, &disk); err != nil {
		return err
	}
	const gigabyte = 1 << 30
	free := float64(disk.Bavail) * float64(disk.Bsize) / gigabyte
	needed := 2 + float64(int64(s.sizes[len(s.sizes)-1])*rowBytes[database])/gigabyte
	s.say("%s: the largest table needs %.1f GB in %s, where %.1f GB are free", database, needed, s.folder, free)
	if free < needed {
		return fmt.Errorf("%s: %d tickets need %.1f GB in %s, where %.1f GB are free; set TMPDIR to a larger disk, or choose smaller --sizes", database, s.sizes[len(s.sizes)-1], needed, s.folder, free)
	}
	return nil
}

// onDatabase measures all sizes on one database.
func (s *scale) onDatabase(ctx context.Context, name string, r *scaleReport) (err error) {
	on, stop, err := startEngine(ctx, name, s.folder, s.say, &r.Machine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	for _, size := range s.sizes {
		if err := s.atSize(ctx, on, size, r); err != nil {
			return fmt.Errorf("%d tickets: %w", size, err)
		}
	}
	return nil
}

// atSize fills a table, measures everything on it and drops it.
func (s *scale) atSize(ctx context.Context, on engine, size int, r *scaleReport) (err error) {
	name := fmt.Sprintf("tickets_%d", size)
	began := time.Now()
	at, err := on.create(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, on.drop(context.WithoutCancel(ctx), name)) }()
	if err := s.fill(ctx, on, at, size); err != nil {
		return err
	}
	filled := time.Since(began)
	bytes, err := on.size(ctx, at)
	if err != nil {
		return err
	}
	r.Tables = append(r.Tables, tableSample{Database: on.name(), Size: size, Seconds: filled.Seconds(), Megabytes: float64(bytes) / (1 << 20)})
	return s.measureAll(ctx, on, at, size, r)
}

// fill lets the program make the table, and fills it.
func (s *scale) fill(ctx context.Context, on engine, at address, size int) error {
	migrate := exec.CommandContext(ctx, s.self, ticketsCommand, "migrate", "--database", at.String())
	migrate.Env = process.Environment()
	if out, err := migrate.CombinedOutput(); err != nil {
		return fmt.Errorf("migrate: %w: %s", err, out)
	}
	db, err := sql.Open(at.driver(), at.String())
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if at.driver() == "sqlite" { // what is lost in a crash is filled again
		if _, err := db.ExecContext(ctx, "PRAGMA synchronous = OFF; PRAGMA cache_size = -262144"); err != nil {
			return err
		}
	}
	said := time.Now()
	err = tickets.Fill(ctx, db, at.driver(), size, func(done int) {
		if done == size || time.Since(said) > 10*time.Second {
			said = time.Now()
			s.say("%s: %d of %d tickets", on.name(), done, size)
		}
	})
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	return on.settle(ctx, at)
}

// serve starts the program on a table, and returns it and its address when it answers.
func (s *scale) serve(ctx context.Context, at address) (*process.Process, string, error) {
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, "", err
	}
	cmd := exec.Command(s.self, ticketsCommand, "serve", "--listen", listen, "--database", at.String(), "--statement-timeout", "20m", "--write-timeout", "20m", "--silence-timeout", "20m")
	cmd.Env = process.Environment()
	server, err := process.Start(cmd, syscall.SIGTERM, filepath.Join(s.folder, "tickets.log"))
	if err != nil {
		return nil, "", err
	}
	url := "http://" + listen
	err = server.Await(ctx, time.Minute, func() bool {
		a, err := ask(ctx, url, scenario{method: "GET", path: "/"})
		return err == nil && a.status == 200
	})
	if err != nil {
		return nil, "", errors.Join(err, server.Stop())
	}
	return server, url, nil
}

func (s *scale) say(format string, args ...any) { fmt.Fprintf(s.progress, format+"\n", args...) }
