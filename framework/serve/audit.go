// Who has done what: the audit of the set.

package serve

import (
	"context"
	"fmt"
	"time"

	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// newAudit is the audit of the tables of the set; nil where none is kept.
func (h *Handler) newAudit() *store.Audit {
	if h.plan.Audit == nil {
		return nil
	}
	entries, tables := h.tables[h.plan.Audit.Type.Go].Table, map[string]*store.Table{}
	for _, t := range h.plan.Types {
		if table := h.tables[t.Go].Table; t != h.plan.Audit.Type && (tables[t.Table] == nil || len(h.tables[t.Go].served) > 0) {
			tables[t.Table] = table
		}
	}
	h.routes.audit = store.NewAudit(entries, tables)
	if h.plan.Audit.RefusedLogins {
		h.refused = newRefusedLogins()
	}
	return h.routes.audit
}

// from is how and from where a request for the record with a key has come; the key may be zero.
func (x *exchange) from(a *admission, key schema.Key) (e schema.AuditEntry) {
	if !key.IsZero() {
		e.Key = key.String()
	}
	if who := a.requester.credentials; who != nil {
		e.Scheme, e.Token = who.Scheme, who.Token
	}
	if at := x.h.auth.FullAddr(x.r); at.IsValid() {
		e.Address = at.String()
	}
	e.Request = x.w.Header().Get(RequestHeader)
	if a.route.resource != nil {
		e.Resource = a.route.resource.Name
	}
	return e
}

// purgeAudit removes the entries of the audit that are older than it keeps them, and returns how many those were.
func (h *Handler) purgeAudit(ctx context.Context, now time.Time) (removed int64, err error) {
	if h.routes.audit == nil || h.plan.Audit.Keep <= 0 {
		return 0, nil
	}
	for {
		n, err := h.routes.audit.Purge(ctx, now.Add(-h.plan.Audit.Keep), purgedRows)
		removed += n
		if err != nil {
			return removed, fmt.Errorf("remove old entries of the audit: %w", err)
		}
		if n < purgedRows {
			return removed, nil
		}
	}
}
