package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// goods are what a depot has acknowledged: what it is held to, once every client has finished. It is safe for concurrent use.
type goods struct {
	mu     sync.Mutex
	crates map[string]string // the names of the parts of each, by its label
	scans  map[string]string // the content of each, by its label
}

func newGoods() *goods { return &goods{crates: map[string]string{}, scans: map[string]string{}} }

// store notes crates, with their parts.
func (g *goods) store(crates ...box) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, b := range crates {
		g.crates[b.Label] = b.contents()
	}
}

// take notes that crates are gone.
func (g *goods) take(crates ...box) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, b := range crates {
		delete(g.crates, b.Label)
	}
}

// file notes a scan, or with "" that it is gone.
func (g *goods) file(label, content string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.scans[label] = content; content == "" {
		delete(g.scans, label)
	}
}

// box is a crate as clients know it.
type box struct {
	ID    int64  `json:"id,omitempty"`
	Label string `json:"label,omitempty"`
	Parts []item `json:"parts"`
}

type item struct {
	ID   int64  `json:"id,omitempty"`
	Name string `json:"name"`
}

func (b box) contents() string {
	var names []string
	for _, p := range b.Parts {
		names = append(names, p.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// stock is what a recount of a depot has found.
type stock struct {
	crates, parts, scans int // that are there
	lost                 int // acknowledged and not there
	extra                int // there though they were deleted, or never acknowledged, or more than once
	half                 int // crates with other parts than acknowledged, and scans with another content
	unreadable           int // files that rows name and that are not there
	unnamed              int // files that no row names: left to the sweep
}

func (s stock) String() string {
	return fmt.Sprintf("%d crates, %d parts, %d scans: %d lost, %d twice or back, %d half, %d without their file; %d files left to the sweep",
		s.crates, s.parts, s.scans, s.lost, s.extra, s.half, s.unreadable, s.unnamed)
}

// sound reports whether everything is as it was acknowledged.
func (s stock) sound() bool { return s.lost+s.extra+s.half+s.unreadable == 0 }

// recount holds all that there is against what was acknowledged.
func (g *goods) recount(ctx context.Context, c *client, folder string) (s stock, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var crates []box
	var parts, scans []struct {
		ID    int64
		Label string
	}
	for path, into := range map[string]any{"/crates/": &crates, "/parts/": &parts, "/scans/": &scans} {
		if err := read(ctx, c, path, into); err != nil {
			return s, err
		}
	}
	seen := map[string]bool{}
	for _, b := range crates {
		want, known := g.crates[b.Label]
		s.parts += len(b.Parts)
		switch {
		case !known || seen[b.Label]:
			s.extra++
		case b.contents() != want:
			s.half++
		}
		seen[b.Label] = true
	}
	s.crates, s.extra = len(crates), s.extra+len(parts)-s.parts // parts that belong to no crate
	for label := range g.crates {
		if !seen[label] {
			s.lost++
		}
	}
	clear(seen)
	for _, scan := range scans {
		want, known := g.scans[scan.Label]
		answer, err := c.ask(ctx, request{method: http.MethodGet, path: fmt.Sprintf("/scans/%d/file/", scan.ID)})
		switch {
		case err != nil:
			return s, err
		case !known || seen[scan.Label]:
			s.extra++
		case answer.status != http.StatusOK:
			s.unreadable++
		case string(answer.body) != want:
			s.half++
		}
		seen[scan.Label] = true
	}
	for label := range g.scans {
		if !seen[label] {
			s.lost++
		}
	}
	s.scans = len(scans)
	stored, err := countStored(folder)
	s.unnamed = stored - s.scans
	return s, err
}

// read reads a list.
func read(ctx context.Context, c *client, path string, into any) error {
	answer, err := c.ask(ctx, request{method: http.MethodGet, path: path})
	if err != nil {
		return err
	}
	if answer.status != http.StatusOK {
		return fmt.Errorf("list %s: %d %.200s", path, answer.status, answer.body)
	}
	if err := json.Unmarshal(answer.body, into); err != nil {
		return fmt.Errorf("list %s: %w", path, err)
	}
	return nil
}

// countStored is how many files there are below a folder.
func countStored(folder string) (n int, err error) {
	err = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	return n, err
}
