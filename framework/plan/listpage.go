// What the page of a list offers beside its filters.

package plan

import "strings"

// SavedView is a query of a list under a name, which pages lead to.
type SavedView struct {
	Name  string // "Overdue"
	Query string // without the question mark: "status=open&ordering=due"
}

// listPageWords are what the page of the list offers, for the text of the plan.
func (r *Resource) listPageWords() string {
	var words []string
	for _, p := range r.Facets {
		words = append(words, "counts of "+p.Name)
	}
	for _, v := range r.SavedViews {
		words = append(words, v.Name+" ?"+v.Query)
	}
	return strings.Join(words, "; ")
}
