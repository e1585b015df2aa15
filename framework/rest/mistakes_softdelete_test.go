// Mistakes in soft deletion.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// Binned is marked as deleted, and BinnedPart goes with it.
	Binned struct {
		ID      int64      `rest:"id,readonly"`
		Name    string     `rest:"name"`
		Deleted *time.Time `rest:"deleted,readonly"`
		Sent    *time.Time `rest:"sent"`
		Made    time.Time  `rest:"made,readonly" default:"now"`
	}
	BinnedPart struct {
		ID int64                  `rest:"id,readonly"`
		Of rest.BelongsTo[Binned] `rest:"of,ondelete=cascade"`
	}
	BinnedOther struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	BinnedUser struct {
		ID      int64      `rest:"id,readonly"`
		Deleted *time.Time `rest:"deleted,readonly"`
	}
)

func binned(soft rest.SoftDelete, actions rest.Actions, others ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		list := append([]rest.Resource{rest.ViewSet[Binned]{Path: "/binned/", Actions: actions, SoftDelete: soft}}, others...)
		return rest.NewSet("cases", list...).Access(permission.Anyone)
	}
}

func marked(name string) rest.SoftDelete {
	return rest.SoftDelete{Field: name, Access: permission.Admin}
}

var softDeleteMistakes = []mistake{
	{"soft delete by an unknown field", binned(marked("deletd"), 0)},
	{"soft delete by a field that is never null", binned(marked("made"), 0)},
	{"soft delete by a text", binned(marked("name"), 0)},
	{"soft delete by a field that clients send", binned(marked("sent"), 0)},
	{"soft delete without a field", binned(rest.SoftDelete{Access: permission.Admin}, 0)},
	{"soft delete without a rule", binned(rest.SoftDelete{Field: "deleted"}, 0)},
	{"soft delete with a rule that does not fit", binned(rest.SoftDelete{Field: "deleted", Access: permission.Is("nme", "x")}, 0)},
	{"soft delete kept for less than nothing", binned(rest.SoftDelete{Field: "deleted", Access: permission.Admin, Keep: -time.Hour}, 0)},
	{"soft delete of what nobody deletes", binned(marked("deleted"), rest.List|rest.Create)},
	{"rows that go with a row that stays", binned(marked("deleted"), 0, rest.ViewSet[BinnedPart]{Path: "/parts/"})},
	{"another type of the table without the column", binned(marked("deleted"), 0, rest.ViewSet[BinnedOther]{Path: "/others/", Table: "binneds", Actions: rest.ReadOnly})},
	{"soft delete of accounts", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[BinnedUser]{
			Path: "/users/", Table: "users", Actions: rest.ReadOnly | rest.Destroy, SoftDelete: marked("deleted"),
		}).Access(permission.Anyone)
	}},
}
