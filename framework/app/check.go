// The commands check and plan.

package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

type checkCmd struct {
	Configuration string `arg:"" optional:"" help:"One of ${configurations}. Default: all of them."`
	Database      string `placeholder:"DATABASE" help:"Compare this database with the declarations too: an SQLite file, or a postgres://… address. Its tables and rows stay as they are; an SQLite file gets the mode of a write-ahead log."`
}

// Run compiles every configuration, parses its pages, and prints all mistakes and warnings, one per line. It compares a
// database with the declarations if one is given.
func (c *checkCmd) Run(p *program) error {
	if c.Configuration != "" && !slices.ContainsFunc(p.sets, func(set *rest.Set) bool { return set.Name() == c.Configuration }) {
		return fmt.Errorf("there is no configuration %q", c.Configuration)
	}
	failed := false
	for _, set := range p.sets {
		if c.Configuration != "" && set.Name() != c.Configuration {
			continue
		}
		compiled, err := set.Compile()
		if err := errors.Join(err, browse.Check(rest.ThemeOf(set))); err != nil {
			failed = true
			fmt.Fprintln(p.stdout, err)
			continue
		}
		resources := "1 resource"
		if n := len(compiled.Resources); n != 1 {
			resources = fmt.Sprintf("%d resources", n)
		}
		fmt.Fprintf(p.stdout, "%s: %s, no mistakes\n", set.Name(), resources)
		if !checkVersions(p, compiled) {
			failed = true
		}
		for _, warning := range append(slices.Clone(compiled.Warnings), p.settingWarnings(compiled)...) {
			fmt.Fprintf(p.stdout, "warning: %s\n", warning)
		}
		if c.Database != "" {
			fits, err := c.compare(p, compiled)
			if err != nil {
				return err
			}
			failed = failed || !fits
		}
	}
	if failed {
		return errSaid
	}
	return nil
}

// compare prints the differences between the declarations of a configuration and the database, one per line.
func (c *checkCmd) compare(p *program, compiled *plan.Plan) (fits bool, err error) {
	flags := databaseFlags{Database: c.Database}
	address, err := flags.address(compiled.Name)
	if err != nil {
		return false, err
	}
	if isMissingFile(address) {
		return false, fmt.Errorf("database: there is no file %s", address)
	}
	db, err := database.Open(p.ctx, address, flags.options(p.log()))
	if err != nil {
		return false, err
	}
	defer db.Close()
	name := compiled.Name + ": " + describe(db.Dialect().Name, address)
	f, err := p.compare(p.ctx, db, compiled)
	if err != nil {
		return false, err
	}
	for _, remark := range f.remarks {
		fmt.Fprintf(p.stdout, "warning: %s\n", remark)
	}
	for _, problem := range f.problems {
		fmt.Fprintf(p.stdout, "%s: %v\n", name, problem)
	}
	for _, text := range f.sequences {
		fmt.Fprintf(p.stdout, "%s: %s; start the service again, or run: %s\n", name, behindItsRows, text)
	}
	switch n := len(f.missing); {
	case len(f.problems)+len(f.sequences) > 0:
		return false, nil
	case n == 0:
		fmt.Fprintf(p.stdout, "%s: as the declarations ask for\n", name)
	default:
		fmt.Fprintf(p.stdout, "%s: lacks what %s of migrate would add\n", name, count(n, "statement"))
	}
	return true, nil
}

// settingWarnings returns remarks about settings that the operations of a configuration need.
func (p *program) settingWarnings(compiled *plan.Plan) (warnings []string) {
	if p.settings.Given("base-url") || p.settings.Given("allowed-hosts") {
		return nil
	}
	for _, route := range compiled.Routes {
		for _, o := range route.Operations {
			if o.MailsLinks {
				warnings = append(warnings, fmt.Sprintf("%s of %s mails links; set base-url, without which it is a 503 except on this machine", o.Method, o.Pattern))
			}
		}
	}
	return warnings
}

// checkVersions compares the representations of each version with the declared ones.
func checkVersions(p *program, compiled *plan.Plan) (good bool) {
	if compiled.Versions == nil {
		return true
	}
	good = true
	for _, v := range compiled.Versions.All {
		text, cure := v.Text(compiled), fmt.Sprintf("write the output of \"plan %s --version %s\" into a file, embed it, and give it as Golden", compiled.Name, v.Name)
		switch {
		case v.Golden == "":
			fmt.Fprintf(p.stdout, "%s: version %s has no golden; %s\n", compiled.Name, v.Name, cure)
		case strings.TrimSpace(v.Golden) != strings.TrimSpace(text):
			fmt.Fprintf(p.stdout, "%s: version %s is not as its golden: %s; if that is meant, %s\n", compiled.Name, v.Name, firstDifference(v.Golden, text), cure)
		default:
			continue
		}
		good = false
	}
	return good
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(golden, text string) string {
	was, is := strings.Split(strings.TrimSpace(golden), "\n"), strings.Split(strings.TrimSpace(text), "\n")
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(was) && is[i] == "", i >= len(is) && was[i] == "": // before a resource
		case i >= len(was):
			return fmt.Sprintf("%q is new", strings.TrimSpace(is[i]))
		case i >= len(is):
			return fmt.Sprintf("%q is gone", strings.TrimSpace(was[i]))
		case was[i] != is[i]:
			return fmt.Sprintf("%q was %q", strings.TrimSpace(is[i]), strings.TrimSpace(was[i]))
		}
	}
	return ""
}

type planCmd struct {
	Version       string `help:"A version of the configuration; its representations are printed."`
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
}

// Run prints the plan.
func (c *planCmd) Run(p *program) error {
	plan, err := p.plan(c.Configuration)
	if err != nil {
		return err
	}
	if c.Version != "" {
		if plan.Versions == nil || plan.Versions.Find(c.Version) == nil {
			return fmt.Errorf("%s has no version %q", plan.Name, c.Version)
		}
		fmt.Fprint(p.stdout, plan.Versions.Find(c.Version).Text(plan))
		return nil
	}
	fmt.Fprintln(p.stdout, strings.TrimSuffix(fmt.Sprint(plan), "\n"))
	return nil
}
