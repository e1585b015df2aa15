package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"example.com/resourceful/cmd/drills/internal/process"
)

// bench is what the steps of a run share.
type bench struct {
	options
	folder   string // everything temporary
	systems  []system
	progress io.Writer
}

// run does the whole benchmark.
func run(ctx context.Context, opts options, progress io.Writer) (*report, error) {
	wrk, err := findWrk()
	if err != nil {
		return nil, err
	}
	folder, err := process.TempFolder("bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	b := &bench{options: opts, folder: folder, progress: progress}
	r := &report{Machine: thisMachine(), Seconds: opts.seconds, Rounds: opts.rounds, Scenarios: opts.scenarios, Peers: opts.peers}
	if b.systems, err = b.findSystems(ctx, r); err != nil {
		return nil, err
	}
	load, err := newLoad(wrk, folder, opts.scenarios)
	if err != nil {
		return nil, err
	}
	for _, name := range opts.databases {
		if err := b.onDatabase(ctx, name, load, r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return r, nil
}

// findSystems builds or looks for everything that is compared, in the order of the measurements.
func (b *bench) findSystems(ctx context.Context, r *report) ([]system, error) {
	b.say("building cmd/resourceful")
	program, err := process.Build(ctx, b.folder)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	hand := byHand{self: self, program: program}
	systems := []system{hand, ours{program: program, files: filepath.Join(b.folder, "files")}}
	if b.peers {
		peers, err := b.buildPeers(ctx, hand, r)
		if err != nil {
			return nil, err
		}
		r.ProgramSizes[oursName] = size(program)
		systems = append(systems, peers...)
	}
	if !b.drf {
		return systems, nil
	}
	versions, err := findDRF(ctx)
	if errors.Is(err, errNoDRF) {
		b.say("%v", err)
		r.Notes = append(r.Notes, "Django REST framework was not installed.")
		return systems, nil
	}
	if err != nil {
		return nil, err
	}
	r.Machine.Versions = append(r.Machine.Versions, versions)
	r.Notes = append(r.Notes, drfNote)
	django, err := newDRF(b.folder)
	return append(systems, django), err
}

// onDatabase measures everything on one database.
func (b *bench) onDatabase(ctx context.Context, name string, load *load, r *report) (err error) {
	on, stop, err := startEngine(ctx, name, b.folder, b.say, &r.Machine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	if err := b.seedAll(ctx, on); err != nil {
		return err
	}
	for _, s := range b.scenarios {
		b.say("%s: comparing the answers for %s", name, s.Name)
		if err := b.compare(ctx, on, s); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	for round := 1; round <= b.rounds; round++ {
		for _, s := range b.scenarios {
			for _, sys := range b.systemsOf(s, on) {
				sample, err := b.measure(ctx, on, s, sys, load)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", s.Name, sys.name(), err)
				}
				sample.Database, sample.Round = on.name(), round
				r.Samples = append(r.Samples, sample)
				b.say("%s, round %d of %d: %s, %s: %.0f requests/s", name, round, b.rounds, s.Name, sys.name(), sample.PerSecond)
			}
		}
	}
	if b.long {
		return b.measureLong(ctx, on, r)
	}
	return nil
}

// systemsOf are those that are measured with a scenario on a database.
func (b *bench) systemsOf(s scenario, on engine) []system {
	return slices.DeleteFunc(slices.Clone(b.systems), func(sys system) bool { return !sys.serves(s, on.name()) })
}

// seedAll makes one database for each schema and data set, for copies to be made of.
func (b *bench) seedAll(ctx context.Context, on engine) error {
	done := map[string]bool{}
	for _, s := range b.scenarios {
		for _, sys := range b.systemsOf(s, on) {
			name := template(sys, s.dataset)
			if done[name] {
				continue
			}
			done[name] = true
			if err := b.seedOne(ctx, on, sys, s.dataset); err != nil {
				return err
			}
		}
	}
	if b.long {
		return b.seedOne(ctx, on, b.systems[0], &long)
	}
	return nil
}

// seedOne makes the database of a data set in the schema of a system.
func (b *bench) seedOne(ctx context.Context, on engine, sys system, d *dataset) error {
	name := template(sys, d)
	b.say("%s: filling %s", on.name(), name)
	at, err := on.create(ctx, name)
	if err == nil {
		err = sys.fill(ctx, at, d)
	}
	if err == nil {
		err = on.settle(ctx, at)
	}
	if err != nil {
		return fmt.Errorf("fill %s: %w", name, err)
	}
	return nil
}

// template is the name of the database with a data set in the schema of a system.
func template(s system, d *dataset) string { return s.schema() + "_" + d.name }

func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(b.progress, format+"\n", args...)
}
