// Archived rows: rows with files.

package sets

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// heap has drawers, and these have sheets: its content is deleted with it.
type (
	heap struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	pile struct {
		ID      int64                `rest:"id,readonly"`
		Cabinet rest.BelongsTo[heap] `rest:"cabinet,ondelete=cascade"`
	}
	scanned struct {
		ID      int64                `rest:"id,readonly"`
		Drawer  rest.BelongsTo[pile] `rest:"drawer,ondelete=cascade"`
		Title   string               `rest:"title" validate:"max=10"`
		Scan    rest.File            `rest:"scan,writeonly" file:"max=1000,ext=txt pdf"`
		Name    string               `rest:"name,readonly,of=scan.name"`
		Content rest.Address         `rest:"content,of=scan"`
	}
	portrayed struct {
		ID       int64      `rest:"id,readonly"`
		Portrait rest.Image `rest:"portrait,optional" file:"max=100KiB,width=50,height=50"`
		Width    int64      `rest:"width,readonly,of=portrait.width"`
		Paper    rest.File  `rest:"paper,optional" file:"checked,ext=txt pdf zip"`
	}
)

// Archived are rows with files.
func Archived() *rest.Set {
	return rest.NewSet("archived",
		rest.ViewSet[heap]{Path: "/cabinets/"}, rest.ViewSet[pile]{Path: "/drawers/"},
		rest.ViewSet[scanned]{Path: "/sheets/", Access: permission.SignedInOrReadOnly, Serializer: rest.Serializer[scanned]{AfterCreate: func(_ *rest.Call, s *scanned) error {
			if s.Title == "refused" {
				return problem.New(problem.Conflict, "No more sheets.")
			}
			return nil
		}}},
		rest.ViewSet[portrayed]{Path: "/faces/"},
	).Access(permission.Anyone)
}
