package main

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/require"
)

// refusedByPeers names the refusals that all peers share. Each says it in its own words.
var refusedByPeers = []string{"missing", "anonymous create", "wrong fields", "no administrator"}

// TestPeers compares the answers of all peers with those of the service, in values. Django takes part where it is installed.
func TestPeers(t *testing.T) {
	require.Part(t, "bench")
	opts, err := parse([]string{"-peers"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range opts.databases {
		t.Run(name, func(t *testing.T) {
			b := &bench{options: opts, folder: t.TempDir(), progress: t.Output()}
			if b.systems, err = b.findSystems(t.Context(), new(report)); err != nil {
				t.Fatal(err)
			}
			b.systems = b.systems[1:] // the hand-written server is a command of the program, which this is not
			on := engineOf(t, name)
			if err := b.seedAll(t.Context(), on); err != nil {
				t.Fatal(err)
			}
			for _, s := range opts.scenarios {
				if err := b.compare(t.Context(), on, s); err != nil {
					t.Errorf("%s: %v", s.Name, err)
				}
			}
			for _, s := range refusals {
				if !slices.Contains(refusedByPeers, s.Name) {
					continue
				}
				s.peers = true
				for _, sys := range b.systemsOf(s, on) {
					got, err := b.askFresh(t.Context(), on, sys, s)
					empty := strings.HasSuffix(string(got.body), `"results":[]}`) // the rules of PocketBase are filters
					if err != nil || !empty && got.status < 400 || got.status >= 500 {
						t.Errorf("%s: %s answers %d %s, error %v", s.Name, sys.name(), got.status, got.body, err)
					}
				}
			}
		})
	}
}

// TestPeersTable prints a dash where a peer has no such thing.
func TestPeersTable(t *testing.T) {
	r := &report{Peers: true, Scenarios: scenarios[:1], ProgramSizes: map[string]float64{oursName: 33.31}}
	for _, s := range []sample{
		{Database: "SQLite", System: handName, PerSecond: 1000, ServerCPU: 50, IdleMemory: 10, FirstAnswer: 20},
		{Database: "SQLite", System: oursName, PerSecond: 900, ServerCPU: 60, IdleMemory: 13},
		{Database: "SQLite", System: "PocketBase", PerSecond: 100, ServerCPU: 500, IdleMemory: 30},
		{Database: "PostgreSQL", System: handName, PerSecond: 500, ServerCPU: 50, DatabaseCPU: 50},
		{Database: "PostgreSQL", System: oursName, PerSecond: 400, ServerCPU: 60, DatabaseCPU: 60},
	} {
		s.Scenario = scenarios[0].Name
		r.Samples = append(r.Samples, s)
	}
	got := r.Markdown()
	const want = `
|  | database | hand-written | Resourceful | PocketBase |
|---|---:|---:|---:|---:|
| one record | SQLite | 1000; 50.0 | 0.90; 1.20 | 0.10; 10.0 |
| one record | PostgreSQL | 500; 100 | 0.80; 1.20 | – |
| idle memory, MB | SQLite | – | 13.0 | 30.0 |
| first answer, ms | SQLite | 20.0 | – | – |
| idle memory, MB | PostgreSQL | – | – | – |
| first answer, ms | PostgreSQL | – | – | – |
| program, MB | – | – | 33.3 | – |
`
	if !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want its end to be %s", got, want)
	}
}
