package serve_test

import (
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type editor struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

type draft struct {
	ID      int64                   `rest:"id,readonly"`
	Title   string                  `rest:"title"`
	Editors rest.ManyToMany[editor] `rest:"editors,readonly,show=name"`
}

// drafts has the same rows twice: for everybody, and for those that a rule in Go lets at drafts of editor 1.
func drafts() *rest.Set {
	add := func(id int64) func(*rest.Call, *draft) error {
		return func(_ *rest.Call, d *draft) error {
			if !slices.Contains(d.Editors.IDs, id) {
				d.Editors.IDs = append(d.Editors.IDs, id)
			}
			return nil
		}
	}
	join := func(_ *rest.Call, d *draft, in struct {
		Editor int64 `rest:"editor"`
	},
	) (*draft, error) {
		d.Editors.IDs = append(d.Editors.IDs, in.Editor)
		return d, nil
	}
	edited := permission.RowFunc("of editor 1", func(_ permission.Request, row any) bool {
		return slices.Contains(row.(*draft).Editors.IDs, 1)
	})
	changes := rest.Retrieve | rest.Modify | rest.Destroy
	return rest.NewSet("drafts",
		rest.ViewSet[editor]{Path: "/editors/"},
		rest.ViewSet[draft]{
			Path: "/drafts/", Serializer: rest.Serializer[draft]{BeforeUpdate: add(3)},
			Extra: []rest.Action{rest.OnRecord("join", join)},
		},
		rest.ViewSet[draft]{Path: "/edited/", Table: "drafts", Access: edited, Actions: changes},
		rest.ViewSet[draft]{Path: "/unedited/", Table: "drafts", Access: permission.Not(edited), Actions: changes},
	).Access(permission.Anyone)
}
