package starter_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/app/starter"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/require"
)

// run runs a command in a folder, without the network, and returns what it prints.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly -trimpath", "GOWORK=off")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// written is a new module.
func written(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tracker")
	if name, err := starter.Write(t.Context(), dir, "", false); err != nil || name != "tracker" {
		t.Fatalf("got %q, error %v", name, err)
	}
	return dir
}

// A new module is formatted, builds, passes its tests and serves, at once and without the network.
func TestNew(t *testing.T) {
	require.Part(t, "modules")
	dir := written(t)
	if wrong := run(t, dir, "gofmt", "-l", "."); wrong != "" {
		t.Errorf("not formatted: %s", wrong)
	}
	t.Setenv("RAPID_CHECKS", "3") // the random sequences are tried at length elsewhere
	run(t, dir, "bash", ".ci/run")
	if got := run(t, dir, "./tracker", "check"); got != "tracker: 1 resource, no mistakes\n" {
		t.Errorf("got %s", got)
	}
	if readme, err := os.ReadFile(filepath.Join(dir, "README.md")); err != nil || !strings.Contains(string(readme), "`TRACKER_LISTEN`") || regexp.MustCompile(`NAME|PREFIX|MODULE|user add tracker`).Match(readme) {
		t.Errorf("got %s, error %v", readme, err)
	}
	s := serve(t, dir, "tracker")
	if got := s.get(t, "/notes/"); got != "200 []" {
		t.Errorf("got %s", got)
	}
	if ignored := run(t, dir, "git", "init", "-q") + run(t, dir, "git", "status", "--short", "--untracked-files=all"); strings.Contains(ignored, "sqlite") || strings.Contains(ignored, "?? tracker\n") || strings.Contains(ignored, "password") {
		t.Errorf("git would take in what the program made:\n%s", ignored)
	}
}

// A module with a folder vendor builds where there is no checkout, no module cache and no network.
func TestNewVendored(t *testing.T) {
	require.Part(t, "modules")
	dir := filepath.Join(t.TempDir(), "tracker")
	if _, err := starter.Write(t.Context(), dir, "", true); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "a", "b", "c", "d", "tracker") // from where the path in go.mod leads nowhere
	if err := errors.Join(os.MkdirAll(filepath.Dir(elsewhere), 0o755), os.Rename(dir, elsewhere)); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "go", "list", "-mod=vendor", "-deps", "-test", "./...")
	command.Dir = elsewhere
	command.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off", "GOMODCACHE="+t.TempDir())
	if out, err := command.CombinedOutput(); err != nil || !strings.Contains(string(out), "modernc.org/sqlite\n") {
		t.Errorf("go list: %v\n%s", err, out)
	}
}

// A program may be called as the first package is elsewhere.
func TestNewNotes(t *testing.T) {
	require.Part(t, "modules")
	dir := filepath.Join(t.TempDir(), "notes")
	if name, err := starter.Write(t.Context(), dir, "", false); err != nil || name != "notes" {
		t.Fatalf("got %q, error %v", name, err)
	}
	t.Setenv("RAPID_CHECKS", "3")
	run(t, dir, "bash", ".ci/run")
	if got := run(t, dir, "./notes", "check"); got != "notes: 1 resource, no mistakes\n" {
		t.Errorf("got %s", got)
	}
}

// git takes in a package that is called as the program is, and not the program.
func TestIgnored(t *testing.T) {
	dir := t.TempDir()
	ignore, err := os.ReadFile("files/.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".gitignore": strings.ReplaceAll(string(ignore), "NAME", "tracker"), "tracker/tracker.go": "package tracker\n", "cmd/tracker": "program",
		"tracker.sqlite": "", "tracker.admin-password": "", "tracker.sqlite.files/aa/key": "", "tracker.sqlite.migrate-lock": "",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "git", "init", "-q")
	if got := run(t, dir, "git", "status", "--short", "--untracked-files=all"); got != "?? .gitignore\n?? cmd/tracker\n?? tracker/tracker.go\n" {
		t.Errorf("got %s", got)
	}
}

