// What the page of a list offers beside its filters: how many rows each choice leaves, and queries under names.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// SavedView is a query of a list under a name. Pages of the list lead to it, and to those who may not read the list there
// is none:
//
//	SavedViews: []rest.SavedView{{Name: "Urgent", Query: "status=open&priority__gte=4&ordering=due"}}
type SavedView = plan.SavedView
