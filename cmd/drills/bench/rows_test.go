package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/cmd/drills/bench/tickets"
	"example.com/resourceful/framework/resttest/server"
)

// BenchmarkRows creates parcels in process and on SQLite, by lists and by single requests in turn, of one client and of
// sixteen at once. An operation is a round of each. It tells what a row takes of the CPU, of processor time and of time by
// the clock: the medians of the rounds.
func BenchmarkRows(b *testing.B) {
	for _, clients := range []int{1, connections} {
		b.Run(fmt.Sprint(clients), func(b *testing.B) {
			h := server.New(b, server.Config{Set: tickets.Parcels, Accounts: []server.Account{}}, filepath.Join(b.TempDir(), "parcels.sqlite"))
			c := &rowMaker{handler: h, clients: clients}
			c.post(b, "/depots/", `{"name":"main"}`)
			var lists, singles [2][]float64
			for b.Loop() {
				for of, rows := range map[*[2][]float64]int{&lists: tickets.MaxParcels, &singles: 1} {
					cpu, clock := c.round(b, rows)
					of[0], of[1] = append(of[0], cpu), append(of[1], clock)
				}
			}
			b.ReportMetric(median(lists[0]), "µs-cpu/row-in-lists")
			b.ReportMetric(median(singles[0]), "µs-cpu/row-alone")
			b.ReportMetric(median(lists[1]), "µs/row-in-lists")
			b.ReportMetric(median(singles[1]), "µs/row-alone")
		})
	}
}

// rowMaker creates parcels.
type rowMaker struct {
	handler http.Handler
	clients int
	creator
}

// round creates rows by requests of so many rows each, and returns the microseconds that a row took, of processors and by
// the clock.
func (c *rowMaker) round(b *testing.B, rows int) (cpu, clock float64) {
	b.Helper()
	all := 16 * tickets.MaxParcels
	if rows == 1 {
		all = 1600
	}
	bodies := make([]string, all/rows)
	for i := range bodies {
		bodies[i] = c.body(rows)
	}
	runtime.GC()
	before, began := processTime(b), time.Now()
	var wait sync.WaitGroup
	for part := range slices.Chunk(bodies, max(1, len(bodies)/c.clients)) {
		wait.Go(func() {
			for _, body := range part {
				c.post(b, "/parcels/", body)
			}
		})
	}
	wait.Wait()
	took := time.Since(began)
	runtime.GC()
	return float64((processTime(b) - before).Nanoseconds()) / 1e3 / float64(all), float64(took.Nanoseconds()) / 1e3 / float64(all)
}

// post sends a body, and refuses any answer but 201.
func (c *rowMaker) post(b *testing.B, path, body string) {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	if w.Code != http.StatusCreated {
		b.Errorf("got %d %.200s", w.Code, w.Body)
	}
}
