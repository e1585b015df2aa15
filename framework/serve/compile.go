// Compiling a plan's routes with the functions that perform their operations.

package serve

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/actions"
	"example.com/resourceful/framework/serve/internal/describe"
	"example.com/resourceful/framework/serve/internal/events"
	"example.com/resourceful/framework/serve/internal/history"
	"example.com/resourceful/framework/serve/internal/lists"
	"example.com/resourceful/framework/serve/internal/pagerequest"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/internal/writes"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store/grants"
)

// compileRoutes registers the paths of the plan. It disables the router's own redirects and refusals.
func (h *Handler) compileRoutes(s *request.Service, pages pageapi.Pages) error {
	rs := request.Routes{
		Router: &httprouter.Router{}, Resources: map[*plan.Resource]*request.Resource{},
		Grants: s.Routes.Grants, Kept: s.Routes.Kept, Versions: request.NewVersions(s.Plan.Versions),
	}
	root := &request.Route{Route: &plan.Route{Name: s.Plan.RootName}, RouterPattern: "/", Rule: s.Plan.Access, Offered: rootOperations()}
	rs.Register("/", completeRoute(root))
	var err error
	if s.Plan.Grants && rs.Grants == nil {
		if rs.Grants, err = grants.New(s.DB); err != nil {
			return err
		}
	}
	if rs.Files, err = request.NewFileRows(s); err != nil {
		return err
	}
	for _, resource := range s.Plan.Resources {
		res, err := request.NewResource(s.DB, resource, false)
		if err != nil {
			return err
		}
		res.Mixed = res.Mixed || s.Plan.Audiences != nil // the members that a requester may read may change while the row does not
		rs.Resources[resource] = res
	}
	prefixes, routed := map[string]bool{}, map[*plan.Route]*request.Route{}
	for _, r := range s.Plan.Routes {
		rt := newRoute(r, rs.Resources, s.Plan.Requests, s.Negotiation.Formats)
		if s != h.all { // a form is read before its requester is known
			whole := slices.IndexFunc(h.all.Plan.Routes, func(of *plan.Route) bool { return of.Pattern == r.Pattern })
			rt.TakesFiles = whole >= 0 && slices.ContainsFunc(h.all.Plan.Routes[whole].Operations, func(o *plan.Operation) bool { return o.Input != nil && o.Input.Type.TakesFiles() })
		}
		if r.Deleted() {
			var err error
			if rt.Res, err = request.NewResource(s.DB, r.Resource, true); err != nil {
				return err
			}
		}
		routed[r] = rt
		if err := rs.Paths.Add(r.Pattern, rt); err != nil {
			return err
		}
		prefix, _, _ := strings.Cut(r.Pattern[1:], "/")
		if !prefixes[prefix] {
			prefixes[prefix] = true
			rs.Router.Handle(request.AnyMethod, "/"+prefix+"/*path", rs.MatchBelow())
		}
	}
	if err := compileVersions(s, &rs, routed); err != nil {
		return err
	}
	describe.RegisterProblems(&rs, s.Plan.Languages, pages)
	describe.RegisterOAuth(&rs, s.Auth, s.Plan.Scopes)
	describe.RegisterDocuments(&rs, h.documents, s.Options.DocumentAccess, pages)
	rs.Watched = newWatched(s, &rs)
	if rt := h.hub.StreamRoute(&rs); rt != nil {
		rs.Register(events.Path, completeRoute(rt))
	}
	if pages != nil {
		pagerequest.RegisterFind(&rs, s.Plan, pages)
	}
	if s != h.all {
		rs.Whole = &h.all.Routes
	}
	s.Routes = rs
	if pages != nil {
		for path, view := range pages.Views() {
			rs.Register(path, &request.Route{Route: &plan.Route{}, RouterPattern: path, View: request.ViewOperation(view)})
		}
	}
	return nil
}

// newRoute compiles a path of the plan.
func newRoute(r *plan.Route, resources map[*plan.Resource]*request.Resource, rules plan.RequestRules, formats *request.Formats) *request.Route {
	rt := &request.Route{
		Route: r, RouterPattern: strings.NewReplacer("{", ":", "}", "").Replace(r.Pattern),
		Res: resources[r.Resource], Rule: r.Access(), WriteOnly: request.WriteOnlyNames(r),
	}
	if names := r.Formats(); names != nil {
		rt.MediaFormats = formats.Some(names)
	}
	for _, o := range r.Operations {
		rt.Offered = append(rt.Offered, newOperation(o, resources, rules))
	}
	return completeRoute(rt)
}

