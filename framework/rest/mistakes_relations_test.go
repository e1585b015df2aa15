package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var relationMistakes = []mistake{
	{"a one-to-one relation of which there may be several, or that clients send", func() *rest.Set {
		return one[hound]()
	}},
	{"show of an unknown field", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,show=user_name"`
		}
		return one[Note]()
	}},
	{"show of a number", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,show=id"`
		}
		return one[Note]()
	}},
	{"show of a text that may be null", func() *rest.Set {
		type Shelf struct {
			ID   int64   `rest:"id,readonly"`
			Room *string `rest:"room,unique" validate:"max=100"`
		}
		type Note struct {
			ID    int64                 `rest:"id,readonly"`
			Shelf rest.BelongsTo[Shelf] `rest:"shelf,show=room"`
		}
		return one[Note]()
	}},
	{"show of a secret", func() *rest.Set {
		type Shelf struct {
			ID   int64  `rest:"id,readonly"`
			Code string `rest:"code,unique,writeonly" validate:"max=100"`
		}
		type Note struct {
			ID    int64                 `rest:"id,readonly"`
			Shelf rest.BelongsTo[Shelf] `rest:"shelf,show=code"`
		}
		return one[Note]()
	}},
	{"show of a text that is not unique, to be written", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,show=email"`
		}
		return one[Note]()
	}},
	{"show and link", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,link,show=username"`
		}
		return one[Note]()
	}},
	{"show of a plain field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,show=title"`
		}
		return one[Note]()
	}},
	{"show of a list that is written", func() *rest.Set {
		type Note struct {
			ID    int64                      `rest:"id,readonly"`
			Users rest.ManyToMany[auth.User] `rest:"users,show=email"`
		}
		return one[Note]()
	}},
	{"link to what the set does not serve", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,link"`
		}
		return one[Note]()
	}},
	{"link to another struct of what the set serves", func() *rest.Set {
		type Person struct {
			ID       int64  `rest:"id,readonly"`
			Username string `rest:"username,unique" validate:"max=100"`
		}
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,link"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/"}, rest.ViewSet[Person]{Path: "/people/", Table: "users"}).Access(permission.Anyone)
	}},
	{"link to records that cannot be retrieved", func() *rest.Set {
		type Shelf struct {
			ID int64 `rest:"id,readonly"`
		}
		type Note struct {
			ID    int64                 `rest:"id,readonly"`
			Shelf rest.BelongsTo[Shelf] `rest:"shelf,link"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/"}, rest.ViewSet[Shelf]{Path: "/shelves/", Actions: rest.List}).Access(permission.Anyone)
	}},
	{"link to itself, which cannot be retrieved", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"url,readonly,link" db:"id"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Actions: rest.List}).Access(permission.Anyone)
	}},
	{"no way back", func() *rest.Set {
		type Line struct {
			ID int64 `rest:"id,readonly"`
		}
		type Note struct {
			ID    int64              `rest:"id,readonly"`
			Lines rest.HasMany[Line] `rest:"lines,readonly"`
		}
		return one[Note]()
	}},
	{"two ways back", func() *rest.Set { return one[Team]() }},
	{"by a field that does not lead back", func() *rest.Set { return one[Crew]() }},
	{"by at a reference", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,by=username"`
		}
		return one[Note]()
	}},
	{"HasMany that is written", func() *rest.Set { return one[Band]() }},
	{"HasMany that is hidden", func() *rest.Set { return one[Choir]() }},
	{"through at a reference", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,through=authors"`
		}
		return one[Note]()
	}},
	{"through a table that has no name", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional,through=Note-Groups"`
		}
		return one[Note]()
	}},
	{"through a table of rows", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional,through=users"`
		}
		return one[Note]()
	}},
	{"through a table of other pairs", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional,through=pairs"`
			Users  rest.ManyToMany[auth.User]  `rest:"users,optional,through=pairs"`
		}
		return one[Note]()
	}},
	{"ondelete unknown", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,ondelete=cascad"`
		}
		return one[Note]()
	}},
	{"ondelete null of what is required", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,ondelete=null"`
		}
		return one[Note]()
	}},
	{"ondelete of a list", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional,ondelete=cascade"`
		}
		return one[Note]()
	}},
	{"reference to a number", func() *rest.Set {
		type Note struct {
			ID     int64               `rest:"id,readonly"`
			Author rest.BelongsTo[int] `rest:"author"`
		}
		return one[Note]()
	}},
	{"reference to a pointer", func() *rest.Set {
		type Note struct {
			ID     int64                      `rest:"id,readonly"`
			Author rest.BelongsTo[*auth.User] `rest:"author"`
		}
		return one[Note]()
	}},
	{"reference to a struct with a mistake", func() *rest.Set {
		type Shelf struct {
			ID   int64 `rest:"id,readonly"`
			Room any   `rest:"room"`
		}
		type Note struct {
			ID    int64                 `rest:"id,readonly"`
			Shelf rest.BelongsTo[Shelf] `rest:"shelf"`
			Other rest.BelongsTo[Shelf] `rest:"other"`
		}
		return one[Note]()
	}},
	{"relation to rows behind a rule without SQL", func() *rest.Set {
		type Shelf struct {
			ID int64 `rest:"id,readonly"`
		}
		type Note struct {
			ID      int64                  `rest:"id,readonly"`
			Shelf   rest.BelongsTo[Shelf]  `rest:"shelf"`
			Shelves rest.ManyToMany[Shelf] `rest:"shelves,readonly"`
			Inside  rest.BelongsTo[Shelf]  `rest:"-"`
		}
		odd := permission.RowFunc("odd shelf", func(permission.Request, any) bool { return true })
		return rest.NewSet("notes",
			rest.ViewSet[Shelf]{Path: "/shelves/", Access: odd, Actions: rest.Retrieve},
			rest.ViewSet[Note]{Path: "/notes/", Access: permission.Anyone, Actions: rest.List | rest.Retrieve},
		)
	}},
	{"required reference to the own table", func() *rest.Set { return one[Folder]() }},
}

type hound struct {
	ID     int64                 `rest:"id,readonly"`
	Master rest.BelongsTo[hound] `rest:"master,optional"`
	Dog    rest.HasOne[hound]    `rest:"dog,readonly"`
	Pup    rest.HasOne[hound]    `rest:"pup,by=master"`
	Cub    *rest.HasOne[hound]   `rest:"cub,readonly"`
	Cat    rest.HasOne[hound]    `rest:"-"`
}
