// Rules about permissions on single rows in the database.

package permission

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/predicate"
)

// RowPermission allows rows on which the account, or a group of its, has one of the permissions, and it
// allows administrators. The rows have them in a field Permissions
// rest.HasMany[rest.RowPermission[Ticket]]. Along requires those of a related row, without an exception for
// administrators:
//
//	permission.Along("ticket", permission.RowPermission("view_ticket"))
func RowPermission(names ...string) Rule { return rowGranted{names: names} }

// rowPermissions is the name of the member with the permissions of a row.
const rowPermissions = "permissions"

// rowGranted requires one of some permissions on the row.
type rowGranted struct {
	names []string
	bound where // the condition, once it is bound
}

// String returns the rule in words.
func (g rowGranted) String() string { return "row permission " + strings.Join(g.names, " or ") }

func (g rowGranted) kids() []Rule { return nil }

// condition returns the rule as one condition on the row, or its mistake.
func (g rowGranted) condition() (e predicate.Expr, wrong string) {
	if len(g.names) == 0 {
		return e, "RowPermission names nothing, and allows only administrators; write a name, or permission.Admin"
	}
	names := make([]any, len(g.names))
	for i, name := range g.names {
		if name == "" || strings.TrimSpace(name) != name || len(name) > 150 {
			return e, fmt.Sprintf("RowPermission: %q is not a name; write up to 150 characters without spaces around them", name)
		}
		names[i] = name
	}
	mine := predicate.Or(predicate.Requester("user"), predicate.Requester("group.users"))
	return predicate.Exists(rowPermissions, predicate.And(predicate.In("permission", names...), mine)), ""
}

func (g rowGranted) bind(b *binding) Rule {
	cond, wrong := g.condition()
	m, has := b.rows.Member(rowPermissions)
	switch {
	case wrong != "":
	case !has || m.Rows == nil && !m.Broken:
		wrong = fmt.Sprintf("RowPermission: %[1]s keeps no permissions of its rows; write a field Permissions rest.HasMany[rest.RowPermission[%[1]s]] `rest:\"-\"`", b.rows.RowName())
	case m.Broken:
		return Nobody // its mistake is already reported
	}
	if wrong != "" {
		b.mistake(wrong)
		return Nobody
	}
	g.bound, _ = where{text: g.String(), expr: cond, asks: true}.bind(b).(where)
	return g
}

func (g rowGranted) reduce(q Request) predicate.Expr {
	if q.User != nil && q.User.IsAdmin() {
		return predicate.Constant(true)
	}
	return g.bound.reduce(q)
}