// completeRoute fills in the members that follow from the route's operations.
func completeRoute(rt *request.Route) *request.Route {
	rt.Options, rt.Allow = optionsOperation(), allow(rt.Offered)
	rt.TakesFiles, rt.Sheets = request.TakesFiles(rt.Offered), rt.TakesSheets()
	rt.Content = slices.ContainsFunc(rt.Offered, func(o *request.Operation) bool { return o.File != nil })
	return rt
}

// allow returns the Allow header for operations.
func allow(offered []*request.Operation) []string {
	var methods []string
	for _, o := range offered {
		methods = append(methods, o.Method)
	}
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	return []string{strings.Join(append(methods, http.MethodOptions), ", ")}
}

// performOf returns the function that performs an operation.
func performOf(o *plan.Operation) func(x *request.Exchange, a *request.Admission) (request.Result, error) {
	switch o.Builtin {
	case plan.List:
		return lists.Read
	case plan.Create:
		return writes.Create
	case plan.Retrieve:
		return retrieve
	case plan.Replace, plan.Modify:
		return writes.Update
	case plan.Destroy:
		return writes.Destroy
	case plan.ModifyList:
		return writes.ModifyList
	case plan.DestroyList:
		return writes.DestroyList
	}
	if o.Deleted {
		return history.Restore
	}
	if o.File != nil {
		return contentOf(o)
	}
	switch {
	case o.History:
		return history.PerformHistory(o)
	case o.Totals != nil:
		return lists.Totals
	case o.Safe():
		return actions.RunReading
	case o.NonAtomic:
		return actions.RunWithoutTransaction
	default:
		return actions.RunInTransaction
	}
}

// maxNesting is the depth of nested rows whose JSON keeps its order.
const maxNesting = 5

// newOperation compiles an operation of the plan.
func newOperation(o *plan.Operation, resources map[*plan.Resource]*request.Resource, rules plan.RequestRules) *request.Operation {
	op := &request.Operation{Operation: o, Perform: performOf(o), RowResource: resources[o.Rows], NestedWrites: newNestedWrites(o.Nested, resources, o.Rules(rules))}
	switch {
	case o.Rules(rules).IgnoreUnknown:
	case o.Input != nil:
		op.Takes = takenNames(o)
	case o.Run != nil && !o.Safe():
		op.Takes = schema.NewNames(&schema.Type{}, schema.Create)
	}
	if o.Input != nil {
		op.KeepsOrder = o.Input.Type.KeepsOrder(maxNesting)
		op.Metadata = describe.InputMetadata(o, nil)
	}
	switch {
	case o.Builtin == plan.Replace && o.Resource.PutCreates:
		i := slices.IndexFunc(o.Resource.Operations, func(c *plan.Operation) bool { return c.Builtin == plan.Create })
		op.Creates = newOperation(o.Resource.Operations[i], resources, rules)
	case o.Builtin == plan.List:
		op.Query = resources[o.Resource].Query
		op.Query.Columns = listedNames(o.Resource.Shapes.List.Type)
	case o.Builtin == plan.Retrieve && o.Resource.RecordParams != nil:
		op.Query = request.NewQueryTable(o.Resource.RecordParams)
	case o.Builtin&(plan.ModifyList|plan.DestroyList) != 0 && o.Resource.Bulk.Filtered:
		op.Query = request.NewQueryTable(o.Resource.BulkParams())
		op.Query.Strict = true
	case o.History && o.Safe():
		op.Query = request.NewQueryTable(pageParams(o.Resource.History.Pages))
	case o.Filtered:
		op.Query = request.NewQueryTable(o.FilterParams())
	}
	op.Fresh = request.Freshness(o.Caching)
	if o.Output != nil {
		op.Names = request.NamesOf(o.Output.Type)
	}
	return op
}

// listedNames returns the names of the members in a representation.
func listedNames(t *schema.Type) []string {
	names := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		names[i] = f.Wire
	}
	return names
}

// takenNames returns the names that an operation accepts in its body. It includes the names of the
// representation, so that clients may send back a record as they read it.
func takenNames(o *plan.Operation) *schema.Names {
	if o.Builtin == 0 {
		return schema.NewNames(o.Input.Type, schema.Create)
	}
	mode, shapes := schema.Create, &o.Resource.Shapes
	if o.Builtin != plan.Create {
		mode = schema.Replace
	}
	return schema.NewNames(o.Input.Type, mode, shapes.List.Type, shapes.Retrieve.Type, shapes.Create.Type, shapes.Update.Type)
}

