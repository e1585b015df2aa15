package rest

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// Set is a named list of resources: one configuration of the service.
type Set struct {
	name       string
	resources  []Resource
	checks     []namedCheck
	kinds      []namedKind
	access     permission.Rule
	theme      Theme
	requests   RequestRules
	links      bool                     // see LinkHeader
	renderers  *listing[media.Renderer] // nil for those of every set
	parsers    *listing[media.Parser]
	schemes    []schemeList
	emailLogin bool // see EmailLogin
	scopes     []scopeList
	errors     *listing[plan.ErrorForm] // nil for PlainErrors
	throttles  *listing[Throttle]       // nil for none
	cors       *corsOf                  // nil for none
	versions   *versionList             // nil for one alone
	events     *eventsOf                // nil for those of every set
	problems   *ProblemDetails          // nil for those with pages as types
	catalogues []cataloguesAt
	timeZones  []timeZonesAt
	at         caller
}

type namedKind struct {
	kind field.Kind
	at   caller
}

type namedCheck struct {
	name  string
	check Check
	at    caller
}

// caller is where a set was written, for mistakes that belong to no field.
type caller struct {
	file     string
	line     int
	function string
}

func callerOf(skip int) caller {
	pc, file, line, _ := runtime.Caller(skip + 1)
	c := caller{file: file, line: line}
	if f := runtime.FuncForPC(pc); f != nil {
		c.function = f.Name()
	}
	return c
}

// NewSet returns a set of resources. Nothing is checked before Compile.
func NewSet(name string, resources ...Resource) *Set {
	return &Set{name: name, resources: resources, at: callerOf(1)}
}

// Include adds resources to the set, such as those of another package. It returns the set.
func (s *Set) Include(resources ...Resource) *Set {
	s.resources = append(s.resources, resources...)
	return s
}

// Rule adds a rule that the validate tags of the set's resources may name. It returns the set.
func (s *Set) Rule(name string, check Check) *Set {
	s.checks = append(s.checks, namedCheck{name, check, callerOf(1)})
	return s
}

// Kinds adds kinds of values of the program's own, which the fields of the set's resources may have.
// A Go type that one of them matches is of that kind, and not of a built-in one that takes all
// types made of, say, string. It returns the set.
func (s *Set) Kinds(kinds ...Kind) *Set {
	for _, k := range kinds {
		s.kinds = append(s.kinds, namedKind{k, callerOf(1)})
	}
	return s
}

// Access sets who may read the root, and the rule of every resource that has none of its own.
// It returns the set.
func (s *Set) Access(rule permission.Rule) *Set {
	s.access = rule
	return s
}

// Name is the name of the configuration.
func (s *Set) Name() string { return s.name }

// Compile checks the declarations and returns the plan, or an error that joins every mistake as
// a *DeclError, in the order of their positions. It never panics, whatever was declared.
func (s *Set) Compile() (compiled *plan.Plan, err error) {
	c := newCompiler(s)
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
			c.report("", "", s.at, fmt.Sprintf("the declarations cannot be compiled: %v", p))
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
	access := s.access
	if access == nil {
		access = permission.Anyone
	}
	p := &plan.Plan{Name: s.name, RootName: "Api Root", Access: access, Theme: s.theme, Requests: s.requests, LinkHeader: s.links, Schemes: schemes, EmailLogin: s.emailLogin, Scopes: scopes, OwnScopes: ownScopes, Renderers: renderers, Parsers: parsers, Errors: errorForm, Languages: languages, TimeZones: zones, CORS: cors, Problems: c.compileProblems(), Resources: c.compiled, Routes: routes, Root: c.root(routes), Paths: paths, Tables: tables, Types: c.distinctTypes(), Queries: c.queries, Grants: grants, Audit: audit, Events: events, Webhooks: webhooks, Warnings: c.warnings}
	p.FindWrites()
	p.FindIndexes()
	c.forget()
	c.guard()
	if c.compileVersions(p); len(c.mistakes) > 0 {
		return nil, c.err()
	}
	return p, nil
}

