// Tests of Conformance on sets that are declared as teams declare theirs, each once a reason for false reports.

package resttest_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
)

type (
	// ordinary is a row with a few members.
	ordinary struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title" validate:"max=20"`
	}
	// person is an account with an address of its own.
	person struct {
		ID       int64  `rest:"id,readonly"`
		Username string `rest:"username,unique" validate:"max=150"`
		Email    string `rest:"email,unique" validate:"email,max=254"`
	}
	// slugged is found by a name that a hook makes.
	slugged struct {
		ID    int64  `rest:"id,readonly"`
		Slug  string `rest:"slug,readonly,unique"`
		Title string `rest:"title,unique" validate:"max=20"`
	}
	// sluggedNote is below a slugged row.
	sluggedNote struct {
		ID  int64                   `rest:"id,readonly"`
		Top rest.BelongsTo[slugged] `rest:"top,readonly,ondelete=cascade"`
		Say string                  `rest:"say" validate:"max=20"`
	}
	// following is unique for its two people.
	following struct {
		ID       int64                     `rest:"id,readonly"`
		Follower rest.BelongsTo[auth.User] `rest:"follower,readonly,show=username,ondelete=cascade"`
		Followed rest.BelongsTo[auth.User] `rest:"followed,show=username,ondelete=cascade"`
	}
	// keyOf is what a login gives.
	keyOf struct {
		Key string `rest:"key"`
	}
	credentials struct {
		Name string `rest:"name"`
	}
)

func ordinarySet(name string, resources ...rest.Resource) *rest.Set {
	return rest.NewSet(name, resources...).Access(permission.Anyone)
}

// ordinarySets are the sets, with the parts of the kit that had a reason to complain.
func ordinarySets() map[string]struct {
	parts string
	set   *rest.Set
} {
	slug := func(_ *rest.Call, s *slugged) error {
		s.Slug = strings.ReplaceAll(s.Title, " ", "-")
		return nil
	}
	login := func(_ *rest.Call, in credentials) (keyOf, error) {
		if in.Name != "alice" {
			return keyOf{}, problem.New(problem.Unauthorized, "Wrong name.")
		}
		return keyOf{Key: "k"}, nil
	}
	count := func(c *rest.Call, _ credentials) (keyOf, error) {
		return keyOf{Key: c.Now().Format(time.DateOnly)}, nil
	}
	bySlug := rest.ViewSet[slugged]{Path: "/slugged/", Lookup: "slug", Serializer: rest.Serializer[slugged]{BeforeSave: slug}}
	people := rest.ViewSet[person]{Path: "/people/", Table: "users", Access: permission.SignedIn, Actions: rest.ReadOnly | rest.Replace | rest.Modify}
	selves := people
	selves.Access = permission.All(permission.SignedIn, permission.Me("id"))
	return map[string]struct {
		parts string
		set   *rest.Set
	}{
		"list and create":    {"access", ordinarySet("lists", rest.ViewSet[ordinary]{Path: "/rows/", Actions: rest.List | rest.Create})},
		"errors of members":  {"queries", ordinarySet("nestederrors", rest.ViewSet[ordinary]{Path: "/rows/"}).Errors(rest.NestedErrors{})},
		"unique addresses":   {"access roundtrip", rest.NewSet("people", people)},
		"oneself":            {"roundtrip repeated", rest.NewSet("self", selves)},
		"a lookup of a hook": {"access", ordinarySet("slugs", bySlug)},
		"below a lookup":     {"access", ordinarySet("notes", bySlug, rest.ViewSet[sluggedNote]{Path: "/slugged/{top}/notes/", RecordPath: "/notes/"})},
		"a login":            {"access", ordinarySet("login", rest.Endpoint("/login/", login))},
		"a login by tokens":  {"access", ordinarySet("logintokens", rest.Endpoint("/login/", login)).Schemes(token.Scheme{})},
		"work by itself":     {"access", ordinarySet("nonatomic", rest.Endpoint("/count/", count, rest.NonAtomic())).Errors(rest.NestedErrors{})},
		"tokens":             {"hostile", rest.NewSet("tokens", rest.Tokens("/tokens/")).Schemes(token.Scheme{}).Access(permission.SignedIn)},
		"pairs of people": {"access statements", rest.NewSet("following",
			rest.ViewSet[auth.User]{Path: "/people/", Actions: rest.ReadOnly, Access: permission.Anyone},
			rest.ViewSet[following]{
				Path: "/following/", Actions: rest.List | rest.Create, Access: permission.All(permission.SignedIn, permission.Owner),
				Owner:   rest.Field(func(f *following) *rest.BelongsTo[auth.User] { return &f.Follower }),
				Indexes: []rest.Index{{Fields: []string{"follower", "followed"}, Unique: true}},
			})},
		"RealWorld": {"access queries", sets.RealWorld()},
	}
}

// The kit finds nothing wrong with them, and needs no hints. The other parts are in the nightly run.
func TestOrdinarySets(t *testing.T) {
	for name, tt := range ordinarySets() {
		t.Run(name, func(t *testing.T) {
			options := []resttest.Option{resttest.Folder(filepath.Join("testdata", "access", tt.set.Name())), resttest.Skip("plan", "there is no file of it")}
			for part := range strings.FieldsSeq("statements written roundtrip repeated hostile queries lists constraints sequences access") {
				if !require.Has("kit") && !slices.Contains(strings.Fields(tt.parts), part) {
					options = append(options, resttest.Skip(part, "it is in the nightly run"))
				}
			}
			resttest.Conformance(t, tt.set, options...)
		})
	}
}
