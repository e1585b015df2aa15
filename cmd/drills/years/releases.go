// Package years holds a model that changes twenty times, as that of a service that lives for years.
package years

import (
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Each release has the structs of its time. Those of books are in the table works, and from the sixteenth on in books.

type book1 struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

type book2 struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
	Pages *int64 `rest:"pages"`
}

type book3 struct {
	ID     int64  `rest:"id,readonly"`
	Title  string `rest:"title"`
	Pages  *int64 `rest:"pages"`
	Author string `rest:"author"`
}

type book4 struct {
	ID     int64  `rest:"id,readonly"`
	Title  string `rest:"title"`
	Pages  int64  `rest:"pages" default:"0"`
	Author string `rest:"author"`
}

type book5 struct {
	ID     int64  `rest:"id,readonly"`
	Title  string `rest:"title,index" validate:"max=100"`
	Pages  int64  `rest:"pages" default:"0"`
	Author string `rest:"author"`
}

type book6 struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,index,was=title" validate:"max=100"`
	Pages  int64  `rest:"pages" default:"0"`
	Author string `rest:"author"`
}

type writer struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

type book7 struct {
	ID     int64                  `rest:"id,readonly"`
	Name   string                 `rest:"name,index" validate:"max=100"`
	Pages  int64                  `rest:"pages" default:"0"`
	Author string                 `rest:"author"`
	Writer rest.BelongsTo[writer] `rest:"writer,optional"`
}

type book8 struct {
	ID     int64                  `rest:"id,readonly"`
	Name   string                 `rest:"name,index" validate:"max=100"`
	Pages  int64                  `rest:"pages" default:"0"`
	Author string                 `rest:"author"`
	Writer rest.BelongsTo[writer] `rest:"writer"`
}

type book9 struct {
	ID     int64                  `rest:"id,readonly"`
	Name   string                 `rest:"name,index" validate:"max=100"`
	Pages  int64                  `rest:"pages" default:"0"`
	Writer rest.BelongsTo[writer] `rest:"writer"`
}

type book10 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer"`
	Edition string                 `rest:"edition" default:"1"`
}

type book11 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer"`
	Edition int64                  `rest:"edition" default:"1"`
}

type book12 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer"`
	Edition int64                  `rest:"edition" default:"1"`
	Code    *string                `rest:"code" validate:"max=20"`
}

type book13 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer"`
	Edition int64                  `rest:"edition" default:"1"`
	Code    *string                `rest:"code,unique" validate:"max=20"`
}

type book14 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index,search=@english" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer"`
	Edition int64                  `rest:"edition" default:"1"`
	Code    *string                `rest:"code,unique" validate:"max=20"`
}

type topic struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type book15 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index,search=@english" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer"`
	Edition int64                  `rest:"edition" default:"1"`
	Code    *string                `rest:"code,unique" validate:"max=20"`
	Topics  rest.ManyToMany[topic] `rest:"topics,through=book_topics"`
}

type book17 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index,search=@english" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer"`
	Edition int64                  `rest:"edition" default:"1"`
	Code    *string                `rest:"code,unique" validate:"max=20"`
	Topics  rest.ManyToMany[topic] `rest:"topics,through=book_topics"`
	Price   decimal.Decimal        `rest:"price" digits:"8,2" default:"0"`
}

type book18 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index,search=@english" validate:"max=100"`
	Pages   int64                  `rest:"pages" default:"0"`
	Writer  rest.BelongsTo[writer] `rest:"writer,ondelete=cascade"`
	Edition int64                  `rest:"edition" default:"1"`
	Code    *string                `rest:"code,unique" validate:"max=20"`
	Topics  rest.ManyToMany[topic] `rest:"topics,through=book_topics"`
	Price   decimal.Decimal        `rest:"price" digits:"8,2" default:"0"`
	Lent    bool                   `rest:"lent" default:"false"`
}

