// An example of saved views of a list.

package rest_test

import (
	"fmt"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Pages of the list lead to open tasks by their due dates, and tell how many there are in each state.
func ExampleSavedView() {
	type Task struct {
		ID    int64      `rest:"id,readonly"`
		Title string     `rest:"title"`
		State string     `rest:"state,filter" default:"open" validate:"oneof=open done"`
		Due   *rest.Date `rest:"due"`
	}
	plan, err := rest.NewSet("tasks", rest.ViewSet[Task]{
		Path: "/tasks/", Access: permission.Anyone, Ordering: []string{"due"},
		Facets:     []string{"state"},
		SavedViews: []rest.SavedView{{Name: "To do", Query: "state=open&ordering=due"}},
	}).Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	tasks := plan.Resources[0]
	fmt.Println(tasks.Facets[0].Name, tasks.SavedViews)
	// Output: state [{To do state=open&ordering=due}]
}
