// Mistakes in keys, look-ups, indexes and constraints.

package rest_test

import (
	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
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
			TwoKeys struct {
				ID     int64  `rest:"id,readonly"`
				Number int64  `rest:"number,readonly" db:"id"`
				Code   string `rest:"code" db:"id" validate:"max=8"`
			}
			DefaultUUID struct {
				ID uuid.UUID `rest:"id,readonly" default:"random"`
			}
			Person struct {
				ID       uuid.UUID `rest:"id,readonly"`
				Username string    `rest:"username,unique" validate:"max=150"`
			}
		)
		return listing(of[FloatKey](), of[UntaggedKey](), of[ShortKey](), of[NullUUID](), of[WrittenUUID](), of[DefaultUUID](), of[TwoKeys](),
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
			NumberedAccount struct {
				ID int64 `rest:"id,readonly" db:"number"`
			}
			ShownKey struct {
				ID int64 `rest:"id,readonly" db:"number"`
			}
			ShownOtherwise struct {
				ID int64 `rest:"id,readonly" db:"id"`
			}
			LinkedText struct {
				ID string `rest:"url,link" db:"id" validate:"max=50"`
			}
			DottedChoice struct {
				ID string `rest:"code" db:"id" validate:"oneof=a b.c"`
			}
		)
		return listing(of[UnboundedText](), of[LongText](), of[OptionalText](), of[HiddenText](), of[LinkedText](), of[DottedChoice](),
			rest.ViewSet[NumberedAccount]{Path: "/numbered/", Table: "users", Actions: rest.ReadOnly},
			rest.ViewSet[ShownKey]{Path: "/shown/", Shapes: rest.Shapes{List: rest.As[ShownOtherwise]()}})
	}},
	{"tables that others manage", func() *rest.Set {
		type (
			Order struct {
				ID   int32  `rest:"id,readonly" db:"order_no"`
				Text string `rest:"text,search=@"`
			}
			OrderBrief struct {
				ID int32 `rest:"id,readonly" db:"order_no"`
			}
			Person struct {
				ID int64 `rest:"id,readonly"`
			}
			Managed struct {
				ID   int32           `rest:"id,readonly"`
				Cost decimal.Decimal `rest:"cost"`
				Two  string          `rest:"two" db:"one,other"`
			}
			Part struct {
				ID   string `rest:"id,readonly" db:"code,year"`
				Code string `rest:"code"`
				Year int16  `rest:"year"`
			}
			LostPart struct {
				ID   string `rest:"id,readonly" db:"code,year"`
				Code string `rest:"code"`
			}
			SentParts struct {
				ID   string `rest:"id" db:"code,year" validate:"max=9"`
				Code string `rest:"code"`
			}
			OfPart struct {
				ID   int64                `rest:"id,readonly"`
				Part rest.BelongsTo[Part] `rest:"part"`
			}
			Film struct {
				ID     int64                   `rest:"id,readonly"`
				Actors rest.ManyToMany[Person] `rest:"actors,optional,through=film_actor" db:"film_id"`
				Others rest.ManyToMany[Person] `rest:"others,optional" db:"film_id,actor_id"`
			}
			Group struct {
				ID   int64  `rest:"id,readonly"`
				Name string `rest:"name"`
			}
		)
		return listing(rest.ViewSet[Order]{Path: "/orders/", Unmanaged: true}, rest.ViewSet[OrderBrief]{Path: "/briefs/", Table: "orders"},
			of[Managed](), rest.ViewSet[Part]{Path: "/parts/", Unmanaged: true}, rest.ViewSet[LostPart]{Path: "/lost/", Unmanaged: true, Actions: rest.ReadOnly},
			rest.ViewSet[SentParts]{Path: "/sent/", Unmanaged: true, Actions: rest.ReadOnly}, of[OfPart](), of[Film](), of[Person](), rest.ViewSet[Group]{Path: "/groups/", Unmanaged: true, Actions: rest.ReadOnly})
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

// filed is a row with columns of several kinds.
type filed struct {
	ID     int64                       `rest:"id,readonly"`
	Title  string                      `rest:"title" validate:"max=100"`
	State  string                      `rest:"state" default:"open" validate:"max=100"`
	Pages  int64                       `rest:"pages"`
	Owner  rest.BelongsTo[auth.User]   `rest:"owner"`
	Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
}

// Mistakes in indexes: of tags, of a view set, and of filters without one.
var indexMistakes = []mistake{
	{"tags", func() *rest.Set {
		type (
			Indexed struct {
				ID        int64                       `rest:"id,readonly,index"`
				Reference rest.BelongsTo[auth.User]   `rest:"reference,index"`
				List      rest.ManyToMany[auth.Group] `rest:"list,optional,index"`
				Unique    string                      `rest:"unique,unique,index" validate:"max=100"`
			}
			Sent struct {
				Title string `rest:"title,index" validate:"max=100"`
			}
		)
		act := func(*rest.Call, *filed, Sent) (*filed, error) { return nil, nil }
		return listing(of[Indexed](), rest.ViewSet[filed]{Path: "/notes/", Extra: []rest.Action{rest.OnRecord("act", act)}})
	}},
	{"indexes", func() *rest.Set {
		return listing(rest.ViewSet[filed]{Path: "/notes/", Indexes: []rest.Index{
			{Unique: true},
			{Fields: []string{"owner", "titel"}},
			{Fields: []string{"owner", "groups"}},
			{Fields: []string{"state", "-state"}},
			{Fields: []string{"title"}},
			{Fields: []string{"title"}, Unique: true},
			{Fields: []string{"title", "id"}, Unique: true},
			{Fields: []string{"owner", "state"}, Message: "Your notes have different states."},
			{Fields: []string{"owner", "title"}, Unique: true},
			{Fields: []string{"owner", "title"}, Unique: true},
			{Fields: []string{"title"}, Where: predicate.Eq("status", "open")},
			{Fields: []string{"title"}, Where: predicate.Eq("pages", "many")},
			{Fields: []string{"title"}, Where: predicate.Contains("state", "o")},
			{Fields: []string{"title"}, Where: predicate.Eq("owner.username", "bob")},
			{Fields: []string{"title"}, Where: predicate.Requester("owner")},
			{Fields: []string{"title"}, Where: predicate.Eq("state", predicate.Param(0))},
			{Fields: []string{"title"}, Where: predicate.Func("lucky", func(any) bool { return true })},
			{Fields: []string{"title"}, Where: predicate.Constant(true)},
		}})
	}},
	{"unindexed filters that are none", func() *rest.Set {
		type Filtered struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,filter=eq contains icontains"`
		}
		return listing(rest.ViewSet[Filtered]{Path: "/notes/", Unindexed: map[string]string{
			"title": "it is short", "title__contains": " ", "title__icontain": "there are few",
		}})
	}},
}

// rented is a row with two days and what depends on others.
type rented struct {
	ID     int64                     `rest:"id,readonly"`
	Begins rest.Date                 `rest:"begins"`
	Ends   *rest.Date                `rest:"ends"`
	State  string                    `rest:"state" default:"open"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner"`
}

func constrained(constraints ...rest.Constraint) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[rented]{Path: "/rents/", Constraints: constraints}).Access(permission.Anyone)
	}
}

