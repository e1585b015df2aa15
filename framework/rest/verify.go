// Checks of what comes with a set: files, for example.

package rest

import "example.com/resourceful/framework/rest/internal/declaration"

// Verify is a resource without operations, for a package whose resources come with files, such as the templates of mails.
// Set.Compile calls check with the tags of the set's languages, such as "en" and "de", English first. Each text that it returns is a
// mistake in the set: name the file and the line, what is wrong, and what to write instead.
func Verify(check func(languages []string) (mistakes []string)) Resource { return verify{check} }

type verify struct {
	check func(languages []string) []string
}

func (v verify) declare() *declaration.ViewSet {
	if v.check == nil {
		v.check = func([]string) []string {
			return []string{"rest.Verify has no check; pass the function that looks for mistakes"}
		}
	}
	return &declaration.ViewSet{Verify: v.check}
}
