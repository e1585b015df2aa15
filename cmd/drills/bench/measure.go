package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// sample is one measurement.
type sample struct {
	Database, Scenario, System string
	Round                      int

	Requests    int64
	PerSecond   float64
	ServerCPU   float64 // microseconds a request
	DatabaseCPU float64 // the same; 0 for SQLite, whose work is the server's
	P50, P99    float64 // milliseconds
	IdleMemory  float64 // megabytes (2^20 bytes), after the first answer
	IdleOwn     float64 // the same without pages of the program's file, which the system may drop
	PeakMemory  float64
	FirstAnswer float64 // milliseconds from the start of the process
}

// idle is how long a server is left alone before its memory is read.
const idle = 500 * time.Millisecond

// measure starts a system on a fresh database, warms it up and times it.
func (b *bench) measure(ctx context.Context, on engine, s scenario, sys system, load *load) (m sample, err error) {
	server, err := b.serve(ctx, on, sys, s.dataset)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, server.close()) }()
	select {
	case <-time.After(idle):
	case <-ctx.Done():
		return m, ctx.Err()
	}
	m = sample{Scenario: s.Name, System: sys.name(), FirstAnswer: float64(server.first) / 1e6}
	now, own, _ := memory(server.PID())
	m.IdleMemory, m.IdleOwn = float64(now)/(1<<20), float64(own)/(1<<20)
	if _, err := load.run(ctx, server.url, requestOf(sys, s), max(1, b.seconds/4)); err != nil && !errors.Is(err, errNoAnswer) {
		return m, fmt.Errorf("warm up: %w", err)
	}
	// A slow server still works off what the load generator has left behind; this waits its turn.
	if _, err := ask(ctx, server.url, requestOf(sys, probe(s.dataset))); err != nil {
		return m, fmt.Errorf("after the warm-up: %w", err)
	}
	cpu, databaseCPU := processorTime(server.PID()), processorTime(on.pid())
	r, err := load.run(ctx, server.url, requestOf(sys, s), b.seconds)
	if err != nil {
		return m, err
	}
	cpu, databaseCPU = processorTime(server.PID())-cpu, processorTime(on.pid())-databaseCPU
	_, _, peak := memory(server.PID())
	m.Requests = r.Requests
	m.PerSecond = float64(r.Requests) / (float64(r.Microseconds) / 1e6)
	m.ServerCPU = float64(cpu.Microseconds()) / float64(r.Requests)
	m.DatabaseCPU = float64(databaseCPU.Microseconds()) / float64(r.Requests)
	m.P50, m.P99 = float64(r.P50)/1e3, float64(r.P99)/1e3
	m.PeakMemory = float64(peak) / (1 << 20)
	return m, nil
}