// compiler holds what the steps of Compile hand on.
type compiler struct {
	set         *Set
	kinds       []field.Kind
	checks      *field.Rules
	declared    []*declaration // those whose type could be compiled, beside compiled
	compiled    []*plan.Resource
	types       map[reflect.Type]*schema.Type
	represented map[shapeKey]*schema.Type // representations that are no types of rows
	order       []*schema.Type            // types in the order in which they were found
	finder      *finder
	mistakes    []*DeclError
	warnings    []string
	// misplaced are the resources whose path has a mistake already.
	misplaced map[*plan.Resource]bool
	fields    fieldRules
	counted   map[string]bool               // names of counters
	actions   []*Action                     // of the Endpoints of the set
	endpoints []*plan.Operation             // of those without a mistake
	shapes    map[reflect.Type]*schema.Type // structs that are sent or answered, and no rows
	queries   map[any]*plan.RowQuery
	throttles []Throttle                        // of every operation
	scoped    []scopedThrottle                  // of all throttles
	positions map[*plan.Operation]func() string // where operations are declared
	// paramPositions are where the parameters of queries are declared.
	paramPositions map[*plan.Param]func() string
}

func newCompiler(s *Set) *compiler {
	return &compiler{
		set: s, types: map[reflect.Type]*schema.Type{}, finder: newFinder(s.at), misplaced: map[*plan.Resource]bool{}, counted: map[string]bool{},
		represented: map[shapeKey]*schema.Type{}, shapes: map[reflect.Type]*schema.Type{}, positions: map[*plan.Operation]func() string{}, queries: map[any]*plan.RowQuery{}, paramPositions: map[*plan.Param]func() string{},
	}
}

// name checks what names the configuration on the command line and its file of rows.
func (c *compiler) name() {
	if strings.Trim(c.set.name, pathLetters) != "" || c.set.name == "" {
		c.report("", "", c.set.at, fmt.Sprintf("the set is called %q; write lower-case letters, digits, hyphens and underscores", c.set.name))
	}
}

func (c *compiler) rules() {
	checks := map[string]Check{
		// The validator's own email rule takes and refuses other addresses than Django's.
		"email": {Valid: auth.ValidEmail, Message: "Enter a valid email address.", Format: "email"},
	}
	seen := map[string]bool{}
	for _, n := range c.set.checks {
		mistake := func(msg string) { c.report("", "", n.at, fmt.Sprintf("rule %q %s", n.name, msg)) }
		reserved := field.ReservedRule(n.name)
		switch {
		case !isRuleName(n.name):
			mistake("is no name for a rule; write lower-case letters, digits and underscores")
		case seen[n.name]:
			mistake("is listed twice; list it once")
		case reserved != "":
			mistake("cannot be listed: " + reserved)
		case n.check.Valid == nil && n.check.Choices == nil:
			mistake("has neither Valid nor Choices; write one of them")
		case n.check.Valid != nil && n.check.Choices != nil:
			mistake("has both Valid and Choices; write one of them, and what else is valid beside the choices in Also")
		case n.check.Also != nil && n.check.Choices == nil:
			mistake("has Also without Choices; write all of it in Valid")
		case n.check.Valid != nil && n.check.Message == "":
			mistake(`has no message for clients; write Message: "Enter a valid …."`)
		}
		// A rule with a mistake still counts as listed: the fields that name it have none.
		if !seen[n.name] && reserved == "" {
			checks[n.name] = n.check
		}
		seen[n.name] = true
	}
	c.checks = field.NewRules(checks)
}

func isRuleName(s string) bool {
	return s != "" && strings.Trim(s, ruleLetters) == ""
}

const ruleLetters = "abcdefghijklmnopqrstuvwxyz0123456789_"

// compileTypes compiles the struct of every resource, and the accounts' own.
func (c *compiler) compileTypes() {
	accounts := []struct {
		goType reflect.Type
		table  string
	}{{reflect.TypeFor[auth.User](), "users"}, {reflect.TypeFor[auth.Group](), "groups"}}
	for _, a := range accounts {
		c.compileType(a.goType, a.table, nil, "")
	}
	if len(c.set.resources) == 0 {
		c.report("", "", c.set.at, "the set has no resources; list some")
	}
	for i, r := range c.set.resources {
		d, ok := call(func() *declaration { return r.declare() }) // panics where r is nil, or a pointer that is
		if !ok {
			c.report("", "", c.set.at, fmt.Sprintf("resource %d of the set is nil; list a ViewSet, or a function's result that is one", i+1))
			continue
		}
		if d.endpoints != nil {
			c.actions = append(c.actions, d.endpoints...)
			continue
		}
		for _, d := range append([]*declaration{d}, d.more...) {
			c.compileDeclared(i, d)
		}
	}
}

