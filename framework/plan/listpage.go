// What the page of a list offers beside its filters.

package plan

// SavedView is a query of a list under a name, which pages lead to.
type SavedView struct {
	Name  string // "Overdue"
	Query string // without the question mark: "status=open&ordering=due"
}
