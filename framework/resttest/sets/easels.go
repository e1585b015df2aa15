// Easels: rules of every kind about one table.

package sets

import (
	"slices"
	"strings"
	"sync/atomic"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type studio struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name,unique" validate:"max=100"`
	Open  bool                      `rest:"open" default:"true"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

type easel struct {
	ID     int64                     `rest:"id,readonly"`
	Team   string                    `rest:"team" default:"red"`
	Level  *int64                    `rest:"level"`
	Studio rest.BelongsTo[studio]    `rest:"studio,optional,show=name,ondelete=null"`
	Spare  rest.BelongsTo[studio]    `rest:"spare,optional,ondelete=null"`
	Near   rest.ManyToMany[studio]   `rest:"near,optional"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

// Easels has a resource for each rule, below a path of its name.
func Easels(meanwhile *atomic.Value) *rest.Set {
	red := permission.Is("team", "red")
	rules := map[string]permission.Rule{
		"equal": red,
		"null":  permission.Is("level", nil),
		"owner": permission.OwnerOrReadOnly,
		"not":   permission.Not(permission.Any(permission.Is("team", "blue"), permission.Is("team", "green"))),
		"all":   permission.All(permission.SignedIn, red, permission.Not(permission.Is("level", 9))),
		"any":   permission.Any(red, permission.Is("level", 1), permission.Admin),
		"func": permission.RowFunc("red", func(_ permission.Request, row any) bool {
			return row.(*easel).Team == "red"
		}),
		"near": permission.RowFunc("near studio 1", func(_ permission.Request, row any) bool {
			return slices.Contains(row.(*easel).Near.IDs, 1)
		}),
		"anyone": permission.Anyone,
	}
	resources := []rest.Resource{rest.ViewSet[studio]{
		Path:   "/studios/",
		Access: permission.Any(permission.Owner, permission.All(permission.ReadOnly, permission.Is("open", true))),
		Owner:  rest.Field(func(r *studio) *rest.BelongsTo[auth.User] { return &r.Owner }),
	}}
	for name, rule := range rules {
		actions := rest.Everything
		if strings.Contains("func near", name) {
			actions &^= rest.List // a rule in Go filters no list
		}
		resources = append(resources, rest.ViewSet[easel]{
			Path: "/" + name + "/", Table: "easels", Access: rule, Actions: actions,
			Owner: rest.Field(func(d *easel) *rest.BelongsTo[auth.User] { return &d.Owner }),
			Serializer: rest.Serializer[easel]{BeforeSave: func(_ *rest.Call, d *easel) error {
				if happen, ok := meanwhile.Load().(func(d *easel)); ok {
					happen(d)
				}
				return nil
			}},
		})
	}
	return rest.NewSet("easels", resources...)
}

// Studio is studio, for tests that write such rows.
type Studio = studio

// Easel is easel, for tests that write such rows.
type Easel = easel
