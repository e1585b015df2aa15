package app

import (
	"errors"
	"fmt"
	"strings"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/rest"
)

type checkCmd struct{}

// Run compiles every configuration, reads its pages, and prints all mistakes and warnings, one on a line.
func (checkCmd) Run(p *program) error {
	failed := false
	for _, set := range p.sets {
		plan, err := set.Compile()
		if err := errors.Join(err, browse.Check(rest.ThemeOf(set))); err != nil {
			failed = true
			fmt.Fprintln(p.stdout, err)
			continue
		}
		resources := "1 resource"
		if n := len(plan.Resources); n != 1 {
			resources = fmt.Sprintf("%d resources", n)
		}
		fmt.Fprintf(p.stdout, "%s: %s, no mistakes\n", set.Name(), resources)
		for _, warning := range plan.Warnings {
			fmt.Fprintf(p.stdout, "warning: %s\n", warning)
		}
	}
	if failed {
		return errSaid
	}
	return nil
}

type planCmd struct {
	Configuration string `arg:"" optional:"" enum:"${configurations}" default:"${configuration}" help:"One of ${configurations}. Default: ${configuration}."`
}

// Run prints the plan.
func (c *planCmd) Run(p *program) error {
	plan, err := p.plan(c.Configuration)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.stdout, strings.TrimSuffix(fmt.Sprint(plan), "\n"))
	return nil
}
