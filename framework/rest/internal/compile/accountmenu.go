// The account menu of the pages.

package compile

import (
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
)

// accountMenu adds the name of an endpoint in the account menu. Its page must be for all who are logged in,
// so that no request asks who may see the link.
func (action *actionCompiler) accountMenu(o *plan.Operation) {
	o.AccountMenu = action.AccountMenu
	rule := permission.String(o.Access)
	switch {
	case !action.InAccountMenu:
	case strings.TrimSpace(action.AccountMenu) == "":
		action.mistake("has rest.InAccountMenu without a name; write one for people, such as %q", "Password")
	case !o.Safe():
		action.mistake("has rest.InAccountMenu, and its method is %s; a link leads to a GET: move it there", o.Method)
	case strings.Contains(o.Pattern, "{"):
		action.mistake("has rest.InAccountMenu, and a parameter in its path, which the link does not know; leave it out")
	case o.Access != nil && rule != permission.String(permission.SignedIn) && rule != permission.String(permission.Anyone):
		action.mistake("has rest.InAccountMenu, and the rule %q, which refuses some who are logged in; write rest.Allow(permission.SignedIn)", rule)
	}
}

// listAccountMenu lists the endpoints of the account menu, in the order of the set.
func listAccountMenu(endpoints []*plan.Operation) (links []plan.Link) {
	for _, o := range endpoints {
		if o.AccountMenu != "" {
			links = append(links, plan.Link{Name: o.AccountMenu, Path: o.Pattern})
		}
	}
	return links
}
