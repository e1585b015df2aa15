package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.com/resourceful/cmd/drills/internal/process"
)

//go:embed all:drf
var drfFiles embed.FS

// drf is a minimal application of Django REST framework behind gunicorn.
type drf struct{ folder string }

// debianPython is the Python that Debian's packages are installed for.
const debianPython = "/usr/bin/python3"

var errNoDRF = errors.New("goes without Django REST framework; to have it: apt-get install python3-djangorestframework gunicorn python3-psycopg2 python3-pygments")

const drfNote = "Django REST framework runs in 3 gunicorn workers with persistent connections to the database and DEBUG off. " +
	"Django would hash the password of Basic credentials for every request; here it remembers them for 60 s, as the other servers do."

// findDRF looks for all that the application needs, and returns the versions.
func findDRF(ctx context.Context) (string, error) {
	const script = `import django, rest_framework, gunicorn, psycopg2, pygments, sys
print("Python %s, Django %s, Django REST framework %s, gunicorn %s" % (
    sys.version.split()[0], django.__version__, rest_framework.VERSION, gunicorn.__version__), end="")`
	out, err := exec.CommandContext(ctx, debianPython, "-c", script).Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", errNoDRF
	}
	return string(out), nil
}

// newDRF writes the application into a folder.
func newDRF(folder string) (drf, error) {
	d := drf{folder: filepath.Join(folder, "drf")}
	return d, os.CopyFS(folder, drfFiles)
}

func (drf) name() string { return "Django REST framework" }

func (drf) serves(s scenario, _ string) bool { return s.dataset.configuration != work.configuration }

func (drf) schema() string { return "django" }

func (drf) exact() bool { return false }

func (d drf) fill(ctx context.Context, at address, data *dataset) error {
	c, err := data.content(ctx)
	if err != nil {
		return err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, debianPython, "seed.py")
	cmd.Dir, cmd.Env, cmd.Stdin = d.folder, d.environment(data.configuration, at), bytes.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("seed.py: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

func (d drf) command(configuration string, at address, listen string) *exec.Cmd {
	cmd := exec.Command(debianPython, "-m", "gunicorn", "--workers", "3", "--bind", listen, "wsgi:application")
	cmd.Dir, cmd.Env = d.folder, d.environment(configuration, at)
	return cmd
}

func (d drf) environment(configuration string, at address) []string {
	return process.Environment(
		"TMPDIR="+filepath.Dir(d.folder),
		"DJANGO_SETTINGS_MODULE=settings",
		"BENCH_CONFIGURATION="+configuration,
		"BENCH_HOST="+at.host,
		"BENCH_NAME="+at.name,
	)
}
