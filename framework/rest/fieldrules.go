// The rules of fields: the permissions to read and write members.

package rest

import (
	"example.com/resourceful/framework/permission"
)

// FieldRules determine, by wire name, who may read and write a member:
//
//	Fields: rest.FieldRules{
//		"salary": permission.Group("hr"),
//		"grade":  permission.By{Read: permission.SignedIn, Write: permission.Group("hr")},
//	}
//
// For requesters who may not read it the member does not exist: in no format, list, record, nested or
// expanded representation, form, description, history or export, and filters, orders and members with its
// name are unknown names. A requester who may neither read nor write it sends an unknown name; one who may
// only read it sends a read-only field, which is ignored. A replace keeps the fields that its requester may
// not send. A create that needs fields that its requester may not send is refused.
//
// A rule is about the column, and so applies to every view set and representation of the rows. It depends
// only on the requester, and not on the row.
type FieldRules map[string]permission.Rule
