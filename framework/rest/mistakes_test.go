package rest_test

import (
	"database/sql"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// mistakes are declarations that cannot be meant, one mistake each unless their name says
// otherwise. What is said of them is in testdata/declarations, a file for each group.
var mistakes = map[string][]mistake{
	"tags": {
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
				Title string `rest:"title,unique=true"`
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
		{"wire name in camel case", func() *rest.Set {
			type Note struct {
				ID        int64  `rest:"id,readonly"`
				CreatedBy string `rest:"createdBy"`
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
	},
	"types": {
		{"field that is not exported", func() *rest.Set {
			type Note struct {
				ID    int64  `rest:"id,readonly"`
				title string `rest:"title"`
			}
			_ = Note{}.title
			return one[Note]()
		}},
		{"field that is not exported, without tag", func() *rest.Set {
			type Note struct {
				ID    int64 `rest:"id,readonly"`
				cache string
			}
			_ = Note{}.cache
			return one[Note]()
		}},
		{"embedded struct", func() *rest.Set {
			type Note struct {
				Stamped
				ID int64 `rest:"id,readonly"`
			}
			return one[Note]()
		}},
		{"unsigned integer", func() *rest.Set {
			type Note struct {
				ID    int64 `rest:"id,readonly"`
				Stars uint8 `rest:"stars"`
			}
			return one[Note]()
		}},
		{"list of values", func() *rest.Set {
			type Note struct {
				ID   int64    `rest:"id,readonly"`
				Tags []string `rest:"tags"`
			}
			return one[Note]()
		}},
		{"bytes", func() *rest.Set {
			type Note struct {
				ID   int64  `rest:"id,readonly"`
				Body []byte `rest:"body"`
			}
			return one[Note]()
		}},
		{"struct inside", func() *rest.Set {
			type Note struct {
				ID      int64   `rest:"id,readonly"`
				Stamped Stamped `rest:"stamped"`
			}
			return one[Note]()
		}},
		{"null type of database/sql", func() *rest.Set {
			type Note struct {
				ID    int64          `rest:"id,readonly"`
				Title sql.NullString `rest:"title"`
			}
			return one[Note]()
		}},
		{"any", func() *rest.Set {
			type Note struct {
				ID    int64 `rest:"id,readonly"`
				Value any   `rest:"value"`
			}
			return one[Note]()
		}},
		{"pointer to a pointer", func() *rest.Set {
			type Note struct {
				ID    int64    `rest:"id,readonly"`
				Title **string `rest:"title"`
			}
			return one[Note]()
		}},
		{"pointer to a relation", func() *rest.Set {
			type Note struct {
				ID     int64                      `rest:"id,readonly"`
				Author *rest.BelongsTo[auth.User] `rest:"author"`
			}
			return one[Note]()
		}},
		{"no key", func() *rest.Set {
			type Note struct {
				Title string `rest:"title"`
			}
			return one[Note]()
		}},
		{"key of another type", func() *rest.Set {
			type Note struct {
				ID string `rest:"id,readonly"`
			}
			return one[Note]()
		}},
		{"key that may be null", func() *rest.Set {
			type Note struct {
				ID *int64 `rest:"id,readonly"`
			}
			return one[Note]()
		}},
		{"key that clients write", func() *rest.Set {
			type Note struct {
				ID int64 `rest:"id"`
			}
			return one[Note]()
		}},
		{"key in another column", func() *rest.Set {
			type Note struct {
				ID int64 `rest:"url,readonly,link"`
			}
			return one[Note]()
		}},
		{"key that is unique", func() *rest.Set {
			type Note struct {
				ID int64 `rest:"id,readonly,unique"`
			}
			return one[Note]()
		}},
	},
	"rules": {
		{"unknown rule", func() *rest.Set {
			type Note struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title" validate:"beautiful"`
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
				Title string `rest:"title" validate:"eqfield=Head"`
				Head  string `rest:"head" validate:"required_with=Title"`
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
				Path: "/notes/", Access: auth.Anyone,
				Serializer: rest.Serializer[Note]{Messages: map[string]string{"titel.required": "Give it a title."}},
			})
		}},
		{"message that is never said", func() *rest.Set {
			type Note struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title"`
			}
			return rest.NewSet("cases", rest.ViewSet[Note]{
				Path: "/notes/", Access: auth.Anyone,
				Serializer: rest.Serializer[Note]{Messages: map[string]string{"title.requierd": "Give it a title.", "id.null": "Number it."}},
			})
		}},
	},
	"defaults": {
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
	},
	"relations": {
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
				Room *string `rest:"room,unique"`
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
				Code string `rest:"code,unique,writeonly"`
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
				ID     int64                       `rest:"id,readonly"`
				Groups rest.ManyToMany[auth.Group] `rest:"groups,show=name"`
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
				Username string `rest:"username,unique"`
			}
			type Note struct {
				ID     int64                     `rest:"id,readonly"`
				Author rest.BelongsTo[auth.User] `rest:"author,link"`
			}
			return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/"}, rest.ViewSet[Person]{Path: "/people/", Table: "users"}).Access(auth.Anyone)
		}},
		{"link to records that cannot be retrieved", func() *rest.Set {
			type Shelf struct {
				ID int64 `rest:"id,readonly"`
			}
			type Note struct {
				ID    int64                 `rest:"id,readonly"`
				Shelf rest.BelongsTo[Shelf] `rest:"shelf,link"`
			}
			return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/"}, rest.ViewSet[Shelf]{Path: "/shelves/", Actions: rest.List}).Access(auth.Anyone)
		}},
		{"link to itself, which cannot be retrieved", func() *rest.Set {
			type Note struct {
				ID int64 `rest:"url,readonly,link" db:"id"`
			}
			return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Actions: rest.List}).Access(auth.Anyone)
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
				Room uint  `rest:"room"`
			}
			type Note struct {
				ID    int64                 `rest:"id,readonly"`
				Shelf rest.BelongsTo[Shelf] `rest:"shelf"`
				Other rest.BelongsTo[Shelf] `rest:"other"`
			}
			return one[Note]()
		}},
		{"required reference to the own table", func() *rest.Set { return one[Folder]() }},
	},
	"resources": {
		{"no path", func() *rest.Set { return placed("") }},
		{"path without slashes", func() *rest.Set { return placed("notes") }},
		{"path of nothing", func() *rest.Set { return placed("/") }},
		{"path with an empty part", func() *rest.Set { return placed("/my//notes/") }},
		{"path with capitals", func() *rest.Set { return placed("/Notes/") }},
		{"path with a place for a key", func() *rest.Set { return placed("/users/{id}/notes/") }},
		{"path of the framework", func() *rest.Set { return placed("/api-auth/notes/") }},
		{"path taken", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Other]{Path: "/notes/"}).Access(auth.Anyone)
		}},
		{"path below records", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/old/"}, rest.ViewSet[Other]{Path: "/notes/"}).Access(auth.Anyone)
		}},
		{"unknown actions", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Actions: 128 | rest.List, Access: auth.Anyone})
		}},
		{"no rule of access", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"})
		}},
		{"list with a rule that has no SQL form", func() *rest.Set {
			lucky := auth.RowFunc("lucky", func(auth.Request, any) bool { return true })
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: lucky})
		}},
		{"rule about an unknown column", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: auth.Equal("published", true)})
		}},
		{"rule about an owner that there is not", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: auth.OwnerOrReadOnly})
		}},
		{"rule that lets nobody own a new row", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Owned]{
				Path: "/notes/", Access: auth.Anyone,
				Owner: rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &n.Owner }),
			})
		}},
		{"owner that is no relation", func() *rest.Set {
			return owned(rest.Field(func(n *Owned) *string { return &n.Title }))
		}},
		{"owner of another table", func() *rest.Set {
			return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.Group] { return &n.Group }))
		}},
		{"owner that clients write", func() *rest.Set {
			return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &n.Editor }))
		}},
		{"owner function that returns nil", func() *rest.Set {
			return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return nil }))
		}},
		{"owner function that panics", func() *rest.Set {
			return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { panic("not yet") }))
		}},
		{"owner function of another row", func() *rest.Set {
			var other Owned
			return owned(rest.Field(func(n *Owned) *rest.BelongsTo[auth.User] { return &other.Owner }))
		}},
		{"owner function of a part of a field", func() *rest.Set {
			return owned(rest.Field(func(n *Owned) *int64 { return &n.Owner.ID }))
		}},
		{"unknown order", func() *rest.Set { return ordered("titel") }},
		{"order by a list", func() *rest.Set { return ordered("-groups") }},
		{"order twice", func() *rest.Set { return ordered("title", "-title") }},
		{"negative pages", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: auth.Anyone, Pages: rest.PageNumber{Size: -1}})
		}},
		{"table without a name", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: auth.Anyone, Table: "my notes"})
		}},
		{"table of the framework", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: auth.Anyone, Table: "sessions"})
		}},
		{"type with parameters and no table", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[Box[int]]{Path: "/boxes/", Access: auth.Anyone})
		}},
		{"two structs that disagree on a column", func() *rest.Set {
			type Memo struct {
				ID    int64 `rest:"id,readonly"`
				Title int   `rest:"title" default:"0"`
			}
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Memo]{Path: "/memos/", Table: "plains"}).Access(auth.Anyone)
		}},
		{"two structs that disagree on null", func() *rest.Set {
			type Memo struct {
				ID    int64   `rest:"id,readonly"`
				Title *string `rest:"title"`
			}
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Memo]{Path: "/memos/", Table: "plains"}).Access(auth.Anyone)
		}},
		{"column that a create through another struct leaves out", func() *rest.Set {
			type Memo struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title"`
				Stars int    `rest:"stars"`
			}
			return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}, rest.ViewSet[Memo]{Path: "/memos/", Table: "plains"}).Access(auth.Anyone)
		}},
		{"column that the program leaves out of an account", func() *rest.Set {
			type Person struct {
				ID       int64  `rest:"id,readonly"`
				Username string `rest:"username,unique"`
				Phone    string `rest:"phone"`
			}
			return rest.NewSet("cases", rest.ViewSet[Person]{Path: "/people/", Table: "users"}).Access(auth.Anyone)
		}},
	},
	"sets": {
		{"no resources", func() *rest.Set { return rest.NewSet("cases") }},
		{"resource that is nil", func() *rest.Set { return rest.NewSet("cases", nil).Access(auth.Anyone) }},
		{"resource that is a nil pointer", func() *rest.Set {
			return rest.NewSet("cases", (*rest.ViewSet[Plain])(nil)).Access(auth.Anyone)
		}},
		{"view set of a text", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[string]{Path: "/notes/"}).Access(auth.Anyone)
		}},
		{"view set of a pointer", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[*Plain]{Path: "/notes/"}).Access(auth.Anyone)
		}},
		{"view set of a struct without a name", func() *rest.Set {
			return rest.NewSet("cases", rest.ViewSet[struct{ ID int64 }]{Path: "/notes/"}).Access(auth.Anyone)
		}},
		{"name that is none", func() *rest.Set {
			return rest.NewSet("my cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(auth.Anyone)
		}},
	},
}

