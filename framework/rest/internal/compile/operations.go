// The operations of a resource: the built-in ones, its actions and endpoints.

package compile

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
)

// builtins returns the possible operations of a resource, in the order of the plan.
func builtins() []*plan.Operation {
	return []*plan.Operation{
		{Name: "list", Method: "GET", Builtin: plan.List, Status: 200},
		{Name: "create", Method: "POST", Builtin: plan.Create, Status: 201},
		{Name: "retrieve", Method: "GET", Builtin: plan.Retrieve, Record: true, Status: 200},
		{Name: "replace", Method: "PUT", Builtin: plan.Replace, Record: true, Status: 200},
		{Name: "modify", Method: "PATCH", Builtin: plan.Modify, Record: true, Status: 200},
		{Name: "destroy", Method: "DELETE", Builtin: plan.Destroy, Record: true, Status: 204},
	}
}

// addOperations makes the operations of the resource: the offered built-in ones, and those of the team.
func addOperations(r *resource) {
	for _, o := range builtins() {
		if r.Has(o.Builtin) {
			addBuiltin(r, o)
		}
	}
	for _, o := range makeBulkOperations(r) {
		addBuiltin(r, o)
	}
	addContents(r)
	addDeletedOperations(r)
	addTotals(r)
	for i := range r.declaration.Extra {
		addAction(r, &r.declaration.Extra[i])
	}
	checkActionRules(r)
}

func addBuiltin(r *resource, o *plan.Operation) {
	o.Resource, o.Title, o.Pattern = r.Resource, r.Resource.ListName, r.Resource.Path
	if o.Record || r.Resource.Singleton {
		o.Title, o.Pattern = r.Resource.RecordName, r.RecordPattern
	}
	if o.Builtin&(plan.Create|plan.Replace|plan.Modify|plan.ModifyList) != 0 {
		o.Input = r.Shapes.Create
		if o.Record || o.Builtin == plan.ModifyList {
			o.Input = r.Shapes.Update
		}
	}
	if o.Builtin == plan.Create && o.Input.Type.Lacks() {
		o.Access = permission.Nobody
	}
	if o.Builtin&(plan.Destroy|plan.DestroyList) != 0 && r.declaration.DestroyAccess != nil {
		o.Access = r.bindRule("DestroyAccess", r.declaration.DestroyAccess)
	}
	bindBuiltinRule(r, o)
	if o.Builtin&(plan.Destroy|plan.DestroyList) == 0 {
		o.Rows, o.Many = r.Resource, o.Builtin == plan.List
		o.Output = o.Rows.Shown(o.Many)
	}
	addOperation(r, o, func() string { return r.Finder.View(r.declaration.GoType, r.Set.At) })
}

// bindBuiltinRule sets the rule of a built-in operation to the one that By has for its kind.
func bindBuiltinRule(r *resource, o *plan.Operation) {
	kind, rule := permission.Change, cmp.Or(r.declaration.Access, r.Set.Access)
	switch {
	case o.Access != nil || o.Safe():
		return
	case o.Builtin&(plan.Destroy|plan.DestroyList) != 0:
		kind = permission.Delete
	case o.Builtin == plan.Create:
		kind = permission.Create
	}
	if own := permission.For(rule, kind); own != nil {
		o.Access = r.bindRule("Access", restrictToOwn(r, own))
	}
}

// addContents adds the operations that send the content of files: for each address of one that a
// representation shows, below the record.
func addContents(r *resource) {
	for _, s := range r.Shapes.All() {
		for _, f := range s.Type.Shown {
			file := f
			if f.IsAddress() {
				file = f.File
			}
			if file == nil || !file.IsFile() || r.RecordPattern == "" {
				continue
			}
			file = cmp.Or(file.Of, file)
			if slices.ContainsFunc(r.Operations, func(o *plan.Operation) bool { return o.File == file && o.Name == f.Wire }) {
				continue
			}
			addOperation(r, &plan.Operation{
				Name: f.Wire, Method: "GET", Pattern: r.RecordPattern + f.Wire + "/", Title: r.Type.Name + " " + f.Label, Resource: r.Resource,
				Description: "The content of the file.", Record: true, Status: 200, File: file,
			}, func() string { return r.Finder.Field(r.declaration.GoType, file.Go, r.Set.At) })
		}
	}
}