// Mistakes in constraints of rows, and in rules about other fields of a row.
var constraintMistakes = []mistake{
	{"constraints", constrained(
		rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begins"))},
		rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begins")), Field: "end", Message: "No."},
		rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begin")), Message: "No."},
		rest.Constraint{Holds: predicate.Eq("state", predicate.F("begins")), Message: "No."},
		rest.Constraint{Holds: predicate.Compare(predicate.OpContains, "state", predicate.F("state")), Message: "No."},
		rest.Constraint{Holds: predicate.Eq("owner.username", "bob"), Message: "No."},
		rest.Constraint{Holds: predicate.Requester("owner"), Message: "No."},
		rest.Constraint{Holds: predicate.Constant(true), Message: "No."},
		rest.Constraint{Message: "No."},
		rest.Constraint{Holds: predicate.Eq("state", "open"), Message: "No."},
		rest.Constraint{Holds: predicate.Eq("state", "open"), Message: "No."},
	)},
	{"rules about other fields", func() *rest.Set {
		type (
			Compared struct {
				ID         int64     `rest:"id,readonly"`
				Head       string    `rest:"head"`
				Day        rest.Date `rest:"day"`
				Pages      int64     `rest:"pages"`
				Unknown    string    `rest:"unknown" validate:"eqfield=Haed"`
				Itself     string    `rest:"itself" validate:"eqfield=Itself"`
				OtherKind  string    `rest:"other_kind" validate:"gtfield=Day"`
				NoField    *string   `rest:"no_field" validate:"gtfield"`
				NoFields   *string   `rest:"no_fields" validate:"required_if,required_with="`
				AlwaysSet  int64     `rest:"always_set" validate:"required_if=Head long"`
				OtherValue string    `rest:"other_value,optional" validate:"required_if=Pages many"`
				Twice      string    `rest:"twice" validate:"nefield=Head,nefield=Head"`
			}
			Brief struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title" validate:"nefield=ID"`
			}
		)
		return listing(of[Compared](), rest.ViewSet[Plain]{Path: "/notes/", Shapes: rest.Shapes{Create: rest.As[Brief]()}})
	}},
}
