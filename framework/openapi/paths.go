// The operations of the paths.

package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// paths returns all paths of the document, with that of the root.
func (b *builder) paths() Map[*PathItem] {
	paths := map[string]*PathItem{}
	set := func(path, method string, o *Operation) {
		if paths[path] == nil {
			paths[path] = &PathItem{}
		}
		paths[path].Operations.Set(method, o)
	}
	if b.o.Offers == nil || b.rootReads() {
		set("/", "get", b.root())
	}
	for _, r := range b.routes {
		params := b.pathParams(r)
		for _, o := range r.Operations {
			if b.offers(r, o) {
				set(r.Pattern, strings.ToLower(o.Method), b.operation(r, o))
				paths[r.Pattern].Parameters = params
			}
		}
	}
	for _, r := range b.routes { // behind all others, whose ids are theirs
		if item := paths[r.Pattern]; item != nil && item.Operations.Get("options") == nil {
			item.Operations.Set("options", b.describeOperation(r))
		}
	}
	if events := b.events(); events != nil {
		set("/-/events", "get", events)
	}
	return mapOf(paths)
}

// rootReads reports whether somebody without credentials may read the root.
func (b *builder) rootReads() bool {
	return !permission.Reduce(b.p.Access, permission.Request{Safe: true}).IsFalse()
}

// root returns the operation that lists the collections.
func (b *builder) root() *Operation {
	body := b.object()
	for _, l := range b.p.Root {
		body.Properties.Set(l.Name, b.schema(map[string]any{"type": "string", "format": "uri"}))
	}
	rs := newResponses(b, nil)
	rs.add(http.StatusOK, "The addresses of the collections.", b.content(nil, linksContent, body, nil), b.headersOf("ETag"))
	rs.addNotModified()
	rs.refuse(b.usualCodes()...)
	id := b.id("root")
	b.note(id, nil, nil, b.usualCodes())
	return &Operation{
		OperationID: id, Tags: []string{"service"}, Summary: b.p.RootName, Description: "Lists the collections.", Deprecated: b.deprecated(),
		Parameters: b.commonParams(nil, nil), Responses: rs.all(), Security: b.security(!b.rootReads()),
	}
}

// operation returns one method of a path.
func (b *builder) operation(r *plan.Route, o *plan.Operation) *Operation {
	id := b.operationID(o)
	b.note(id, r, o, b.codesOf(r, o))
	return &Operation{
		OperationID: id, Tags: []string{tagOf(r)}, Summary: summary(o), Description: about(o), Deprecated: b.deprecated(),
		Parameters: b.operationParams(r, o), RequestBody: b.requestBody(o), Responses: b.operationResponses(r, o).all(),
		Security: b.security(r.Permits(o, permission.Request{}).IsFalse()), Scopes: b.scopes(o), RateLimits: rateLimits(o.Throttles),
	}
}

// deprecated reports whether the document is of a version that should not be used any more.
func (b *builder) deprecated() bool { return b.version != nil && !b.version.Deprecated.IsZero() }

// rateLimits returns what throttles let through.
func rateLimits(throttles []*plan.Throttle) (list []RateLimit) {
	for _, t := range throttles {
		for _, rate := range t.Rates {
			list = append(list, RateLimit{
				Scope: t.Scope, By: t.By.String(), Requests: rate.Requests, Seconds: int64(rate.Per / time.Second), Cost: max(t.Cost, 1),
			})
		}
	}
	return list
}

// summary returns an operation in a few words.
func summary(o *plan.Operation) string {
	if o.OfTeam() || o.Resource == nil || o.History || o.Deleted {
		return o.Title
	}
	verbs := map[plan.Actions]string{
		plan.List: "List", plan.Create: "Create", plan.Retrieve: "Retrieve", plan.Replace: "Replace", plan.Modify: "Modify", plan.Destroy: "Delete",
		plan.ModifyList: "Modify many", plan.DestroyList: "Delete many",
	}
	if verb := verbs[o.Builtin]; verb != "" && o.Pattern != "" {
		return verb + ": " + o.Title
	}
	return o.Title
}

// about returns what an operation does, and its condition on the record.
func about(o *plan.Operation) string {
	return strings.TrimSpace(purpose(o) + " " + o.When.Sentence())
}

// purpose returns what an operation does: its own description, or what all built-in ones of its kind do.
func purpose(o *plan.Operation) string {
	if o.Description != "" {
		return o.Description
	}
	switch o.Builtin {
	case plan.List:
		return "Lists the records that the requester may read."
	case plan.Create:
		if o.Resource.Bulk.Has(plan.Create) {
			return fmt.Sprintf("Creates a record, or all of a list of at most %d.", o.Resource.Bulk.Max)
		}
		return "Creates a record."
	case plan.Retrieve:
		return "Gives one record."
	case plan.Replace, plan.Modify:
		words := "Changes a record. All required members have to be sent; others that are left out keep their values."
		if o.Modifies() {
			words = "Changes the members of a record that are sent, and no others."
		}
		if o.Creates() {
			words += " Creates the record if there is none at the address."
		}
		return words
	case plan.Destroy:
		return "Deletes a record."
	case plan.ModifyList, plan.DestroyList:
		does := map[plan.Actions]string{plan.ModifyList: "Changes", plan.DestroyList: "Deletes"}[o.Builtin]
		if o.Resource.Bulk.Unbounded {
			return fmt.Sprintf("%s at most %d records of a list, or all that filters leave, all of them or none.", does, o.Resource.Bulk.Max)
		}
		return fmt.Sprintf("%s at most %d records, all of them or none.", does, o.Resource.Bulk.Max)
	}
	return o.Title + "."
}

