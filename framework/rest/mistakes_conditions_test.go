package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var conditionMistakes = []mistake{
	{"version that is no int64", func() *rest.Set {
		type Note struct {
			ID      int64 `rest:"id,readonly"`
			Version int32 `rest:"version,version"`
		}
		return one[Note]()
	}},
	{"version that may be null", func() *rest.Set {
		type Note struct {
			ID      int64  `rest:"id,readonly"`
			Version *int64 `rest:"version,version"`
		}
		return one[Note]()
	}},
	{"version with a default and rules", func() *rest.Set {
		type Note struct {
			ID      int64  `rest:"id,readonly"`
			Version int64  `rest:"version,version" default:"3"`
			Other   string `rest:"other"`
		}
		return one[Note]()
	}},
	{"two versions", func() *rest.Set {
		type Note struct {
			ID     int64 `rest:"id,readonly"`
			First  int64 `rest:"first,version"`
			Second int64 `rest:"second,version"`
		}
		return one[Note]()
	}},
	{"key that is a version", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readonly,version"`
		}
		return one[Note]()
	}},
	{"version of an input", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readonly"`
		}
		type Input struct {
			Version int64 `rest:"version,version"`
		}
		return rest.NewSet("test", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, Extra: []rest.Action{
			rest.OnRecord("touch", func(_ *rest.Call, n *Note, _ Input) (*Note, error) { return n, nil }),
		}})
	}},
	{"RequireVersion without changes", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readonly"`
		}
		return rest.NewSet("test", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, Actions: rest.List | rest.Create, RequireVersion: true})
	}},
	{"RequireVersion beside changes of many rows", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		return rest.NewSet("test", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, RequireVersion: true, Bulk: rest.Bulk{Actions: rest.Modify}})
	}},
	{"LastModified of no field", func() *rest.Set {
		type Note struct {
			ID      int64     `rest:"id,readonly"`
			Updated time.Time `rest:"updated,readonly" default:"now"`
		}
		return rest.NewSet("test", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, LastModified: "updatd"})
	}},
	{"LastModified of a text", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		return rest.NewSet("test", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, LastModified: "title"})
	}},
	{"LastModified that clients send", func() *rest.Set {
		type Note struct {
			ID      int64     `rest:"id,readonly"`
			Updated time.Time `rest:"updated" default:"now"`
		}
		return rest.NewSet("test", rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, LastModified: "updated"})
	}},
}
