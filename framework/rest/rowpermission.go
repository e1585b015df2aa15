// Permissions on single rows, stored in the database.

package rest

import (
	"reflect"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/compile"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// RowPermission is a permission on one row of T that an account or the members of a group have been
// granted, as Django's object permissions are. Rows whose rules use permission.RowPermission have a field
// of that name:
//
//	type Ticket struct {
//		…
//		Permissions rest.HasMany[rest.RowPermission[Ticket]] `rest:"-"`
//	}
//
// They are in a table for T, such as ticket_permissions (for a User or a Group user_row_permissions), and
// are deleted with the row, the account and the group. [RowPermissions] is the resource that grants them.
type RowPermission[T any] struct {
	ID         int64                `rest:"id,readonly"`
	Row        BelongsTo[T]         `rest:"row,createonly,filter,ondelete=cascade"`
	User       BelongsTo[auth.User] `rest:"user,createonly,optional,show=username,filter,ondelete=cascade"`
	Group      BelongsTo[group]     `rest:"group,createonly,optional,show=name,filter,ondelete=cascade"`
	Permission string               `rest:"permission,createonly,filter" validate:"max=150"`
}

// PermittedRow returns T: see schema.Permitting.
func (RowPermission[T]) PermittedRow() reflect.Type { return reflect.TypeFor[T]() }

// group is a group with its members.
type group struct {
	ID    int64                 `rest:"id,readonly"`
	Name  string                `rest:"name,unique" validate:"max=150"`
	Users ManyToMany[auth.User] `rest:"-,through=users_groups"`
}

// RowPermissions is the resource of the permissions on rows of T, for administrators or by the rule Access:
//
//	rest.NewSet("tracker", …, rest.RowPermissions[Ticket]{Path: "/ticket-permissions/"})
//
// A POST of a row, a permission, and a user or a group grants one, and DELETE revokes it; it cannot be
// changed. The list is filtered by each of them. The pages have forms for both. It is a view set like
// others, with history, audit and dry runs. Access may depend on the row, such as
// permission.Me("row.lead"): then the lead of a project grants permissions within it.
type RowPermissions[T any] struct {
	Path   string          // such as "/ticket-permissions/"
	Access permission.Rule // nil for permission.Admin
}

func (p RowPermissions[T]) declare() *declaration.ViewSet {
	if p.Access == nil {
		p.Access = permission.Admin
	}
	of := reflect.TypeFor[T]()
	_, name := compile.RowPermissionNames(of)
	user, group := predicate.IsNull("user"), predicate.IsNull("group")
	return ViewSet[RowPermission[T]]{
		Path: p.Path, Name: name, ListName: of.Name() + " permissions", RecordName: name,
		Description: "Permissions on single rows, of accounts and of the members of groups.",
		Actions:     List | Create | Retrieve | Destroy, Access: p.Access, Order: []string{"id"},
		Pages:   PageNumber{Size: 50, MaxSize: 1000},
		Indexes: []Index{{Fields: []string{"row", "permission", "user"}, Unique: true}, {Fields: []string{"row", "permission", "group"}, Unique: true}},
		Constraints: []Constraint{{
			Holds:   predicate.Or(predicate.And(user, predicate.Not(group)), predicate.And(predicate.Not(user), group)),
			Message: "Name either a user or a group.",
		}},
	}.declare()
}
