// Who has done what, as a resource.

package rest

import (
	"time"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// Audit is the resource of who has done what, and from where, for administrators:
//
//	rest.NewSet("tracker", rest.Audit{Path: "/audit/", Keep: 365 * 24 * time.Hour}, …)
//
// Each row that an operation of the set creates, updates, deletes or restores makes an entry: the account, the scheme and
// the name of the token that it came by, the address of the client behind trusted proxies, the id of the request, the
// operation, and the name of the resource with the key of the row. There are entries of nested rows, of lists of rows, of
// rows that code writes through rest.Rows, of accounts too, and of rows that go, or lose their reference, with others. An
// operation that writes and changes no row has one entry, without a key. There are entries too of log-ins and log-outs,
// whose rows are sessions; of tokens that are made and revoked, by commands too; of all sessions and tokens that end
// with a password or an account; of groups and permissions that commands grant; and of accounts that an identity provider
// makes, is given and changes, with the operations "provision" and "link". Entries are written in the transaction of the
// work: a dry run and work that is rolled back leave none, and work without its entry is not done.
//
// There are no entries of reading; of statements of a team's own in SQL, unless these call [Call.Audit];
// of the sweep of rows that were marked as deleted; and of requests that are refused, but for log-ins where RefusedLogins says so.
//
// Entries are listed and filtered like other rows, the newest first, in all formats of the set. No operation writes or deletes one.
type Audit struct {
	Path   string          // such as "/audit/"
	Access permission.Rule // nil for permission.Admin
	// Keep is how long entries are kept; 0 for ever. They are removed within the hour after. The setting audit-keep takes its
	// place in one deployment.
	Keep time.Duration
	// RefusedLogins keeps refused log-ins too: when, by which scheme and from which address. An entry has no name, so that it
	// tells nothing of accounts. An address has one each 10 minutes, and a process writes at most 100 in an hour: however
	// many guess, the table stays small. Log and metrics count all.
	RefusedLogins bool
}

func (a Audit) declare() *declaration.ViewSet {
	if a.Access == nil {
		a.Access = permission.Admin
	}
	d := ViewSet[schema.AuditEntry]{
		Path: a.Path, Table: schema.AuditTable, Name: "Audit entry", ListName: "Audit", RecordName: "Audit entry",
		Description: "Who has done what, and from where.",
		Actions:     List | Retrieve, Access: a.Access, Order: []string{"-id"},
		Pages: pagination.PageNumber{Size: 50, MaxSize: 1000},
	}.declare()
	d.Audit = &plan.Audit{Keep: a.Keep, RefusedLogins: a.RefusedLogins}
	return d
}

// Audit has an entry of the [Audit] written with the transaction: of a row that a statement in SQL has changed, which the
// audit does not see by itself. The change is "create", "update", "delete" or "restore", resource is what the entry calls the rows, and
// key tells which one. Where the set has no audit it does nothing; outside of a transaction it returns an error.
//
//	n, err := c.Exec("DELETE FROM seats WHERE number = $1", number)
//	if err == nil && n > 0 {
//		err = c.Audit("delete", "Seat", number)
//	}
func (c *Call) Audit(change, resource, key string) error { return c.call.Audit(change, resource, key) }
