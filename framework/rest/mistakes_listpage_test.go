// Mistakes in facets and saved views.

package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// offering is a set whose list offers something beside its filters.
func offering(facets []string, views ...rest.SavedView) func() *rest.Set {
	return func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,filter"`
			State string `rest:"state,filter=in startswith" validate:"oneof=open done"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Facets: facets, SavedViews: views}).Access(permission.Anyone)
	}
}

var listPageMistakes = []mistake{
	{"facet of an unknown filter", offering([]string{"stat"})},
	{"facet of a text", offering([]string{"title"})},
	{"facet of a beginning", offering([]string{"state__startswith"})},
	{"facet twice", offering([]string{"state", "state"})},
	{"view without a name", offering(nil, rest.SavedView{Query: "state=open"})},
	{"view twice", offering(nil, rest.SavedView{Name: "Open", Query: "state=open"}, rest.SavedView{Name: "Open", Query: "state=done"})},
	{"view without a query", offering(nil, rest.SavedView{Name: "All"})},
	{"view with a question mark", offering(nil, rest.SavedView{Name: "Open", Query: "?state=open"})},
	{"view by an unknown parameter", offering(nil, rest.SavedView{Name: "Open", Query: "sate=open"})},
	{"view of an unknown choice", offering(nil, rest.SavedView{Name: "Open", Query: "state=opn"})},
}
