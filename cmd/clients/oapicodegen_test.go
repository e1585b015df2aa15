package main

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/auth/standard"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/resttest/pg"
)

// The client that oapi-codegen makes of the document in OpenAPI 3.0 compiles, and does what a program does with the service.
func TestClientOapiCodegen(t *testing.T) {
	generator := os.Getenv("RESOURCEFUL_OAPI_CODEGEN")
	if generator == "" {
		missing(t, "oapi-codegen", "RESOURCEFUL_OAPI_CODEGEN is not set: .ci/contract sets it")
	}
	for name, set := range sets() {
		t.Run(name, func(t *testing.T) {
			dir, p := t.TempDir(), compiled(t, set())
			o := openapi.Options{Schemes: p.Schemes}
			if o.Schemes == nil {
				o.Schemes = standard.Schemes()
			}
			document, err := openapi.New(p, o)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "openapi.json"), string(openapi.Older(document).JSON()))
			write(t, filepath.Join(dir, "main.go"), contents(t, filepath.Join("testdata/oapi", name+".go")))
			write(t, filepath.Join(dir, "go.mod"), contents(t, "testdata/oapi/go.mod.txt"))
			execute(t, dir, generator, "-generate", "types,client", "-package", name, "-o", filepath.Join(name, "client.go"), "openapi.json")
			execute(t, dir, "go", "mod", "tidy")
			execute(t, dir, "go", "vet", "./...")
			execute(t, dir, "go", "run", ".", serve(t, set, filepath.Join(t.TempDir(), "test.db")))
			execute(t, dir, "go", "run", ".", serve(t, set, pg.Postgres(t)))
		})
	}
}
