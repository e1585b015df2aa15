// The messages that webhooks are sent.

package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/plan"
)

// webhooks are the messages of each resource whose changes are told, by the name that their types begin with; nil where
// nothing is sent to anybody. They are those of the version that requests without one have.
func (b *builder) webhooks() any {
	hooks := b.p.Webhooks
	if hooks == nil || b.p.Versions != nil && b.version != b.p.Versions.Default { // messages are those of requests that name no version
		return nil
	}
	offered := slices.ContainsFunc(b.routes, func(r *plan.Route) bool {
		return r.Resource != nil && r.Resource.Path == hooks.Resource.Path && b.offersAny(r)
	})
	if !offered {
		return nil
	}
	messages := newObject()
	for _, r := range b.watched() {
		name := r.Resource.EventName()
		messages.set(name, newObject().set("post", b.message(name, r)))
	}
	return orNil(messages)
}

// message is what webhooks are sent of a resource, as Standard Webhooks has it.
func (b *builder) message(name string, r *plan.Route) *object {
	body := b.event(r.Resource, "the account of the webhook")
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