// compileDeclared compiles the struct of a view set, which is at a place of the set or comes with the one there.
func (c *compiler) compileDeclared(i int, d *declaration) {
	if !isRow(d.goType) {
		c.report("", "", c.set.at, fmt.Sprintf("resource %d of the set is a ViewSet of %s, which is no struct with a name; declare a struct type with one field for each value", i+1, d.goType))
		return
	}
	t := c.compileType(d.goType, d.Table, d.messages, d.Name)
	c.declared = append(c.declared, d)
	c.compiled = append(c.compiled, &plan.Resource{Type: t, Path: d.Path})
}

// isRow reports whether rows can be declared by a type. A struct without a name has no table.
func isRow(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.Name() != "" && t.PkgPath() != "time"
}

func (c *compiler) compileType(goType reflect.Type, table string, messages map[string]string, name string) *schema.Type {
	if of := schema.PermittedOf(goType); of != nil {
		table, name = rowPermissionNames(of)
	}
	t := schema.Compile(goType, table, c.kinds, c.checks, messages, func(field, msg string) { c.reportField(goType, field, msg) })
	if name != "" {
		t.Name = name
	}
	c.conceal(t)
	if c.types[goType] == nil {
		c.types[goType] = t
	}
	c.order = append(c.order, t)
	return t
}

// linkRelations joins each relation to the type of its other side, which is compiled when no
// resource has it. All types are found before the first relation is looked into, because a
// relation may go by a field of the other side that is one itself.
func (c *compiler) linkRelations() { c.linkFrom(0) }

// linkFrom is linkRelations for the types from an index of c.order on.
func (c *compiler) linkFrom(first int) {
	for i := first; i < len(c.order); i++ { // c.order grows
		for _, f := range c.order[i].Fields {
			if f.Relation != nil {
				f.Relation.Type = c.otherSide(c.order[i], f, f.Relation.Target)
			}
		}
	}
	for _, t := range c.order[first:] {
		for _, f := range t.Fields {
			if f.Relation != nil && f.Relation.Type != nil {
				schema.Link(t, f, f.Relation.Type, func(msg string) { c.reportField(t.Go, f.Go, msg) })
			}
		}
	}
}

// otherSide is the type of the rows that a field leads to, nil where there can be none.
func (c *compiler) otherSide(t *schema.Type, f *schema.Field, to reflect.Type) *schema.Type {
	if c.types[to] != nil {
		return c.types[to]
	}
	if to.Kind() == reflect.Pointer && isRow(to.Elem()) {
		c.reportField(t.Go, f.Go, fmt.Sprintf("the other side is %s, a pointer; write %s without the *", to, to.Elem()))
		return nil
	}
	if !isRow(to) {
		c.reportField(t.Go, f.Go, fmt.Sprintf("the other side is %s, which is no struct with a name; refer to a declared struct", to))
		return nil
	}
	return c.compileType(to, "", nil, "")
}

// distinctTypes are the types in the order in which they were found; of several of one struct the first.
func (c *compiler) distinctTypes() []*schema.Type {
	var types []*schema.Type
	for _, t := range c.order {
		if c.types[t.Go] == t {
			types = append(types, t)
		}
	}
	return types
}

func (c *compiler) tables() []schema.Table {
	tables := schema.Tables(c.order, func(t *schema.Type, field, msg string) { c.reportField(t.Go, field, msg) })
	c.insertable(tables)
	return tables
}

// insertable checks that whatever creates rows of a table can: a column that it does not know
// must have a default, or take null.
func (c *compiler) insertable(tables []schema.Table) {
	creators := []*schema.Type{c.types[reflect.TypeFor[auth.User]()]} // the program creates accounts
	for _, e := range c.compiled {
		if e.Has(Create) {
			creators = append(creators, e.Type)
		}
	}
	for _, t := range creators {
		i := slices.IndexFunc(tables, func(table schema.Table) bool { return table.Name == t.Table })
		if i < 0 {
			continue
		}
		for _, column := range tables[i].Columns {
			if column.Null || column.HasDefault || column.Key || t.ByColumn(column.Name) != nil {
				continue
			}
			for _, other := range c.order {
				if f := other.ByColumn(column.Name); other.Table == t.Table && f != nil {
					c.reportField(other.Go, f.Go, fmt.Sprintf("%s creates rows of table %s without this column; give it a default, let it be null, or declare it there too", t.Go, t.Table))
				}
			}
		}
	}
}
