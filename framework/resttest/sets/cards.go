// Cards: rows with the code of a team, in several formats, and for tokens.

package sets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

type note struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// card is a resource with its own code: its line is derived, and its front selects a failure.
type card struct {
	ID    int64  `rest:"id,readonly"`
	Front string `rest:"front" validate:"max=1000"`
	Back  string `rest:"back" default:""`
	Notes string `rest:"notes" default:""`
	Line  string `rest:"line,readonly" default:""`
}

// Cards are cards with the code of a team.
func Cards() *rest.Set {
	return rest.NewSet("cards", rest.ViewSet[card]{
		Path: "/cards/", Access: permission.Anyone,
		Serializer: rest.Serializer[card]{Validate: checkCard, BeforeSave: deriveLine},
	})
}

func checkCard(_ *rest.Call, c *card) (problems problem.Fields) {
	switch {
	case c.Front == "panic in Validate":
		panic("secret of Validate")
	case c.Front != "" && c.Front == c.Back:
		problems.Add("back", "The back is the %s.", "front")
		problems.Add(problem.NonField, "A card has two sides.")
	}
	return problems
}

func deriveLine(_ *rest.Call, c *card) error {
	switch c.Front {
	case "panic in BeforeSave":
		panic("secret of BeforeSave")
	case "error":
		return errors.New("secret of an error")
	case "unavailable":
		return fmt.Errorf("secret of a database: %w", context.DeadlineExceeded)
	case "refusal":
		return problem.New(problem.Malformed, "No more cards today.")
	case "fields":
		var problems problem.Fields
		problems.Add("front", "Write another.")
		return problems.Err()
	}
	c.Line = c.Front + " | " + c.Back
	return nil
}

// Listed are cards and, in pages, notes in more formats than every set has.
func Listed() *rest.Set {
	return rest.NewSet("cards",
		rest.ViewSet[card]{Path: "/cards/", Access: permission.Anyone},
		rest.ViewSet[note]{Path: "/notes/", Access: permission.Anyone, Pages: rest.PageNumber{Size: 2}},
	).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}, ndjson.Renderer{}, media.YAMLRenderer{})
}

// Tokened are cards, and the tokens of people, which may be limited.
func Tokened() *rest.Set {
	return rest.NewSet("cards",
		rest.ViewSet[card]{Path: "/cards/", Access: permission.SignedIn, Extra: []rest.Action{
			rest.OnList("count", func(*rest.Call, rest.None) (struct {
				N int64 `rest:"n"`
			}, error,
			) {
				return struct {
					N int64 `rest:"n"`
				}{7}, nil
			}, rest.GET),
		}},
		rest.Tokens("/tokens/"),
	).Schemes(token.Scheme{}, basic.Scheme{}).Scopes(rest.Scope{Name: "import", Allows: []string{"cards:create", "cards:list"}})
}

// Card is card, for tests that write such rows.
type Card = card

// Note is note, for tests that write such rows.
type Note = note

// CardsOf are cards that pages of other origins may read, for people who are logged in.
func CardsOf(origins rest.CORS) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[Card]{Path: "/cards/", Access: permission.SignedIn}).CORS(origins).Schemes(token.Scheme{}, session.Scheme{})
	}
}

// CardsInVersions are cards that pages of another origin read in two versions.
func CardsInVersions() *rest.Set {
	return rest.NewSet("cards", rest.ViewSet[Card]{Path: "/cards/", Access: permission.Anyone}).
		CORS(rest.CORS{Origins: []string{"https://app.example.com"}}).
		Versions(rest.InHeader("Api-Version"), rest.Version{Name: "2"}, rest.Version{Name: "1", Deprecated: time.Unix(1, 0), Sunset: time.Unix(2, 0)})
}
