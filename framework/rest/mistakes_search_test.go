// Mistakes in search.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/rest"
)

type (
	Archive struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,search"`
		Code string `rest:"-" default:""`
	}
	Entry struct {
		ID      int64                   `rest:"id,readonly"`
		Title   string                  `rest:"title,search"`
		Pages   int64                   `rest:"pages"`
		Key     string                  `rest:"key,writeonly"`
		Archive rest.BelongsTo[Archive] `rest:"archive"`
	}
)

// Foliant has a full text of two fields.
type Foliant struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,search=@"`
	Body  string `rest:"body,search=@"`
}

// searched are entries that are searched by paths.
func searched(name string, paths ...string) rest.Resource {
	return rest.ViewSet[Entry]{Path: "/entries/", Search: paths, SearchParam: name}
}

// Mistakes in what a list searches, by tags and by paths.
var searchMistakes = []mistake{
	{"a search whose name is taken", func() *rest.Set {
		return listing(of[crate](), rest.ViewSet[parcel]{Path: "/parcels/", Search: []string{"state"}, SearchParam: "crate"})
	}},
	{"search parameters", func() *rest.Set {
		return listing(searched("_q"), of[Archive](), rest.ViewSet[Plain]{Path: "/notes/", SearchParam: "q"})
	}},
	{"search by paths", func() *rest.Set {
		return listing(of[Archive](), searched("", "titel", "^archive.nam", "=", "^=title", "=title", "=title", "title", "key",
			"archive.code", "archive", "pages", "^pages", "$pages", "@title"))
	}},
	{"search by tags", func() *rest.Set {
		type Searched struct {
			ID           int64                   `rest:"id,readonly"`
			Number       int64                   `rest:"number,search"`
			Moment       time.Time               `rest:"moment,search=^"`
			Prefix       string                  `rest:"prefix,search=~"`
			Empty        string                  `rest:"empty,search="`
			Twice        string                  `rest:"twice,search,search=^"`
			Language     string                  `rest:"language,search=@englisch"`
			WriteOnly    string                  `rest:"write_only,writeonly,search"`
			Hidden       string                  `rest:"-,search" default:""`
			Relation     rest.BelongsTo[Archive] `rest:"relation,search"`
			Archive      rest.BelongsTo[Archive] `rest:"archive,readonly,optional"`
			Derived      string                  `rest:"derived,path=archive.name,readonly,search"`
			English      string                  `rest:"english,search=@english"`
			SecondTongue string                  `rest:"second_tongue,search=@"`
			FullText     string                  `rest:"full_text"`
		}
		return one[Searched]()
	}},
	{"full text", func() *rest.Set {
		type (
			Postcard struct {
				ID   int64                   `rest:"id,readonly"`
				File rest.BelongsTo[Foliant] `rest:"file"`
			}
			Short struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title,search=@"`
				Body  string `rest:"body"`
			}
			Brief struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title,search"`
			}
		)
		return listing(
			rest.ViewSet[Postcard]{Path: "/postcards/", Search: []string{"@file.title"}}, of[Foliant](),
			rest.ViewSet[Short]{Path: "/shorts/", Table: "foliants"},
			rest.ViewSet[Plain]{Path: "/notes/", Shapes: rest.Shapes{List: rest.As[Brief]()}},
		)
	}},
}