// operationID returns the id of an operation: the names in the path of its resource, and its own.
func (b *builder) operationID(o *plan.Operation) string {
	if o.Resource == nil {
		words := names(o.Pattern)
		if len(words) == 0 || words[len(words)-1] != o.Name {
			words = append(words, o.Name)
		}
		return b.id(words...)
	}
	return b.id(append(names(o.Resource.Path), o.Name)...)
}

// id returns an id that no other operation has.
func (b *builder) id(words ...string) string {
	id := strings.Map(func(r rune) rune {
		if r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.Join(words, "_"))
	for base, n := id, 2; b.operations[id]; n++ {
		id = base + "_" + strconv.Itoa(n)
	}
	b.operations[id] = true
	return id
}

// pathParams returns the parameters of a path.
func (b *builder) pathParams(r *plan.Route) (list []*Parameter) {
	for i, name := range plan.Params(r.Pattern) {
		p := &Parameter{Name: name, In: "path", Required: true}
		switch e := r.Resource; {
		case e != nil && r.Nested && i == 0:
			p.Description, p.Schema = "Names the "+strings.ToLower(e.Parent.Resource.Name)+" above."+escapes(e.Parent.Resource.Lookup), b.schema(keySchema(e.Parent.Resource.Lookup))
		case e != nil && strings.Contains(r.Pattern, "{entry}") && name == "entry":
			p.Description, p.Schema = "The number of an entry of the history.", b.schema(map[string]any{"type": "integer", "format": "int64"})
		case e != nil:
			p.Description, p.Schema = "Names the record by its "+strings.ToLower(e.Lookup.Field.Label)+"."+escapes(e.Lookup), b.schema(keySchema(e.Lookup))
		default:
			p.Schema = b.schema(text())
		}
		list = append(list, p)
	}
	return list
}

// escapes tells how paths write texts that clients and proxies would change, if records may have such: see schema.Key.Segment.
func escapes(l schema.Lookup) string {
	if f := l.Field; f.AsKey == nil || f.AsKey.Numbered || !f.Kind.FreeText || l.Values != nil || l.Pattern != nil {
		return ""
	}
	return ` A path has "~2F" for "/" in it, "~2E" and "~2E~2E" for "." and "..", "~" for the empty text, and "~7E" for a "~" that would be read as one of these.`
}

// keySchema returns the schema of what stands for a record in a path.
func keySchema(l schema.Lookup) map[string]any {
	s := l.Field.ValueJSON()
	delete(s, "enum")
	if l.Field.AsKey != nil && l.Field.AsKey.Numbered && !l.Field.Kind.Quoted {
		return map[string]any{"type": "integer", "format": "int64"}
	}
	addExample(s)
	return s
}

// isUnsafe reports whether the operation may change something and is done in a transaction.
func isUnsafe(o *plan.Operation) bool { return !o.Safe() && !o.NonAtomic }

// chooses reports whether clients choose members of what an operation answers, with the members that there are.
func chooses(o *plan.Operation) (tree *plan.MemberTree, fields bool) {
	r := o.Resource
	if r == nil || r.Members == nil {
		return nil, false
	}
	switch {
	case o.Builtin == plan.List:
		return r.Members.List, r.Members.Fields
	case o.Builtin == plan.Retrieve && r.RecordParams != nil:
		return r.Members.Retrieve, r.Members.Fields && r.Members.Records
	}
	return nil, false
}

// queryParams returns the parameters of the query that an operation reads.
func queryParams(o *plan.Operation) (list []*plan.Param) {
	switch {
	case o.Builtin == plan.List:
		return o.Resource.Params
	case o.Builtin == plan.Retrieve:
		return o.Resource.RecordParams
	case o.Builtin&(plan.ModifyList|plan.DestroyList) != 0 && o.Resource.Bulk.Filtered:
		return o.Resource.BulkParams()
	case o.History && o.Safe():
		for _, p := range o.Resource.History.Pages.Params() {
			p.Role = plan.PagingRole
			list = append(list, &p)
		}
		return list
	case o.Filtered:
		return o.FilterParams()
	}
	return nil
}

// tagsRows reports whether the rows of a list may have their entity tags, and their actions.
func tagsRows(o *plan.Operation) (tags, actions bool) {
	if o.Builtin != plan.List {
		return false, false
	}
	r := o.Resource
	list := r.Shapes.List.Type
	alike := list == r.Shapes.Retrieve.Type || list.Version != nil
	inGo := permission.HasRowFunc(r.Access) || slices.ContainsFunc(r.Operations, func(o *plan.Operation) bool { return o.Access != nil && permission.HasRowFunc(o.Access) })
	return r.Pages != nil || alike, r.Pages != nil || !inGo
}
