// Tests of Conformance by a set that has every feature.

package resttest_test

import (
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
)

// errand is a row with an action, and part of it is below it.
type errand struct {
	ID    int64                     `rest:"id,readonly"`
	Title string                    `rest:"title" validate:"max=20"`
	Done  bool                      `rest:"done,readonly" default:"false"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

type leg struct {
	ID     int64                  `rest:"id,readonly"`
	Errand rest.BelongsTo[errand] `rest:"errand,readonly,ondelete=cascade"`
	Way    string                 `rest:"way"`
}

type ending struct {
	Words string `rest:"words,optional" validate:"max=10"`
	Times int64  `rest:"times" validate:"min=1"`
}

func errands() *rest.Set {
	finish := func(_ *rest.Call, e *errand, in ending) (*errand, error) {
		e.Done = in.Times > 0
		return e, nil
	}
	return rest.NewSet("errands",
		rest.ViewSet[errand]{
			Path: "/errands/", Access: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
			Owner: rest.Field(func(e *errand) *rest.BelongsTo[auth.User] { return &e.Owner }),
			Extra: []rest.Action{rest.OnRecord("finish", finish)},
		},
		rest.ViewSet[leg]{Path: "/errands/{errand}/legs/", RecordPath: "/legs/", Access: permission.SignedInOrReadOnly},
		rest.Endpoint("/ping/", func(_ *rest.Call, in ending) (ending, error) { return in, nil }, rest.Allow(permission.SignedIn)),
	).Access(permission.SignedInOrReadOnly)
}

// The kit finds nothing wrong with the sets of these tests, for which nobody has written a table.
func TestConformance(t *testing.T) {
	require.Part(t, "kit")
	for _, set := range []*rest.Set{sets.Snippets(), sets.Directory(), vault(), written(), paints(), errands(), conduit(), keyed(), confidential()} {
		t.Run(set.Name(), func(t *testing.T) {
			options := []resttest.Option{resttest.Folder(filepath.Join("testdata", "access", set.Name())), resttest.Skip("plan", "TestPlan has it"), resttest.Skip("scenarios", "played by tests of their own")}
			if set.Name() == "snippets" || set.Name() == "directory" {
				options = append(options, resttest.Skip("sequences", "TestDatabasesAgree plays more of them"))
			}
			resttest.Conformance(t, set, options...)
		})
	}
}
