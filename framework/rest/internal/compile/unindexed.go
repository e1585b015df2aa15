// The option Unindexed: filters and searches that no index serves.

package compile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan/indexing"
)

// checkUnindexed warns about the filters and the search that no index serves and whose declaration does not
// state a reason.
func checkUnindexed(r *resource) {
	if r.fields.audience != nil {
		return // the plan of the set reports everything
	}
	var unserved, unexplained, words []string
	for _, p := range r.Resource.Params {
		if !indexing.Unserved(r.Resource, p) {
			continue
		}
		unserved = append(unserved, p.Name)
		if _, known := r.declaration.Unindexed[p.Name]; !known {
			unexplained, words = append(unexplained, p.Name), append(words, fmt.Sprintf("%q: \"why that will do\"", p.Name))
		}
	}
	if unexplained != nil {
		r.warn(fmt.Sprintf("no index serves requests by %s: each of them reads the rows that the rest of its query leaves; write Unindexed: map[string]string{%s} in the view set, or search only by @, ^ and =, which indexes serve", strings.Join(unexplained, ", "), strings.Join(words, ", ")))
	}
	for _, name := range slices.Sorted(maps.Keys(r.declaration.Unindexed)) {
		switch {
		case !slices.Contains(unserved, name) && slices.Contains(listParams(r), name):
			r.mistake("Unindexed: an index serves %q, or the list below a record needs none; leave it out", name)
		case !slices.Contains(unserved, name):
			r.mistake("Unindexed: the list has no parameter %q%s", name, field.Hint(name, unserved))
		case strings.TrimSpace(r.declaration.Unindexed[name]) == "":
			r.mistake("Unindexed: %q has no reason; write in a few words why it needs no index", name)
		}
	}
}

func listParams(r *resource) []string {
	var names []string
	for _, p := range r.Resource.Params {
		names = append(names, p.Name)
	}
	return names
}
