// Words in lexicons, which are the same in any letter case.

package laws

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	lexicon struct {
		ID      int64                     `rest:"id,readonly"`
		Name    string                    `rest:"name,unique=ci" validate:"max=40"`
		Note    *string                   `rest:"note,unique=ci" validate:"max=40"`
		Entries rest.HasMany[lexiconWord] `rest:"-"`
		Words   rest.Nested[lexiconWord]  `rest:"words,of=entries,nested=replace,optional,order=id"`
	}
	lexiconWord struct {
		ID      int64                   `rest:"id,readonly"`
		Lexicon rest.BelongsTo[lexicon] `rest:"lexicon,show=name,ondelete=cascade"`
		Word    string                  `rest:"word,unique=ci" validate:"max=40"`
	}
	// title is a lexicon of which only the name is known, and not that it is unique.
	title struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name" validate:"max=40"`
	}
	nickname struct {
		ID   int64      `rest:"id,readonly"`
		Name string     `rest:"name,unique=ci" validate:"max=40"`
		Gone *time.Time `rest:"-"`
	}
)

// Lexicons have unique names, notes and words that are the same in any letter case; nicknames are so among those that are
// not deleted.
func Lexicons() *rest.Set {
	return rest.NewSet("lexicons",
		rest.ViewSet[lexicon]{Path: "/lexicons/", Lookup: "name", LookupPattern: `[\pL\pM\pN ]+`, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}},
		rest.ViewSet[lexiconWord]{Path: "/words/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}},
		rest.ViewSet[title]{Path: "/titles/", Table: "lexicons", Name: "title", Bulk: rest.Bulk{Actions: rest.Create}},
		rest.ViewSet[nickname]{Path: "/nicknames/", SoftDelete: rest.SoftDelete{Field: "gone", Access: permission.SignedIn}},
	).Access(permission.SignedInOrReadOnly)
}
