// Making the routes of a plan, with what performs their operations.

package serve

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/julienschmidt/httprouter"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
	"example.com/resourceful/framework/store"
)

// compileRoutes registers the paths of the plan, without the router's own redirects and refusals.
func (h *Handler) compileRoutes(s *service, pages pageapi.Pages) error {
	rs := routes{
		router: &httprouter.Router{}, resources: map[*plan.Resource]*resource{},
		grants: s.routes.grants, versions: newVersions(s.plan.Versions),
	}
	root := &route{Route: &plan.Route{Name: s.plan.RootName}, pattern: "/", access: s.plan.Access, offered: rootOperations()}
	rs.register("/", completeRoute(root))
	var err error
	if s.plan.Grants && rs.grants == nil {
		if rs.grants, err = store.NewGrants(s.db); err != nil {
			return err
		}
	}
	if rs.files, err = newFileRows(s); err != nil {
		return err
	}
	for _, e := range s.plan.Resources {
		res, err := newResource(s.db, e, false)
		if err != nil {
			return err
		}
		res.mixed = res.mixed || s.plan.Audiences != nil // what a requester may read may change while the row does not
		rs.resources[e] = res
	}
	prefixes, routed := map[string]bool{}, map[*plan.Route]*route{}
	for _, r := range s.plan.Routes {
		rt := newRoute(r, rs.resources, s.plan.Requests, s.negotiation.formats)
		if r.Deleted() {
			var err error
			if rt.resource, err = newResource(s.db, r.Resource, true); err != nil {
				return err
			}
		}
		routed[r] = rt
		if err := rs.paths.Add(r.Pattern, rt); err != nil {
			return err
		}
		prefix, _, _ := strings.Cut(r.Pattern[1:], "/")
		if !prefixes[prefix] {
			prefixes[prefix] = true
			rs.router.Handle(anyMethod, "/"+prefix+"/*path", rs.matchBelow())
		}
	}
	if err := compileVersions(s, &rs, routed); err != nil {
		return err
	}
	registerProblems(&rs, s.plan.Languages)
	registerDocuments(&rs, h.documents, s.options.DocumentAccess, pages)
	rs.watched = newWatched(s, &rs)
	registerEvents(&rs, h.hub)
	if pages != nil {
		registerFind(&rs, s.plan, pages)
	}
	s.routes = rs
	if pages != nil {
		for path, view := range pages.Views() {
			rs.register(path, &route{Route: &plan.Route{}, pattern: path, view: viewOperation(view)})
		}
	}
	return nil
}

// newRoute is a path of the plan.
func newRoute(r *plan.Route, resources map[*plan.Resource]*resource, rules plan.RequestRules, formats *request.Formats) *route {
	rt := &route{
		Route: r, pattern: strings.NewReplacer("{", ":", "}", "").Replace(r.Pattern),
		resource: resources[r.Resource], access: r.Access(), writeOnly: writeOnlyNames(r),
	}
	if names := r.Formats(); names != nil {
		rt.formats = formats.Some(names)
	}
	for _, o := range r.Operations {
		rt.offered = append(rt.offered, newOperation(o, resources, rules))
	}
	return completeRoute(rt)
}

// completeRoute is the route with what follows from its operations.
func completeRoute(rt *route) *route {
	rt.options, rt.allow = optionsOperation(), allow(rt.offered)
	rt.takesFiles, rt.sheets = takesFiles(rt.offered), rt.takesSheets()
	rt.content = slices.ContainsFunc(rt.offered, func(o *operation) bool { return o.File != nil })
	return rt
}

// allow is the Allow header for some operations.
func allow(offered []*operation) []string {
	var methods []string
	for _, o := range offered {
		methods = append(methods, o.Method)
	}
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	return []string{strings.Join(append(methods, http.MethodOptions), ", ")}
}

// performOf is the function that performs an operation.
func performOf(o *plan.Operation) func(x *exchange, a *admission) (result, error) {
	switch o.Builtin {
	case plan.List:
		return list
	case plan.Create:
		return create
	case plan.Retrieve:
		return retrieve
	case plan.Replace, plan.Modify:
		return update
	case plan.Destroy:
		return destroy
	case plan.ModifyList:
		return modifyList
	case plan.DestroyList:
		return destroyList
	}
	if o.Deleted {
		return restore
	}
	if o.File != nil {
		return contentOf(o)
	}
	switch {
	case o.History:
		return historyOperation(o)
	case o.Safe():
		return read
	case o.NonAtomic:
		return actApart
	default:
		return act
	}
}

// newOperation is an operation of the plan as requests use it.
func newOperation(o *plan.Operation, resources map[*plan.Resource]*resource, rules plan.RequestRules) *operation {
	op := &operation{Operation: o, perform: performOf(o), rows: resources[o.Rows], nested: newNestedWrites(o.Nested, resources, o.Rules(rules))}
	if o.Input != nil && !o.Rules(rules).IgnoreUnknown {
		op.takes = takenNames(o)
	}
	if o.Input != nil {
		op.metadata = inputMetadata(o, nil)
	}
	switch {
	case o.Builtin == plan.List:
		op.query = resources[o.Resource].query
		op.query.columns = listedNames(o.Resource.Shapes.List.Type)
	case o.Builtin == plan.Retrieve && o.Resource.RecordParams != nil:
		op.query = newQueryTable(o.Resource.RecordParams)
	case o.Builtin&(plan.ModifyList|plan.DestroyList) != 0 && o.Resource.Bulk.Filtered:
		op.query = newQueryTable(append(plan.Narrowing(o.Resource.Params), o.Resource.Bulk.MaxAffected()))
		op.query.strict = true
	case o.History && o.Safe():
		op.query = newQueryTable(pageParams(o.Resource.History.Pages))
	case o.Filtered:
		op.query = newQueryTable(plan.Narrowing(o.Resource.Params))
	}
	if o.Output != nil {
		op.names = namesOf(o.Output.Type)
	}
	return op
}

