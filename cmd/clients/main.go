// Command clients writes a typed client of an OpenAPI document: a package in Go, a module in TypeScript or in Python.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"example.com/resourceful/cmd/clients/client"
	"example.com/resourceful/framework/openapi"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

// arguments are those of the command.
type arguments struct {
	Language string `arg:"" enum:"go,ts,py" help:"go, ts (TypeScript) or py (Python)."`
	Dir      string `arg:"" help:"The folder, which is made. Files that this command has written are overwritten, and no others."`
	Document string `arg:"" help:"The OpenAPI document in JSON: a file, or an address such as https://api.example.com/-/openapi.json."`
	Name     string `help:"Name of the package or module. Default: that of the folder for go, the title of the service for others."`
}

// run is the program. It writes the client and lists its files.
func run(args []string, stdout, stderr io.Writer) error {
	helped, line := false, &arguments{}
	parser, err := kong.New(line, kong.Name("clients"), kong.Writers(stdout, stderr), kong.Exit(func(int) { helped = true }),
		kong.Description("Writes a typed client of an OpenAPI document in Go, TypeScript or Python."))
	if err != nil {
		return err
	}
	if _, err := parser.Parse(args); err != nil || helped {
		return err
	}
	text, err := read(line.Document)
	if err != nil {
		return err
	}
	d, err := openapi.Read(text)
	if err != nil {
		return fmt.Errorf("%s: %w", line.Document, err)
	}
	dir, err := filepath.Abs(line.Dir)
	if err != nil {
		return err
	}
	name := line.Name
	if line.Language == "go" {
		name = cmp.Or(name, filepath.Base(dir))
	}
	files, err := client.Generate(d, line.Language, name)
	if err != nil {
		return err
	}
	if err := client.Write(dir, files); err != nil {
		return err
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	fmt.Fprintf(stdout, "%s: wrote %s\n", line.Dir, strings.Join(names, " "))
	return nil
}

// maxDocument is how many bytes of a document are read from an address.
const maxDocument = 64 << 20

// read reads a document from a file or an address.
func read(document string) ([]byte, error) {
	if !strings.HasPrefix(document, "http://") && !strings.HasPrefix(document, "https://") {
		return os.ReadFile(document)
	}
	answer, err := http.Get(document)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", document, answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxDocument+1))
	if len(text) > maxDocument {
		err = errors.New("the document is too large")
	}
	return text, err
}
