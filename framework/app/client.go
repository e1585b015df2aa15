// The command client.

package app

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"example.com/resourceful/framework/client"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/serve"
)

type clientCmd struct {
	Language      string `arg:"" enum:"go,ts,py" help:"go, ts (TypeScript) or py (Python)."`
	Dir           string `arg:"" help:"The folder, which is made. Files that this command has written are overwritten, and no others."`
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
	Name          string `help:"Name of the package or module. Default: that of the folder for go, of the configuration for others."`
	Version       string `help:"A version of the configuration. Default: that of requests that name none."`
}

// Run writes the client and lists its files.
func (c *clientCmd) Run(p *program) error {
	compiled, err := p.plan(c.Configuration)
	if err != nil {
		return err
	}
	o := openapi.Options{Schemes: schemes(compiled), Limits: serve.Limits{}.Documented()}
	if o.Version, err = versionOf(compiled, c.Version); err != nil {
		return err
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return err
	}
	name := c.Name
	if name == "" && c.Language == "go" {
		name = filepath.Base(dir)
	}
	document, err := openapi.New(compiled, o)
	if err != nil {
		return err
	}
	files, err := client.Generate(document, c.Language, cmp.Or(name, compiled.Name))
	if err != nil {
		return err
	}
	if err := client.Write(dir, files); err != nil {
		return fmt.Errorf("client: %w", err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	fmt.Fprintf(p.stdout, "%s: wrote %s\n", c.Dir, strings.Join(names, " "))
	return nil
}
