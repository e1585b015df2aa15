// The tables that the tests share.

package migrate_test

import (
	"reflect"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// A library with every kind of column and relation.

type author struct {
	ID     int64                `rest:"id,readonly"`
	Name   string               `rest:"name,unique" validate:"max=100"`
	Nick   *string              `rest:"nick"`
	Books  schema.HasMany[book] `rest:"books,readonly,by=author"`
	Titles schema.HasMany[book] `rest:"titles,readonly,by=author,show=title"`
}

type book struct {
	ID       int64                    `rest:"id,readonly"`
	Title    string                   `rest:"title" default:"it's \"new\"; -- ?$1"`
	Author   schema.BelongsTo[author] `rest:"author,show=name"`
	Editor   schema.BelongsTo[author] `rest:"editor,optional,ondelete=null,show=name"`
	Sequel   schema.BelongsTo[book]   `rest:"sequel,optional,ondelete=null"`
	Pages    int32                    `rest:"pages" default:"7"`
	Price    float64                  `rest:"price" default:"1.5"`
	Sold     bool                     `rest:"sold" default:"true"`
	Printed  field.Date               `rest:"printed" default:"2001-02-03"`
	Added    time.Time                `rest:"added" default:"now"`
	Day      field.Date               `rest:"day" default:"now"`
	Code     *string                  `rest:"code,unique" validate:"max=100"`
	Rating   *int64                   `rest:"rating"`
	Weight   *float64                 `rest:"weight"`
	Lent     *bool                    `rest:"lent"`
	Returned *time.Time               `rest:"returned"`
	Due      *field.Date              `rest:"due"`
	Tags     schema.ManyToMany[tag]   `rest:"tags"`
	Labels   schema.ManyToMany[tag]   `rest:"labels,readonly,show=name,through=books_tags"`
}

type tag struct {
	ID    int64                   `rest:"id,readonly"`
	Name  string                  `rest:"name"`
	Books schema.ManyToMany[book] `rest:"books,readonly,through=books_tags"`
}

type review struct {
	ID   int64                  `rest:"id,readonly"`
	Book schema.BelongsTo[book] `rest:"book,ondelete=cascade"`
}

// title is another, smaller description of books.
type title struct {
	ID     int64                    `rest:"id,readonly"`
	Author schema.BelongsTo[author] `rest:"author"`
}

// library is the tables of the declarations.
func library(t testing.TB) []schema.Table {
	t.Helper()
	report := func(name, msg string) { t.Errorf("declaration: %s: %s", name, msg) }
	types := map[reflect.Type]*schema.Type{}
	compile := func(of reflect.Type, table string) *schema.Type {
		types[of] = structs.Compile(of, table, field.Builtin(), field.NewRules(nil), nil, report)
		return types[of]
	}
	authors := compile(reflect.TypeFor[author](), "")
	books := compile(reflect.TypeFor[book](), "")
	tags := compile(reflect.TypeFor[tag](), "")
	reviews := compile(reflect.TypeFor[review](), "")
	titles := compile(reflect.TypeFor[title](), "books")
	all := []*schema.Type{authors, books, tags, reviews, titles}
	for _, typ := range all {
		for _, f := range typ.Fields {
			if f.Relation != nil {
				structs.Link(typ, f, types[f.Relation.Target], func(msg string) { report(f.Go, msg) })
			}
		}
	}
	// The lesser side of the same pairs.
	for _, f := range tags.Fields {
		if f.Go == "Books" {
			f.Relation.Here, f.Relation.There = "tag_id", "book_id"
		}
	}
	return structs.Tables(all, func(_ *schema.Type, field, msg string) { report(field, msg) })
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}
