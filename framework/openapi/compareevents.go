// What a newer document takes away of the messages of webhooks and of streams of events.

package openapi

import "fmt"

// webhooks compares the messages that clients are sent.
func (c *comparison) webhooks() {
	news := objectAt(c.new, "webhooks")
	for name, item := range objectAt(c.old, "webhooks") {
		now, has := news[name]
		if !has {
			c.tell("webhook %s: is gone", name)
			continue
		}
		body := []string{"post", "requestBody", "content", "application/json", "schema"}
		c.widened("webhook "+name+": body", member(item, body...), member(now, body...))
	}
}

// items compares the events of a stream, by the first type of each: others may have come.
func (c *comparison) items(at string, was, is any) {
	news := map[any]any{}
	for _, item := range listAt(is, "anyOf") {
		news[firstType(item)] = item
	}
	for _, item := range listAt(was, "anyOf") {
		name := firstType(item)
		if now, has := news[name]; has {
			c.widened(fmt.Sprintf("%s %v", at, name), item, now)
		} else {
			c.tell("%s: %v is not told any more", at, name)
		}
	}
}

// firstType is the first of the types that an event may have, nil for none.
func firstType(event any) any {
	if types := listAt(event, "properties", "type", "enum"); len(types) > 0 {
		return types[0]
	}
	return nil
}
