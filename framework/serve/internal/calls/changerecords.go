// Preparing a transaction to record its changes: histories, audit and outbox.

package calls

import (
	"context"
	"fmt"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
	"example.com/resourceful/framework/store/record"
)

// NewHistories returns the histories of the resources; nil for none.
func NewHistories(service *request.Service) (*record.Histories, error) {
	byTable := map[string]*record.History{}
	for _, resource := range service.Plan.Resources {
		if resource.History == nil {
			continue
		}
		res, t := service.Routes.Resources[resource], resource.History.Type
		var err error
		res.Entries, err = store.NewTable(service.DB, store.TableSpec{Type: t, Order: []store.Order{{Field: t.Key, Desc: true}}, Reads: t.Columns()})
		if err != nil {
			return nil, err
		}
		for _, v := range service.Routes.Versions.Compiled() {
			service.Routes.Resources[v.Resource(resource)].Entries = res.Entries
		}
		byTable[resource.Type.Table] = record.NewHistory(res.Rows, res.Entries, resource.History.Max)
	}
	if len(byTable) == 0 && service.Routes.Audit == nil && service.Routes.Outbox == nil && service.Routes.Jobs == nil {
		return nil, nil
	}
	return record.NewHistories(service.Plan.Tables, byTable, service.Routes.Audit, service.Routes.Outbox, service.Routes.Jobs), nil
}

// Record prepares a transaction of the request on the record with a key, which may be zero. The transaction
// keeps histories and the audit, and copies no file that may be removed before its end. stored are the
// files that the request has stored.
func Record(x *request.Exchange, a *request.Admission, tx *store.Tx, key schema.Key, stored []string) *store.Tx {
	return holdFiles(x.Service, keepHistories(x, a, tx, key), stored)
}

// keepHistories makes a transaction keep the histories and the audit of the request.
func keepHistories(x *request.Exchange, a *request.Admission, tx *store.Tx, key schema.Key) *store.Tx {
	h := x.Service.Routes.Histories
	if h == nil {
		return tx
	}
	author := record.Author{Operation: a.Operation.Name, At: x.Service.Options.Now()}
	if a.Requester.User != nil {
		author.Account, author.Username = a.Requester.User.ID, a.Requester.User.Username
	}
	if !a.Prefers.DryRun { // whose entries are rolled back
		author.Limit = func(bytes int64) error { return x.ChargeRecords(a, bytes) }
	}
	if x.Service.Plan.Audit != nil {
		author.From = auditOrigin(x, a, key)
	}
	return h.Keep(tx, author)
}

// NewAudit returns the audit of the set's tables; nil for none.
func NewAudit(service *request.Service) *record.Audit {
	if service.Plan.Audit == nil {
		return nil
	}
	tables := service.TablesByName()
	delete(tables, service.Plan.Audit.Type.Table)
	return record.NewAudit(service.Tables[service.Plan.Audit.Type.Go].Table, tables)
}

// NewFormer returns the keeper of former states of the set's rows.
func NewFormer(service *request.Service) *store.Former {
	tables := service.TablesByName()
	return store.NewFormer(service.Plan.Tables, func(name string) *store.Table { return tables[name] })
}

// auditOrigin returns an audit entry with the origin of a request for the record with a key, which may be
// zero.
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

// PurgeAudit removes the audit entries whose retention time is over, and returns their number.
func PurgeAudit(ctx context.Context, service *request.Service, now time.Time) (removed int64, err error) {
	if service.Routes.Audit == nil || service.Plan.Audit.Keep <= 0 {
		return 0, nil
	}
	for {
		n, err := service.Routes.Audit.Purge(ctx, now.Add(-service.Plan.Audit.Keep), request.PurgedRows)
		removed += n
		if err != nil {
			return removed, fmt.Errorf("remove old entries of the audit: %w", err)
		}
		if n < request.PurgedRows {
			return removed, nil
		}
	}
}
