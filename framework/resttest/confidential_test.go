// A set with confidential rows.

package resttest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

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
