// The messages that webhooks are sent.

package openapi

import (
	"net/http"
	"strconv"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// webhooks are the messages of each resource whose changes are told, by the name that their types begin with; nil where
// nothing is sent to anybody. They are those of the version that requests without one have.
func (b *builder) webhooks() any {
	hooks := b.p.Webhooks
	if hooks == nil || b.p.Versions != nil && b.version != b.p.Versions.Default {
		return nil
	}
	messages, offered := newObject(), false
	for _, r := range b.routes {
		e := r.Resource
		if e == nil {
			continue
		}
		offered = offered || e.Path == hooks.Resource.Path && b.offersAny(r)
		if name := e.EventName(); e.Events && messages.values[name] == nil && b.offersAny(r) {
			messages.set(name, newObject().set("post", b.message(name, r)))
		}
	}
	if !offered {
		return nil
	}
	return orNil(messages)
}

// message is what webhooks are sent of a resource, as Standard Webhooks has it.
func (b *builder) message(name string, r *plan.Route) *object {
	e := r.Resource
	types := []string{}
	for _, change := range []string{schema.Created, schema.Updated, schema.Removed, schema.Restored} {
		types = append(types, name+"."+change)
	}
	about := func(words string, s map[string]any) map[string]any {
		s["description"] = words
		return s
	}
	event := newObject().
		set("id", about("The id of the event, greater than those before it.", map[string]any{"type": "string", "pattern": "^[0-9]+$"})).
		set("type", map[string]any{"type": "string", "enum": types}).
		set("at", map[string]any{"type": "string", "format": "date-time", "examples": []any{examples["date-time"]}}).
		set("key", about("What addresses name the record by.", keyValue(e.Lookup.Field))).
		set("record", about("What reading the record shows to the account of the webhook; null of a record that is gone.",
			anyOf(b.record(e, e.Shapes.Retrieve.Type, nil, false), map[string]any{"type": "null"})))
	body := newObject().set("type", "object").set("properties", event).set("required", event.names)
	header := func(name, words string, s map[string]any) *object {
		return newObject().set("name", name).set("in", "header").set("required", true).set("description", words).set("schema", s)
	}
	answers := newObject()
	for _, a := range []struct {
		status int
		about  string
	}{
		{http.StatusOK, "The message was taken, as by any status of success. Others are failures, after which it is sent again."},
		{http.StatusGone, "The webhook is not wanted any more, and is switched off."},
	} {
		answers.set(strconv.Itoa(a.status), newObject().set("description", a.about))
	}
	return newObject().set("operationId", b.id(append([]string{"webhook"}, strings.Split(name, ".")...)...)).
		set("tags", []string{tagOf(r)}).set("summary", "Webhook: "+name).
		set("description", "A change of a record, sent to each webhook for whose account it can be seen, at least once.").
		set("parameters", []any{
			header("webhook-id", "The same whenever the message is sent again.", text()),
			header("webhook-timestamp", "When it is sent, in seconds since 1970.", map[string]any{"type": "integer", "format": "int64"}),
			header("webhook-signature", "v1, and the HMAC-SHA256 of id, time and body in base64, with dots between them (Standard Webhooks).", text()),
		}).
		set("requestBody", newObject().set("required", true).set("content", newObject().set("application/json", newObject().set("schema", body)))).
		set("responses", answers).set("security", []any{})
}
