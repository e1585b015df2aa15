// Who has done what: the audit of the set.

package serve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// newAudit is the audit of the tables of the set; nil where none is kept.
func newAudit(h *request.Service) *store.Audit {
	if h.Plan.Audit == nil {
		return nil
	}
	entries, tables := h.Tables[h.Plan.Audit.Type.Go].Table, map[string]*store.Table{}
	for _, t := range h.Plan.Types {
		if table := h.Tables[t.Go].Table; t != h.Plan.Audit.Type && (tables[t.Table] == nil || len(h.Tables[t.Go].Served) > 0) {
			tables[t.Table] = table
		}
	}
	return store.NewAudit(entries, tables)
}

// auditOrigin is how and from where a request for the record with a key has come; the key may be zero.
func auditOrigin(x *request.Exchange, a *request.Admission, key schema.Key) (e schema.AuditEntry) {
	if !key.IsZero() {
		e.Key = key.String()
	}
	if who := a.Requester.Credentials; who != nil {
		e.Scheme, e.Token = who.Scheme, who.Token
	}
	if at := x.Service.Auth.FullAddr(x.R); at.IsValid() {
		e.Address = at.String()
	}
	e.Request = x.W.Header().Get(auth.RequestHeader)
	if a.Route.Res != nil {
		e.Resource = a.Route.Res.Name
	}
	return e
}

// auditedChanges are what code may say that has become of a row.
var auditedChanges = []string{schema.Created, schema.Updated, schema.Removed, schema.Restored}

func (c *call) Audit(change, resource, key string) error {
	if err := c.ready(true); err != nil {
		return err
	}
	if !slices.Contains(auditedChanges, change) {
		return c.fail(fmt.Errorf("audit of %s %s: the change is %q; write one of %s", resource, key, change, strings.Join(auditedChanges, ", ")))
	}
	c.tx.Note(change, resource, key)
	return nil
}

// acting is the context of what the requester has done with sessions and tokens.
func (c *call) acting() context.Context {
	who := auth.Actor{Client: c.h.Auth.FullAddr(c.at.request), Request: c.at.writer.Header().Get(auth.RequestHeader), Operation: c.operation.Name}
	if as := c.credentials; as != nil {
		who = who.By(&as.User, as.Scheme)
		who.Token = as.Token
	}
	return auth.WithActor(c.ctx, who)
}

// purgeAudit removes the entries of the audit that are older than it keeps them, and returns how many those were.
func purgeAudit(h *request.Service, ctx context.Context, now time.Time) (removed int64, err error) {
	if h.Routes.Audit == nil || h.Plan.Audit.Keep <= 0 {
		return 0, nil
	}
	for {
		n, err := h.Routes.Audit.Purge(ctx, now.Add(-h.Plan.Audit.Keep), request.PurgedRows)
		removed += n
		if err != nil {
			return removed, fmt.Errorf("remove old entries of the audit: %w", err)
		}
		if n < request.PurgedRows {
			return removed, nil
		}
	}
}
