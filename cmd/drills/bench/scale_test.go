package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/require"
)

// The test program is the service of the scenario scale too, as the program is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == ticketsCommand {
		serveTickets()
	}
	os.Exit(m.Run())
}

// The scenario scale measures every kind of request at each size.
func TestScale(t *testing.T) {
	require.Part(t, "bench")
	databases := []string{"sqlite", "postgres"}
	if _, err := pg.Programs(); errors.Is(err, pg.ErrNone) {
		databases = databases[:1]
	}
	r, err := runScale(t.Context(), options{databases: databases, sizes: []int{1000, 1500}, requests: 3}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	text := r.Markdown()
	for _, name := range r.databases() {
		for _, size := range r.Sizes {
			for _, kind := range []string{cursorFirst, cursorDeep, offsetDeep, filteredPage, export, create} {
				if f := r.find(name, kind, size); f.P50 <= 0 || f.P50 < f.P10 || f.P50 > f.P90 {
					t.Errorf("%s, %d tickets: %s: %+v", name, size, kind, f)
				}
			}
		}
	}
	if want := 3 * len(databases); strings.Count(text, "1,500") != want {
		t.Errorf("got a report that names 1,500 tickets %d times, want %d:\n%s", strings.Count(text, "1,500"), want, text)
	}
}

// A kept folder is filled once, and measured as often as one likes.
func TestScaleKeeps(t *testing.T) {
	require.Part(t, "bench")
	opts, err := parse([]string{"-scenarios", "scale", "-databases", "sqlite", "-sizes", "1000,1500", "-requests", "3", "-keep", t.TempDir(), "-fill"})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := runScale(t.Context(), opts, io.Discard); err != nil || len(r.Tables) != 2 || len(r.Figures) != 0 {
		t.Fatalf("got %+v, %v, want two tables that are filled", r, err)
	}
	opts.fill = false
	for range 2 {
		var progress strings.Builder
		r, err := runScale(t.Context(), opts, &progress)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(progress.String(), " of 1500 tickets") || r.Tables[1].Megabytes <= 0 || r.find("SQLite", create, 1500).P50 <= 0 {
			t.Errorf("got %+v, want the tables that were filled before:\n%s", r, &progress)
		}
	}
}

func TestKeepNeedsScale(t *testing.T) {
	for _, args := range [][]string{{"-keep", "x"}, {"-scenarios", "scale", "-fill"}} {
		if _, err := parse(args); err == nil || !strings.Contains(err.Error(), "only with") {
			t.Errorf("%v: got %v, want a refusal", args, err)
		}
	}
}

func TestScaleNeedsSpace(t *testing.T) {
	s := &scale{sizes: []int{1000, 1 << 50}, folder: t.TempDir(), progress: io.Discard}
	err := s.checkSpace("sqlite")
	if err == nil || !strings.Contains(err.Error(), "choose smaller --sizes") {
		t.Errorf("got %v, want what it needs", err)
	}
}

// The scenario bulk creates rows in both ways, on one connection and on several.
func TestBulk(t *testing.T) {
	require.Part(t, "bench")
	opts, err := parse([]string{"-scenarios", "bulk", "-databases", "sqlite", "-rounds", "1", "-seconds", "1"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := runBulk(t.Context(), opts, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Samples) != 2 || r.Samples[0].Lists <= r.Samples[0].Singles || r.Samples[1].Singles <= 0 {
		t.Errorf("got %+v, want rows on one connection and on several, more of them in lists", r.Samples)
	}
	if text := r.Markdown(); strings.Count(text, "| SQLite | ") != 2 {
		t.Errorf("got no two lines of SQLite:\n%s", text)
	}
}
