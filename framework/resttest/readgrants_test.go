// Tests that defects in permissions on rows are noticed.

package resttest

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

type (
	lockerRow struct {
		ID   int64                    `rest:"id,readonly"`
		Name string                   `rest:"name"`
		Keys rest.HasMany[lockerOpen] `rest:"keys,readonly"`
	}
	lockerOpen struct {
		ID     int64                     `rest:"id,readonly"`
		Locker rest.BelongsTo[lockerRow] `rest:"locker,ondelete=cascade"`
		User   rest.BelongsTo[auth.User] `rest:"user,show=username,ondelete=cascade"`
		Spare  bool                      `rest:"spare" default:"false"`
		Kind   string                    `rest:"kind" default:"plain" validate:"oneof=plain master 'spare key'"`
	}
)

// sharedBox is opened by those who have been granted that, box by box.
type sharedBox struct {
	ID          int64                                       `rest:"id,readonly"`
	Name        string                                      `rest:"name"`
	Permissions rest.HasMany[rest.RowPermission[sharedBox]] `rest:"-"`
}

// A service that asks other permissions on rows than its words say is found out, and one that asks those is not.
func TestRowGrantsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(rule permission.Rule) *rest.Set {
		return rest.NewSet("boxes",
			rest.ViewSet[sharedBox]{Path: "/boxes/", Access: permission.By{Read: rule, Write: permission.RowPermission("open_box")}},
			rest.RowPermissions[sharedBox]{Path: "/box-permissions/"},
		)
	}
	rules := []permission.Rule{permission.RowPermission("view_box"), permission.RowPermission("view_box", "open_box"), permission.RowPermission("open_box"), permission.SignedIn}
	for i, done := range rules {
		if i > 0 {
			reports(t, permission.String(done)+" in place of "+permission.String(rules[i-1]), "boxes", saying(t, set(done), set(rules[i-1])).fillTable)
		}
		silent(t, permission.String(done), compiledSet(t, set(done)).fillTable)
	}
}

// A service that asks other groups, permissions and related rows than its words say is found out.
func TestGrantsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(rule permission.Rule) *rest.Set {
		return rest.NewSet("lockers",
			rest.ViewSet[lockerRow]{Path: "/lockers/", Access: permission.By{Read: permission.Anyone, Write: rule}},
			rest.ViewSet[lockerOpen]{Path: "/keys/", Access: permission.By{Read: permission.Anyone, Write: permission.Nobody}},
		)
	}
	rules := []permission.Rule{
		permission.Permission("open_locker"), permission.Group("keepers"), permission.SignedIn,
		permission.Along("keys", permission.Me("user")), permission.OrNotFound(permission.Admin),
	}
	kinds := permission.Along("keys", permission.Me("user"), permission.In("kind", "master", "spare key"))
	reports(t, "any kind in place of two", "lockers", saying(t, set(rules[3]), set(kinds)).fillTable)
	silent(t, permission.String(kinds), compiledSet(t, set(kinds)).fillTable)
	for i, done := range rules[:4] { // each has the tables that the next one needs
		said := rules[i+1]
		reports(t, permission.String(done)+" in place of "+permission.String(said), "lockers", saying(t, set(done), set(said)).fillTable)
	}
	for _, rule := range rules {
		silent(t, permission.String(rule), compiledSet(t, set(rule)).fillTable)
	}
}
