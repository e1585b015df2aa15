// Tests of tables that several types describe.

package schema_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

type (
	author struct {
		ID    int64                 `rest:"id,readonly"`
		Name  string                `rest:"name,unique" validate:"max=100"`
		Books schema.HasMany[book]  `rest:"books,readonly"`
		Ideas schema.HasMany[essay] `rest:"ideas,readonly,by=Editor"`
	}
	book struct {
		ID      int64                     `rest:"id,readonly"`
		Title   string                    `rest:"title,optional"`
		Pages   int                       `rest:"pages,optional"`
		Price   float64                   `rest:"price,optional"`
		Sold    bool                      `rest:"sold,optional"`
		Added   time.Time                 `rest:"added" default:"now"`
		Author  schema.BelongsTo[author]  `rest:"author,ondelete=cascade"`
		Sequel  schema.BelongsTo[book]    `rest:"sequel,optional,ondelete=null" db:"next_id"`
		Similar schema.ManyToMany[book]   `rest:"similar,optional"`
		Readers schema.ManyToMany[author] `rest:"readers,optional,through=readings"`
		Hidden  schema.ManyToMany[author] `rest:"-,through=readings"`
	}
	essay struct {
		ID     int64                    `rest:"id,readonly"`
		Writer schema.BelongsTo[author] `rest:"writer"`
		Editor schema.BelongsTo[author] `rest:"-,optional"`
	}
)

// Tables have the columns that the types ask for, and those of pairs; cycles do no harm.
func TestTables(t *testing.T) {
	types, mistakes := compileAll(rules(), reflect.TypeFor[book](), reflect.TypeFor[essay]())
	for _, m := range mistakes {
		t.Error(m)
	}
	tables := structs.Tables(types, func(typ *schema.Type, field, msg string) { t.Errorf("%s.%s: %s", typ.Name, field, msg) })
	var b strings.Builder
	for _, table := range tables {
		fmt.Fprintf(&b, "%s pairs=%v\n", table.Name, table.Pairs)
		for _, c := range table.Columns {
			fmt.Fprintf(&b, "  %s %s key=%v null=%v unique=%v default=%v %v refers=%s %d\n", c.Name, c.Value, c.Key, c.Null, c.Unique, c.HasDefault, c.Default, c.References, c.Delete)
		}
	}
	want := `authors pairs=false
  id integer key=true null=false unique=false default=false <nil> refers= 0
  name text key=false null=false unique=true default=false <nil> refers= 0
books pairs=false
  id integer key=true null=false unique=false default=false <nil> refers= 0
  title text key=false null=false unique=false default=true  refers= 0
  pages integer key=false null=false unique=false default=true 0 refers= 0
  price number key=false null=false unique=false default=true 0 refers= 0
  sold boolean key=false null=false unique=false default=true false refers= 0
  added timestamp key=false null=false unique=false default=true <nil> refers= 0
  author_id to-one relation key=false null=false unique=false default=false <nil> refers=authors 1
  next_id to-one relation key=false null=true unique=false default=false <nil> refers=books 2
books_similar pairs=true
  book_id to-one relation key=false null=false unique=false default=false <nil> refers=books 1
  to_book_id to-one relation key=false null=false unique=false default=false <nil> refers=books 1
essays pairs=false
  id integer key=true null=false unique=false default=false <nil> refers= 0
  writer_id to-one relation key=false null=false unique=false default=false <nil> refers=authors 0
  editor_id to-one relation key=false null=true unique=false default=false <nil> refers=authors 0
readings pairs=true
  book_id to-one relation key=false null=false unique=false default=false <nil> refers=books 1
  author_id to-one relation key=false null=false unique=false default=false <nil> refers=authors 1
`
	if b.String() != want {
		t.Errorf("tables are\n%swant\n%s", b.String(), want)
	}
	byName := map[string]*schema.Type{}
	for _, typ := range types {
		byName[typ.Name] = typ
	}
	if by := byName["author"].ByWire("ideas").Relation.By; by == nil || by.Go != "Editor" {
		t.Errorf("ideas go by %v, want Editor", by)
	}
	if by := byName["author"].ByWire("books").Relation.By; by == nil || by.Go != "Author" {
		t.Errorf("books go by %v, want Author", by)
	}
}

