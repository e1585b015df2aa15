// Package snippets declares code snippets and the people who own them: configuration A.
package snippets

import (
	"context"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Snippet is a piece of source code, kept with its highlighted page.
type Snippet struct {
	ID          int64                `rest:"id,readonly"`
	Title       string               `rest:"title" default:"" validate:"max=100"`
	Code        string               `rest:"code,multiline"`
	Linenos     bool                 `rest:"linenos" default:"false"`
	Language    string               `rest:"language" default:"python" validate:"lexer"`
	Style       string               `rest:"style" default:"friendly" validate:"style"`
	Owner       rest.BelongsTo[User] `rest:"owner,readonly,show=username,ondelete=cascade"`
	Highlighted string               `rest:"-"`
}

// Snippets lets anyone read, and owners change, snippets.
func Snippets() rest.Resource {
	return rest.ViewSet[Snippet]{
		Path:         "/snippets/",
		RecordName:   "Snippet Detail",
		Description:  "Pieces of source code. Everybody may read them; their owners may change them.",
		Actions:      rest.List | rest.Create | rest.Retrieve | rest.Replace | rest.Destroy,
		Access:       auth.All(auth.SignedInOrReadOnly, auth.OwnerOrReadOnly),
		Owner:        rest.Field(func(s *Snippet) *rest.BelongsTo[User] { return &s.Owner }),
		DigitKeys:    true,
		BareNotFound: true,
		Serializer:   rest.Serializer[Snippet]{BeforeSave: highlight},
		Preview:      preview,
	}
}

func highlight(ctx context.Context, s *Snippet) (err error) {
	s.Highlighted, err = page(ctx, s)
	return err
}

func preview(_ context.Context, s *Snippet) (rest.Preview, error) {
	return rest.Preview{HTML: body(s.Highlighted), CodeStyle: s.Style}, nil
}
