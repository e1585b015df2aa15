// The types that the tests compile.

package schema_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

type (
	level string
	flag  bool
	count int16
)

// kinds has a field of every kind, in the ways in which one can be declared.
type kinds struct {
	ID          int64                    `rest:"id,readonly"`
	Text        string                   `rest:"text" validate:"slug,max=5"`
	Untitled    string                   `rest:"untitled" default:"untitled"`
	Blank       string                   `rest:"blank" default:""`
	Optional    string                   `rest:"optional,optional"`
	Level       level                    `rest:"level"`
	Code        string                   `rest:"code,multiline"`
	Comment     string                   `rest:"comment,multiline,optional"`
	NullText    *string                  `rest:"null_text"`
	NullBlank   *level                   `rest:"null_blank,optional"`
	Colour      string                   `rest:"colour" default:"red" validate:"oneof=red green 7 'light blue'"`
	Size        string                   `rest:"size" validate:"sizes"`
	NullColour  *string                  `rest:"null_colour" validate:"oneof=red green"`
	Tiny        int8                     `rest:"tiny"`
	Count       count                    `rest:"count" default:"3"`
	Middle      int32                    `rest:"middle" validate:"min=1,ne=7"`
	Big         int64                    `rest:"big,optional"`
	Int         int                      `rest:"int,unique"`
	NullInt     *int                     `rest:"null_int"`
	Number      float64                  `rest:"number" validate:"max=1000"`
	Single      float32                  `rest:"single,optional"`
	NullNumber  *float64                 `rest:"null_number"`
	Done        flag                     `rest:"done"`
	Active      bool                     `rest:"active" default:"true"`
	NullBool    *bool                    `rest:"null_bool"`
	At          time.Time                `rest:"at"`
	Added       time.Time                `rest:"added" default:"now"`
	NullTime    *time.Time               `rest:"null_time"`
	Day         field.Date               `rest:"day"`
	NullDay     *field.Date              `rest:"null_day"`
	Shelf       schema.BelongsTo[shelf]  `rest:"shelf"`
	NullShelf   schema.BelongsTo[shelf]  `rest:"null_shelf,optional"`
	LinkShelf   schema.BelongsTo[shelf]  `rest:"link_shelf,optional,link"`
	ShownShelf  schema.BelongsTo[shelf]  `rest:"shown_shelf,show=room"`
	OldShelf    schema.BelongsTo[shelf]  `rest:"old_shelf,readonly,optional,show=room"`
	Shelves     schema.ManyToMany[shelf] `rest:"shelves" validate:"max=2"`
	LinkShelves schema.ManyToMany[shelf] `rest:"link_shelves,optional,link"`
	Rooms       schema.ManyToMany[shelf] `rest:"rooms,readonly,show=room"`
	Parts       schema.HasMany[part]     `rest:"parts,readonly"`
	PartNames   schema.HasMany[part]     `rest:"part_names,readonly,show=name"`
	PartLinks   schema.HasMany[part]     `rest:"part_links,readonly,link"`
	ReadOnly    string                   `rest:"read_only,readonly" default:"r"`
	Secret      string                   `rest:"secret,writeonly"`
	Hidden      string                   `rest:"-" default:"h"`
}

type shelf struct {
	ID   int64  `rest:"id,readonly"`
	Room string `rest:"room,unique" validate:"max=100"`
}

type part struct {
	ID   int64                   `rest:"id,readonly"`
	Name string                  `rest:"name"`
	Of   schema.BelongsTo[kinds] `rest:"of"`
}

// rules has one check with Valid and one with choices.
func rules() *field.Rules {
	return field.NewRules(map[string]field.Check{
		"slug": {
			Valid:   func(s string) bool { return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == "" },
			Message: "Enter a valid slug.",
		},
		"sizes": {
			Choices: func() []field.Choice {
				return []field.Choice{{Value: "s", Label: "Small"}, {Value: "l", Label: "Large"}}
			},
			Also: func(s string) bool { return s == "small" },
		},
	})
}

// compile returns the type of T with its relations linked; every mistake fails the test.
func compile[T any](t testing.TB) *schema.Type {
	t.Helper()
	types, mistakes := compileAll(rules(), reflect.TypeFor[T]())
	for _, m := range mistakes {
		t.Error(m)
	}
	for _, f := range types[0].Fields {
		if f.Relation != nil && f.Show == schema.ShowLink {
			f.LinkPath = map[string]string{"shelf": "/shelves/", "part": "/parts/"}[f.Relation.Type.Name]
			f.Relation.Resolve = resolveShelf
		}
	}
	return types[0]
}

// resolveShelf reads the address of shelf 7, the only one there is.
func resolveShelf(address string) (schema.Key, string) {
	if address == "/shelves/7/" {
		return schema.NumberKey(7), ""
	}
	return schema.Key{}, "Invalid hyperlink - No URL match."
}

// compileAll compiles types and all that they refer to, and returns every mistake.
func compileAll(rules *field.Rules, goTypes ...reflect.Type) (types []*schema.Type, mistakes []string) {
	byType := map[reflect.Type]*schema.Type{}
	add := func(goType reflect.Type) *schema.Type {
		if byType[goType] == nil {
			byType[goType] = structs.Compile(goType, "", field.Builtin(), rules, nil, func(field, msg string) {
				mistakes = append(mistakes, goType.Name()+"."+field+": "+msg)
			})
			types = append(types, byType[goType])
		}
		return byType[goType]
	}
	for _, goType := range goTypes {
		add(goType)
	}
	for i := 0; i < len(types); i++ {
		for _, f := range types[i].Fields {
			if f.Relation != nil {
				f.Relation.Type = add(f.Relation.Target)
			}
		}
	}
	for _, typ := range types {
		for _, f := range typ.Fields {
			if f.Relation != nil {
				structs.Link(typ, f, f.Relation.Type, func(msg string) { mistakes = append(mistakes, typ.Name+"."+f.Go+": "+msg) })
			}
		}
	}
	return types, mistakes
}