// rootOperations returns the operations of the root.
func rootOperations() []*request.Operation {
	return []*request.Operation{{Operation: &plan.Operation{Name: "root", Method: "GET"}, Perform: readRoot, Unscoped: true}}
}

// optionsOperation returns the operation of OPTIONS, which every route has.
func optionsOperation() *request.Operation {
	return &request.Operation{Operation: &plan.Operation{Name: "options", Method: "OPTIONS"}, Perform: answerOptions, Unscoped: true}
}

func pageParams(pages plan.Paginator) (list []*plan.Param) {
	for _, p := range pages.Params() {
		list = append(list, &p)
	}
	return list
}

func newNestedWrites(list []*plan.NestedWrite, resources map[*plan.Resource]*request.Resource, rules plan.RequestRules) []*request.NestedWrite {
	var all []*request.NestedWrite
	for _, w := range list {
		res := resources[w.Resource]
		one := &request.NestedWrite{
			NestedWrite: w, Res: res,
			Route: &request.Route{Route: &plan.Route{Pattern: w.Resource.RecordPattern, Resource: w.Resource}, Res: res, Rule: w.Resource.RowAccess, Options: optionsOperation()},
			Below: newNestedWrites(w.Nested, resources, rules),
		}
		if !rules.IgnoreUnknown {
			one.Names = schema.NewNames(w.Shape, schema.Create, w.Shape)
		}
		one.Create, one.Modify, one.Destroy = operationOf(w.Resource, plan.Create), operationOf(w.Resource, plan.Modify), operationOf(w.Resource, plan.Destroy)
		all = append(all, one)
	}
	return all
}

// operationOf returns a built-in operation of a resource for the calls of its code, or nil if the resource
// lacks it.
func operationOf(resource *plan.Resource, action plan.Actions) *request.Operation {
	for _, o := range resource.Operations {
		if o.Builtin == action {
			return &request.Operation{Operation: o}
		}
	}
	return nil
}

// compileVersions registers the routes of each version after those of the plan.
func compileVersions(service *request.Service, rs *request.Routes, routed map[*plan.Route]*request.Route) error {
	if rs.Versions == nil {
		return nil
	}
	for i, v := range rs.Versions.All {
		for _, resource := range v.Resources {
			res, err := request.NewResource(service.DB, resource, false)
			if err != nil {
				return fmt.Errorf("version %s: %w", v.Name, err)
			}
			res.Mixed = res.Mixed || service.Plan.Audiences != nil
			rs.Resources[resource] = res
		}
		for of, r := range v.Routes {
			rt := newRoute(r, rs.Resources, service.Plan.Requests, service.Negotiation.Formats)
			if r.Deleted() {
				var err error
				if rt.Res, err = request.NewResource(service.DB, r.Resource, true); err != nil {
					return fmt.Errorf("version %s: %w", v.Name, err)
				}
			}
			base := routed[of]
			if base.Versions == nil {
				base.Versions = make([]*request.Route, len(rs.Versions.All))
			}
			base.Versions[i] = rt
		}
	}
	return nil
}

// newWatched returns the resources of the plan with events, by the tables of their rows.
func newWatched(service *request.Service, rs *request.Routes) map[string]*request.Watched {
	byTable := map[string]*request.Watched{}
	for _, resource := range service.Plan.Resources {
		if !resource.Events {
			continue
		}
		w := newWatchedResource(service, rs, resource)
		for _, v := range rs.Versions.Compiled() {
			var reshaped *request.Watched
			if c := v.Resources[resource]; c != nil {
				reshaped = newWatchedResource(service, rs, c)
			}
			w.Versions = append(w.Versions, reshaped)
		}
		byTable[resource.Type.Table] = w
	}
	return byTable
}

func newWatchedResource(service *request.Service, rs *request.Routes, resource *plan.Resource) *request.Watched {
	w := &request.Watched{Name: resource.EventName(), Keys: schema.Lookup{Field: resource.Type.Key}}
	for _, o := range resource.Operations {
		if o.Builtin == plan.Retrieve {
			w.Reads = newOperation(o, rs.Resources, service.Plan.Requests)
		}
	}
	w.Route = &request.Route{Route: &plan.Route{Resource: resource}, Res: rs.Resources[resource], Rule: resource.RowAccess}
	return w
}