// A folder that is not empty, and names that make no module, change nothing.
func TestRefused(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "kept.txt"), []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	tests := []struct{ dir, module, want string }{
		{full, "example.com/tracker", "folder " + full + " is not empty: it has kept.txt; name one that is not there yet"},
		{filepath.Join(full, "kept.txt"), "example.com/tracker", "not a directory"},
		{filepath.Join(empty, "My Tracker"), "", `"My Tracker" is not a program name; write lower case letters, digits and hyphens between them, or another --module`},
		{filepath.Join(empty, "shop-"), "", `"shop-" is not a program name; write lower case letters, digits and hyphens between them, or another --module`},
		{empty, "net", "net is a name of Go itself; write another --module"},
		{empty, "cmd", "cmd is a name of Go itself; write another --module"},
		{empty, "Tracker/shop", `"Tracker/shop" is not a module path; write it as example.com/shop`},
		{filepath.Join(empty, "no", "such", "\x00"), "conduit", "invalid argument"}, // the module is accepted
		{empty, "example.com/../tracker", `"example.com/../tracker" is not a module path; write it as example.com/tracker`},
		{empty, "example.com/resourceful", "example.com/resourceful is the framework's own module; write another --module"},
	}
	for _, tt := range tests {
		if _, err := starter.Write(t.Context(), tt.dir, tt.module, false); err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.module, err, tt.want)
		}
	}
	for dir, want := range map[string]int{full: 1, empty: 0} {
		if left, err := os.ReadDir(dir); err != nil || len(left) != want {
			t.Errorf("%s has %v, error %v", dir, left, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(full, "kept.txt")); err != nil || string(text) != "kept" {
		t.Errorf("got %s, error %v", text, err)
	}
}

// What a program does not list it does not link: the new one is the smallest, with one resource on SQLite.
// Its modules are those of the golden file, and it keeps within its size, built as its README says, and at rest.
func TestSmallest(t *testing.T) {
	require.Part(t, "modules")
	const maxFile, maxResident = 33_000_000, 20_000_000
	dir := written(t)
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	build := regexp.MustCompile("`(go build [^`]+)`").FindSubmatch(readme)
	if script, _ := os.ReadFile(filepath.Join(dir, ".ci/run")); err != nil || build == nil || !strings.Contains(string(script), "\n"+string(build[1])+"\n") {
		t.Fatalf("README says to build by %q, error %v; .ci/run says\n%s", build, err, script)
	}
	run(t, dir, "bash", "-c", string(build[1]))
	var modules strings.Builder
	for _, line := range regexp.MustCompile(`(?m)^\tdep\t(\S+)`).FindAllStringSubmatch(run(t, dir, "go", "version", "-m", "tracker"), -1) {
		modules.WriteString(line[1] + "\n")
	}
	golden.Check(t, "testdata/modules.txt", modules.String())
	file, err := os.Stat(filepath.Join(dir, "tracker"))
	if err != nil || file.Size() > maxFile {
		t.Errorf("the program has %d bytes, error %v, want at most %d", file.Size(), err, maxFile)
	}
	s := serve(t, dir, "tracker")
	time.Sleep(2 * time.Second)
	if resident, known := s.resident(); known && resident > maxResident {
		t.Errorf("at rest the program has %d bytes in memory, want at most %d", resident, maxResident)
	}
}

// service is a program that serves.
type service struct {
	address string
	pid     int
}

var serving = regexp.MustCompile(`^Serving \w+ at (http://[^/]+)/`)

// serve starts the program of a folder on a free port.
func serve(t *testing.T, dir, program string, env ...string) service {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, "./"+program, "serve", "--listen", "127.0.0.1:0")
	command.Dir = dir
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.Env = append(os.Environ(), env...)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = command.Wait() // it was interrupted
	})
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	m := serving.FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("got %q, error %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return service{address: m[1], pid: command.Process.Pid}
}

func (s service) get(t *testing.T, path string) string {
	t.Helper()
	answer, err := http.Get(s.address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Status[:3] + " " + string(body)
}
