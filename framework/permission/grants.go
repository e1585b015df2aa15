// Rules about the groups and permissions of accounts in the database.

package permission

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/predicate"
)

// Grantee is an account with its groups and permissions. An account of another type has none.
type Grantee interface {
	User
	InGroup(name string) bool
	HasPermission(name string) bool // granted to the account, or to one of its groups
}

// Group allows the members of one of the groups, by their names in the table groups. Administrators are no
// exception.
func Group(names ...string) Rule { return granted{names: names, group: true} }

// Permission allows accounts with one of the permissions, such as "change_ticket", granted to them or to a
// group of theirs, and administrators.
func Permission(names ...string) Rule { return granted{names: names} }

// ModelPermissions requires the permissions of a model, like Django REST framework's
// DjangoModelPermissions: "add_ticket" to create, "change_ticket" to change, "delete_ticket" to delete, and
// only credentials to read.
func ModelPermissions(model string) Rule {
	return By{
		Read: SignedIn, Write: Permission("change_" + model),
		Create: Permission("add_" + model), Delete: Permission("delete_" + model),
	}
}

// granted requires one of some groups or permissions.
type granted struct {
	names []string
	group bool
}

// String returns the rule in words.
func (g granted) String() string {
	if g.group {
		return "in group " + strings.Join(g.names, " or ")
	}
	return "permission " + strings.Join(g.names, " or ")
}

func (g granted) kids() []Rule { return nil }

func (g granted) bind(b *binding) Rule {
	what := "Permission"
	if g.group {
		what = "Group"
	}
	if len(g.names) == 0 {
		b.mistake(fmt.Sprintf("%s names nothing, and allows nobody; write a name, or permission.Nobody", what))
	}
	for _, name := range g.names {
		if name == "" || strings.TrimSpace(name) != name || len(name) > 150 {
			b.mistake(fmt.Sprintf("%s: %q is not a name; write up to 150 characters without spaces around them", what, name))
		}
	}
	return g
}

func (g granted) reduce(q Request) predicate.Expr {
	if q.probe {
		return predicate.Func("", nil) // neither true nor false: it is never called
	}
	if q.User == nil {
		return predicate.Constant(false)
	}
	if !g.group && q.User.IsAdmin() {
		return predicate.Constant(true)
	}
	who, known := q.User.(Grantee)
	for _, name := range g.names {
		if known && (g.group && who.InGroup(name) || !g.group && who.HasPermission(name)) {
			return predicate.Constant(true)
		}
	}
	return predicate.Constant(false)
}

// AsksGrants reports whether a rule needs groups or permissions of accounts.
func AsksGrants(rule Rule) bool {
	found := false
	walk(rule, func(rule Rule) {
		switch rule.(type) {
		case granted, rowGranted:
			found = true
		}
	})
	return found
}
