package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"example.com/resourceful/cmd/drills/bench/tickets"
	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/framework/app"
)

// scaleName is the scenario that stands by itself: one table of growing size, and the service alone.
const scaleName = "scale"

// ticketsCommand is the sub-command that is the program of package tickets.
const ticketsCommand = "tickets"

// serveTickets runs the program of package tickets, which has two sets, on the rest of the command line, and ends the process.
func serveTickets() {
	os.Args = append(os.Args[:1:1], os.Args[2:]...)
	app.Program{Name: "bench"}.Main(tickets.Tickets(), tickets.Parcels())
}

// scale measures the service at each size of the table.
type scale struct {
	sizes    []int
	requests int // of each measurement
	self     string
	folder   string
	keep     bool // leave the databases in the folder, and find them there
	fillOnly bool
	progress io.Writer
}

// runScale measures all sizes on all databases, one database after the other.
func runScale(ctx context.Context, opts options, progress io.Writer) (*scaleReport, error) {
	s := &scale{sizes: opts.sizes, requests: opts.requests, keep: opts.keep != "", fillOnly: opts.fill, progress: progress}
	var err error
	if s.self, err = os.Executable(); err != nil {
		return nil, err
	}
	if s.keep {
		s.folder, err = keptFolder(opts.keep)
	} else if s.folder, err = process.TempFolder("bench"); err == nil {
		defer os.RemoveAll(s.folder)
	}
	if err != nil {
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

// keptFolder makes a folder where there is none. PostgreSQL, which may be another user, has a folder of its own in it.
func keptFolder(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return path, os.MkdirAll(path, 0o711)
}

// onDatabase measures all sizes on one database: tables are filled first, so that requests to each of them take turns.
func (s *scale) onDatabase(ctx context.Context, name string, r *scaleReport) (err error) {
	var options []string
	if s.fillOnly {
		options = fillOptions
	}
	on, stop, err := startEngine(ctx, name, s.folder, s.say, &r.Machine, options...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var tables []*sizedTable
	for _, size := range s.sizes {
		t, err := s.prepare(ctx, on, size, r)
		if err != nil {
			return fmt.Errorf("%d tickets: %w", size, err)
		}
		tables = append(tables, t)
		if !s.keep {
			defer func() { err = errors.Join(err, on.drop(context.WithoutCancel(ctx), t.name())) }()
		}
	}
	if s.fillOnly {
		return nil
	}
	return s.measureAll(ctx, on, tables, r)
}

// migrate lets the program make the tables of a set in an empty database.
func (s *scale) migrate(ctx context.Context, set string, at address) error {
	migrate := exec.CommandContext(ctx, s.self, ticketsCommand, "migrate", set, "--database", at.String())
	migrate.Env = process.Environment()
	if out, err := migrate.CombinedOutput(); err != nil {
		return fmt.Errorf("migrate: %w: %s", err, out)
	}
	return nil
}

// serve starts the program with a set on a database, and returns it and its address when it answers.
func (s *scale) serve(ctx context.Context, set string, at address) (*process.Process, string, error) {
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, "", err
	}
	cmd := exec.Command(s.self, ticketsCommand, "serve", set, "--listen", listen, "--database", at.String(), "--statement-timeout", "20m", "--write-timeout", "20m", "--silence-timeout", "20m")
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
