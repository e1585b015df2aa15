package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// connections is how many requests are under way at a time: enough to keep every server busy.
const connections = 16

//go:embed load.lua
var loadScript []byte

// load is the load generator, wrk.
type load struct {
	wrk    string
	script string
	bodies map[string]string // file with the bodies, by the name of the scenario
}

func findWrk() (string, error) {
	path, err := exec.LookPath("wrk")
	if err != nil {
		return "", errors.New("no wrk here, which makes the load: apt-get install wrk")
	}
	return path, nil
}

// newLoad writes the files that wrk needs.
func newLoad(wrk, folder string, scenarios []scenario) (*load, error) {
	l := &load{wrk: wrk, script: filepath.Join(folder, "load.lua"), bodies: map[string]string{}}
	if err := os.WriteFile(l.script, loadScript, 0o600); err != nil {
		return nil, err
	}
	for _, s := range scenarios {
		if s.body == nil {
			continue
		}
		l.bodies[s.Name] = filepath.Join(folder, s.Name+".bodies")
		bodies := append([][]byte{s.body}, s.others...)
		if err := os.WriteFile(l.bodies[s.Name], append(bytes.Join(bodies, []byte("\n")), '\n'), 0o600); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// result is what wrk has counted, times in microseconds.
type result struct {
	Requests, Microseconds, P50, P99, Failed int64
}

var errNoAnswer = errors.New("no request was answered in time; measure longer with --seconds")

// run sends the requests of a scenario for some seconds. That any of them fails, or none is
// answered, is an error.
func (l *load) run(ctx context.Context, url string, s scenario, seconds int) (result, error) {
	args := []string{
		"--threads", "1", "--connections", strconv.Itoa(connections), "--duration", strconv.Itoa(seconds) + "s",
		"--timeout", "30s", "--latency", "--script", l.script,
	}
	for name, value := range s.headers() {
		args = append(args, "--header", name+": "+value)
	}
	args = append(args, url+s.path, "--", s.method)
	if file := l.bodies[s.Name]; file != "" {
		args = append(args, file)
	}
	out, err := exec.CommandContext(ctx, l.wrk, args...).CombinedOutput()
	if err != nil {
		return result{}, fmt.Errorf("wrk: %w: %s", err, out)
	}
	_, text, _ := strings.Cut(string(out), "\nresult ")
	var r result
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, fmt.Errorf("wrk: %w: %s", err, out)
	}
	if r.Requests == 0 {
		return r, errNoAnswer
	}
	if r.Failed > 0 {
		return r, fmt.Errorf("%d of %d requests failed: %s", r.Failed, r.Requests, out)
	}
	return r, nil
}
