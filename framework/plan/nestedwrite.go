// Writes of the rows that a body nests.

package plan

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/schema"
)

// NestedWrite is an operation's write of the rows in a member of its body. They are rows of a resource, and
// its rules, checks and hooks apply as if each were written separately.
type NestedWrite struct {
	Member   *schema.Field // of the body
	Along    *schema.Field // the relation, of the rows of the operation
	Strategy schema.Strategy
	Resource *Resource
	Shape    *schema.Type // representation of the sent rows
	// Key is the member of Shape that identifies existing rows, and By the field of the row for it.
	Key, By *schema.Field
	// Resolve parses Key if it is an address; nil for a plain key.
	Resolve func(address string) (key schema.Key, problem string)
	Nested  []*NestedWrite // of these rows in turn
}

// OnlyAdds reports whether rows are related to their parents and never parted from them: their reference is required.
func (w *NestedWrite) OnlyAdds() bool {
	return w.Strategy == schema.NestedLink && w.Along.Relation.By != nil && !w.Along.Relation.By.Null
}

// RowsIn returns the resource of the rows that clients send nested in a member of a body; nil if they send none.
func (r *Resource) RowsIn(member *schema.Field) *Resource {
	for _, o := range r.Operations {
		for _, w := range o.Nested {
			if w.Member == member {
				return w.Resource
			}
		}
	}
	return nil
}

// nestedWords describes the nested rows that an operation writes, "" for none.
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
		if w.OnlyAdds() {
			words[i] += ", only added"
		}
		if below := nestedWords(w.Nested); below != "" {
			words[i] += " (" + below + ")"
		}
	}
	return strings.Join(words, "; ")
}

// nestedWords describes the nested rows that the built-in operations write.
func (r *Resource) nestedWords() string {
	var words []string
	for _, o := range r.Operations {
		if text := nestedWords(o.Nested); text != "" && o.Builtin&(Create|Replace|Modify) != 0 {
			words = append(words, o.Name+" "+text)
		}
	}
	return strings.Join(words, ", ")
}
