// The command openapi.

package app

import (
	"fmt"
	"os"
	"strings"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/openapi/compare"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/serve"
)

type openapiCmd struct {
	Version       string `help:"A version of the configuration. Default: that of requests that name none."`
	OpenAPI       string `name:"openapi" enum:"3.1,3.0" default:"3.1" help:"Version of OpenAPI: 3.1, or 3.0 for tools that do not know that."`
	Format        string `enum:"json,yaml" default:"json" help:"json or yaml."`
	Server        string `placeholder:"URL" help:"Address of the service, such as https://api.example.com. Default: that of the document."`
	Against       string `placeholder:"FILE" help:"An older document of the configuration, in JSON. Prints the breaking changes instead of the document; if there are any, the exit code is 1."`
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
}

// Run prints the document, or the changes that break clients of an older one.
func (c *openapiCmd) Run(p *program) error {
	compiled, err := p.plan(c.Configuration)
	if err != nil {
		return err
	}
	o := openapi.Options{Server: strings.TrimSuffix(c.Server, "/"), Schemes: schemes(compiled), Limits: serve.Limits{}.Documented()}
	if o.Version, err = versionOf(compiled, c.Version); err != nil {
		return err
	}
	document, err := openapi.New(compiled, o)
	if err != nil {
		return err
	}
	if c.OpenAPI == "3.0" {
		document = openapi.Older(document)
	}
	if c.Against != "" {
		return c.compare(p, compiled, document)
	}
	text := document.JSON()
	if c.Format == "yaml" {
		if text, err = document.YAML(); err != nil {
			return err
		}
	}
	_, err = p.stdout.Write(text)
	return err
}

// compare prints the changes that break clients of the older document.
func (c *openapiCmd) compare(p *program, compiled *plan.Plan, document *openapi.Document) error {
	old, err := os.ReadFile(c.Against)
	if err != nil {
		return fmt.Errorf("against: %w", err)
	}
	older, err := openapi.Read(old)
	if err != nil {
		return fmt.Errorf("against %s: %w", c.Against, err)
	}
	breaks := compare.Breaks(older, document)
	for _, b := range breaks {
		fmt.Fprintln(p.stdout, b)
	}
	if len(breaks) > 0 {
		return errSaid
	}
	fmt.Fprintf(p.stdout, "%s: nothing breaks clients of %s\n", compiled.Name, c.Against)
	return nil
}

// versionOf returns a version of a configuration by its name, nil for "".
func versionOf(compiled *plan.Plan, name string) (v *plan.Version, err error) {
	if name != "" && compiled.Versions != nil {
		v = compiled.Versions.Find(name)
	}
	if name != "" && v == nil {
		return nil, fmt.Errorf("%s has no version %q", compiled.Name, name)
	}
	return v, nil
}
