package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"

	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/files/s3"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/require"
)

// all is what the tests share.
var all struct {
	ctx     context.Context        // ends at an interrupt, so that what was started is ended in good order
	service func() (string, error) // builds cmd/resourceful, once
}

func TestMain(m *testing.M) {
	if asService() {
		return
	}
	if os.Getenv(archiveVariable) != "" {
		app.Program{Name: "archive", Files: s3.Open}.Main(archive())
		return
	}
	folder, err := os.MkdirTemp("", "faults")
	if err != nil {
		panic(err)
	}
	var stop func()
	all.ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	all.service = sync.OnceValues(func() (string, error) { return process.Build(all.ctx, folder) })
	code := m.Run()
	stop()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// play runs the program, which is to find that all promises were kept.
func play(t *testing.T, args ...string) {
	t.Helper()
	line := args
	if args[0] != "jobs" { // whose service is this program
		service, err := all.service()
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, "--service", service)
	}
	var figures, progress strings.Builder
	err := run(all.ctx, line, &figures, &progress)
	if errors.Is(err, pg.ErrNone) && !require.Has("postgres") {
		t.Skip(err)
	}
	t.Logf("faults %s\n%s", strings.Join(args, " "), figures.String())
	if err != nil {
		t.Errorf("faults %s: %v\n%s", strings.Join(args, " "), err, progress.String())
	}
}

// The short version of what the README documents with 20 kills and 100,000 writes.
func TestKill(t *testing.T) {
	require.Part(t, "faults")
	play(t, "kill", "--kills", "2", "--writes", "600")
}

// Ten rolling restarts lose nothing; without the time for the load balancer they do.
func TestRestart(t *testing.T) {
	require.Part(t, "faults")
	play(t, "restart")
	t.Run("negative", func(t *testing.T) { play(t, "restart", "--negative", "--restarts", "4") })
}

// A failover in its full length, and those that have to lose or to double something.
func TestFailover(t *testing.T) {
	require.Part(t, "faults")
	t.Run("promises", func(t *testing.T) { play(t, "failover") })
	for _, negative := range []string{"keyless", "asynchronous", "lagging"} {
		t.Run(negative, func(t *testing.T) { play(t, "failover", "--time", "5s", "--negative", negative) })
	}
}

func TestSilent(t *testing.T) {
	require.Part(t, "faults")
	play(t, "silent")
}

// The short version of what operating.md documents with 10,000 entries and 20 kills. Without jobs, some work is lost.
func TestJobs(t *testing.T) {
	require.Part(t, "own")
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) { play(t, "jobs", "--on", database, "--entries", "600", "--kills", "3") })
	}
	t.Run("negative", func(t *testing.T) { play(t, "jobs", "--entries", "600", "--kills", "3", "--negative") })
}

// The declarations of the own services are without mistakes.
func TestDeclarations(t *testing.T) {
	for name, set := range map[string]*rest.Set{"depot": depot(), "office": office(false), "lossy office": office(true)} {
		if _, err := set.Compile(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
