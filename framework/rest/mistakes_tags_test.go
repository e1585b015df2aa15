// Mistakes in tags, Go types, defaults, locked fields and time zones.

package rest_test

import (
	"database/sql"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Mistakes in struct tags: options, keys, names on the wire and columns.
var tagMistakes = []mistake{
	{"options", func() *rest.Set {
		type Optional struct {
			ID        int64                     `rest:"id,readOnly"`
			Unknown   string                    `rest:"unknown,shiny"`
			Quoted    float64                   `rest:"quoted,string"`
			Hyphen    string                    `rest:"hyphen,write-only"`
			Space     string                    `rest:"space, readonly" default:""`
			Misspelt  string                    `rest:"misspelt,optinal"`
			Required  string                    `rest:"required,required"`
			Default   string                    `rest:"default,default=untitled"`
			Rule      string                    `rest:"rule,max=100"`
			OmitEmpty string                    `rest:"omit_empty,omitempty"`
			Nullable  string                    `rest:"nullable,nullable"`
			Twice     string                    `rest:"twice,optional,optional"`
			Valued    string                    `rest:"valued,unique=true" validate:"max=100"`
			Valueless rest.BelongsTo[auth.User] `rest:"valueless,show"`
			Comma     string                    `rest:"comma,"`
			Counted   int64                     `rest:"counted,unique=ci"`
			Sorted    int64                     `rest:"sorted,sort=ci"`
			Upwards   string                    `rest:"upwards,sort=asc" validate:"max=100"`
		}
		return one[Optional]()
	}},
	{"former columns", func() *rest.Set {
		type Renamed struct {
			ID    int64                      `rest:"id,readonly"`
			Wrong string                     `rest:"wrong,was=Old Name"`
			None  string                     `rest:"none,was="`
			Same  string                     `rest:"same,was=same"`
			Many  rest.ManyToMany[auth.User] `rest:"many,was=others"`
		}
		return one[Renamed]()
	}},
	{"titles", func() *rest.Set {
		type Titled struct {
			ID     int64   `rest:"id,readonly"`
			Name   string  `rest:"name,title"`
			Second string  `rest:"second,title"`
			Pages  int64   `rest:"pages,title"`
			Note   *string `rest:"note,title"`
			Secret string  `rest:"secret,writeonly,title"`
		}
		return one[Titled]()
	}},
	{"a key in any letter case", func() *rest.Set {
		type Country struct {
			ID string `rest:"code,unique=ci,sort=ci" db:"id" validate:"max=2"`
		}
		return one[Country]()
	}},
	{"keys, wire names and columns", func() *rest.Set {
		type Labelled struct {
			ID            int64 `rest:"id,readonly"`
			NoTag         string
			FromJSON      string                      `json:"from_json"`
			OtherCase     string                      `rest:"other_case" Default:"untitled"`
			Misspelt      string                      `rest:"misspelt" defualt:"untitled"`
			Unknown       string                      `rest:"unknown" gorm:"size:100"`
			NoName        string                      `rest:",optional"`
			CreatedBy     string                      `rest:"created By"`
			Method        string                      `rest:"_method"`
			Head          string                      `rest:"head"`
			TakenName     string                      `rest:"head" db:"taken_name"`
			TakenColumn   string                      `rest:"taken_column" db:"head"`
			SpacedColumn  string                      `rest:"spaced_column" db:"The Title"`
			Xmin          string                      `rest:"xmin"`
			ColumnOfPairs rest.ManyToMany[auth.Group] `rest:"column_of_pairs,optional" db:"groups"`
		}
		return one[Labelled]()
	}},
	{"options that do not fit", func() *rest.Set {
		type Unfitting struct {
			ID               int64                       `rest:"id,readonly"`
			ReadAndWriteOnly string                      `rest:"read_and_write_only,readonly,writeonly" default:""`
			ReadOnlyOptional string                      `rest:"read_only_optional,readonly,optional" default:""`
			DefaultOptional  string                      `rest:"default_optional,optional" default:"untitled"`
			OptionalTime     time.Time                   `rest:"optional_time,optional"`
			MultilineNumber  int                         `rest:"multiline_number,multiline"`
			CodeNumber       int                         `rest:"code_number,code"`
			CodeTwice        string                      `rest:"code_twice,multiline,code"`
			UniqueList       rest.ManyToMany[auth.Group] `rest:"unique_list,optional,unique"`
			LinkOfText       string                      `rest:"link_of_text,link"`
			HiddenReadOnly   string                      `rest:"-,readonly" default:""`
			HiddenLabel      string                      `rest:"-" label:"Token" default:""`
		}
		return one[Unfitting]()
	}},
}

// Mistakes in the Go types of fields and keys.
var typeMistakes = []mistake{
	{"types of fields", func() *rest.Set {
		type Unstorable struct {
			*Stamped
			ID         int64  `rest:"id,readonly"`
			unexported string `rest:"unexported"`
			untagged   string
			Memory     uintptr                    `rest:"memory"`
			Lists      [][]string                 `rest:"lists"`
			Array      [8]byte                    `rest:"array"`
			Mutex      sync.RWMutex               `rest:"mutex"`
			Null       sql.NullString             `rest:"null"`
			Any        any                        `rest:"any"`
			Pointers   **string                   `rest:"pointers"`
			Durations  []*time.Duration           `rest:"durations"`
			Relation   *rest.BelongsTo[auth.User] `rest:"relation"`
		}
		_ = (&Unstorable{}).unexported + (&Unstorable{}).untagged
		return one[Unstorable]()
	}},
	{"types of keys", func() *rest.Set {
		type (
			NoKey struct {
				Title string `rest:"title"`
			}
			TextKey struct {
				ID string `rest:"id,readonly"`
			}
			NullKey struct {
				ID *int64 `rest:"id,readonly"`
			}
			WrittenKey struct {
				ID int64 `rest:"id"`
			}
			UniqueKey struct {
				ID int64 `rest:"id,readonly,unique"`
			}
		)
		return listing(of[NoKey](), of[TextKey](), of[NullKey](), of[WrittenKey](), of[UniqueKey]())
	}},
}

// FilledBelow is a row below another, by a reference that the database fills.
type FilledBelow struct {
	ID    int64                       `rest:"id,readonly"`
	Above rest.BelongsTo[FilledAbove] `rest:"above,readonly" default:"database"`
}

// FilledAbove is a row with others below it.
type FilledAbove struct {
	ID     int64                     `rest:"id,readonly"`
	Below  rest.HasMany[FilledBelow] `rest:"below,readonly,by=above"`
	Nested rest.Nested[FilledBelow]  `rest:"nested,of=below,nested=create"`
}

// Defaults that fields refuse, and fields that nothing fills.
var defaultMistakes = []mistake{
	{"defaults", func() *rest.Set {
		type Defaulted struct {
			ID        int64                     `rest:"id,readonly" default:"1"`
			Number    int                       `rest:"number" default:"many"`
			Boolean   bool                      `rest:"boolean" default:"maybe"`
			TooLarge  int8                      `rest:"too_large" default:"200"`
			TooLong   string                    `rest:"too_long" default:"untitled" validate:"max=3"`
			NoChoice  string                    `rest:"no_choice" default:"blue" validate:"oneof=red green"`
			Trimmed   string                    `rest:"trimmed" default:" untitled"`
			Blank     string                    `rest:"blank" default:" "`
			NoDay     rest.Date                 `rest:"no_day" default:"tomorrow"`
			Pointer   *string                   `rest:"pointer" default:"untitled"`
			Reference rest.BelongsTo[auth.User] `rest:"reference" default:"1"`
			NoUTF8    string                    `rest:"no_utf8" default:"\xff"`
		}
		return one[Defaulted]()
	}},
	{"fields that nothing fills", func() *rest.Set {
		type Unfilled struct {
			ID        int64                     `rest:"id,readonly"`
			ReadOnly  time.Time                 `rest:"read_only,readonly"`
			Hidden    string                    `rest:"-"`
			Reference rest.BelongsTo[auth.User] `rest:"reference,readonly"`
		}
		return one[Unfilled]()
	}},
	{"columns that the database fills", func() *rest.Set {
		type (
			Managed struct {
				ID     int64     `rest:"id,readonly"`
				Made   time.Time `rest:"made,readonly" default:"database"`
				Text   string    `rest:"text" default:"database"`
				Choice string    `rest:"choice" default:"database" validate:"oneof=database file"`
			}
			Filled struct {
				ID      int64                       `rest:"id,readonly" default:"database"`
				Sent    int64                       `rest:"sent" default:"database"`
				Once    *string                     `rest:"once,createonly" default:"database"`
				Ruled   int64                       `rest:"ruled,readonly" default:"database" validate:"min=1"`
				Several rest.ManyToMany[auth.Group] `rest:"several,readonly" default:"database"`
				Version int64                       `rest:"version,version" default:"database"`
				Fine    int64                       `rest:"fine,readonly" default:"database"`
				After   int64                       `rest:"after" validate:"gtfield=Fine"`
				Owner   rest.BelongsTo[auth.User]   `rest:"owner,readonly" default:"database"`
				Gone    *time.Time                  `rest:"gone,readonly" default:"database"`
				Cleared rest.BelongsTo[auth.User]   `rest:"cleared,readonly,optional,ondelete=null" default:"database"`
				Near    rest.BelongsTo[auth.User]   `rest:"near"`
			}
			FilledOnce struct {
				ID   int64 `rest:"id,readonly"`
				Fine int64 `rest:"fine"`
			}
			Sent struct {
				ID    int64                     `rest:"id,readonly"`
				Fine  int64                     `rest:"fine"`
				Other int64                     `rest:"after,readonly" default:"database"`
				Near  rest.BelongsTo[auth.User] `rest:"near"`
			}
		)
		return listing(of[Managed](),
			rest.ViewSet[Filled]{
				Path: "/filled/", Table: "filled", Unmanaged: true,
				Owner:        rest.Field(func(f *Filled) *rest.BelongsTo[auth.User] { return &f.Owner }),
				SoftDelete:   rest.SoftDelete{Field: "gone", Access: permission.Admin},
				Constraints:  []rest.Constraint{{Holds: predicate.Gt("fine", 1), Message: "Too small."}},
				LimitChoices: []rest.LimitChoices{{Field: "near", To: predicate.Eq("id", predicate.OuterRef("fine"))}},
				Shapes:       rest.Shapes{Create: rest.As[Sent]()},
			},
			rest.ViewSet[FilledOnce]{Path: "/once/", Table: "filled", Unmanaged: true},
			rest.ViewSet[FilledAbove]{Path: "/above/", Unmanaged: true},
			rest.ViewSet[FilledBelow]{Path: "/above/{above}/below/", RecordPath: "/below/", Unmanaged: true})
	}},
}

func readOnlyWhile(actions rest.Actions, fields []string, holds predicate.Expr) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[rented]{
			Path: "/rents/", Actions: actions, ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: fields, Holds: holds}},
		}).Access(permission.Anyone)
	}
}

