package starter_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/require"
)

// The module of a team, with a name, a prefix, a version, flags, a command, middleware, accounts with columns,
// a kind, a renderer, a scheme, a paginator and an action of its own, builds, passes its tests on both
// databases, and is a program of its own. It imports nothing that a team could not.
func TestModule(t *testing.T) {
	require.Part(t, "modules")
	const source = "../../../testdata/module"
	if wrong := run(t, source, "gofmt", "-l", "."); wrong != "" {
		t.Errorf("not formatted: %s", wrong)
	}
	run(t, source, "go", "vet", "./...")
	t.Setenv("RAPID_CHECKS", "3") // the random sequences are tried at length elsewhere
	run(t, source, "go", "test", "./...")
	dir := t.TempDir()
	run(t, source, "go", "build", "-o", filepath.Join(dir, "atelier"), ".")
	for _, tt := range []struct{ args, want string }{
		{"version", "atelier 1.2\n"},
		{"check", "atelier: 4 resources, no mistakes\n"},
		{"migrate --database new.sqlite --dry-run", "CREATE TABLE \"users\" ("},
		{"count --database x.sqlite", "0 prints\n"},
		{"count --database x.sqlite --sold", "0 prints\n"},
	} {
		if got := run(t, dir, "./atelier", strings.Fields(tt.args)...); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.args, got, tt.want)
		}
	}
	for _, language := range []string{"go", "py", "ts"} {
		writeClient(t, dir, language, "prints")
	}
	program, err := os.ReadFile("testdata/clients/prints.go")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "main.go"), program, 0o600)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.org/drive\n\ngo 1.24\n"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, "go", "vet", "./...")
	t.Setenv("PW", "alice-password")
	run(t, dir, "./atelier", "user", "add", "alice", "--password-env", "PW")
	if err := os.WriteFile(filepath.Join(dir, "settings.yaml"), []byte("motto: Print.\nmoto: Print.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	check := exec.CommandContext(t.Context(), "./atelier", "check")
	check.Dir, check.Env = dir, append(os.Environ(), "STUDIO_SETTINGS=settings.yaml")
	if out, err := check.CombinedOutput(); err == nil || !strings.HasPrefix(string(out), `atelier: settings.yaml:2: unknown setting "moto"; known are`) {
		t.Errorf("got %s, error %v", out, err)
	}
	s := serve(t, dir, "atelier", "STUDIO_MOTTO=Draw.")
	run(t, dir, "go", "run", ".", s.address)
	answer, err := http.Get(s.address + "/prints/")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got := answer.Header.Get("X-Motto"); answer.StatusCode != 200 || got != "Draw." {
		t.Errorf("got %s with the motto %q", answer.Status, got)
	}
}
