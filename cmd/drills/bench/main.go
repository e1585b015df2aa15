// Command bench compares the service with a server that is written by hand for the
// same endpoints and, where Debian's packages for it are installed, with Django REST framework. With -peers it also
// compares Huma and PocketBase, which are in the module of peers, and prints one table.
//
// It builds and starts everything that it needs, on loopback ports and in a temporary folder, and
// leaves nothing behind, but for the tables of the scenario scale in a folder like -keep /srv/scale. Before it times anything it checks that all servers give the same answers.
// Its table goes to standard output as Markdown; what it is doing goes to standard error.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(os.Args) > 1 && os.Args[1] == ticketsCommand {
		serveTickets()
	}
	var err error
	byHand := len(os.Args) > 1 && os.Args[1] == handCommand
	if byHand {
		err = serveByHand(ctx, os.Args[2:])
	} else {
		err = command(ctx, os.Args[1:])
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return
	case ctx.Err() != nil && !byHand:
		err = fmt.Errorf("interrupted: %w", err)
	}
	fmt.Fprintf(os.Stderr, "bench: %v\n", err)
	os.Exit(1)
}

// options are the command line.
type options struct {
	databases []string
	scenarios []scenario
	rounds    int
	seconds   int // of one measurement
	drf       bool
	long      bool
	peers     bool   // with the peers in Go, and one table
	json      string // file for all samples, "" for none

	alone string // a scenario that stands by itself, "" for others

	sizes    []int  // of its table, the smallest first
	requests int    // of each of its measurements
	keep     string // folder of its databases, "" for one that is removed at the end
	fill     bool   // measure nothing
}

// command is the program but for its sub-command.
func command(ctx context.Context, args []string) error {
	opts, err := parse(args)
	if err != nil {
		return err
	}
	var report interface {
		save(path string) error
		Markdown() string
	}
	switch opts.alone {
	case scaleName:
		report, err = runScale(ctx, opts, os.Stderr)
	case bulkName:
		report, err = runBulk(ctx, opts, os.Stderr)
	default:
		report, err = run(ctx, opts, os.Stderr)
	}
	if err != nil {
		return err
	}
	if opts.fill {
		return nil
	}
	if opts.json != "" {
		if err := report.save(opts.json); err != nil {
			return err
		}
	}
	_, err = io.WriteString(os.Stdout, report.Markdown())
	return err
}

func parse(args []string) (options, error) {
	var opts options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	databases := flags.String("databases", "sqlite,postgres", "`names` of databases, separated by commas")
	names := flags.String("scenarios", "", "`names` of scenarios, separated by commas, or scale or bulk by itself; without it all, with -peers those that all peers have")
	flags.BoolVar(&opts.peers, "peers", false, "compare with Huma and PocketBase too, and print one table of all")
	sizes := flags.String("sizes", "10000,1000000,10000000", "how many `rows` the table of scale has, separated by commas")
	flags.IntVar(&opts.requests, "requests", 100, "how many requests a measurement of scale has")
	flags.StringVar(&opts.keep, "keep", "", "`folder` where the databases of scale stay, and are found filled by the next run; without it they are removed")
	flags.BoolVar(&opts.fill, "fill", false, "fill the databases of scale in the folder of keep, and measure nothing")
	flags.IntVar(&opts.rounds, "rounds", 5, "how often everything is measured")
	flags.IntVar(&opts.seconds, "seconds", 10, "how long one measurement takes")
	noDRF := flags.Bool("no-drf", false, "leave Django REST framework out")
	noLong := flags.Bool("no-long", false, "leave the list of 100,000 rows out")
	flags.StringVar(&opts.json, "json", "", "also write every sample to a `file`")
	if err := flags.Parse(args); err != nil {
		return opts, err
	}
	if flags.NArg() > 0 {
		return opts, fmt.Errorf("unknown argument %q", flags.Arg(0))
	}
	if opts.rounds < 1 || opts.seconds < 1 || opts.seconds > 50 {
		return opts, errors.New("rounds: at least 1; seconds: 1 to 50, because credentials are remembered for 60")
	}
	opts.drf, opts.long = !*noDRF, !*noLong && !opts.peers
	if *names == "" {
		*names = strings.Join(scenarioNames(opts.peers), ",")
	}
	for name := range strings.SplitSeq(*databases, ",") {
		if name != "sqlite" && name != "postgres" {
			return opts, fmt.Errorf("databases: %q is neither sqlite nor postgres", name)
		}
		opts.databases = append(opts.databases, name)
	}
	var err error
	if opts.sizes, err = parseSizes(*sizes); err != nil || opts.requests < 3 {
		return opts, errors.Join(err, errors.New("sizes: numbers of 1000 or more, the smallest first; requests: at least 3"))
	}
	if *names == scaleName || *names == bulkName {
		opts.alone = *names
	}
	if opts.keep != "" && opts.alone != scaleName || opts.fill && opts.keep == "" {
		return opts, errors.New("keep: only with the scenario scale; fill: only with keep")
	}
	if opts.alone != "" {
		return opts, nil
	}
	for name := range strings.SplitSeq(*names, ",") {
		i := slices.Index(scenarioNames(false), name)
		if i < 0 {
			return opts, fmt.Errorf("scenarios: %q is none of %s, nor %s or %s by itself", name, strings.Join(scenarioNames(false), ", "), scaleName, bulkName)
		}
		opts.scenarios = append(opts.scenarios, scenarios[i])
	}
	return opts, nil
}

func parseSizes(text string) (sizes []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1000 || len(sizes) > 0 && n <= sizes[len(sizes)-1] {
			return nil, fmt.Errorf("%q", word)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}
