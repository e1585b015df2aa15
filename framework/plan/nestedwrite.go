// What a write does with the rows that its body nests.

package plan

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/schema"
)

// NestedWrite is what an operation does with the rows that a member of its body nests. They are rows of a
// resource, whose rules, checks and hooks they obey as if each were written by itself.
type NestedWrite struct {
	Member   *schema.Field // of the body
	Along    *schema.Field // the relation, of the rows of the operation
	Strategy schema.Strategy
	Resource *Resource
	Shape    *schema.Type // as which the rows are sent
	// Key is the member of Shape by which rows are told apart that are there, and By what it holds of the row.
	Key, By *schema.Field
	// Resolve reads what Key is sent as, where that is an address; nil for a key as it is.
	Resolve func(address string) (key schema.Key, problem string)
	Nested  []*NestedWrite // of these rows in turn
}

// words say which nested rows an operation writes, "" for none.
func nestedWords(list []*NestedWrite) string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = fmt.Sprintf("%s by %s, as %s, at most %d", w.Member.Wire, w.Strategy, w.Resource.Path, w.Member.MostNested())
		switch {
		case w.Member.IsManyToMany():
			words[i] = fmt.Sprintf("%s by name, as %s", w.Member.Wire, w.Resource.Path)
		case !w.Member.IsList():
			words[i] = fmt.Sprintf("%s by %s, as %s", w.Member.Wire, w.Strategy, w.Resource.Path)
		}
		if below := nestedWords(w.Nested); below != "" {
			words[i] += " (" + below + ")"
		}
	}
	return strings.Join(words, "; ")
}

// nestedWords are the nested rows that the built-in operations write.
func (r *Resource) nestedWords() string {
	var words []string
	for _, o := range r.Operations {
		if text := nestedWords(o.Nested); text != "" && o.Builtin&(Create|Replace|Modify) != 0 {
			words = append(words, o.Name+" "+text)
		}
	}
	return strings.Join(words, ", ")
}
