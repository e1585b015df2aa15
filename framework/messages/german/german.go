// Package german has the messages of the framework in German, for a set that lists them:
//
//	rest.NewSet("shop", …).Catalogues(german.Catalogue())
package german

import (
	"maps"

	"example.com/resourceful/framework/problem"
)

// Catalogue has every message of the framework that clients read, and the words of its pages. Not among them are what a
// parser of a library says of a broken body, behind "JSON-Fehler –", documents for programs, and what the script of the
// pages adds.
func Catalogue() problem.Catalogue {
	all := maps.Clone(messages)
	maps.Copy(all, requests)
	maps.Copy(all, pages)
	return problem.Catalogue{Language: "de", Messages: all, Words: pageWords()}
}

// pageWords are the words of pages, with the codes of problems.
func pageWords() map[string]string {
	all := maps.Clone(words)
	maps.Copy(all, codes)
	return all
}
