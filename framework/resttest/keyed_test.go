// A set whose rows have keys of several kinds.

package resttest_test

import (
	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// A configuration whose rows are told apart by all that can tell them apart, with representations of their
// own: shelves by a text that clients give, books by a title that is looked up, under a key that the service
// makes, and pages below them by that key.

type bookcase struct {
	ID    string               `rest:"code" db:"id" validate:"max=8"`
	Name  string               `rest:"name" validate:"max=20"`
	Books rest.HasMany[volume] `rest:"books,readonly,link"`
}

type caseRow struct {
	ID   string             `rest:"shelf" db:"id" validate:"max=8"`
	Held rest.Count[volume] `rest:"held"`
}

type volume struct {
	ID      uuid.UUID                `rest:"id,readonly"`
	Slug    string                   `rest:"slug,unique" validate:"max=20"`
	Title   string                   `rest:"title" validate:"max=20"`
	Edition int64                    `rest:"edition" default:"1"`
	Shelf   rest.BelongsTo[bookcase] `rest:"shelf,link"`
	Sequels rest.ManyToMany[volume]  `rest:"sequels,optional,link"`
}

type newVolume struct {
	Slug  string                   `rest:"slug" validate:"max=20"`
	Title string                   `rest:"title" validate:"max=20"`
	Shelf rest.BelongsTo[bookcase] `rest:"shelf,link"`
}

type changedVolume struct {
	Title string `rest:"title" validate:"max=20"`
}

type volumeRow struct {
	Slug  string `rest:"slug" validate:"max=20"`
	Title string `rest:"title" validate:"max=20"`
}

type leaf struct {
	ID     uuid.UUID              `rest:"id,readonly"`
	Volume rest.BelongsTo[volume] `rest:"volume,readonly,ondelete=cascade"`
	Number int64                  `rest:"number"`
}

func keyed() *rest.Set {
	return rest.NewSet("keyed",
		rest.ViewSet[bookcase]{Path: "/shelves/", Envelope: rest.Envelope{Record: "shelf", List: "shelves", Input: "shelf"}, Shapes: rest.Shapes{List: rest.As[caseRow]()}},
		rest.ViewSet[volume]{
			Path: "/volumes/", Lookup: "slug", Order: []string{"title"}, Extra: []rest.Action{rest.Sublist("firsts", permission.Is("edition", 1))},
			Shapes: rest.Shapes{List: rest.As[volumeRow](), Create: rest.As[newVolume](), Update: rest.As[changedVolume]()},
		},
		rest.ViewSet[leaf]{Path: "/volumes/{volume}/leaves/", RecordPath: "/leaves/"},
	).Access(permission.SignedInOrReadOnly)
}
