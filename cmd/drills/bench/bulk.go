package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/resourceful/cmd/drills/bench/tickets"
	"example.com/resourceful/cmd/drills/internal/process"
)

// bulkName is the scenario that stands by itself: rows created many in a request, and each in its own.
const bulkName = "bulk"

// bulkReport is how fast rows are created.
type bulkReport struct {
	Machine machine
	Rounds  int
	Seconds int
	Samples []bulkSample
}

// bulkSample is one round on a number of connections, in rows a second.
type bulkSample struct {
	Database           string
	Round, Connections int
	Lists, Singles     float64
}

// runBulk measures all databases, one after the other.
func runBulk(ctx context.Context, opts options, progress io.Writer) (*bulkReport, error) {
	folder, err := process.TempFolder("bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	s := &scale{folder: folder, progress: progress}
	if s.self, err = os.Executable(); err != nil {
		return nil, err
	}
	r := &bulkReport{Machine: thisMachine(), Rounds: opts.rounds, Seconds: opts.seconds}
	for _, name := range opts.databases {
		if err := s.bulkOn(ctx, name, opts, r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return r, nil
}

// bulkOn measures on an empty database: lists and single requests in turn, on one connection and on several.
func (s *scale) bulkOn(ctx context.Context, name string, opts options, r *bulkReport) (err error) {
	on, stop, err := startEngine(ctx, name, s.folder, s.say, &r.Machine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	at, err := on.create(ctx, tickets.ParcelsName)
	if err == nil {
		err = s.migrate(ctx, tickets.ParcelsName, at)
	}
	if err != nil {
		return err
	}
	server, url, err := s.serve(ctx, tickets.ParcelsName, at)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	c := &creator{url: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}}
	if err := c.post(ctx, "/depots/", `{"name":"main"}`); err != nil {
		return err
	}
	for round := 1; round <= opts.rounds; round++ {
		for _, n := range []int{1, connections} {
			m := bulkSample{Database: on.name(), Round: round, Connections: n}
			limit := time.Duration(opts.seconds) * time.Second
			if m.Singles, err = c.create(ctx, n, 1, limit); err == nil {
				m.Lists, err = c.create(ctx, n, tickets.MaxParcels, limit)
			}
			if err != nil {
				return err
			}
			r.Samples = append(r.Samples, m)
			s.say("%s, round %d of %d, %d connections: %.0f rows/s in lists, %.0f by single requests", on.name(), round, opts.rounds, n, m.Lists, m.Singles)
		}
	}
	return nil
}

// creator creates parcels.
type creator struct {
	url    string
	client *http.Client
	made   atomic.Int64
}

// create creates rows by requests of so many rows each until time is up, on so many connections, and returns how many
// a second.
func (c *creator) create(ctx context.Context, connections, rows int, limit time.Duration) (float64, error) {
	var wait sync.WaitGroup
	errs, sent := make([]error, connections), atomic.Int64{}
	began := time.Now()
	for i := range connections {
		wait.Go(func() {
			for errs[i] == nil && time.Since(began) < limit {
				errs[i] = c.post(ctx, "/parcels/", c.body(rows))
				sent.Add(int64(rows))
			}
		})
	}
	wait.Wait()
	return float64(sent.Load()) / time.Since(began).Seconds(), errors.Join(errs...)
}

// body is one object, or a list of several.
func (c *creator) body(rows int) string {
	list := make([]string, rows)
	for i := range list {
		n := c.made.Add(1)
		list[i] = fmt.Sprintf(`{"code":"c%d","title":"Parcel number %[1]d","note":"Leave it with the neighbours","weight":%[1]d,"due":"2030-01-02","depot":"main"}`, n)
	}
	if rows == 1 {
		return list[0]
	}
	return "[" + strings.Join(list, ",") + "]"
}

func (c *creator) post(ctx context.Context, path, body string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Encoding", "identity")
	response, err := c.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusCreated {
		err = fmt.Errorf("POST %s: status %d: %.200s", path, response.StatusCode, answer)
	}
	return err
}

// save writes the report as JSON.
func (r *bulkReport) save(path string) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// Markdown is the report as a table.
func (r *bulkReport) Markdown() string {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "Measured on %s on %d cores of %s with %s: %d rounds of %d s, in turn. ", m.Date, m.Cores, m.CPU, strings.Join(m.Versions, ", "), r.Rounds, r.Seconds)
	b.WriteString("Client, server and database share the machine. Medians over the rounds; of the ratio, which should be at least 20 on one connection, also the smallest and the largest.\n\n")
	table(&b, []string{"rows/s", "connections", fmt.Sprintf("lists of %s", thousands(tickets.MaxParcels)), "single requests", "÷"})
	var done []string
	for _, s := range r.Samples {
		name := fmt.Sprint(s.Database, s.Connections)
		if slices.Contains(done, name) {
			continue
		}
		done = append(done, name)
		var lists, singles []float64
		for _, other := range r.Samples {
			if other.Database == s.Database && other.Connections == s.Connections {
				lists, singles = append(lists, other.Lists), append(singles, other.Singles)
			}
		}
		row(&b, []string{s.Database, fmt.Sprint(s.Connections), number(median(lists)), number(median(singles)), ratio(lists, singles)})
	}
	return b.String()
}
