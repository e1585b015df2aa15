// A test that partly stored lists are noticed.

package resttest

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// many is a set whose resource takes lists, with the code of a team that looks at each row.
func many(validate func(*rest.Call, *chest) problem.Fields) *rest.Set {
	return rest.NewSet("many", rest.ViewSet[chest]{
		Path: "/chests/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Max: 5, Filtered: true},
		Serializer: rest.Serializer[chest]{Validate: validate},
	}).Access(permission.Anyone)
}

// A set that refuses the lists that it has to refuse passes, and one that fails over them does not.
func TestRefusedListsAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	silent(t, "nothing", compiledSet(t, many(nil)).sendLists)
	reports(t, "a failure", "want: a refusal", compiledSet(t, many(func(*rest.Call, *chest) problem.Fields { panic("planted") })).sendLists)
}
