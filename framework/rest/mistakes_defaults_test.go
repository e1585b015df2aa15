package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

var defaultMistakes = []mistake{
	{"default of another kind", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Stars int   `rest:"stars" default:"many"`
			Done  bool  `rest:"done" default:"maybe"`
		}
		return one[Note]()
	}},
	{"default that does not fit the type", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Stars int8  `rest:"stars" default:"200"`
		}
		return one[Note]()
	}},
	{"default that breaks its own rules", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" default:"untitled" validate:"max=3"`
		}
		return one[Note]()
	}},
	{"default that is no choice", func() *rest.Set {
		type Note struct {
			ID     int64  `rest:"id,readonly"`
			Colour string `rest:"colour" default:"blue" validate:"oneof=red green"`
		}
		return one[Note]()
	}},
	{"default that would be trimmed", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" default:" untitled"`
		}
		return one[Note]()
	}},
	{"default of white space", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" default:" "`
		}
		return one[Note]()
	}},
	{"default day that is none", func() *rest.Set {
		type Note struct {
			ID  int64     `rest:"id,readonly"`
			Due rest.Date `rest:"due" default:"tomorrow"`
		}
		return one[Note]()
	}},
	{"default of a pointer", func() *rest.Set {
		type Note struct {
			ID    int64   `rest:"id,readonly"`
			Title *string `rest:"title" default:"untitled"`
		}
		return one[Note]()
	}},
	{"default of a relation", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author" default:"1"`
		}
		return one[Note]()
	}},
	{"default of the key", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readonly" default:"1"`
		}
		return one[Note]()
	}},
	{"default that is no UTF-8", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" default:"\xff"`
		}
		return one[Note]()
	}},
	{"nothing fills a read-only field", func() *rest.Set {
		type Note struct {
			ID    int64     `rest:"id,readonly"`
			Added time.Time `rest:"added,readonly"`
		}
		return one[Note]()
	}},
	{"nothing fills a hidden field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Token string `rest:"-"`
		}
		return one[Note]()
	}},
	{"nothing fills a reference", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,readonly"`
		}
		return one[Note]()
	}},
}