var readOnlyMistakes = []mistake{
	{"read-only fields without a name", readOnlyWhile(0, nil, predicate.Eq("state", "open"))},
	{"read-only field that is unknown, twice, or never written", readOnlyWhile(0, []string{"end", "id", "begins", "begins"}, predicate.Eq("state", "open"))},
	{"read-only while a related row is something", readOnlyWhile(0, []string{"begins"}, predicate.Eq("owner.username", "bob"))},
	{"read-only for who asks", readOnlyWhile(0, []string{"begins"}, predicate.Requester("owner"))},
	{"read-only without a condition", readOnlyWhile(0, []string{"begins"}, predicate.Expr{})},
	{"read-only while an unknown field is something", readOnlyWhile(0, []string{"begins"}, predicate.Eq("sate", "open"))},
	{"read-only where nothing changes", readOnlyWhile(rest.List|rest.Create, []string{"begins"}, predicate.Eq("state", "open"))},
}

var timeZoneMistakes = []mistake{
	{"parameter of a time zone without an underscore", zoned("timezone")},
	{"parameter of a time zone that pages have", zoned("_show")},
	{"parameter of a time zone with a capital", zoned("_timeZone")},
	{"time zones that are declared twice", func() *rest.Set {
		return zoned("_timezone")().TimeZones(rest.TimeZones{})
	}},
}

// zoned is a set whose requests name their zone by a parameter.
func zoned(param string) func() *rest.Set {
	return func() *rest.Set { return plainSet().TimeZones(rest.TimeZones{Param: param}) }
}
