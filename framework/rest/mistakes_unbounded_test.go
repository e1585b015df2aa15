package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var unboundedMistakes = []mistake{
	{"unique text without a bound", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,unique"`
		}
		return one[Note]()
	}},
	{"index on a text of too many characters", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,index" validate:"max=601"`
		}
		return one[Note]()
	}},
	{"index on texts without a bound", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"max=300"`
			Place string `rest:"place"`
			State string `rest:"state" validate:"oneof=open shut"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Indexes: []rest.Index{{Fields: []string{"state", "title", "place"}, Unique: true}}}).Access(permission.Anyone)
	}},
	{"cursor by texts without a bound", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,sort"`
			Place string `rest:"place,sort" validate:"max=900"`
			Kind  string `rest:"kind" validate:"max=101"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Order: []string{"kind"}, Pages: rest.Cursor{Size: 20}}).Access(permission.Anyone)
	}},
}
