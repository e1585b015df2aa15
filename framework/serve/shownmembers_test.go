package serve_test

import (
	"slices"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// The code of a team and rules in Go have the keys of a many-to-many relation also where clients are shown
// a text of its rows.
func TestMembersShownByText(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: drafts, Pages: server.PlainPages}, address)
		for _, name := range []string{"ann", "ben", "cem"} {
			must(t, s, "POST", "/editors/", "", `{"name":"`+name+`"}`)
		}
		must(t, s, "POST", "/drafts/", "", `{"title":"a"}`)
		must(t, s, "POST", "/drafts/", "", `{"title":"b"}`)
		for _, tt := range []struct {
			method, path, body string
			status             int
			want               string
		}{
			{"POST", "/drafts/1/join/", `{"editor":1}`, 200, `{"id":1,"title":"a","editors":["ann"]}`},
			{"POST", "/drafts/1/join/", `{"editor":2}`, 200, `{"id":1,"title":"a","editors":["ann","ben"]}`},
			{"PATCH", "/drafts/1/", `{"title":"c"}`, 200, `{"id":1,"title":"c","editors":["ann","ben","cem"]}`},
			{"GET", "/edited/1/", "", 200, `{"id":1,"title":"c","editors":["ann","ben","cem"]}`},
			{"PATCH", "/edited/1/", `{"title":"d"}`, 200, `{"id":1,"title":"d","editors":["ann","ben","cem"]}`},
			{"GET", "/unedited/1/", "", 404, `{"detail":"Not found."}`},
			{"DELETE", "/unedited/1/", "", 404, `{"detail":"Not found."}`},
			{"GET", "/edited/2/", "", 404, `{"detail":"Not found."}`},
			{"PATCH", "/unedited/2/", `{"title":"e"}`, 200, `{"id":2,"title":"e","editors":[]}`},
		} {
			if status, got := call(s, tt.method, tt.path, "", tt.body); status != tt.status || got != tt.want {
				t.Errorf("%s %s: got %d %s, want %d %s", tt.method, tt.path, status, got, tt.status, tt.want)
			}
		}
	})
}
