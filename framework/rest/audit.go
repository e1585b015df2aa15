// The audit, as a resource.

package rest

import (
	"time"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// Audit is the resource that records who has changed rows, and their origin, for administrators:
//
//	rest.NewSet("tracker", rest.Audit{Path: "/audit/", Keep: 365 * 24 * time.Hour}, …)
//
// Each row that an operation of the set creates, updates, deletes or restores adds an entry: the account,
// the scheme and the name of the token, the address of the client behind trusted proxies, the id of the
// request, the operation, and the name of the resource with the key of the row. There are entries for
// nested rows, lists of rows, rows that code writes through rest.Rows, accounts too, and rows that are
// deleted, or lose their reference, with others. A writing operation that changes no row has one entry,
// without a key. There are also entries for logins and logouts, whose rows are sessions; for created and
// revoked tokens, by commands too; for all sessions and tokens that end with a password or an account; for
// groups and permissions that commands grant; and for accounts that an identity provider creates, links and
// changes, with the operations "provision" and "link". Entries are written in the transaction of the
// change: a dry run and a rollback leave none, and a change without its entry is not stored.
//
// There are no entries for reading; for a team's statements in SQL, unless these call [Call.Audit]; for the
// sweep of rows that were marked as deleted; and for refused requests, except logins with RefusedLogins.
//
// Entries are listed and filtered like other rows, the newest first, in all formats of the set. No operation writes or deletes one.
type Audit struct {
	Path   string          // such as "/audit/"
	Access permission.Rule // nil for permission.Admin
	// Keep is how long entries are kept; 0 for ever. They are removed within the hour after. The setting
	// audit-keep overrides it in one deployment.
	Keep time.Duration
	// RefusedLogins keeps refused logins too: their time, scheme and address. An entry has no name, so that
	// it reveals nothing about accounts. An address has one every 10 minutes, and a process writes at most
	// 100 in an hour: the table stays small for any number of guesses. Log and metrics count all.
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

// Audit adds an entry to the [Audit] with the transaction: about a row that a statement in SQL has changed,
// which the audit does not detect itself. The change is "create", "update", "delete" or "restore", resource
// is the entry's name of the rows, and key identifies the row. Without an audit in the set it does nothing;
// outside of a transaction it returns an error.
//
//	n, err := c.Exec("DELETE FROM seats WHERE number = $1", number)
//	if err == nil && n > 0 {
//		err = c.Audit("delete", "Seat", number)
//	}
func (c *Call) Audit(change, resource, key string) error { return c.call.Audit(change, resource, key) }
