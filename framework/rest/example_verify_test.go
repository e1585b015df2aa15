// Examples of checks of a set, and of messages in its languages.

package rest_test

import (
	"fmt"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// A package has a text for some languages, and says which it lacks.
func ExampleVerify() {
	welcome := map[string]string{"en": "Welcome"}
	texts := rest.Verify(func(languages []*problem.Language) (mistakes []string) {
		for _, l := range languages {
			if welcome[l.Tag()] == "" {
				mistakes = append(mistakes, fmt.Sprintf("there is no welcome in %q; write one", l.Tag()))
			}
		}
		return mistakes
	})
	german := rest.Catalogue{Language: "de", Messages: map[string]string{"The library is closed.": "Die Bücherei ist geschlossen."}}
	_, err := rest.NewSet("lending", rest.ViewSet[Book]{Path: "/books/", Access: permission.Anyone}, texts).Catalogues(german).Compile()
	fmt.Println(err.(interface{ Unwrap() []error }).Unwrap()[0].(*rest.DeclError).Msg)
	// Output: there is no welcome in "de"; write one
}
