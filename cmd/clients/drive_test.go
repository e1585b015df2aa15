package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/cmd/clients/client"
	"example.com/resourceful/config"
	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/require"
	service "example.com/resourceful/framework/serve"
)

// compiled is the plan of a set.
func compiled(t *testing.T, set *rest.Set) *plan.Plan {
	t.Helper()
	p, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// generate writes the client of a set.
func generate(t *testing.T, dir, language string, set *rest.Set) {
	t.Helper()
	p := compiled(t, set)
	o := openapi.Options{Schemes: p.Schemes}
	if o.Schemes == nil {
		o.Schemes = standard.Schemes()
	}
	d, err := openapi.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	files, err := client.Generate(d, language, p.Name)
	if err == nil {
		err = client.Write(dir, files)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// execute runs a command in a folder.
func execute(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOWORK=off", "PYTHONDONTWRITEBYTECODE=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, bytes.TrimSpace(out))
	}
}

// unreliable is a service whose connections are lost: a request with the header X-Cut is done, and the connection is
// closed in place of an answer, and one with X-Busy is answered by 503; each the first time with that value.
func unreliable(t *testing.T, service http.Handler) string {
	var mu sync.Mutex
	done := map[string]bool{}
	first := func(r *http.Request, name string) bool {
		value := r.Header.Get(name)
		mu.Lock()
		defer mu.Unlock()
		before := done[name+value]
		done[name+value] = true
		return value != "" && !before
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case first(r, "X-Busy"):
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		case first(r, "X-Cut"):
			service.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		default:
			service.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// driveGo builds a program with the client of a set, and runs it against the service on a database.
func driveGo(t *testing.T, set func() *rest.Set, database string) {
	dir, name := t.TempDir(), compiled(t, set()).Name
	generate(t, filepath.Join(dir, name), "go", set())
	write(t, filepath.Join(dir, "main.go"), contents(t, filepath.Join("testdata/clients", name+".go")))
	write(t, filepath.Join(dir, "go.mod"), "module example.org/drive\n\ngo 1.24\n")
	execute(t, dir, "go", "vet", "./...")
	execute(t, dir, "go", "run", ".", serve(t, set, database))
}

// serve serves a set on a database, over connections that are lost. Responses are stored by the clock.
func serve(t *testing.T, set func() *rest.Set, database string) (address string) {
	t.Helper()
	server := resttest.NewServer(t, resttest.Config{Set: set, Options: service.Options{Now: time.Now}}, database)
	return unreliable(t, server)
}

// sets are the configurations by name.
func sets() map[string]func() *rest.Set {
	return map[string]func() *rest.Set{"snippets": config.Snippets, "directory": config.Directory, "tracker": config.Tracker}
}

// The generated client in Go does what a program does with the service, on both databases.
func TestClientGo(t *testing.T) {
	for name, set := range sets() {
		t.Run(name+"/sqlite", func(t *testing.T) { driveGo(t, set, filepath.Join(t.TempDir(), "test.db")) })
		t.Run(name+"/postgres", func(t *testing.T) {
			require.Part(t, "contract")
			driveGo(t, set, pg.Postgres(t))
		})
	}
}

// The generated module in Python does what a program does with the service.
func TestClientPython(t *testing.T) {
	python := find(t, "python3")
	if out, err := exec.Command(python, "-c", "import sys; assert sys.version_info >= (3, 11)").CombinedOutput(); err != nil {
		missing(t, "python3", string(out))
	}
	for name, set := range sets() {
		t.Run(name, func(t *testing.T) {
			dir := drive(t, name, "py", set)
			execute(t, dir, python, "-W", "error", "main.py", serve(t, set, filepath.Join(t.TempDir(), "test.db")))
		})
	}
}

// The generated module in TypeScript is taken by the strictest compiler, and does what a program does with the service.
func TestClientTypeScript(t *testing.T) {
	node := find(t, "node")
	compiler := os.Getenv("RESOURCEFUL_TSC")
	if compiler == "" {
		missing(t, "tsc", "RESOURCEFUL_TSC is not set: .ci/contract sets it")
	}
	for name, set := range sets() {
		t.Run(name, func(t *testing.T) {
			dir := drive(t, name, "ts", set)
			write(t, filepath.Join(dir, "package.json"), `{"type": "module"}`)
			write(t, filepath.Join(dir, "tsconfig.json"), contents(t, "testdata/clients/tsconfig.json"))
			execute(t, dir, node, compiler, "-p", ".")
			execute(t, dir, node, "main.js", serve(t, set, filepath.Join(t.TempDir(), "test.db")))
		})
	}
}

// drive writes a client and the program that uses it into a folder.
func drive(t *testing.T, name, language string, set func() *rest.Set) (dir string) {
	t.Helper()
	dir = t.TempDir()
	generate(t, dir, language, set())
	write(t, filepath.Join(dir, "main."+language), contents(t, filepath.Join("testdata/clients", name+"."+language)))
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// find finds a program.
func find(t *testing.T, name string) (path string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, name, err.Error())
	}
	return path
}

// missing skips a test for the lack of a program, or fails it where the run must have the part contract.
func missing(t *testing.T, name, why string) {
	t.Helper()
	require.Missing(t, "contract", name+": "+why)
}
