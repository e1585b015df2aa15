// The messages of webhooks and of streams of events, before and now.

package compare

import "example.com/resourceful/framework/openapi"

// webhooks compares the messages that clients are sent.
func (c *comparison) webhooks() {
	for name, item := range c.old.Webhooks.All() {
		now := c.new.Webhooks.Get(name)
		if now == nil {
			c.tell("webhook %s: is gone", name)
			continue
		}
		c.widened("webhook "+name+": body", message(item), message(now))
	}
}

// message returns the schema of what a webhook is sent, nil for any.
func message(item *openapi.PathItem) *openapi.Schema {
	o := item.Operations.Get("post")
	if o == nil || o.RequestBody == nil {
		return nil
	}
	return openapi.BodySchema(o.RequestBody.Content)
}

// items compares the events of a stream, by the first type of each: others may have come.
func (c *comparison) items(at string, was, is *openapi.Schema) {
	if was == nil {
		return
	}
	news := map[string]*openapi.Schema{}
	if is != nil {
		for _, item := range is.AnyOf {
			news[firstType(item)] = item
		}
	}
	for _, item := range was.AnyOf {
		name := firstType(item)
		if now := news[name]; now != nil {
			c.widened(at+" "+name, item, now)
		} else {
			c.tell("%s: %s is not told any more", at, name)
		}
	}
}

// firstType returns the first of the types that an event may have, "" for none.
func firstType(event *openapi.Schema) string {
	if of := event.Properties.Get("type"); of != nil && len(of.Enum) > 0 {
		return openapi.ValueWords(of.Enum[0])
	}
	return ""
}
