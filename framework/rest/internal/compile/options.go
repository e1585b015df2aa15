// The options of sets and view sets: one line for each, in the order in which they are compiled.

package compile

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/sets"
)

// option is one word of view sets, or several about one subject: what it checks, and adds to the plan, in each step.
type option struct {
	words string
	begin func(*resource) // once the columns of all rows are known
	check func(*resource) // once all members are known
	list  func(*resource) // once the rules of all rows are known: what the query of the list may have
	end   func(*resource) // at last: what stands on the table, and operations
}

// options lists the options of view sets. Each has a file, and its words are fields of declaration.ViewSet.
func options() []option {
	return []option{
		{words: "Table Name ListName RecordName Description EmptyNotFound", begin: (*resource).names},
		{words: "Path RecordPath", begin: (*resource).path},
		{words: "Lookup LookupPattern", begin: (*resource).lookup},
		{words: "Actions", begin: (*resource).actions, check: (*resource).filled},
		{words: "Owner", begin: (*resource).ownership},
		{words: "Singleton", begin: (*resource).singleton},
		{words: "SoftDelete", begin: (*resource).softDelete},
		{words: "Order", check: (*resource).ordering},
		{words: "Access DestroyAccess", check: (*resource).access},
		{list: (*resource).checkListed}, // of all words about the list that follow
		{words: "Filters", list: (*resource).filters},
		{words: "Params", list: (*resource).ownParams},
		{words: "Search SearchParam", list: (*resource).addSearch},
		{words: "Ordering", list: (*resource).addOrdering},
		{words: "Members", list: (*resource).addMembers},
		{words: "Pages", check: (*resource).pages, list: (*resource).addPaging},
		{words: "Unindexed", list: (*resource).unindexed},
		{words: "Facets SavedViews", list: (*resource).listPage},
		{list: (*resource).seekTexts}, // of Order and Ordering, where Pages seek
		{words: "Envelope EnvelopeList EnvelopeNeighbours", check: (*resource).envelope},
		{words: "Exports", check: (*resource).exports},
		{words: "RequireVersion LastModified", check: (*resource).conditions},
		{words: "Bulk", check: (*resource).bulk},
		{words: "Throttles", check: (*resource).throttles},
		{words: "ReadOnlyWhile", check: (*resource).readOnlyWhile},
		{words: "LimitChoices", check: (*resource).limitChoices},
		{words: "Shapes", check: (*resource).represent},
		{words: "Fields", check: (*resource).fieldRules},
		{words: "Counters", check: (*resource).counters},
		{words: "Validate BeforeSave Hooks Preview Computed Messages", check: (*resource).serializer},
		{words: "Indexes", end: (*resource).indexes},
		{words: "Constraints", end: (*resource).constraints},
		{words: "Extra", end: (*resource).operations},
		{words: "History", end: (*resource).history},
	}
}

// setOption is one word of sets, or several about one subject.
type setOption struct {
	words string
	begin func(*compiler, *plan.Plan) // before the types of rows are known
	end   func(*compiler, *plan.Plan) // once the resources and their routes are compiled
}

// setOptions lists the options of sets. Their words are fields of declaration.Set, and those of view sets that concern
// the whole set.
func setOptions() []setOption {
	return []setOption{
		{words: "Name Theme Requests LinkHeader EmailLogin", begin: (*compiler).plain},
		{words: "Access", begin: (*compiler).access},
		{words: "Kinds", begin: func(c *compiler, _ *plan.Plan) { c.kinds = sets.CompileKinds(c.Reporter) }},
		{words: "Checks", begin: func(c *compiler, _ *plan.Plan) { c.checks = sets.CompileRules(c.Reporter) }},
		{words: "Renderers", begin: alone(sets.CompileRenderers)},
		{words: "Parsers", begin: alone(sets.CompileParsers)},
		{words: "Throttles", begin: (*compiler).compileThrottles},
		{words: "Schemes", end: alone(sets.CompileSchemes)},
		{words: "Scopes", end: (*compiler).compileScopes},
		{words: "Errors", end: alone(sets.CompileErrors)},
		{words: "Problems", end: alone(sets.CompileProblems)},
		{words: "Catalogues", end: alone(sets.CompileLanguages)},
		{words: "TimeZones", end: (*compiler).compileTimeZones},
		{words: "grants", end: (*compiler).grants},
		{words: "Audit", end: (*compiler).audit},
		{words: "Events KeepEvents", end: (*compiler).compileEvents},
		{words: "CORS", end: alone(sets.CompileCORS)},
		{words: "Webhooks", end: (*compiler).compileWebhooks},
	}
}

// plain takes what needs no more than its name checked: it names the configuration on the command line and its file of rows.
func (c *compiler) plain(p *plan.Plan) {
	s := c.Set
	if strings.Trim(s.Name, sets.PathLetters) != "" || s.Name == "" {
		c.Report("", "", s.At, fmt.Sprintf("the set is called %q; write lower-case letters, digits, hyphens and underscores", s.Name))
	}
	p.Name, p.RootName, p.Theme, p.Requests = s.Name, "Api Root", s.Theme, s.Requests
	p.LinkHeader, p.EmailLogin = s.LinkHeader, s.EmailLogin
}

// access takes the rule of the root.
func (c *compiler) access(p *plan.Plan) {
	if p.Access = c.Set.Access; p.Access == nil {
		p.Access = permission.Anyone
	}
}

// alone makes a step of what asks for no resource.
func alone(do func(*sets.Reporter, *plan.Plan)) func(*compiler, *plan.Plan) {
	return func(c *compiler, p *plan.Plan) { do(c.Reporter, p) }
}
