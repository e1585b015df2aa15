// Command faults breaks what the service runs on, while clients use it, and counts
// what was kept of its promises.
//
// It builds and starts everything that it needs, on loopback ports below 32768 and in a temporary
// folder, and leaves nothing behind. Its figures go to standard output, what it is doing goes to
// standard error. It ends with 1 when a promise was broken.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"example.com/resourceful/cmd/drills/internal/process"
)

func main() {
	if asService() {
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "faults: %v\n", err)
		os.Exit(1)
	}
}

// commands is the command line.
type commands struct {
	Service string `type:"path" placeholder:"FILE" help:"Use this program. Default: cmd/resourceful is built."`

	Failover failoverCmd `cmd:"" help:"Kill the primary of a PostgreSQL with SIGKILL, promote its replica, and lose processes of the service, all under load."`
	Silent   silentCmd   `cmd:"" help:"Halt PostgreSQL with SIGSTOP under load, and let it go on."`
	Restart  restartCmd  `cmd:"" help:"Restart two processes of the service with SIGTERM behind a load balancer, again and again under load."`
	Kill     killCmd     `cmd:"" help:"Kill the service on SQLite with SIGKILL, again and again under load."`
	Jobs     jobsCmd     `cmd:"" help:"Kill processes that run jobs with SIGKILL, again and again under load, and count the runs."`
}

// program is what the commands share.
type program struct {
	ctx     context.Context // ends at an interrupt
	folder  string          // everything temporary
	service string          // cmd/resourceful, as it was built, by its full path
	report  *report
	cleanup []func() error // of what was started, in order
}

// run is the program. The error says what could not be done, or that promises were broken.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	helped, line := false, &commands{}
	parser, err := kong.New(line,
		kong.Name("faults"),
		kong.Description("Breaks what the service runs on, while clients use it, and counts what was kept of its promises."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if err != nil || helped {
		return err
	}
	p := &program{ctx: ctx, service: line.Service, report: &report{figures: stdout, progress: stderr}}
	if p.folder, err = process.TempFolder("faults"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	if p.service == "" && command.Command() != "jobs" { // whose service is this program
		p.report.say("building cmd/resourceful")
		if p.service, err = process.Build(ctx, p.folder); err != nil {
			return err
		}
	}
	if err := command.Run(p); err != nil {
		return err
	}
	return p.report.verdict()
}

// close ends what was started, the last first, and removes everything.
func (p *program) close() error {
	var failed []error
	for _, end := range slices.Backward(p.cleanup) {
		failed = append(failed, end())
	}
	return errors.Join(append(failed, os.RemoveAll(p.folder))...)
}
