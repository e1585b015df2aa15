// Package snippets declares code snippets and the people who own them: configuration A.
package snippets

import (
	"context"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Snippet is a piece of source code, kept with its highlighted page.
type Snippet struct {
	ID          int64                `rest:"id,readonly"`
	Title       string               `rest:"title" default:"" validate:"max=100"`
	Code        string               `rest:"code,code"`
	Linenos     bool                 `rest:"linenos" default:"false"`
	Language    string               `rest:"language" default:"python" validate:"lexer"`
	Style       string               `rest:"style" default:"friendly" validate:"style"`
	Owner       rest.BelongsTo[User] `rest:"owner,readonly,show=username,ondelete=cascade"`
	Highlighted string               `rest:"-"`
}

// Snippets lets anyone read, and owners change, snippets.
func Snippets() rest.Resource {
	h := newHighlighter(rest.NewCounter("highlights_cut_short", "Snippets that were not coloured to their end, for the time that it takes or their size."))
	return rest.ViewSet[Snippet]{
		Path:          "/snippets/",
		RecordName:    "Snippet Detail",
		Description:   "Pieces of source code. Everybody may read them; their owners may change them.",
		Actions:       rest.List | rest.Create | rest.Retrieve | rest.Replace | rest.Destroy,
		Access:        permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
		Owner:         rest.Field(func(s *Snippet) *rest.BelongsTo[User] { return &s.Owner }),
		LookupPattern: "[0-9]+",
		EmptyNotFound: true,
		Serializer:    rest.Serializer[Snippet]{BeforeSave: h.highlight},
		Preview:       preview,
		Counters:      []*rest.Counter{h.short},
	}
}

func (h *highlighter) highlight(call *rest.Call, s *Snippet) (err error) {
	s.Highlighted, err = h.page(call.Context(), s)
	return err
}

func preview(_ context.Context, s *Snippet) (rest.Preview, error) {
	return rest.Preview{HTML: body(s.Highlighted), CodeStyle: s.Style}, nil
}
