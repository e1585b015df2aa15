// Who may read and write which members: the rules of fields.

package rest

import (
	"example.com/resourceful/framework/permission"
)

// FieldRules say, by wire name, who may read a member and who may write it:
//
//	Fields: rest.FieldRules{
//		"salary": permission.Group("hr"),
//		"grade":  permission.By{Read: permission.SignedIn, Write: permission.Group("hr")},
//	}
//
// For who may not read it there is no such member: in no format, list, record, nested or expanded representation, form,
// description, history or export, and filters, orders and members that name it are names that do not exist. Who may not
// write it either sends a name that does not exist; who may read it and not write it sends a read-only field, which is
// ignored. A replace keeps what its requester may not send. A create that needs what its requester may not send is refused.
//
// A rule is about the column, and so holds for every view set and representation of the rows. It asks only
// about the requester, and not about the row.
type FieldRules map[string]permission.Rule
