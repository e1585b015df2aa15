// The webhooks of a set.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// webhookPackage is where the rows of webhooks are declared.
const webhookPackage = "example.com/resourceful/framework/schema"

// compileWebhooks finds the webhooks of the set; nil for none.
func (c *compiler) compileWebhooks(events *plan.Events) *plan.Webhooks {
	var found *plan.Webhooks
	for i, d := range c.declared {
		r := &resource{compiler: c, declaration: d, Resource: c.compiled[i]}
		table := r.Type.Table
		switch {
		case d.Webhooks && found != nil:
			c.report("Webhooks", "", c.set.At, fmt.Sprintf("there are webhooks at %s already, and others at %s; leave one out", found.Resource.Path, r.Resource.Path))
		case d.Webhooks && events == nil:
			c.report("Webhooks", "", c.set.At, "webhooks are sent events, and no view set has any; write Events: true in one, or leave them out")
		case d.Webhooks:
			found = &plan.Webhooks{Resource: r.Resource, Type: r.Type, Deliveries: c.compiled[slices.Index(c.declared, d.More[0])].Type}
			r.Type.ByWire("resources").Item.LimitTo(c.eventNames())
		case (table == schema.WebhookTable || table == schema.DeliveryTable) && !strings.HasPrefix(r.Type.Go.PkgPath(), webhookPackage):
			r.mistake("the table %q is that of webhooks; write another Table, or rest.Webhooks in place of the view set", table)
		}
	}
	return found
}

// eventNames are the names of the resources whose changes are told, as choices, sorted.
func (c *compiler) eventNames() []field.Choice {
	var names []string
	for _, e := range c.compiled {
		if e.Events {
			names = append(names, e.EventName())
		}
	}
	slices.Sort(names)
	choices := []field.Choice{}
	for _, name := range slices.Compact(names) {
		choices = append(choices, field.Choice{Value: name, Label: name})
	}
	return choices
}
