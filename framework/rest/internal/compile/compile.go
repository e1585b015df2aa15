// Package compile checks what a set declares and makes its plan: see Compile.
package compile

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// Compile checks a set and returns its plan, or an error that joins every mistake in the order of their positions. It
// never panics, whatever was declared.
func Compile(s *declaration.Set, asError func(Mistake) error) (compiled *plan.Plan, err error) {
	c := newCompiler(s, asError)
	if compiled, err = c.compile(); err == nil {
		err = c.audiences(compiled)
	}
	if err != nil {
		return nil, err
	}
	return compiled, nil
}

// compile makes the plan for all requesters, or for those of one audience.
func (c *compiler) compile() (compiled *plan.Plan, err error) {
	s := c.set
	defer func() {
		if p := recover(); p != nil {
			c.report("", "", s.At, fmt.Sprintf("the declarations cannot be compiled: %v", p))
			compiled, err = nil, c.err()
		}
	}()
	c.name()
	c.allKinds()
	c.rules()
	renderers, parsers := c.compileRenderers(), c.compileParsers()
	c.throttles = c.compileThrottles()
	c.compileTypes()
	c.linkRelations()
	c.compileResources()
	routes, paths := c.routes()
	schemes := c.compileSchemes()
	scopes, ownScopes := c.compileScopes(routes)
	errorForm, languages, zones := c.compileErrors(), c.compileLanguages(), c.compileTimeZones()
	grants, audit, events := c.grants(), c.audit(), c.compileEvents()
	cors, webhooks := c.compileCORS(), c.compileWebhooks(events)
	tables := c.tables()
	c.indexedTexts()
	if err := c.err(); err != nil {
		return nil, err
	}
	access := s.Access
	if access == nil {
		access = permission.Anyone
	}
	p := &plan.Plan{Name: s.Name, RootName: "Api Root", Access: access, Theme: s.Theme, Requests: s.Requests, LinkHeader: s.LinkHeader, Schemes: schemes, EmailLogin: s.EmailLogin, Scopes: scopes, OwnScopes: ownScopes, Renderers: renderers, Parsers: parsers, Errors: errorForm, Languages: languages, TimeZones: zones, CORS: cors, Problems: c.compileProblems(), Resources: c.compiled, Routes: routes, Root: c.root(routes), Paths: paths, Tables: tables, Types: c.distinctTypes(), Queries: c.queries, Grants: grants, Audit: audit, Events: events, Webhooks: webhooks, Warnings: c.warnings}
	p.FindWrites()
	p.FindIndexes()
	c.forget()
	c.guard()
	if c.compileVersions(p); len(c.mistakes) > 0 {
		return nil, c.err()
	}
	return p, nil
}

// name checks what names the configuration on the command line and its file of rows.
func (c *compiler) name() {
	if strings.Trim(c.set.Name, pathLetters) != "" || c.set.Name == "" {
		c.report("", "", c.set.At, fmt.Sprintf("the set is called %q; write lower-case letters, digits, hyphens and underscores", c.set.Name))
	}
}

// compileResources checks and fills in what belongs to each resource as a whole.
func (c *compiler) compileResources() {
	resources := make([]resource, len(c.declared))
	for i, d := range c.declared {
		r := resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		resources[i] = r
		r.names()
		r.path()
		r.lookup()
		r.actions()
		r.ownership()
		r.singleton()
		r.softDelete()
	}
	c.derive(resources)
	for _, r := range resources {
		d, e := r.declaration, r.Resource
		r.filled()
		r.ordering()
		r.access()
		r.pages()
		r.envelope()
		r.exports()
		r.conditions()
		r.bulk()
		r.throttles()
		r.readOnlyWhile()
		r.limitChoices()
		r.reads()
		r.represent()
		r.fieldRules()
		e.EmptyNotFound = d.EmptyNotFound
		e.Validate, e.BeforeSave, e.Preview = d.Validate, d.BeforeSave, d.Preview
		r.counters()
		r.checkHooks()
	}
	c.compileQueries()
	for _, t := range c.order {
		schema.CheckHidden(t, func(field, msg string) { c.reportField(t.Go, field, msg) })
		schema.CheckComputed(t, func(field, msg string) { c.reportField(t.Go, field, msg) })
	}
	for _, t := range c.represented {
		schema.CheckComputed(t, func(field, msg string) { c.reportField(t.Go, field, msg) })
	}
	c.dependants()
	c.parents()
	c.rowAccess()
	c.params()
	for i, d := range c.declared {
		r := resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		r.indexes()
		r.constraints()
		r.operations()
		r.history()
	}
	c.actionRules()
	for _, a := range c.actions {
		c.addEndpoint(a)
	}
	c.links()
	c.nestedWrites()
	c.checkFieldRules()
}

// audiences makes the plans of those who may not read or write everything, which has to be possible for each.
func (c *compiler) audiences(all *plan.Plan) error {
	given := c.fields
	if len(given.rules) == 0 {
		return nil
	}
	all.Audiences = plan.NewAudiences(given.rules, func(holds plan.Audience) (*plan.Plan, error) {
		if holds == all.Audiences.All() {
			return all, nil
		}
		of := newCompiler(c.set, c.asError)
		of.fields = fieldRules{list: given.list, rules: given.rules, audience: &holds}
		compiled, err := of.compile()
		if err != nil {
			return nil, fmt.Errorf("for requesters whom rules of Fields keep something from: %w", err)
		}
		compiled.Audiences, compiled.Languages = all.Audiences, all.Languages // a request has its language before it is known who asks
		compiled.UseBeginnings(all.Tables)
		return compiled, nil
	})
	for _, holds := range append(all.Audiences.Some(), plan.Audience{}) {
		if _, err := all.Audiences.Compile(holds); err != nil {
			return err
		}
	}
	return nil
}
