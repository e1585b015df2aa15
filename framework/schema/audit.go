// The table of the audit.

package schema

import "time"

// AuditTable is the name of the table of the audit.
const AuditTable = "audit"

// AuditEntry records who has changed one row in one request, and its origin. For an operation that has
// changed none, it records the operation.
type AuditEntry struct {
	ID        int64     `rest:"id,readonly"`
	At        time.Time `rest:"at,readonly,sort,filter=gte lte" db:"done_at"`
	Account   *int64    `rest:"account,readonly" db:"account_id"` // nil for an anonymous requester
	Username  string    `rest:"username,readonly,filter"`
	Scheme    string    `rest:"scheme,readonly"`                  // scheme of the authentication
	Token     string    `rest:"token,readonly" db:"token_name"`   // the name of the token, "" for none
	Address   string    `rest:"address,readonly,filter"`          // of the client, behind trusted proxies
	Request   string    `rest:"request,readonly" db:"request_id"` // the id, as in the log
	Operation string    `rest:"operation,readonly,filter"`        // of the request, such as "modify" or "close"
	Change    string    `rest:"change,readonly" db:"row_change"`
	Resource  string    `rest:"resource,readonly,filter"`         // name of its rows, such as "Ticket"
	Key       string    `rest:"key,readonly,filter" db:"row_key"` // of the row
}

// The changes of a row in an AuditEntry.
const (
	Created  = "create"
	Updated  = "update"
	Removed  = "delete"
	Restored = "restore"
	Refused  = "refuse" // a login
)
