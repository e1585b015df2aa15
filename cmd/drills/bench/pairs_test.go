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

// BenchmarkPairs drives the service and the one by hand in turn, in process, by each of the scenarios, on SQLite and on
// PostgreSQL, whose processes are not this one. An operation is a block of requests to either; ÷hand is the median of the
// ratios of their CPU, and ÷quarter the ratio of the lower quartiles, which what else runs disturbs less; ÷database is
// that of all blocks with what PostgreSQL's processes take for them. Made are the objects that are allocated for a request,
// those of the client included, which nothing disturbs.
func BenchmarkPairs(b *testing.B) {
	for _, s := range scenarios {
		for _, name := range []string{"sqlite", "postgres"} {
			b.Run(s.Name+"/"+name, func(b *testing.B) {
				on := engineOf(b, name)
				framework, hand := servers(b, s.dataset, on)
				var p pairs
				for b.Loop() {
					p.of = append(p.of, spent(b, framework, s, on))
					p.to = append(p.to, spent(b, hand, s, on))
				}
				p.report(b)
			})
		}
	}
}

// block is how many requests a server answers before it is the turn of the other.
const block = 100

// cost is what the requests of a block take: seconds of the CPU of this process and of the database's, and objects.
type cost struct {
	cpu, database float64
	made          uint64
}

// pairs are the blocks of two servers in turn.
type pairs struct{ of, to []cost }

func (p *pairs) report(b *testing.B) {
	b.Helper()
	var ratios []float64
	for i := range p.of {
		ratios = append(ratios, p.of[i].cpu/p.to[i].cpu)
	}
	quarter := func(list []cost) float64 {
		var cpu []float64
		for _, c := range list {
			cpu = append(cpu, c.cpu)
		}
		slices.Sort(cpu)
		return cpu[len(cpu)/4]
	}
	sum := func(list []cost) (all cost) {
		for _, c := range list {
			all = cost{all.cpu + c.cpu, all.database + c.database, all.made + c.made}
		}
		return all
	}
	of, to, requests := sum(p.of), sum(p.to), float64(block*len(p.of))
	b.ReportMetric(median(ratios), "÷hand")
	b.ReportMetric(quarter(p.of)/quarter(p.to), "÷quarter")
	b.ReportMetric(quarter(p.of)/block*1e6, "µs/request")
	b.ReportMetric(quarter(p.to)/block*1e6, "µs/byhand")
	b.ReportMetric(float64(of.made)/requests, "made/request")
	b.ReportMetric(float64(to.made)/requests, "made/byhand")
	if of.database > 0 {
		b.ReportMetric((of.cpu+of.database)/(to.cpu+to.database), "÷database")
	}
}

// discard is a response that nobody reads.
type discard struct{ header http.Header }

func (d discard) Header() http.Header             { return d.header }
func (discard) WriteHeader(int)                   {}
func (discard) Write(b []byte) (int, error)       { return len(b), nil }
func (discard) WriteString(s string) (int, error) { return io.Discard.Write([]byte(s)) }

// spent is what the requests of a block cost, with the collection of their garbage.
func spent(b *testing.B, h http.Handler, s scenario, on engine) cost {
	b.Helper()
	runtime.GC()
	made, database, before := allocations(), processorTime(on.pid()), processTime(b)
	bodies := append([][]byte{s.body}, s.others...)
	for i := range block {
		r := httptest.NewRequestWithContext(b.Context(), s.method, s.path, bytes.NewReader(bodies[i%len(bodies)]))
		for name, value := range s.headers() {
			r.Header.Set(name, value)
		}
		r.Header.Del("Host")
		r.Host = host
		h.ServeHTTP(discard{http.Header{}}, r)
	}
	runtime.GC()
	return cost{(processTime(b) - before).Seconds(), (processorTime(on.pid()) - database).Seconds(), allocations() - made}
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
