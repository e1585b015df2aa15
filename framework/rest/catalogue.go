// Catalogues: messages in other languages.

package rest

import (
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
)

// Catalogue has the messages of refusals in another language, by the English message with %s for each parameter:
//
//	rest.Catalogue{Language: "de", Messages: map[string]string{
//		"The ticket is closed already.": "Das Ticket ist schon geschlossen.",
//	}}
type Catalogue = problem.Catalogue

// Catalogues sets the languages of the set's refusals, besides English: german.Catalogue() of
// framework/messages/german has the framework's messages, and a [Catalogue] of the team those of the set.
// Of several in one language the later ones override the earlier ones.
//
// The header Accept-Language selects by the lookup of RFC 4647: de-AT is de without a catalogue for de-AT,
// and a message without a translation is English. A refusal, in any form, and a page state their language
// in Content-Language; each response states that it varies by Accept-Language. Names of fields, codes and
// paths are never translated. Without Catalogues the header is ignored. It returns the set.
func (s *Set) Catalogues(catalogues ...Catalogue) *Set {
	s.set.Catalogues = append(s.set.Catalogues, declaration.Listing[Catalogue]{Values: catalogues, At: source.CallerOf(1)})
	return s
}