// listedNames are the names of the members that a representation shows.
func listedNames(t *schema.Type) []string {
	names := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		names[i] = f.Wire
	}
	return names
}

// inputMetadata describes the fields that an operation takes, some of which may be read-only for its record.
func inputMetadata(o *plan.Operation, fixed map[*schema.Field]string) []byte {
	b := fieldsMetadata(o.Input.Type, o.Builtin&(plan.Replace|plan.Modify|plan.ModifyList) == 0, fixed)
	if o.Builtin != 0 && o.Resource.Envelope != nil {
		b = nestMetadata(b, o.Resource.Envelope.InputPath(), o.Resource.Name)
	}
	return b
}

// takenNames are those that the body of an operation may have. What is read of a record can be sent back.
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

// rootOperations are what the root offers.
func rootOperations() []*operation {
	return []*operation{{Operation: &plan.Operation{Name: "root", Method: "GET"}, perform: readRoot, unscoped: true}}
}

// optionsOperation describes a route, and is offered by every one.
func optionsOperation() *operation {
	return &operation{Operation: &plan.Operation{Name: "options", Method: "OPTIONS"}, perform: describe, unscoped: true}
}

func pageParams(pages plan.Paginator) (list []*plan.Param) {
	for _, p := range pages.Params() {
		list = append(list, &p)
	}
	return list
}

func newNestedWrites(list []*plan.NestedWrite, resources map[*plan.Resource]*resource, rules plan.RequestRules) []*nestedWrite {
	var all []*nestedWrite
	for _, w := range list {
		res := resources[w.Resource]
		one := &nestedWrite{
			NestedWrite: w, res: res,
			route: &route{Route: &plan.Route{Pattern: w.Resource.RecordPattern, Resource: w.Resource}, resource: res, access: w.Resource.RowAccess, options: optionsOperation()},
			below: newNestedWrites(w.Nested, resources, rules),
		}
		if !rules.IgnoreUnknown {
			one.names = schema.NewNames(w.Shape, schema.Create, w.Shape)
		}
		one.create, one.modify, one.destroy = operationOf(w.Resource, plan.Create), operationOf(w.Resource, plan.Modify), operationOf(w.Resource, plan.Destroy)
		all = append(all, one)
	}
	return all
}

// operationOf is a built-in operation of a resource for the calls of its code, nil where it is not offered.
func operationOf(e *plan.Resource, action plan.Actions) *operation {
	for _, o := range e.Operations {
		if o.Builtin == action {
			return &operation{Operation: o}
		}
	}
	return nil
}

// compileVersions registers the routes of each version beside those of the plan.
func compileVersions(h *service, rs *routes, routed map[*plan.Route]*route) error {
	if rs.versions == nil {
		return nil
	}
	for i, v := range rs.versions.All {
		for _, e := range v.Resources {
			res, err := newResource(h.db, e, false)
			if err != nil {
				return fmt.Errorf("version %s: %w", v.Name, err)
			}
			res.mixed = res.mixed || h.plan.Audiences != nil
			rs.resources[e] = res
		}
		for of, r := range v.Routes {
			rt := newRoute(r, rs.resources, h.plan.Requests, h.negotiation.formats)
			if r.Deleted() {
				var err error
				if rt.resource, err = newResource(h.db, r.Resource, true); err != nil {
					return fmt.Errorf("version %s: %w", v.Name, err)
				}
			}
			base := routed[of]
			if base.versions == nil {
				base.versions = make([]*route, len(rs.versions.All))
			}
			base.versions[i] = rt
		}
	}
	return nil
}

// newWatched are the resources of the plan whose changes are told, by the tables of their rows.
func newWatched(h *service, rs *routes) map[string]*watched {
	byTable := map[string]*watched{}
	for _, e := range h.plan.Resources {
		if !e.Events {
			continue
		}
		w := newWatchedResource(h, rs, e)
		for _, v := range rs.versions.all() {
			var reshaped *watched
			if c := v.Resources[e]; c != nil {
				reshaped = newWatchedResource(h, rs, c)
			}
			w.versions = append(w.versions, reshaped)
		}
		byTable[e.Type.Table] = w
	}
	return byTable
}

func newWatchedResource(h *service, rs *routes, e *plan.Resource) *watched {
	w := &watched{name: e.EventName(), keys: schema.Lookup{Field: e.Type.Key}}
	for _, o := range e.Operations {
		if o.Builtin == plan.Retrieve {
			w.reads = newOperation(o, rs.resources, h.plan.Requests)
		}
	}
	w.route = &route{Route: &plan.Route{Resource: e}, resource: rs.resources[e], access: e.RowAccess}
	return w
}
