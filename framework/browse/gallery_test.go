package browse_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// A configuration with the kinds whose inputs are more than a line of text.

type hue string

func (hue) Choices() []rest.Choice {
	return []rest.Choice{rest.ChoiceOf(hue("red"), "Red"), rest.ChoiceOf(hue("green"), "Green"), rest.ChoiceOf(hue("blue"), "Blue")}
}

type frame struct {
	Wood  string `rest:"wood"`
	Width int64  `rest:"width" validate:"min=1"`
}

type school struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name" validate:"max=50"`
}

type exhibit struct {
	ID      int64                       `rest:"id,readonly"`
	Title   string                      `rest:"title" validate:"max=40"`
	Opens   *rest.Date                  `rest:"opens"`
	Starts  *time.Time                  `rest:"starts"`
	Daily   *rest.TimeOfDay             `rest:"daily"`
	Tour    *time.Duration              `rest:"tour" help:"How long a tour takes."`
	Notes   []string                    `rest:"notes,optional" validate:"max=3,dive,max=20"`
	Frame   frame                       `rest:"frame"`
	Hues    rest.MultipleChoice[hue]    `rest:"hues,optional"`
	Schools rest.ManyToMany[school]     `rest:"schools,optional"`
	Photo   rest.Image                  `rest:"photo,optional"`
	Paper   rest.File                   `rest:"paper,optional" file:"max=1MiB,ext=txt pdf"`
	Of      rest.HasMany[piece]         `rest:"-"`
	Pieces  rest.Nested[pieceOfExhibit] `rest:"pieces,of=of,nested=replace,optional"`
}

type piece struct {
	ID      int64                   `rest:"id,readonly"`
	Exhibit rest.BelongsTo[exhibit] `rest:"exhibit,ondelete=cascade"`
	Title   string                  `rest:"title" validate:"max=20"`
	Price   *int64                  `rest:"price" validate:"min=1"`
	Sold    bool                    `rest:"sold" default:"false"`
	Of      rest.BelongsTo[school]  `rest:"school,optional"`
}

type pieceOfExhibit struct {
	ID    int64                  `rest:"id,readonly"`
	Title string                 `rest:"title"`
	Price *int64                 `rest:"price"`
	Sold  bool                   `rest:"sold"`
	Of    rest.BelongsTo[school] `rest:"school,optional"`
}

func gallery() *rest.Set {
	return rest.NewSet("gallery",
		rest.ViewSet[exhibit]{Path: "/exhibits/", Name: "Exhibit"},
		rest.ViewSet[piece]{Path: "/pieces/", Name: "Piece"},
		rest.ViewSet[school]{Path: "/schools/", Name: "School", Bulk: rest.Bulk{Actions: rest.Create}},
	).Access(permission.SignedInOrReadOnly)
}
