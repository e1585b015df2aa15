// The tables of permissions on single rows.

package compile

import (
	"reflect"

	"example.com/resourceful/framework/schema"
)

// RowPermissionNames are the table of a RowPermission[T], and what one is called. The tables user_permissions and
// group_permissions have what accounts and groups may: see grants.go.
func RowPermissionNames(of reflect.Type) (table, name string) {
	rows := schema.Snake(of.Name())
	if rows == "user" || rows == "group" {
		rows += "_row"
	}
	return rows + "_permissions", of.Name() + " permission"
}
