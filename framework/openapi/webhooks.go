// The messages that webhooks are sent.

package openapi

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
)

// webhooks returns the messages of each resource whose changes are told, by the name that their types begin with; nil where
// nothing is sent to anybody. They are those of the version that requests without one have.
func (b *builder) webhooks() (messages Map[*PathItem]) {
	hooks := b.p.Webhooks
	if hooks == nil || b.p.Versions != nil && b.version != b.p.Versions.Default { // messages are those of requests that name no version
		return messages
	}
	offered := slices.ContainsFunc(b.routes, func(r *plan.Route) bool {
		return r.Resource != nil && r.Resource.Path == hooks.Resource.Path && b.offersAny(r)
	})
	if !offered {
		return messages
	}
	for _, r := range b.watched() {
		name := r.Resource.EventName()
		messages.Set(name, &PathItem{Operations: mapOf(map[string]*Operation{"post": b.message(name, r)})})
	}
	return messages
}

// message returns what webhooks are sent of a resource, as Standard Webhooks has it.
func (b *builder) message(name string, r *plan.Route) *Operation {
	header := func(name, words string, s map[string]any) *Parameter {
		return &Parameter{Name: name, In: "header", Required: true, Description: words, Schema: b.schema(s)}
	}
	return &Operation{
		OperationID: b.id(append([]string{"webhook"}, strings.Split(name, ".")...)...), Tags: []string{tagOf(r)}, Summary: "Webhook: " + name,
		Description: "A change of a record, sent to each webhook for whose account it can be seen, at least once.",
		Parameters: []*Parameter{
			header("webhook-id", "The same whenever the message is sent again.", text()),
			header("webhook-timestamp", "When it is sent, in seconds since 1970.", map[string]any{"type": "integer", "format": "int64"}),
			header("webhook-signature", "v1, and the HMAC-SHA256 of id, time and body in base64, with dots between them (Standard Webhooks).", text()),
		},
		RequestBody: &RequestBody{
			Required: true, Content: contentOf("application/json", &MediaType{Schema: b.event(r.Resource, "the account of the webhook")}),
			Extra: Extra{order: []string{"required"}},
		},
		Responses: mapOf(map[string]*Response{
			"200": {Description: "The message was taken, as by any status of success. Others are failures, after which it is sent again."},
			"410": {Description: "The webhook is not wanted any more, and is switched off."},
		}),
		Security: []Map[[]string]{},
	}
}
