// Checks of what comes with a set: files, for example.

package rest

import (
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/declaration"
)

// Verify is a resource without operations, for a package whose resources come with files, such as the templates of mails.
// Set.Compile calls check with the languages of the set, English first: each has a Tag, such as "de", and translates a message by Say.
// Each text that check returns is a mistake in the set: name the file and the line, what is wrong, and what to write instead.
func Verify(check func(languages []*problem.Language) (mistakes []string)) Resource {
	return verify{check}
}

type verify struct {
	check func(languages []*problem.Language) []string
}

func (v verify) declare() *declaration.ViewSet {
	if v.check == nil {
		v.check = func([]*problem.Language) []string {
			return []string{"rest.Verify has no check; pass the function that looks for mistakes"}
		}
	}
	return &declaration.ViewSet{Verify: v.check}
}
