package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.com/resourceful/cmd/drills/internal/process"
)

// buildPeers builds the servers in the module of peers, and notes their versions and sizes.
func (b *bench) buildPeers(ctx context.Context, hand byHand, r *report) ([]system, error) {
	b.say("building the peers")
	const module = "example.com/resourceful/cmd/drills"
	folder, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return nil, fmt.Errorf("find the module %s (run this inside of it): %w", module, err)
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", b.folder, "./huma", "./pocketbase")
	build.Dir = filepath.Join(strings.TrimSpace(string(folder)), "bench", "peers")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the peers: %w: %s", err, bytes.TrimSpace(out))
	}
	peers := []system{
		humaServer{byHand: hand, peer: filepath.Join(b.folder, "huma")},
		&pocketbase{program: filepath.Join(b.folder, "pocketbase"), tokens: map[string]map[string]string{}},
	}
	r.ProgramSizes = map[string]float64{}
	for i, library := range []string{"github.com/danielgtaylor/huma/v2", "github.com/pocketbase/pocketbase"} {
		program := filepath.Join(b.folder, filepath.Base(build.Args[i+4]))
		version, err := versionIn(program, library)
		if err != nil {
			return nil, err
		}
		r.Machine.Versions = append(r.Machine.Versions, peers[i].name()+" "+version)
		r.ProgramSizes[peers[i].name()] = size(program)
	}
	return peers, nil
}

// versionIn returns the version of a library in a program.
func versionIn(program, library string) (string, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return "", err
	}
	for _, dependency := range info.Deps {
		if dependency.Path == library {
			return strings.TrimPrefix(dependency.Version, "v"), nil
		}
	}
	return "", fmt.Errorf("%s has no %s", program, library)
}

// size returns the megabytes of a file, 0 for none.
func size(file string) float64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return float64(info.Size()) / (1 << 20)
}

// humaServer is Huma with hand-written SQL, on the tables of the service.
type humaServer struct {
	byHand
	peer string
}

func (humaServer) name() string { return "Huma" }

func (humaServer) serves(s scenario, _ string) bool { return s.peers }

func (humaServer) exact() bool { return false }

func (h humaServer) command(configuration string, at address, listen string) *exec.Cmd {
	cmd := exec.Command(h.peer, "-listen", listen, "-database", at.String(), configuration)
	cmd.Env = process.Environment()
	return cmd
}

// pocketbase is PocketBase as a Go framework, with collections of the same rows.
type pocketbase struct {
	program string
	tokens  map[string]map[string]string // of the accounts, by data set and name
}

func (*pocketbase) name() string { return "PocketBase" }

func (*pocketbase) serves(s scenario, database string) bool {
	return s.peers && database == sqliteFiles{}.name()
}

func (*pocketbase) schema() string { return "pocketbase" }

func (*pocketbase) exact() bool { return false }

func (p *pocketbase) fill(ctx context.Context, at address, d *dataset) error {
	c, err := d.content(ctx)
	if err != nil {
		return err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, p.program, "fill", "--dir", at.name+".files")
	cmd.Env, cmd.Stdin = p.environment(at), bytes.NewReader(text)
	out, err := cmd.Output()
	var tokens map[string]string
	if err == nil {
		err = json.Unmarshal(out, &tokens)
	}
	if err != nil {
		return fmt.Errorf("pocketbase fill: %w: %s", err, out)
	}
	p.tokens[d.name] = tokens
	return nil
}

func (p *pocketbase) command(_ string, at address, listen string) *exec.Cmd {
	cmd := exec.Command(p.program, "serve", "--dir", at.name+".files", "--http", listen)
	cmd.Env = p.environment(at)
	return cmd
}

func (*pocketbase) environment(at address) []string {
	return process.Environment("BENCH_DATABASE=" + at.name)
}
