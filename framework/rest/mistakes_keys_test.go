// Mistakes in keys and look-ups.

package rest_test

import (
	"github.com/google/uuid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Mistakes in keys, in the fields that look up records, and in representations of both.
var keyMistakes = []mistake{
	{"keys of other types, and keys that the service makes", func() *rest.Set {
		type (
			FloatKey struct {
				ID float64 `rest:"id,readonly"`
			}
			UntaggedKey struct{ ID int64 }
			ShortKey    struct {
				ID int32 `rest:"id,readonly"`
			}
			NullUUID struct {
				ID *uuid.UUID `rest:"id,readonly"`
			}
			WrittenUUID struct {
				ID uuid.UUID `rest:"id"`
			}
			DefaultUUID struct {
				ID uuid.UUID `rest:"id,readonly" default:"random"`
			}
			Person struct {
				ID       uuid.UUID `rest:"id,readonly"`
				Username string    `rest:"username,unique" validate:"max=150"`
			}
		)
		return listing(of[FloatKey](), of[UntaggedKey](), of[ShortKey](), of[NullUUID](), of[WrittenUUID](), of[DefaultUUID](),
			rest.ViewSet[Person]{Path: "/people/", Table: "users", Actions: rest.ReadOnly})
	}},
	{"keys that are texts", func() *rest.Set {
		type (
			UnboundedText struct {
				ID string `rest:"code" db:"id"`
			}
			LongText struct {
				ID string `rest:"code" db:"id" validate:"max=1000"`
			}
			OptionalText struct {
				ID string `rest:"code,optional" db:"id" validate:"max=50"`
			}
			HiddenText struct {
				ID string `rest:"-" db:"id"`
			}
			OtherColumn struct {
				ID string `rest:"code" validate:"max=50"`
			}
			LinkedText struct {
				ID string `rest:"url,link" db:"id" validate:"max=50"`
			}
			DottedChoice struct {
				ID string `rest:"code" db:"id" validate:"oneof=a b.c"`
			}
		)
		return listing(of[UnboundedText](), of[LongText](), of[OptionalText](), of[HiddenText](), of[OtherColumn](), of[LinkedText](), of[DottedChoice]())
	}},
	{"look-ups", func() *rest.Set {
		return lookedUp(
			[2]string{"slgu"}, [2]string{"id"}, [2]string{"owner"}, [2]string{"groups"}, [2]string{"alias"}, [2]string{"title"},
			[2]string{"secret"}, [2]string{"weight"}, [2]string{"long"}, [2]string{"maybe"}, [2]string{"lines"},
			[2]string{"slug", "[a-z"}, [2]string{"slug", "[a-z]*"}, [2]string{"slug", ".+"}, [2]string{"", "[a-z]+"}, [2]string{"public", "[0-9]+"},
		)
	}},
	{"representations", func() *rest.Set {
		type (
			OtherName struct {
				Number int64  `rest:"number,readonly" db:"id"`
				Name   string `rest:"name"`
			}
			WrittenNumber struct {
				ID   int64  `rest:"id"`
				Slug string `rest:"slug" validate:"max=50"`
			}
			UnboundedSlug struct {
				Slug string `rest:"slug"`
			}
			OptionalSlug struct {
				Slug string `rest:"slug,optional" validate:"max=50"`
			}
			SlashedSlug struct {
				Slug string `rest:"slug" validate:"oneof=a a/b"`
			}
			NoKeys struct {
				Name string `rest:"name"`
			}
			UnboundedCode struct {
				ID   string `rest:"code" db:"id"`
				Name string `rest:"name"`
			}
		)
		return listing(
			streets("/a/", rest.Shapes{List: rest.As[OtherName](), Create: rest.As[WrittenNumber](), Update: rest.As[OptionalSlug]()}),
			streets("/b/", rest.Shapes{Create: rest.As[UnboundedSlug](), Update: rest.As[SlashedSlug]()}),
			streets("/c/", rest.Shapes{Create: rest.As[NoKeys]()}),
			rest.ViewSet[Coin]{Path: "/coins/", Shapes: rest.Shapes{Create: rest.As[NoKeys]()}},
			rest.ViewSet[Coin]{Path: "/codes/", Shapes: rest.Shapes{Create: rest.As[UnboundedCode]()}},
		)
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

func streets(path string, shapes rest.Shapes) rest.Resource {
	return rest.ViewSet[Street]{Path: path, Lookup: "slug", Shapes: shapes}
}

// lookedUp is a set with a resource for each pair of a field and a pattern.
func lookedUp(pairs ...[2]string) *rest.Set {
	views := make([]rest.ViewSet[Named], len(pairs))
	for i, p := range pairs {
		views[i].Lookup, views[i].LookupPattern = p[0], p[1]
	}
	return each(views)
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
