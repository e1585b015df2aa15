package starter_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/require"
)

// The clients in TypeScript and Python of the document of a team's module, and the one in Go that oapi-codegen
// makes of its document in OpenAPI 3.0, compile and do what a program does with the service. .ci/contract runs it.
func TestModuleClients(t *testing.T) {
	compiler, generator := contractTool(t, "RESOURCEFUL_TSC"), contractTool(t, "RESOURCEFUL_OAPI_CODEGEN")
	program := filepath.Join(t.TempDir(), "atelier")
	run(t, "../../../testdata/module", "go", "build", "-o", program, ".")
	shared := "../../../cmd/clients/testdata"
	t.Run("TypeScript", func(t *testing.T) {
		dir := drivenModule(t, program, map[string]string{"main.ts": "testdata/clients/prints.ts", "tsconfig.json": shared + "/clients/tsconfig.json"})
		writeFile(t, filepath.Join(dir, "package.json"), `{"type": "module"}`)
		writeClient(t, dir, "ts", ".")
		run(t, dir, "node", compiler, "-p", ".")
		run(t, dir, "node", "main.js", serve(t, dir, "atelier").address)
	})
	t.Run("Python", func(t *testing.T) {
		dir := drivenModule(t, program, map[string]string{"main.py": "testdata/clients/prints.py"})
		writeClient(t, dir, "py", ".")
		run(t, dir, "python3", "-W", "error", "main.py", serve(t, dir, "atelier").address)
	})
	for database, address := range map[string]func(testing.TB) string{"SQLite": newFile, "PostgreSQL": pg.Postgres} {
		t.Run("OapiCodegen/"+database, func(t *testing.T) {
			t.Setenv("STUDIO_DATABASE", address(t))
			dir := drivenModule(t, program, map[string]string{"main.go": "testdata/oapi/prints.go", "go.mod": shared + "/oapi/go.mod.txt"})
			writeFile(t, filepath.Join(dir, "openapi.json"), run(t, dir, "./atelier", "openapi", "--openapi", "3.0"))
			if err := os.Mkdir(filepath.Join(dir, "prints"), 0o777); err != nil {
				t.Fatal(err)
			}
			run(t, dir, generator, "-generate", "types,client", "-package", "prints", "-o", "prints/client.go", "openapi.json")
			run(t, dir, "env", "-u", "GOPROXY", "-u", "GOFLAGS", "go", "mod", "tidy") // it takes the runtime of oapi-codegen from the proxy
			run(t, dir, "go", "vet", "./...")
			run(t, dir, "go", "run", ".", serve(t, dir, "atelier").address)
		})
	}
}

// writeClient writes the client prints of the atelier into a folder.
func writeClient(t *testing.T, dir, language, folder string) {
	t.Helper()
	document := filepath.Join(dir, "openapi.json")
	writeFile(t, document, run(t, dir, "./atelier", "openapi"))
	run(t, "../../../cmd/clients", "go", "run", ".", language, filepath.Join(dir, folder), document, "--name", "prints")
}

// newFile is the address of a database in a file that is not there yet.
func newFile(t testing.TB) string { return filepath.Join(t.TempDir(), "atelier.sqlite") }

// drivenModule is a folder with the program of the module, which has the account alice, and copies of files.
func drivenModule(t *testing.T, program string, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.Symlink(program, filepath.Join(dir, "atelier")); err != nil {
		t.Fatal(err)
	}
	for name, source := range files {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name), string(text))
	}
	t.Setenv("PW", "alice-password")
	run(t, dir, "./atelier", "user", "add", "alice", "--password-env", "PW")
	return dir
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// contractTool is where a tool of others is, which .ci/contract installs. Without it the test is skipped, or fails where
// the run must have the part contract.
func contractTool(t *testing.T, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		require.Missing(t, "contract", variable+" is not set: .ci/contract sets it")
	}
	return path
}
