package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

var tagMistakes = []mistake{
	{"unknown option", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,shiny"`
		}
		return one[Note]()
	}},
	{"option in another case", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readOnly"`
		}
		return one[Note]()
	}},
	{"option with a hyphen", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,write-only"`
		}
		return one[Note]()
	}},
	{"option after a space", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id, readonly"`
		}
		return one[Note]()
	}},
	{"option misspelt", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,optinal"`
		}
		return one[Note]()
	}},
	{"required as an option", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,required"`
		}
		return one[Note]()
	}},
	{"default as an option", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,default=untitled"`
		}
		return one[Note]()
	}},
	{"rule as an option", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,max=100"`
		}
		return one[Note]()
	}},
	{"omitempty as in JSON", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,omitempty"`
		}
		return one[Note]()
	}},
	{"nullable as an option", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,nullable"`
		}
		return one[Note]()
	}},
	{"option twice", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,optional,optional"`
		}
		return one[Note]()
	}},
	{"option with a value it does not take", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,unique=true" validate:"max=100"`
		}
		return one[Note]()
	}},
	{"option without its value", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author,show"`
		}
		return one[Note]()
	}},
	{"comma at the end", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,"`
		}
		return one[Note]()
	}},
	{"no tag", func() *rest.Set {
		type Note struct {
			ID        int64 `rest:"id,readonly"`
			CreatedBy string
		}
		return one[Note]()
	}},
	{"tag of another library only", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `json:"title"`
		}
		return one[Note]()
	}},
	{"tag key in another case", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" Default:"untitled"`
		}
		return one[Note]()
	}},
	{"tag key misspelt", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" defualt:"untitled"`
		}
		return one[Note]()
	}},
	{"tag key unknown", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" gorm:"size:100"`
		}
		return one[Note]()
	}},
	{"no wire name", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:",optional"`
		}
		return one[Note]()
	}},
	{"wire name with a space", func() *rest.Set {
		type Note struct {
			ID        int64  `rest:"id,readonly"`
			CreatedBy string `rest:"created By"`
		}
		return one[Note]()
	}},
	{"wire name of the framework", func() *rest.Set {
		type Note struct {
			ID     int64  `rest:"id,readonly"`
			Method string `rest:"_method"`
		}
		return one[Note]()
	}},
	{"wire name taken", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
			Head  string `rest:"title" db:"head"`
		}
		return one[Note]()
	}},
	{"column taken", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
			Head  string `rest:"head" db:"title"`
		}
		return one[Note]()
	}},
	{"column name with a space", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" db:"The Title"`
		}
		return one[Note]()
	}},
	{"column of the database", func() *rest.Set {
		type Note struct {
			ID   int64  `rest:"id,readonly"`
			Xmin string `rest:"xmin"`
		}
		return one[Note]()
	}},
	{"column of a relation to many", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional" db:"groups"`
		}
		return one[Note]()
	}},
	{"readonly and writeonly", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,readonly,writeonly" default:""`
		}
		return one[Note]()
	}},
	{"readonly and optional", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,readonly,optional" default:""`
		}
		return one[Note]()
	}},
	{"optional with a default", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,optional" default:"untitled"`
		}
		return one[Note]()
	}},
	{"optional time", func() *rest.Set {
		type Note struct {
			ID  int64     `rest:"id,readonly"`
			Due time.Time `rest:"due,optional"`
		}
		return one[Note]()
	}},
	{"multiline number", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Stars int   `rest:"stars,multiline"`
		}
		return one[Note]()
	}},
	{"unique list", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional,unique"`
		}
		return one[Note]()
	}},
	{"link of a plain field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,link"`
		}
		return one[Note]()
	}},
	{"options of a hidden field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Token string `rest:"-,readonly" default:""`
		}
		return one[Note]()
	}},
	{"label of a hidden field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Token string `rest:"-" label:"Token" default:""`
		}
		return one[Note]()
	}},
}
