// The names of the tables of permissions on single rows.

package compile

import (
	"reflect"

	"example.com/resourceful/framework/schema"
)

// RowPermissionNames returns the table of a RowPermission[T], and the name of one. The tables
// user_permissions and group_permissions contain the permissions of accounts and groups: see permissiontables.go.
func RowPermissionNames(of reflect.Type) (table, name string) {
	rows := schema.Snake(of.Name())
	if rows == "user" || rows == "group" {
		rows += "_row"
	}
	return rows + "_permissions", of.Name() + " permission"
}
