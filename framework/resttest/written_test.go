// Tests of the laws of written and shown values.

package resttest_test

import (
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
)

// A configuration whose rules look at rows that clients may change: people read and write drafts, and drawers
// belong only to their owners.

type drawer struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name,unique" validate:"max=100"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

type draft struct {
	ID      int64                     `rest:"id,readonly"`
	Title   string                    `rest:"title" validate:"max=20"`
	State   string                    `rest:"state" default:"draft" validate:"oneof=draft final"`
	Drawer  rest.BelongsTo[drawer]    `rest:"drawer,optional,show=name,ondelete=null"`
	Drawers rest.ManyToMany[drawer]   `rest:"drawers,optional"`
	Owner   rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

func written() *rest.Set {
	return rest.NewSet("written",
		rest.ViewSet[drawer]{
			Path: "/drawers/", Access: permission.Owner,
			Owner: rest.Field(func(d *drawer) *rest.BelongsTo[auth.User] { return &d.Owner }),
		},
		rest.ViewSet[draft]{
			Path: "/drafts/", Access: permission.All(permission.SignedIn, permission.Any(permission.Admin, permission.Is("state", "draft"))),
			Owner: rest.Field(func(d *draft) *rest.BelongsTo[auth.User] { return &d.Owner }),
		},
	)
}

func TestWritten(t *testing.T) {
	resttest.Run(t, "../../testdata/written/*.txtar", resttest.Config{Set: written, Pages: pages})
}

// confidential has a row with members of many kinds that reading never shows, and one that shows only some.

type keeper struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

type dossier struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title"`
	Code    string                     `rest:"code,writeonly"`
	Secret  rest.Password              `rest:"secret,writeonly" validate:"min=3"`
	Reserve *rest.Password             `rest:"reserve,writeonly"`
	Pin     int64                      `rest:"pin,writeonly,optional"`
	Sealed  bool                       `rest:"sealed,writeonly,optional"`
	Moods   rest.MultipleChoice[mood]  `rest:"moods,writeonly,optional"`
	Feeling *rest.MultipleChoice[mood] `rest:"feeling"`
	Notes   []string                   `rest:"notes,writeonly,optional"`
	Details map[string]any             `rest:"details,writeonly,optional"`
	Remark  *string                    `rest:"remark,optional"`
	Keepers rest.ManyToMany[keeper]    `rest:"keepers,writeonly,optional"`
	Keeper  rest.BelongsTo[keeper]     `rest:"keeper,writeonly,optional,ondelete=null"`
	Price   int64                      `rest:"price,optional"`
	Open    bool                       `rest:"open" default:"true"`
	Words   []string                   `rest:"words,optional"`
}

type dossierCover struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title"`
	Feeling *rest.MultipleChoice[mood] `rest:"feeling"`
	Remark  *string                    `rest:"remark"`
}

func confidential() *rest.Set {
	return rest.NewSet("confidential",
		rest.ViewSet[keeper]{Path: "/keepers/", Access: permission.SignedIn},
		rest.ViewSet[dossier]{Path: "/dossiers/", Access: permission.SignedIn},
		rest.ViewSet[dossier]{Path: "/covers/", Table: "dossiers", Access: permission.SignedIn, Shapes: rest.Shapes{Retrieve: rest.As[dossierCover](), List: rest.As[dossierCover]()}},
	).Access(permission.SignedIn).Kinds(rest.Passwords(&passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}))
}

// Every kind of value, as it is, nullable and optional, keeps the round-trip law at its edges.
func TestValuesAreSentBack(t *testing.T) {
	options := []resttest.Option{}
	for _, part := range []string{"plan", "scenarios", "access", "statements", "written", "repeated", "hostile", "queries", "lists", "sequences"} {
		options = append(options, resttest.Skip(part, "TestValuesOfKinds has a table of its own"))
	}
	resttest.Conformance(t, valueSet(), options...)
}
