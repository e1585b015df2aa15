package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// BenchmarkPairs drives the service and the one by hand in turn, in process and on SQLite, by each of the scenarios of
// tickets. An operation is a block of requests to either; ÷hand is the median of the ratios of their CPU, and ÷quarter the
// ratio of the lower quartiles, which what else runs disturbs less. Made are the objects that are allocated for a request, those
// of the client included, which nothing disturbs.
func BenchmarkPairs(b *testing.B) {
	const block = 100
	framework, hand := servers(b, &work)
	for _, s := range scenarios {
		if s.dataset != &work {
			continue
		}
		b.Run(s.Name, func(b *testing.B) {
			var of, to []float64
			var made, madeByHand uint64
			for b.Loop() {
				start := allocations()
				of = append(of, spent(b, framework, s, block))
				between := allocations()
				to = append(to, spent(b, hand, s, block))
				made, madeByHand = made+between-start, madeByHand+allocations()-between
			}
			ratios := make([]float64, len(of))
			for i := range of {
				ratios[i] = of[i] / to[i]
			}
			quarter := func(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/4] }
			b.ReportMetric(median(ratios), "÷hand")
			b.ReportMetric(quarter(of)/quarter(to), "÷quarter")
			b.ReportMetric(quarter(of)/block*1e6, "µs/request")
			b.ReportMetric(quarter(to)/block*1e6, "µs/byhand")
			requests := float64(block * len(of))
			b.ReportMetric(float64(made)/requests, "made/request")
			b.ReportMetric(float64(madeByHand)/requests, "made/byhand")
		})
	}
}

// discard is a response that nobody reads.
type discard struct{ header http.Header }

func (d discard) Header() http.Header             { return d.header }
func (discard) WriteHeader(int)                   {}
func (discard) Write(b []byte) (int, error)       { return len(b), nil }
func (discard) WriteString(s string) (int, error) { return io.Discard.Write([]byte(s)) }

// spent is how many seconds of CPU some requests take, with the collection of their garbage.
func spent(b *testing.B, h http.Handler, s scenario, requests int) float64 {
	b.Helper()
	runtime.GC()
	before := processTime(b)
	bodies := append([][]byte{s.body}, s.others...)
	for i := range requests {
		r := httptest.NewRequestWithContext(b.Context(), s.method, s.path, bytes.NewReader(bodies[i%len(bodies)]))
		for name, value := range s.headers() {
			r.Header.Set(name, value)
		}
		r.Header.Del("Host")
		r.Host = host
		h.ServeHTTP(discard{http.Header{}}, r)
	}
	runtime.GC()
	return (processTime(b) - before).Seconds()
}

// allocations is how many objects this process has allocated.
func allocations() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.Mallocs
}

// processTime is what this process has spent on processors.
func processTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