type mistake struct {
	name string
	set  func() *rest.Set
}

// one is a set with nothing but a resource of T.
func one[T any]() *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[T]{Path: "/notes/"}).Access(auth.Anyone)
}

func placed(path string) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: path}, rest.ViewSet[Other]{Path: "/others/"}).Access(auth.Anyone)
}

func owned(owner rest.FieldOf[Owned]) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Owned]{Path: "/notes/", Access: auth.SignedInOrReadOnly, Owner: owner})
}

func ordered(words ...string) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Listed]{Path: "/notes/", Access: auth.Anyone, Order: words})
}

// Structs without a mistake of their own, and those that refer to each other, which types inside
// functions cannot.
type (
	Plain struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
	Other struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	Owned struct {
		ID     int64                      `rest:"id,readonly"`
		Title  string                     `rest:"title"`
		Group  rest.BelongsTo[auth.Group] `rest:"group,readonly,optional"`
		Editor rest.BelongsTo[auth.User]  `rest:"editor"`
		Owner  rest.BelongsTo[auth.User]  `rest:"owner,readonly"`
	}
	Listed struct {
		ID     int64                       `rest:"id,readonly"`
		Title  string                      `rest:"title"`
		Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
	}
	Box[T any] struct {
		ID    int64 `rest:"id,readonly"`
		Value T     `rest:"value"`
	}
	Stamped struct {
		Added time.Time `rest:"added"`
	}
	Team struct {
		ID      int64               `rest:"id,readonly"`
		Matches rest.HasMany[Match] `rest:"matches,readonly"`
	}
	Match struct {
		ID   int64                `rest:"id,readonly"`
		Home rest.BelongsTo[Team] `rest:"home"`
		Away rest.BelongsTo[Team] `rest:"away"`
	}
	Crew struct {
		ID    int64              `rest:"id,readonly"`
		Ships rest.HasMany[Ship] `rest:"ships,readonly,by=name"`
	}
	Ship struct {
		ID   int64                `rest:"id,readonly"`
		Name string               `rest:"name"`
		Crew rest.BelongsTo[Crew] `rest:"crew"`
	}
	Band struct {
		ID    int64              `rest:"id,readonly"`
		Songs rest.HasMany[Song] `rest:"songs"`
	}
	Song struct {
		ID   int64                `rest:"id,readonly"`
		Band rest.BelongsTo[Band] `rest:"band"`
	}
	Choir struct {
		ID     int64               `rest:"id,readonly"`
		Voices rest.HasMany[Voice] `rest:"-"`
	}
	Voice struct {
		ID    int64                 `rest:"id,readonly"`
		Choir rest.BelongsTo[Choir] `rest:"choir"`
	}
	Folder struct {
		ID     int64                  `rest:"id,readonly"`
		Parent rest.BelongsTo[Folder] `rest:"parent"`
	}
)
