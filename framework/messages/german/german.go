// Package german translates the messages of the framework into German, for a set that lists it:
//
//	rest.NewSet("shop", …).Catalogues(german.Catalogue())
package german

import (
	"maps"

	"example.com/resourceful/framework/problem"
)

// Catalogue returns every message of the framework for clients, and the words of its pages. It lacks the
// errors of parsers from libraries, which follow "JSON-Fehler –", documents for programs, and the texts
// of the pages' script.
func Catalogue() problem.Catalogue {
	all := maps.Clone(messages)
	maps.Copy(all, requests)
	maps.Copy(all, pages)
	return problem.Catalogue{Language: "de", Messages: all, Words: pageWords()}
}

// pageWords returns the words of pages, with the problem codes.
func pageWords() map[string]string {
	all := maps.Clone(words)
	maps.Copy(all, codes)
	return all
}
