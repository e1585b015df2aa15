package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
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

// searched is a set whose entries are searched by paths.
func searched(name string, paths ...string) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases",
			rest.ViewSet[Entry]{Path: "/notes/", Search: paths, SearchParam: name}, rest.ViewSet[Archive]{Path: "/archives/"},
		).Access(permission.Anyone)
	}
}

var searchMistakes = []mistake{
	{"a search whose name is taken", func() *rest.Set {
		return rest.NewSet("parcels", rest.ViewSet[crate]{Path: "/crates/"}, rest.ViewSet[parcel]{Path: "/parcels/", Search: []string{"state"}, SearchParam: "crate"}).Access(permission.Anyone)
	}},
	{"search by an unknown path", searched("", "titel")},
	{"search by an unknown path along a relation", searched("", "^archive.nam")},
	{"search by an empty path", searched("", "=")},
	{"search by two prefixes", searched("", "^=title")},
	{"search by a repeated path", searched("", "=title", "=title")},
	{"search by a path whose field says search", searched("", "title")},
	{"search by a write-only field", searched("", "key")},
	{"search by a hidden field along a relation", searched("", "archive.code")},
	{"search by a relation", searched("", "archive")},
	{"search by a part of a number", searched("", "pages")},
	{"search by the beginning of a number", searched("", "^pages")},
	{"search by a number as a pattern", searched("", "$pages")},
	{"search parameter with a name of the framework", searched("_q")},
	{"search parameter without a search", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", SearchParam: "q"}).Access(permission.Anyone)
	}},
	{"search of a number", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Pages int64 `rest:"pages,search"`
		}
		return one[Note]()
	}},
	{"search of a moment by its beginning", func() *rest.Set {
		type Note struct {
			ID    int64     `rest:"id,readonly"`
			Added time.Time `rest:"added,search=^"`
		}
		return one[Note]()
	}},
	{"search with an unknown prefix", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search=~"`
		}
		return one[Note]()
	}},
	{"search with an empty value", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search="`
		}
		return one[Note]()
	}},
	{"search twice", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search,search=^"`
		}
		return one[Note]()
	}},
	{"search of full text in an unknown language", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search=@englisch"`
		}
		return one[Note]()
	}},
	{"search of a write-only field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,writeonly,search"`
		}
		return one[Note]()
	}},
	{"search of a field that is not shown", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"-,search" default:""`
		}
		return one[Note]()
	}},
	{"search of a relation", func() *rest.Set {
		type Note struct {
			ID      int64                   `rest:"id,readonly"`
			Archive rest.BelongsTo[Archive] `rest:"archive,search"`
		}
		return one[Note]()
	}},
	{"search of a derived field", func() *rest.Set {
		type Note struct {
			ID      int64                   `rest:"id,readonly"`
			Archive rest.BelongsTo[Archive] `rest:"archive,readonly,optional"`
			Name    string                  `rest:"name,path=archive.name,readonly,search"`
		}
		return one[Note]()
	}},
	{"search of full text in two languages", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search=@english"`
			Body  string `rest:"body,search=@"`
		}
		return one[Note]()
	}},
	{"search of full text whose field does not say so", searched("", "@title")},
	{"search of a part of a full text", func() *rest.Set {
		type Postcard struct {
			ID   int64                   `rest:"id,readonly"`
			File rest.BelongsTo[Foliant] `rest:"file"`
		}
		return rest.NewSet("cases", rest.ViewSet[Postcard]{Path: "/notes/", Search: []string{"@file.title"}}, rest.ViewSet[Foliant]{Path: "/foliants/"}).Access(permission.Anyone)
	}},
	{"search of full text that two declarations of a table say differently", func() *rest.Set {
		type Short struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search=@"`
			Body  string `rest:"body"`
		}
		return rest.NewSet("cases", rest.ViewSet[Short]{Path: "/notes/", Table: "foliants"}, rest.ViewSet[Foliant]{Path: "/foliants/"}).Access(permission.Anyone)
	}},
	{"search of full text beside a column of its name", func() *rest.Set {
		type Note struct {
			ID   int64  `rest:"id,readonly"`
			Body string `rest:"full_text,search=@"`
		}
		return one[Note]()
	}},
	{"search in a representation", func() *rest.Set {
		type Brief struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,search"`
		}
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Shapes: rest.Shapes{List: rest.As[Brief]()}}).Access(permission.Anyone)
	}},
}
