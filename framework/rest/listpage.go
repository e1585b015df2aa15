// Options of a list's page besides its filters: counts of choices, and named queries.

package rest

import (
	"example.com/resourceful/framework/plan"
)

// SavedView is a named query of a list. Pages of the list link to it, for requesters who may read the list:
//
//	SavedViews: []rest.SavedView{{Name: "Urgent", Query: "status=open&priority__gte=4&ordering=due"}}
type SavedView = plan.SavedView