type book19 struct {
	ID      int64                  `rest:"id,readonly"`
	Name    string                 `rest:"name,index,search=@english" validate:"max=100"`
	Writer  rest.BelongsTo[writer] `rest:"writer,ondelete=cascade"`
	Edition int64                  `rest:"edition" default:"1"`
	Code    *string                `rest:"code,unique" validate:"max=20"`
	Topics  rest.ManyToMany[topic] `rest:"topics,through=book_topics"`
	Price   decimal.Decimal        `rest:"price" digits:"8,2" default:"0"`
	Lent    bool                   `rest:"lent" default:"false"`
}

// Release is one version of the declarations.
type Release struct {
	Name    string
	Set     *rest.Set
	Renames map[string]string // beside those in tags
	Drop    bool
	// Tagged are the renames in tags, as in Renames.
	Tagged map[string]string
	// Before is SQL that is written into the migration, before its other statements.
	Before string
	// Changed are the columns whose values the release changes: SQL on the rows before it.
	Changed map[string]string
	// Gone are the columns of the release before that this one drops.
	Gone []string
	// NotRestored are the columns of the release before whose values the way back does not restore: SQL on the rows before that.
	NotRestored map[string]string
}

// books declares the resource of books in a table.
func books[T any](table string, others ...rest.Resource) *rest.Set {
	return rest.NewSet("years", append([]rest.Resource{rest.ViewSet[T]{Name: "book", Path: "/books/", Table: table, Pages: rest.LimitOffset{Default: 20, Max: 10_000}}}, others...)...).Access(permission.Anyone)
}

// Releases are the versions of the model.
func Releases() []Release {
	writers, topics := rest.ViewSet[writer]{Path: "/writers/"}, rest.ViewSet[topic]{Path: "/topics/"}
	return []Release{
		{Name: "first", Set: books[book1]("works")},
		{Name: "pages", Set: books[book2]("works")},
		{Name: "author", Set: books[book3]("works")},
		{
			Name: "pages_required", Set: books[book4]("works"), Changed: map[string]string{"works.pages": "coalesce(pages, 0)"},
			NotRestored: map[string]string{"works.pages": "pages"}, // it has 0 for null
		},
		{Name: "index", Set: books[book5]("works")},
		{Name: "name", Set: books[book6]("works"), Tagged: map[string]string{"works.name": "title"}},
		{Name: "writers", Set: books[book7]("works", writers)},
		{Name: "writer_required", Set: books[book8]("works", writers)},
		{Name: "no_author", Set: books[book9]("works", writers), NotRestored: map[string]string{"works.author": "coalesce(author, '')"}},
		{Name: "edition", Set: books[book10]("works", writers)},
		{Name: "edition_number", Set: books[book11]("works", writers)},
		{Name: "code", Set: books[book12]("works", writers)},
		{
			Name: "code_unique", Set: books[book13]("works", writers), Before: "UPDATE works SET code = code || '-' || id WHERE id NOT IN (SELECT min(id) FROM works GROUP BY code)",
			Changed:     map[string]string{"works.code": "CASE WHEN id IN (SELECT min(id) FROM works GROUP BY code) THEN code ELSE code || '-' || id END"},
			NotRestored: map[string]string{"works.code": "code"}, // it stays different
		},
		{Name: "search", Set: books[book14]("works", writers)},
		{Name: "topics", Set: books[book15]("works", writers, topics)},
		{Name: "books", Set: books[book15]("books", writers, topics), Renames: map[string]string{"books": "works"}},
		{Name: "price", Set: books[book17]("books", writers, topics), Renames: map[string]string{"book_topics.book17_id": "book15_id"}},
		{Name: "cascade", Set: books[book18]("books", writers, topics), Renames: map[string]string{"book_topics.book18_id": "book17_id"}},
		{Name: "no_pages", Set: books[book19]("books", writers, topics), Renames: map[string]string{"book_topics.book19_id": "book18_id"}},
		{
			Name: "drops", Set: books[book19]("books", writers, topics), Drop: true, Gone: []string{"books.author", "books.pages"},
			NotRestored: map[string]string{"books.author": "NULL", "books.pages": "0"},
		},
	}
}
