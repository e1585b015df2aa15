// Package compile checks the declarations of a set and makes its plan: see Compile.
package compile

import (
	"fmt"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/plan/indexing"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/links"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// Compile checks a set and returns its plan, or an error that joins every mistake in the order of their
// positions. It never panics, for any declaration.
func Compile(s *declaration.Set, asError func(sets.Mistake) error) (compiled *plan.Plan, err error) {
	c := newCompiler(s, asError)
	if compiled, err = c.compile(); err == nil {
		err = compileAudiences(c, compiled)
	}
	if err != nil {
		return nil, err
	}
	return compiled, nil
}

// compile makes the plan for all requesters, or for those of one audience.
func (c *compiler) compile() (compiled *plan.Plan, err error) {
	defer func() {
		if p := recover(); p != nil {
			c.Report("", "", c.Set.At, fmt.Sprintf("the declarations cannot be compiled: %v", p))
			compiled, err = nil, c.Join()
		}
	}()
	p := &plan.Plan{}
	for _, o := range setOptions() {
		if o.begin != nil {
			o.begin(c, p)
		}
	}
	compileTypes(c)
	linkRelations(c)
	compileResources(c)
	p.Resources, p.Queries = c.Compiled, c.queries
	compileRoutes(c, p)
	for _, o := range setOptions() {
		if o.end != nil {
			o.end(c, p)
		}
	}
	p.CheckFiles(func(t *schema.Type, f *schema.Field) {
		c.ReportField(t.Go, f.Go, `clients send a file, which no parser of the set reads; list media.MultipartParser() too`)
	})
	p.Tables = compileTables(c)
	checkIndexedTexts(c)
	if err := c.Join(); err != nil {
		return nil, err
	}
	p.CheckFirstRows(c.warnOf)
	p.Types, p.Warnings = listDistinctTypes(c), c.warnings
	p.FindWrites()
	indexing.Find(p)
	forgetConcealed(c)
	guardMembers(c)
	if compileVersions(c, p); len(c.Mistakes) > 0 {
		return nil, c.Join()
	}
	return p, nil
}

// compileResources checks and completes each resource as a whole.
func compileResources(c *compiler) {
	c.eachOption(func(o option) func(*resource) { return o.begin })
	deriveMembers(c)
	shareVersions(c)
	c.eachOption(func(o option) func(*resource) { return o.check })
	compileQueries(c)
	checkTypes(c)
	findDependants(c)
	findParents(c)
	compileRowAccess(c)
	c.eachOption(func(o option) func(*resource) { return o.list })
	c.eachOption(func(o option) func(*resource) { return o.end })
	checkSetActionRules(c)
	for _, declared := range c.actions {
		addEndpoint(c, declared)
	}
	links.Resources(c.Linker)
	compileNestedWrites(c)
	checkFieldRules(c)
}

// eachOption runs one step of all options, for one resource after the other.
func (c *compiler) eachOption(step func(option) func(*resource)) {
	for _, r := range c.resources {
		for _, o := range options() {
			if do := step(o); do != nil {
				do(r)
			}
		}
	}
}

// checkTypes checks the types of rows and of their representations once all members are known.
func checkTypes(c *compiler) {
	for _, t := range c.order {
		structs.CheckHidden(t, func(field, msg string) { c.ReportField(t.Go, field, msg) })
		structs.CheckComputed(t, func(field, msg string) { c.ReportField(t.Go, field, msg) })
	}
	for _, t := range c.represented {
		structs.CheckComputed(t, func(field, msg string) { c.ReportField(t.Go, field, msg) })
	}
}

// compileAudiences makes the plans for requesters who may not read or write everything, each of which must
// be possible.
func compileAudiences(c *compiler, all *plan.Plan) error {
	given := c.fields
	if len(given.rules) == 0 {
		return nil
	}
	all.Audiences = plan.NewAudiences(given.rules, func(holds plan.Audience) (*plan.Plan, error) {
		if holds == all.Audiences.All() {
			return all, nil
		}
		of := newCompiler(c.Set, c.AsError)
		of.fields = fieldRules{list: given.list, rules: given.rules, audience: &holds}
		compiled, err := of.compile()
		if err != nil {
			return nil, fmt.Errorf("if rules of Fields hide something from a requester: %w", err)
		}
		compiled.Audiences, compiled.Languages = all.Audiences, all.Languages // a request has its language before its authentication
		indexing.UseBeginnings(compiled, all.Tables)
		return compiled, nil
	})
	for _, holds := range append(all.Audiences.Some(), plan.Audience{}) {
		if _, err := all.Audiences.Compile(holds); err != nil {
			return err
		}
	}
	return nil
}
