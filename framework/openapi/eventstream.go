// The stream of events.

package openapi

import (
	"net/http"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
)

// watched returns the paths whose changes of rows are told, once each by the name of their events.
func (b *builder) watched() (list []*plan.Route) {
	known := map[string]bool{}
	for _, r := range b.routes {
		if e := r.Resource; e != nil && e.Events && !known[e.EventName()] && b.offersAny(r) {
			known[e.EventName()] = true
			list = append(list, r)
		}
	}
	return list
}

// events returns the operation that tells of changes as server-sent events; nil where none are told.
func (b *builder) events() *Operation {
	watched := b.watched()
	if b.p.Events == nil || len(watched) == 0 {
		return nil
	}
	var rules []permission.Rule
	var names []string
	var messages []*Schema
	for _, r := range watched {
		names = append(names, r.Resource.EventName())
		messages = append(messages, b.event(r.Resource, "the reader"))
		rules = append(rules, r.Resource.RowAccess)
	}
	last := func(name, in, about string) *Parameter {
		return &Parameter{Name: name, In: in, Description: about, Schema: b.schema(map[string]any{"type": "string", "pattern": "^[0-9]+$"})}
	}
	chosen := &Parameter{
		Name: "resources", In: "query", Description: "The resources whose changes are sent; all by default.", Style: "form", Explode: new(false),
		Schema: b.schema(listOf(map[string]any{"type": "string", "enum": names})), Extra: Extra{order: []string{"name", "in", "style", "explode"}},
	}
	params := []*Parameter{
		last("Last-Event-ID", "header", "The id of the last event that the reader has got: the stream goes on behind it. Without one it begins with the next change."),
		last("last_event_id", "query", "The same, of readers that cannot send the header."),
		chosen,
	}
	rs := newResponses(b, nil)
	rs.add(http.StatusOK, "A stream that does not end. Each message has an id, and in data one event as JSON. An event of the type reset says that events were missed which are not kept any more. Lines that begin with a colon keep the connection.",
		contentOf("text/event-stream", &MediaType{Schema: b.schema(text()), ItemSchema: &Schema{AnyOf: messages}}), b.headersOf("Allow"))
	id, codes := b.id("events"), append(b.usualCodes(), problem.Invalid)
	rs.refuse(codes...)
	b.note(id, nil, nil, codes)
	b.facts[id].Rule = permission.String(permission.Any(rules...))
	return &Operation{
		OperationID: id, Tags: []string{"service"}, Summary: "Events",
		Description: "Tells changes of rows as server-sent events, each at least once and in their order, as far as the requester may read the rows at that moment.",
		Deprecated:  b.deprecated(), Parameters: params, Responses: rs.all(), Security: b.security(permission.Reduce(permission.Any(rules...), permission.Request{Safe: true}).IsFalse()),
	}
}

// event returns the schema of the event of a changed row, as somebody may see it.
func (b *builder) event(e *plan.Resource, who string) *Schema {
	name, types := e.EventName(), []string{}
	for _, change := range []string{schema.Created, schema.Updated, schema.Removed, schema.Restored} {
		types = append(types, name+"."+change)
	}
	about := func(words string, s map[string]any) map[string]any {
		s["description"] = words
		return s
	}
	of := b.object("id", about("The id of the event, greater than those before it.", map[string]any{"type": "string", "pattern": "^[0-9]+$"}),
		"type", map[string]any{"type": "string", "enum": types},
		"at", map[string]any{"type": "string", "format": "date-time", "examples": []any{examples["date-time"]}},
		"key", about("What addresses name the record by.", keyValue(e.Lookup.Field)),
		"record", about("What reading the record shows to "+who+"; null of a record that is gone.",
			anyOf(b.record(e, e.Shapes.Retrieve.Type, nil, false), map[string]any{"type": "null"})))
	return of.require(of.Properties.Names()...)
}
