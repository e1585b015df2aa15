// The table of who has done what.

package schema

import "time"

// AuditTable is the name of the table of the audit.
const AuditTable = "audit"

// AuditEntry says who has changed one row in one request, from where: or, of an operation that has changed none, that it
// was done.
type AuditEntry struct {
	ID        int64     `rest:"id,readonly"`
	At        time.Time `rest:"at,readonly,sort,filter=gte lte" db:"done_at"`
	Account   *int64    `rest:"account,readonly" db:"account_id"` // nil for an anonymous requester
	Username  string    `rest:"username,readonly,filter"`
	Scheme    string    `rest:"scheme,readonly"`                  // by which the requester has said who it is
	Token     string    `rest:"token,readonly" db:"token_name"`   // the name of the token, "" for none
	Address   string    `rest:"address,readonly,filter"`          // of the client, behind proxies that are trusted
	Request   string    `rest:"request,readonly" db:"request_id"` // the id that the log has too
	Operation string    `rest:"operation,readonly,filter"`        // of the request, such as "modify" or "close"
	Change    string    `rest:"change,readonly" db:"row_change"`
	Resource  string    `rest:"resource,readonly,filter"`         // the name of its rows, such as "Ticket"
	Key       string    `rest:"key,readonly,filter" db:"row_key"` // of the row
}

// What has become of a row in an AuditEntry.
const (
	Created  = "create"
	Updated  = "update"
	Removed  = "delete"
	Restored = "restore"
	Refused  = "refuse" // of a log-in
)
