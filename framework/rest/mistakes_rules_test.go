package rest_test

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var ruleMistakes = []mistake{
	{"unknown rule", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"beautiful"`
		}
		return one[Note]()
	}},
	{"layout that is none", func() *rest.Set {
		type Note struct {
			ID   int64  `rest:"id,readonly"`
			Date string `rest:"date" validate:"datetime=YYYY-MM-DD"`
		}
		return one[Note]()
	}},
	{"rule misspelt", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"Max=100"`
		}
		return one[Note]()
	}},
	{"rule of another set misspelt", func() *rest.Set {
		type Note struct {
			ID     int64  `rest:"id,readonly"`
			Colour string `rest:"colour" validate:"color"`
		}
		return one[Note]().Rule("colour", rest.Check{Valid: func(string) bool { return true }, Message: "Enter a colour."})
	}},
	{"text rule on a number", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Stars int   `rest:"stars" validate:"alpha"`
		}
		return one[Note]()
	}},
	{"rule of the set on a number", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Stars int   `rest:"stars" validate:"email"`
		}
		return one[Note]()
	}},
	{"rule on a boolean", func() *rest.Set {
		type Note struct {
			ID   int64 `rest:"id,readonly"`
			Done bool  `rest:"done" validate:"max=1"`
		}
		return one[Note]()
	}},
	{"rule of a time with a parameter", func() *rest.Set {
		type Note struct {
			ID  int64     `rest:"id,readonly"`
			Due time.Time `rest:"due" validate:"gt=2020-01-01"`
		}
		return one[Note]()
	}},
	{"rule on a reference", func() *rest.Set {
		type Note struct {
			ID     int64                     `rest:"id,readonly"`
			Author rest.BelongsTo[auth.User] `rest:"author" validate:"min=1"`
		}
		return one[Note]()
	}},
	{"rule on a list of rows", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional" validate:"email"`
		}
		return one[Note]()
	}},
	{"rule on a read-only field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,readonly" default:"" validate:"max=100"`
		}
		return one[Note]()
	}},
	{"rule that looks for presence", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"required"`
		}
		return one[Note]()
	}},
	{"rules that skip", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"omitempty,max=3"`
		}
		return one[Note]()
	}},
	{"rule about other fields", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"eqcsfield=Head"`
			Head  string `rest:"head" validate:"required_with_all=Title"`
		}
		return one[Note]()
	}},
	{"rule about the disk", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"file"`
		}
		return one[Note]()
	}},
	{"rule unique", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"unique"`
		}
		return one[Note]()
	}},
	{"rule without its parameter", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"max"`
		}
		return one[Note]()
	}},
	{"rule with a word for a number", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"max=many"`
			Stars int    `rest:"stars" validate:"max=many"`
		}
		return one[Note]()
	}},
	{"rule with a negative length", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"max=-1"`
		}
		return one[Note]()
	}},
	{"rule of the set with a parameter", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"email=strict"`
		}
		return one[Note]()
	}},
	{"rule twice", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"max=3,max=3"`
		}
		return one[Note]()
	}},
	{"empty rule", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"max=3,"`
		}
		return one[Note]()
	}},
	{"choices without values", func() *rest.Set {
		type Note struct {
			ID     int64  `rest:"id,readonly"`
			Colour string `rest:"colour" validate:"oneof="`
		}
		return one[Note]()
	}},
	{"rule beside choices", func() *rest.Set {
		type Note struct {
			ID     int64  `rest:"id,readonly"`
			Colour string `rest:"colour" validate:"max=5,oneof=red green"`
		}
		return one[Note]()
	}},
	{"choices twice", func() *rest.Set {
		type Note struct {
			ID     int64  `rest:"id,readonly"`
			Colour string `rest:"colour" validate:"oneof=red green,oneof=red blue"`
		}
		return one[Note]()
	}},
	{"optional choice", func() *rest.Set {
		type Note struct {
			ID     int64  `rest:"id,readonly"`
			Colour string `rest:"colour,optional" validate:"oneof=red green"`
		}
		return one[Note]()
	}},
	{"optional number whose zero breaks its rule", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Stars int   `rest:"stars,optional" validate:"min=1"`
		}
		return one[Note]()
	}},
	{"rules listed wrongly, seven of them", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readonly"`
		}
		valid := func(string) bool { return true }
		choices := func() []rest.Choice { return []rest.Choice{{Value: "red", Label: "Red"}} }
		return one[Note]().
			Rule("Colour", rest.Check{Choices: choices}).
			Rule("required", rest.Check{Valid: valid, Message: "Enter it."}).
			Rule("max", rest.Check{Valid: valid, Message: "Enter it."}).
			Rule("empty", rest.Check{}).
			Rule("silent", rest.Check{Valid: valid}).
			Rule("colour", rest.Check{Choices: choices}).
			Rule("colour", rest.Check{Choices: choices}).
			Rule("both", rest.Check{Choices: choices, Valid: valid, Message: "Enter it."})
	}},
	{"rules that offer nothing, the same twice, or panic", func() *rest.Set {
		type Note struct {
			ID  int64  `rest:"id,readonly"`
			One string `rest:"one" validate:"nothing"`
			Two string `rest:"two" validate:"twice"`
			Few string `rest:"few" validate:"panics"`
			All string `rest:"all" validate:"refuses"`
		}
		return one[Note]().
			Rule("nothing", rest.Check{Choices: func() []rest.Choice { return nil }}).
			Rule("twice", rest.Check{Choices: func() []rest.Choice { return []rest.Choice{{Value: "a"}, {Value: "a"}} }}).
			Rule("panics", rest.Check{Choices: func() []rest.Choice { panic("no file") }}).
			Rule("refuses", rest.Check{Valid: func(s string) bool { return s[0] == 'a' }, Message: "Enter an a."})
	}},
	{"message for no field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{
			Path: "/notes/", Access: permission.Anyone,
			Serializer: rest.Serializer[Note]{Messages: map[string]string{"titel.required": "Give it a title."}},
		})
	}},
	{"message that is never said", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{
			Path: "/notes/", Access: permission.Anyone,
			Serializer: rest.Serializer[Note]{Messages: map[string]string{"title.requierd": "Give it a title.", "id.null": "Number it."}},
		})
	}},
}
