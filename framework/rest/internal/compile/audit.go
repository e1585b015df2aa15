// The audit of a set: its resource.

package compile

import (
	"fmt"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// compileAudit compiles the audit of the set; nil for none.
func compileAudit(c *compiler, p *plan.Plan) {
	var found *resource
	for _, r := range c.resources {
		switch declared := r.declaration; {
		case declared.Audit == nil && r.Type.Table == schema.AuditTable:
			r.mistake("the table %q is that of the audit; write another Table, or rest.Audit instead of the view set", schema.AuditTable)
		case declared.Audit == nil:
		case found != nil:
			c.Report("Audit", "", c.Set.At, fmt.Sprintf("there is an audit at %s already, and another at %s; leave one out", found.Resource.Path, r.Resource.Path))
		case declared.Audit.Keep < 0:
			c.Report("Audit", "", c.Set.At, fmt.Sprintf("Keep is %s; write how long entries are kept, or leave it out to keep them forever", declared.Audit.Keep))
		default:
			found = r
		}
	}
	if found == nil {
		return
	}
	found.Resource.Audit = &plan.Audit{Type: found.Type, Keep: found.declaration.Audit.Keep, RefusedLogins: found.declaration.Audit.RefusedLogins}
	p.Audit = found.Resource.Audit
}
