// Messages about a form, and their places on the page.

package inputs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/problem"
)

// InputErrors returns the messages without a field of the form: about the whole input, and about unknown
// fields.
func InputErrors(problems problem.Fields) []string {
	messages := slices.Clone(problems.Get(problem.NonField))
	for _, p := range problems {
		if p.Name {
			messages = append(messages, p.Path+": "+strings.Join(p.Messages, " "))
		}
	}
	return messages
}

// FieldErrors returns the messages about a field, and about the items of a list, counted from 1.
func FieldErrors(problems problem.Fields, name string) (messages []string) {
	for _, p := range problems {
		place, inside := strings.CutPrefix(p.Path, name+"[")
		index, _, _ := strings.Cut(place, "]")
		n, err := strconv.Atoi(index)
		switch {
		case p.Name:
		case p.Path == name:
			messages = append(messages, p.Messages...)
		case strings.HasPrefix(p.Path, name+"."):
			messages = append(messages, p.Path[len(name)+1:]+": "+strings.Join(p.Messages, " "))
		case inside && err == nil:
			for _, m := range p.Messages {
				messages = append(messages, fmt.Sprintf("%d: %s", n+1, m))
			}
		}
	}
	return messages
}

// RowErrors returns the messages about a row that belong to none of its inputs. names are the names of
// these.
func RowErrors(problems problem.Fields, path string, names map[string]bool) (messages []string) {
	for _, p := range problems {
		inside, is := strings.CutPrefix(p.Path, path+".")
		name := inside
		if end := strings.IndexAny(inside, ".["); end >= 0 {
			name = inside[:end]
		}
		switch {
		case p.Path == path, inside == problem.NonField:
			messages = append(messages, p.Messages...)
		case is && !names[name]:
			messages = append(messages, inside+": "+strings.Join(p.Messages, " "))
		}
	}
	return messages
}
