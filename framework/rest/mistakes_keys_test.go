package rest_test

import (
	"github.com/google/uuid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var keyMistakes = []mistake{
	{"key that is no key", func() *rest.Set {
		type Note struct {
			ID float64 `rest:"id,readonly"`
		}
		return one[Note]()
	}},
	{"key without a tag", func() *rest.Set {
		type Note struct{ ID int64 }
		return one[Note]()
	}},
	{"key of few bits", func() *rest.Set {
		type Note struct {
			ID int32 `rest:"id,readonly"`
		}
		return one[Note]()
	}},
	{"uuid key that may be null", func() *rest.Set {
		type Note struct {
			ID *uuid.UUID `rest:"id,readonly"`
		}
		return one[Note]()
	}},
	{"uuid key that clients write", func() *rest.Set {
		type Note struct {
			ID uuid.UUID `rest:"id"`
		}
		return one[Note]()
	}},
	{"uuid key with a default", func() *rest.Set {
		type Note struct {
			ID uuid.UUID `rest:"id,readonly" default:"random"`
		}
		return one[Note]()
	}},
	{"text key without a length", func() *rest.Set {
		type Note struct {
			ID string `rest:"code" db:"id"`
		}
		return one[Note]()
	}},
	{"text key of any length", func() *rest.Set {
		type Note struct {
			ID string `rest:"code" db:"id" validate:"max=1000"`
		}
		return one[Note]()
	}},
	{"text key that is optional", func() *rest.Set {
		type Note struct {
			ID string `rest:"code,optional" db:"id" validate:"max=50"`
		}
		return one[Note]()
	}},
	{"text key that nothing gives", func() *rest.Set {
		type Note struct {
			ID string `rest:"-" db:"id"`
		}
		return one[Note]()
	}},
	{"text key in a column of its own", func() *rest.Set {
		type Note struct {
			ID string `rest:"code" validate:"max=50"`
		}
		return one[Note]()
	}},
	{"text key shown as a link", func() *rest.Set {
		type Note struct {
			ID string `rest:"url,link" db:"id" validate:"max=50"`
		}
		return one[Note]()
	}},
	{"text key with a choice that is in no address", func() *rest.Set {
		type Note struct {
			ID string `rest:"code" db:"id" validate:"oneof=a b.c"`
		}
		return one[Note]()
	}},
	{"account with a uuid", func() *rest.Set {
		type Person struct {
			ID       uuid.UUID `rest:"id,readonly"`
			Username string    `rest:"username,unique" validate:"max=150"`
		}
		return rest.NewSet("cases", rest.ViewSet[Person]{Path: "/people/", Table: "users", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"look-up by no field", func() *rest.Set { return lookedUp("slgu", "") }},
	{"look-up by the key", func() *rest.Set { return lookedUp("id", "") }},
	{"look-up by a relation", func() *rest.Set { return lookedUp("owner", "") }},
	{"look-up by a list", func() *rest.Set { return lookedUp("groups", "") }},
	{"look-up by what may be null", func() *rest.Set { return lookedUp("alias", "") }},
	{"look-up by what two may have", func() *rest.Set { return lookedUp("title", "") }},
	{"look-up by what clients do not read", func() *rest.Set { return lookedUp("secret", "") }},
	{"look-up by a number with a point", func() *rest.Set { return lookedUp("weight", "") }},
	{"look-up by a text of any length", func() *rest.Set { return lookedUp("long", "") }},
	{"look-up by what may be left out", func() *rest.Set { return lookedUp("maybe", "") }},
	{"look-up by lines", func() *rest.Set { return lookedUp("lines", "") }},
	{"look-up pattern that is none", func() *rest.Set { return lookedUp("slug", "[a-z") }},
	{"look-up pattern that takes nothing", func() *rest.Set { return lookedUp("slug", "[a-z]*") }},
	{"look-up pattern that takes a slash", func() *rest.Set { return lookedUp("slug", ".+") }},
	{"look-up pattern that no number matches", func() *rest.Set { return lookedUp("", "[a-z]+") }},
	{"look-up pattern that no uuid matches", func() *rest.Set { return lookedUp("public", "[0-9]+") }},
	{"shape with the key under another name", func() *rest.Set {
		type View struct {
			Number int64  `rest:"number,readonly" db:"id"`
			Name   string `rest:"name"`
		}
		return shapedKeys(rest.Shapes{List: rest.As[View]()})
	}},
	{"shape with a number that clients give", func() *rest.Set {
		type View struct {
			ID   int64  `rest:"id"`
			Slug string `rest:"slug" validate:"max=50"`
		}
		return shapedKeys(rest.Shapes{Create: rest.As[View]()})
	}},
	{"shape with a look-up field of any length", func() *rest.Set {
		type View struct {
			Slug string `rest:"slug"`
		}
		return shapedKeys(rest.Shapes{Create: rest.As[View]()})
	}},
	{"shape with a look-up field that may be left out", func() *rest.Set {
		type View struct {
			Slug string `rest:"slug,optional" validate:"max=50"`
		}
		return shapedKeys(rest.Shapes{Update: rest.As[View]()})
	}},
	{"shape with a look-up field that has a choice no address holds", func() *rest.Set {
		type View struct {
			Slug string `rest:"slug" validate:"oneof=a a/b"`
		}
		return shapedKeys(rest.Shapes{Update: rest.As[View]()})
	}},
	{"shape without the look-up field", func() *rest.Set {
		type View struct {
			Name string `rest:"name"`
		}
		return shapedKeys(rest.Shapes{Create: rest.As[View]()})
	}},
	{"shape without the key that clients give", func() *rest.Set {
		type View struct {
			Name string `rest:"name"`
		}
		return rest.NewSet("cases", rest.ViewSet[Coin]{Path: "/coins/", Shapes: rest.Shapes{Create: rest.As[View]()}}).Access(permission.Anyone)
	}},
	{"shape with a text key of any length", func() *rest.Set {
		type View struct {
			ID   string `rest:"code" db:"id"`
			Name string `rest:"name"`
		}
		return rest.NewSet("cases", rest.ViewSet[Coin]{Path: "/coins/", Shapes: rest.Shapes{Create: rest.As[View]()}}).Access(permission.Anyone)
	}},
}

// Coin has a key that clients give, and Street one by which records are looked up.
type (
	Coin struct {
		ID   string `rest:"code" db:"id" validate:"max=8"`
		Name string `rest:"name"`
	}
	Street struct {
		ID   int64  `rest:"id,readonly"`
		Slug string `rest:"slug,unique" validate:"max=50"`
		Name string `rest:"name" default:""`
	}
)

func shapedKeys(shapes rest.Shapes) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Street]{Path: "/streets/", Lookup: "slug", Shapes: shapes}).Access(permission.Anyone)
}

func lookedUp(field, pattern string) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Named]{Path: "/notes/", Access: permission.SignedIn, Lookup: field, LookupPattern: pattern})
}

// Named has fields of all kinds that a record could be named by.
type Named struct {
	ID     int64                       `rest:"id,readonly"`
	Slug   string                      `rest:"slug,unique" validate:"max=50"`
	Public uuid.UUID                   `rest:"public,readonly,unique" default:"random"`
	Title  string                      `rest:"title" validate:"max=50"`
	Alias  *string                     `rest:"alias,unique" validate:"max=50"`
	Secret string                      `rest:"secret,unique,writeonly" validate:"max=50"`
	Weight float64                     `rest:"weight,unique"`
	Long   string                      `rest:"long,unique" validate:"max=300"`
	Maybe  string                      `rest:"maybe,unique,optional" validate:"max=50"`
	Lines  string                      `rest:"lines,unique,multiline" validate:"max=50"`
	Owner  rest.BelongsTo[auth.User]   `rest:"owner"`
	Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
}
