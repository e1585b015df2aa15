package tracker

import "example.com/resourceful/framework/permission"

// The roles of a member above that of a viewer, each with all that the one before may do.
const (
	editor = "editor"
	owner  = "owner"
)

// seenAt are the rows whose project, at a path with a dot behind it, the requester may see.
func seenAt(project string) permission.Rule {
	return permission.Any(
		permission.Is(project+"visibility", public),
		permission.Me(project+"team.username"),
		permission.Admin,
	)
}

// editedAt are the rows whose project, at a path with a dot behind it, the requester is an editor or owner of.
func editedAt(project string) permission.Rule {
	return permission.All(permission.SignedIn, permission.Any(roleAt(project, editor, owner), permission.Admin))
}

// ownedAt are the rows whose project, at a path with a dot behind it, the requester is an owner of.
func ownedAt(project string) permission.Rule {
	return permission.All(permission.SignedIn, permission.Any(roleAt(project, owner), permission.Admin))
}

// roleAt are the rows whose project has the requester among its members, in one of the roles.
func roleAt(project string, roles ...any) permission.Rule {
	return permission.Along(project+"team", permission.Me("username"), permission.In("role", roles...))
}

// byRole lets those who see a project read, and its editors write.
func byRole(project string) permission.Rule {
	return permission.By{Read: seenAt(project), Write: editedAt(project)}
}

// ownOrOwned lets editors delete what they own, and owners of the project all in it.
func ownOrOwned(project string) permission.Rule {
	return permission.All(editedAt(project), permission.Any(permission.Owner, ownedAt(project)))
}

// ownOf lets those who see a project read, and its editors write what they own; superusers write all.
func ownOf(project string) permission.Rule {
	return permission.By{
		Read:  seenAt(project),
		Write: permission.All(editedAt(project), permission.Any(permission.Owner, permission.Admin)),
	}
}
