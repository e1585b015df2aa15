package serve_test

import (
	"fmt"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// cabinet is a row with members that are no columns of it.
type cabinet struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name" validate:"max=20"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,optional,ondelete=null"`
	Topics rest.ManyToMany[topic]    `rest:"topics,readonly,show=name"`
	Books  rest.Count[volume]        `rest:"book_count"`
	Read   rest.Has[reader]          `rest:"read"`
	Whose  string                    `rest:"whose,readonly,path=owner.username"`
}

type topic struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=20"`
}

type volume struct {
	ID   int64                   `rest:"id,readonly"`
	Case rest.BelongsTo[cabinet] `rest:"case,ondelete=cascade"`
}

type reader struct {
	ID   int64                     `rest:"id,readonly"`
	Case rest.BelongsTo[cabinet]   `rest:"case,ondelete=cascade"`
	User rest.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
}

// cabinets are filled and sorted by the code of a team.
func cabinets() *rest.Set {
	type said struct {
		Text string `rest:"text"`
	}
	fill := func(call *rest.Call, _ rest.None) (rest.None, error) {
		for i, name := range []string{"a", "b", "c"} {
			row := &cabinet{Name: name, Owner: rest.BelongsTo[auth.User]{ID: int64(3 - i)}}
			if i == 0 {
				art := &topic{Name: "art"}
				if err := rest.Rows[topic](call).Create(art); err != nil {
					return rest.None{}, err
				}
				row.Topics.IDs = []int64{art.ID}
			}
			if err := rest.Rows[cabinet](call).Create(row); err != nil {
				return rest.None{}, err
			}
			for range (i + 1) % 3 { // one, two and no books
				if err := rest.Rows[volume](call).Create(&volume{Case: rest.BelongsTo[cabinet]{ID: row.ID}}); err != nil {
					return rest.None{}, err
				}
			}
		}
		return rest.None{}, rest.Rows[reader](call).Create(&reader{Case: rest.BelongsTo[cabinet]{ID: 2}, User: rest.BelongsTo[auth.User]{ID: call.User().ID}})
	}
	try := func(call *rest.Call, _ rest.None) (said, error) {
		text := ""
		for _, order := range []string{"book_count", "-book_count", "-read", "whose"} {
			list, err := rest.Rows[cabinet](call).Order(order, "name").Limit(9).All()
			if err != nil {
				return said{}, err
			}
			text += order + ":"
			for _, row := range list {
				text += row.Name
			}
			text += " "
		}
		first, err := rest.Rows[cabinet](call).Order("name").First()
		if err != nil {
			return said{}, err
		}
		return said{text + fmt.Sprint(first.Topics.IDs)}, nil
	}
	return rest.NewSet("library",
		rest.ViewSet[cabinet]{Path: "/cabinets/"}, rest.ViewSet[topic]{Path: "/topics/"}, rest.ViewSet[volume]{Path: "/volumes/"}, rest.ViewSet[reader]{Path: "/readers/"},
		rest.Endpoint("/fill/", fill), rest.Endpoint("/try/", try, rest.GET),
	).Access(permission.Anyone)
}
