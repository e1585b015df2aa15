package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// long is a list that nobody should ask for at once.
var long = dataset{name: "long", configuration: "snippets", probe: "/snippets/1/", codeSize: 200, rows: 100_000}

// longSample is one reading of the long list.
type longSample struct {
	Database, System string
	Round            int

	FirstByte float64 // milliseconds from the request to the first byte of the body
	Whole     float64 // milliseconds to the last one
	Megabytes float64
	Memory    float64 // megabytes of its own that the server had at most over what it had before

	sum [sha256.Size]byte
}

// measureLong reads the long list in turn from all systems whose answers have to be equal.
func (b *bench) measureLong(ctx context.Context, on engine, r *report) error {
	for round := 1; round <= b.rounds; round++ {
		var first *longSample
		for _, sys := range b.systems {
			if !sys.exact() {
				continue
			}
			m, err := b.readLong(ctx, on, sys)
			if err != nil {
				return fmt.Errorf("long list, %s: %w", sys.name(), err)
			}
			if first == nil {
				first = &m
			}
			if m.sum != first.sum {
				return fmt.Errorf("long list: %s and %s give different answers", first.System, m.System)
			}
			m.Database, m.Round = on.name(), round
			r.Long = append(r.Long, m)
			b.say("%s, round %d of %d: long list, %s: first byte after %.1f ms", on.name(), round, b.rounds, m.System, m.FirstByte)
		}
	}
	return nil
}

// readLong starts a system on the long list and reads it once.
func (b *bench) readLong(ctx context.Context, on engine, sys system) (m longSample, err error) {
	server, err := b.serve(ctx, on, sys, &long)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, server.close()) }()
	select {
	case <-time.After(idle):
	case <-ctx.Done():
		return m, ctx.Err()
	}
	m.System = sys.name()
	grown := newGrowth(server.PID())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.url+"/snippets/", nil)
	if err != nil {
		return m, err
	}
	request.Host, request.Close = host, true
	request.Header.Set("Accept-Encoding", "identity")
	began := time.Now()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return m, err
	}
	defer answer.Body.Close()
	body := make([]byte, 64<<10)
	n, err := io.ReadAtLeast(answer.Body, body, 1)
	if err != nil || answer.StatusCode != http.StatusOK {
		return m, fmt.Errorf("status %d, %d bytes: %w", answer.StatusCode, n, err)
	}
	m.FirstByte = milliseconds(began)
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(sum, grown), io.MultiReader(bytes.NewReader(body[:n]), answer.Body))
	if err != nil {
		return m, err
	}
	m.Whole = milliseconds(began)
	m.Megabytes = float64(size) / (1 << 20)
	sum.Sum(m.sum[:0])
	m.Memory = grown.megabytes()
	return m, nil
}

func milliseconds(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1000 }

// long is the table of the long list.
func (r *report) long(w io.Writer, database string) {
	figures := []func(longSample) float64{
		func(m longSample) float64 { return m.Megabytes },
		func(m longSample) float64 { return m.FirstByte },
		func(m longSample) float64 { return m.Whole },
		func(m longSample) float64 { return m.Memory },
	}
	lines := map[string][]string{}
	for _, system := range r.systems() {
		for _, figure := range figures {
			var list []float64
			for _, m := range r.Long {
				if m.Database == database && m.System == system {
					list = append(list, figure(m))
				}
			}
			if len(list) > 0 {
				lines[system] = append(lines[system], number(median(list)))
			}
		}
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(w)
	table(w, []string{fmt.Sprintf("list of %d rows, median", long.rows), "MB", "first byte ms", "last byte ms", "own memory over idle MB"})
	for _, system := range r.systems() {
		if line, measured := lines[system]; measured {
			row(w, append([]string{system}, line...))
		}
	}
}