// Structs of one table are joined: what one leaves out another gives, and defaults help both.
func TestTablesUnion(t *testing.T) {
	type full struct {
		ID    int64  `rest:"id,readonly"`
		Name  string `rest:"name,unique" validate:"max=100"`
		Email string `rest:"email" default:""`
	}
	type short struct {
		ID    int64   `rest:"url,readonly,link" db:"id"`
		Name  string  `rest:"title" db:"name"`
		Email string  `rest:"email"`
		Phone *string `rest:"phone,unique" validate:"max=100"`
	}
	tables := structs.Tables(sameTable(t, reflect.TypeFor[full](), reflect.TypeFor[short]()), func(typ *schema.Type, field, msg string) {
		t.Errorf("%s.%s: %s", typ.Name, field, msg)
	})
	want := []schema.Table{{Name: "people", Columns: []schema.Column{
		{Name: "id", Value: field.Of(field.Integer()), Key: true, Numbered: true},
		{Name: "name", Value: field.Of(field.Text()), Unique: true},
		{Name: "email", Value: field.Of(field.Text()), HasDefault: true, Default: ""},
		{Name: "phone", Value: field.Of(field.Text()), Null: true, Unique: true, Omitted: true},
	}}}
	if got, want := fmt.Sprintf("%+v", tables), fmt.Sprintf("%+v", want); got != want {
		t.Errorf("tables are %s, want %s", got, want)
	}
}

// Two structs that do not agree on a column are told apart by name.
func TestTablesDisagree(t *testing.T) {
	type base struct {
		ID     int64                    `rest:"id,readonly"`
		Kind   string                   `rest:"kind"`
		Null   string                   `rest:"null"`
		To     schema.BelongsTo[shelf]  `rest:"to"`
		Action schema.BelongsTo[shelf]  `rest:"action"`
		Pairs  schema.ManyToMany[shelf] `rest:"pairs"`
	}
	type other struct {
		ID     int64                    `rest:"id,readonly"`
		Kind   int                      `rest:"kind"`
		Null   *string                  `rest:"null"`
		To     schema.BelongsTo[author] `rest:"to"`
		Action schema.BelongsTo[shelf]  `rest:"action,ondelete=cascade"`
		Pairs  schema.ManyToMany[shelf] `rest:"pairs"`
	}
	var got []string
	structs.Tables(sameTable(t, reflect.TypeFor[base](), reflect.TypeFor[other]()), func(typ *schema.Type, field, msg string) {
		got = append(got, typ.Name+"."+field+": "+msg)
	})
	want := []string{
		`other.Kind: column people.kind is an integer here and a text in another declaration of the table; make them agree, or write another column with db:"…"`,
		`other.Null: column people.null is a text that may be null here and a text in another declaration of the table; make them agree`,
		`other.To: column people.to_id refers to table authors here and to shelfs in another declaration; make them agree`,
		`other.Action: column people.action_id says another ondelete= than another declaration of the table; make them agree`,
		`other.Pairs: table people_pairs joins people to shelfs already, as base_id and shelf_id, and not as other_id and shelf_id; name another with "through="`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("said\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// sameTable compiles types as rows of one table.
func sameTable(t *testing.T, goTypes ...reflect.Type) []*schema.Type {
	t.Helper()
	var types []*schema.Type
	for _, goType := range goTypes {
		typ := structs.Compile(goType, "people", field.Builtin(), rules(), nil, func(field, msg string) { t.Errorf("%s: %s", field, msg) })
		for _, f := range typ.Fields {
			if f.Relation != nil {
				target := structs.Compile(f.Relation.Target, "", field.Builtin(), rules(), nil, func(string, string) {})
				structs.Link(typ, f, target, func(msg string) { t.Errorf("%s: %s", f.Go, msg) })
			}
		}
		types = append(types, typ)
	}
	return types
}
