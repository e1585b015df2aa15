// Anthologies, which nest keywords, texts and notes in every way.

package sets

import (
	"errors"
	"strings"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Lowered are anthologies whose keywords are stored in lower case.
func Lowered() *rest.Set {
	lower := func(_ *rest.Call, k *Keyword) error {
		k.Name = strings.ToLower(k.Name)
		return nil
	}
	return rest.NewSet("press",
		rest.ViewSet[Anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create}},
		rest.ViewSet[Keyword]{Path: "/keywords/", Serializer: rest.Serializer[Keyword]{BeforeSave: lower}},
		rest.ViewSet[Pamphlet]{Path: "/essays/"},
		rest.ViewSet[Marginal]{Path: "/marginals/"},
		rest.ViewSet[Publisher]{Path: "/publishers/"},
	).Access(permission.Anyone)
}

// Anthology takes texts by their keys, tags by their names, and notes that it only makes.
type Anthology struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title" validate:"max=20"`
	Version int64                      `rest:"version,readonly,version"`
	Words   rest.ManyToMany[Keyword]   `rest:"keywords,optional,show=name,nested=create"`
	Pieces  rest.HasMany[Pamphlet]     `rest:"-"`
	Notes   rest.HasMany[Marginal]     `rest:"-"`
	Press   rest.BelongsTo[Publisher]  `rest:"-,optional" db:"press_id"`
	Essays  rest.Nested[Pamphlet]      `rest:"essays,of=pieces,nested=link,optional"`
	Made    rest.Nested[marginalBrief] `rest:"notes,of=notes,nested=create,optional"`
	By      rest.Nested[Publisher]     `rest:"press,of=press,nested=link,optional"`
}

// Keyword is named by its name.
type Keyword struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=10"`
}

// Pamphlet is a text that an anthology takes by its key.
type Pamphlet struct {
	ID        int64                     `rest:"id,readonly"`
	Title     string                    `rest:"title"`
	Anthology rest.BelongsTo[Anthology] `rest:"anthology,optional,ondelete=null"`
}

// Marginal is a note of an anthology.
type Marginal struct {
	ID        int64                     `rest:"id,readonly"`
	Anthology rest.BelongsTo[Anthology] `rest:"anthology,ondelete=cascade"`
	Text      string                    `rest:"text" validate:"max=10"`
}

type marginalBrief struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// Publisher is named by an anthology.
type Publisher struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// Anthologies nest keywords, texts and notes in every way.
func Anthologies() *rest.Set {
	refuse := func(call *rest.Call, m *Marginal) error {
		switch m.Text {
		case "conflict":
			return problem.New(problem.Conflict, "No.")
		case "invalid":
			var fields problem.Fields
			fields.Add("text", "No.")
			return fields.Err()
		case "broken":
			return errors.New("broken")
		}
		return nil
	}
	return rest.NewSet("press",
		rest.ViewSet[Anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}},
		rest.ViewSet[Keyword]{Path: "/keywords/"},
		rest.ViewSet[Pamphlet]{
			Path: "/essays/", Bulk: rest.Bulk{Actions: rest.Create, Max: 1000},
			ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"anthology"}, Holds: predicate.Eq("title", "bound"), Message: "It is bound."}},
		},
		rest.ViewSet[Marginal]{Path: "/marginals/", Serializer: rest.Serializer[Marginal]{AfterCreate: refuse}},
		rest.ViewSet[Publisher]{Path: "/publishers/"},
	).Access(permission.Anyone)
}