func addOperation(r *resource, o *plan.Operation, position func() string) {
	r.positions[o] = position
	scope := strings.Trim(r.Resource.Path, "/")
	sets.Throttle(o, scope, r.declaration.Throttles)
	cache(r, o)
	sets.Throttle(o, "all", r.compiler.throttles)
	r.Operations = append(r.Operations, o)
}

// addAction adds an operation of the team.
func addAction(r *resource, declared *declaration.Action) {
	action := actionCompiler{c: r.compiler, Action: declared, subject: source.PlainName(r.declaration.GoType), resource: r.Resource}
	named := action.named()
	if action.In == nil {
		return
	}
	o := action.operation()
	switch {
	case declared.Record && declared.Row != r.declaration.GoType:
		action.mistake("acts on %s, and the view set is of %s; write a function of *%s", declared.Row, r.declaration.GoType, source.PlainName(r.declaration.GoType))
	case !declared.Record && r.Resource.Singleton:
		action.mistake("is about a list, and a singleton has none; write rest.OnRecord")
	}
	if !named {
		return
	}
	if i := slices.IndexFunc(r.Operations, func(have *plan.Operation) bool { return have.Name == declared.Name }); i >= 0 {
		action.mistake("has the name of another operation of the resource, at %s; write another", r.positions[r.Operations[i]]())
		return
	}
	sets.Throttle(o, strings.Trim(r.Resource.Path, "/")+"/"+declared.Name, declared.Throttles)
	o.Resource, o.Pattern = r.Resource, r.Resource.Path
	if declared.Record {
		o.Pattern = r.RecordPattern
	}
	segment := declared.Name
	if declared.HasSegment {
		segment = declared.Segment
	}
	o.Pattern += segment + "/"
	action.ruleByName(r)
	if action.Action.HasRule {
		o.Access = action.bindRule(r)
	}
	action.compileWhen(r, o)
	if !declared.Record && !declared.Narrow {
		action.ruleWithoutRow(o)
	}
	if declared.Narrow {
		action.sublist(r, o)
	}
	addOperation(r, o, action.position)
	action.costs(o)
}

// addEndpoint adds an operation without rows.
func addEndpoint(c *compiler, declared *declaration.Action) {
	named := *declared
	declared = &named // others compile it too
	action := actionCompiler{c: c, Action: declared}
	found := len(c.Mistakes)
	if msg := sets.PathMistake(declared.Path, "/ping/"); msg != "" {
		c.Report("", "", declared.At, "endpoint: "+msg)
	} else if strings.Contains(declared.Path, "{") && !declared.Param {
		action.mistake("has a parameter in its path, which only the paths of rows have; write one without")
	}
	if declared.When != nil {
		action.mistake("has rest.When, which is about a record, and an endpoint has none; leave it out, or write rest.OnRecord")
	}
	if declared.HasSegment {
		action.mistake("has rest.At, which names a segment below a resource; write all of it in the path")
	}
	action.tokenScheme()
	action.sessionScheme()
	segments := strings.Split(strings.Trim(declared.Path, "/"), "/")
	declared.Name = segments[len(segments)-1]
	if declared.Param {
		declared.Name = segments[len(segments)-2]
	}
	o := action.operation()
	sets.Throttle(o, action.Name, declared.Throttles)
	sets.Throttle(o, "all", c.throttles)
	action.costs(o)
	o.Pattern, o.Access = declared.Path, c.Set.Access
	if declared.HasRule {
		o.Access = declared.Rule
	}
	switch {
	case o.Access == nil:
		action.mistake("has no rule; write rest.Allow(permission.Anyone) to allow everyone, or another rule")
	case permission.LooksAtRows(o.Access, o.Safe()):
		action.mistake("has the rule %q, which looks at rows, but an endpoint has none; write one about the requester", permission.String(o.Access))
	}
	action.accountMenu(o)
	if len(c.Mistakes) == found {
		c.positions[o] = action.position
		c.endpoints = append(c.endpoints, o)
	}
}
