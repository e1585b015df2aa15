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

// webhookPackage is the package that declares the rows of webhooks.
const webhookPackage = "example.com/resourceful/framework/schema"

// compileWebhooks finds the webhooks of the set; nil for none.
func compileWebhooks(c *compiler, p *plan.Plan) {
	for _, r := range c.resources {
		declared, table := r.declaration, r.Type.Table
		switch {
		case declared.Webhooks && p.Webhooks != nil:
			c.Report("Webhooks", "", c.Set.At, fmt.Sprintf("there are webhooks at %s already, and others at %s; leave one out", p.Webhooks.Resource.Path, r.Resource.Path))
		case declared.Webhooks && p.Events == nil:
			c.Report("Webhooks", "", c.Set.At, "webhooks are sent events, and no view set has any; write Events: true in one, or leave them out")
		case declared.Webhooks:
			p.Webhooks = &plan.Webhooks{Resource: r.Resource, Type: r.Type, Deliveries: c.resources[slices.IndexFunc(c.resources, func(r *resource) bool { return r.declaration == declared.More[0] })].Type}
			r.Type.ByWire("resources").Item.LimitTo(listEvents(c))
		case (table == schema.WebhookTable || table == schema.DeliveryTable) && !strings.HasPrefix(r.Type.Go.PkgPath(), webhookPackage):
			r.mistake("the table %q is that of webhooks; write another Table, or rest.Webhooks instead of the view set", table)
		}
	}
}

// listEvents returns the names of the resources with published changes, as choices, sorted.
func listEvents(c *compiler) []field.Choice {
	var names []string
	for _, res := range c.Compiled {
		if res.Events {
			names = append(names, res.EventName())
		}
	}
	slices.Sort(names)
	choices := []field.Choice{}
	for _, name := range slices.Compact(names) {
		choices = append(choices, field.Choice{Value: name, Label: name})
	}
	return choices
}
