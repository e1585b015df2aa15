// A test that drives a generated client against a service.

package client_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"example.com/resourceful/cmd/clients/client"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// A program uses what the client of a wide set has, in each place where a request may have its version.
func TestDrive(t *testing.T) {
	for name, version := range map[string]rest.VersionScheme{"header": rest.InHeader("Api-Version"), "query": rest.InQuery("v")} {
		t.Run(name, func(t *testing.T) {
			if name != "header" {
				require.Part(t, "contract")
			}
			dir := t.TempDir()
			if err := client.Write(filepath.Join(dir, "wide"), generate(t, wide(version), "go")); err != nil {
				t.Fatal(err)
			}
			program, err := os.ReadFile("testdata/wide.go")
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "main.go"), program, 0o666)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.org/drive\n\ngo 1.24\n"), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			set := func() *rest.Set { return wide(version) }
			served := server.New(t, server.Config{Set: set, Options: serve.Options{Now: time.Now}}, filepath.Join(t.TempDir(), "test.db"))
			s := httptest.NewServer(served)
			defer s.Close()
			command := exec.Command("go", "run", ".", s.URL)
			command.Dir, command.Env = dir, append(os.Environ(), "GOWORK=off")
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
