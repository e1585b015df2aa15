// The options of a list's page besides its filters.

package plan

// SavedView is a named query of a list, which pages link to.
type SavedView struct {
	Name  string // "Overdue"
	Query string // without the question mark: "status=open&ordering=due"
}
