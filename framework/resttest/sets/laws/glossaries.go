// Glossaries, whose orders ignore the case of letters.

package laws

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	glossary struct {
		ID    int64                      `rest:"id,readonly"`
		Name  string                     `rest:"name,sort=ci" validate:"max=40"`
		Note  *string                    `rest:"note,sort=ci" validate:"max=40"`
		Terms rest.HasMany[glossaryTerm] `rest:"-"`
		Words rest.Nested[glossaryTerm]  `rest:"words,of=terms,nested=replace,optional,order=-word"`
	}
	glossaryTerm struct {
		ID       int64                    `rest:"id,readonly"`
		Glossary rest.BelongsTo[glossary] `rest:"glossary,ondelete=cascade"`
		Of       string                   `rest:"of,path=glossary.name,readonly"`
		Word     string                   `rest:"word,sort=ci" validate:"max=40"`
		Text     string                   `rest:"text,sort=ci,optional"`
	}
	// glossaryTerms adds terms to a glossary.
	glossaryTerms struct {
		ID    int64                           `rest:"id,readonly"`
		Name  string                          `rest:"name"`
		Terms rest.Nested[termOfSomeGlossary] `rest:"terms,of=terms,nested=link,optional,order=id"`
	}
	termOfSomeGlossary struct {
		ID   int64  `rest:"id,readonly"`
		Word string `rest:"word"`
	}
)

// Glossaries are sorted by names in any letter case, in pages by number and by cursor; so are their terms, by their own
// words and by the names of the glossaries. Glossaries take terms of others, and give none away by themselves.
func Glossaries() *rest.Set {
	return rest.NewSet("glossaries",
		rest.ViewSet[glossary]{Path: "/glossaries/", Order: []string{"name"}, Pages: rest.PageNumber{Size: 3}},
		rest.ViewSet[glossary]{Path: "/behind/", Order: []string{"-name"}, Pages: rest.Cursor{Size: 2}, Actions: rest.List},
		rest.ViewSet[glossary]{Path: "/taking/", Bulk: rest.Bulk{Actions: rest.Modify}, Shapes: rest.Shapes{
			List: rest.As[glossaryTerms](), Retrieve: rest.As[glossaryTerms](), Create: rest.As[glossaryTerms](), Update: rest.As[glossaryTerms](),
		}},
		rest.ViewSet[glossaryTerm]{
			Path: "/terms/", Order: []string{"of", "word"}, Ordering: []string{"glossary.name", "newest=-id"},
			Bulk: rest.Bulk{Actions: rest.Create}, Exports: true,
		},
	).Access(permission.SignedInOrReadOnly).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{}).
		Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}
