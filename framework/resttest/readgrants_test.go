package resttest

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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
	}
)

// A service that asks other groups, permissions and related rows than its words say is found out.
func TestGrantsAreNoticed(t *testing.T) {
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
	for i, done := range rules[:4] { // each has the tables that the next one needs
		said := rules[i+1]
		reports(t, permission.String(done)+" in place of "+permission.String(said), "lockers", saying(t, set(done), set(said)).fillTable)
	}
	for _, rule := range rules {
		silent(t, permission.String(rule), compiledSet(t, set(rule)).fillTable)
	}
}
