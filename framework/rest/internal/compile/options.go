// The options of sets and view sets: one line for each, in the order of their compilation.

package compile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
)

// option is one option of view sets, or several about one subject, with the functions that check it and add
// it to the plan in each step.
type option struct {
	words string
	begin func(*resource) // once the columns of all rows are known
	check func(*resource) // once all members are known
	list  func(*resource) // once the rules of all rows are known: the parameters of a list
	end   func(*resource) // at last: options that use the table, and operations
}

// options lists the options of view sets, which are fields of declaration.ViewSet. A new option requires a
// field in rest.ViewSet and a line of its declare, a field in declaration.ViewSet and in plan.Resource, a
// line here, in rest/doc.go and in plan/text.go, and a file here that compiles it and reports its mistakes.
// Its effect is in a room of serve; openapi, serve/internal/describe and browse show it. Its mistakes are in
// rest/mistakes_*_test.go, its effect in a scenario, and its meaning on a page of docs.
//
// A step runs all options for one resource, in the order of this list, and then for the next resource.
func options() []option {
	return []option{
		{words: "Table Name ListName RecordName Description EmptyNotFound", begin: compileNames},
		{words: "Unmanaged", begin: checkUnmanaged, check: checkCompositeKey},
		{words: "Path RecordPath", begin: compilePath},
		{words: "Lookup LookupPattern", begin: compileLookup},
		{words: "Actions", begin: compileActions, check: checkFilled},
		{words: "Owner", begin: findOwner},
		{words: "Singleton", begin: compileSingleton},
		{words: "SoftDelete", begin: compileSoftDelete},
		{words: "Order", check: compileOrder},
		{words: "Access DestroyAccess", check: compileAccess},
		{list: checkListed}, // of all options about the list that follow
		{words: "Filters", list: addFilters},
		{words: "Params", list: addOwnParams},
		{words: "Or", list: addAlternatives},
		{words: "Search SearchParam", list: addSearch},
		{words: "Ordering", list: addOrdering},
		{words: "Members", list: addMembers},
		{words: "Pages", check: compilePages, list: addPaging},
		{words: "Unindexed", list: checkUnindexed},
		{words: "Facets SavedViews", list: compileListPage},
		{list: checkSeekTexts}, // of Order and Ordering, if Pages seek
		{words: "Envelope EnvelopeList EnvelopeNeighbours", check: compileEnvelope},
		{words: "Exports", check: compileExports},
		{words: "Cache", check: checkCaching},
		{words: "RequireVersion LastModified", check: compileConditions},
		{words: "Bulk", check: compileBulk},
		{words: "Throttles", check: checkThrottles},
		{words: "ReadOnlyWhile", check: compileReadOnlyWhile},
		{words: "LimitChoices", check: compileLimitChoices},
		{words: "Shapes", check: compileShapes},
		{words: "PutModifies PutCreates", check: compilePut},
		{words: "Fields", check: compileFieldRules},
		{words: "Counters", check: compileCounters},
		{words: "Validate BeforeSave Hooks Preview Computed Messages", check: takeSerializer},
		{words: "KeepLists", end: keepLists},
		{words: "Indexes", end: addIndexes},
		{words: "Constraints", end: addConstraints},
		{words: "Totals Extra", end: addOperations},
		{words: "History", end: compileHistory},
	}
}

// setOption is one option of sets, or several about one subject.
type setOption struct {
	words string
	begin func(*compiler, *plan.Plan) // before the types of rows are known
	end   func(*compiler, *plan.Plan) // once the resources and their routes are compiled
}

// setOptions lists the options of sets. They are fields of declaration.Set, or those of view sets about the
// whole set.
func setOptions() []setOption {
	return []setOption{
		{words: "Name Theme Requests LinkHeader NoLocation Slashless EmailLogin PasswordPolicy", begin: takePlain},
		{words: "Access", begin: takeRootAccess},
		{words: "Kinds", begin: func(c *compiler, _ *plan.Plan) { c.kinds = sets.CompileKinds(c.Reporter) }},
		{words: "Checks", begin: func(c *compiler, _ *plan.Plan) { c.checks = sets.CompileRules(c.Reporter) }},
		{words: "Renderers", begin: alone(sets.CompileRenderers)},
		{words: "Parsers", begin: alone(sets.CompileParsers)},
		{words: "Throttles", begin: compileThrottles},
		{words: "Schemes", end: alone(sets.CompileSchemes)},
		{words: "Scopes", end: compileScopes},
		{words: "Errors", end: alone(sets.CompileErrors)},
		{words: "Problems", end: alone(sets.CompileProblems)},
		{words: "Catalogues", end: compileLanguages},
		{words: "Verify", end: alone(sets.Verify)}, // with the languages
		{words: "TimeZones", end: alone(sets.CompileTimeZones)},
		{words: "grants", end: addGrants},
		{words: "second factor", end: addSecondFactor},
		{words: "Audit", end: compileAudit},
		{words: "Events KeepEvents", end: compileEvents},
		{words: "CORS", end: alone(sets.CompileCORS)},
		{words: "Webhooks", end: compileWebhooks},
		{words: "Jobs", end: compileJobs},
	}
}

// takePlain takes options that need only a check of the name, which is the configuration's name on the
// command line and in its file of rows.
func takePlain(c *compiler, p *plan.Plan) {
	s := c.Set
	if strings.Trim(s.Name, sets.PathLetters) != "" || s.Name == "" {
		c.Report("", "", s.At, fmt.Sprintf("the set is called %q; write lower-case letters, digits, hyphens and underscores", s.Name))
	}
	p.Name, p.RootName, p.Theme, p.Requests = s.Name, "Api Root", s.Theme, s.Requests
	p.LinkHeader, p.NoLocation, p.Slashless, p.EmailLogin, p.PasswordPolicy = s.LinkHeader, s.NoLocation, s.Slashless, s.EmailLogin, s.PasswordPolicy
}

// takeRootAccess takes the rule of the root.
func takeRootAccess(c *compiler, p *plan.Plan) {
	if p.Access = c.Set.Access; p.Access == nil {
		p.Access = permission.Anyone
	}
}

// alone makes a step from a function that needs no resource.
func alone(do func(*sets.Reporter, *plan.Plan)) func(*compiler, *plan.Plan) {
	return func(c *compiler, p *plan.Plan) { do(c.Reporter, p) }
}

// compileJobs compiles the jobs of the set; nil for none.
func compileJobs(c *compiler, p *plan.Plan) {
	i := slices.IndexFunc(c.Set.Declarations, func(d *declaration.ViewSet) bool { return d != nil && d.Jobs != nil })
	if i < 0 {
		return
	}
	c.Set.Declarations[i].Jobs.Compile(c.Set, p, func(view reflect.Type, msg string) {
		if view == nil {
			c.Report("Jobs", "", c.Set.At, msg)
		} else {
			c.ReportView(view, msg)
		}
	})
}
