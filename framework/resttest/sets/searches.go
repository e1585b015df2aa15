// Sets that are searched: papers by their columns, essays, letters and missives by full text.

package sets

import (
	"github.com/google/uuid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type archive struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name"`
	Public bool                      `rest:"public" default:"true"`
	Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly"`
}

type paper struct {
	ID     int64                   `rest:"id,readonly"`
	Rack   rest.BelongsTo[archive] `rest:"rack"`
	Title  string                  `rest:"title,search"`
	Body   *string                 `rest:"body,search"`
	Number int64                   `rest:"number,search=="`
	Code   string                  `rest:"code,optional"`
	Secret string                  `rest:"secret,writeonly,optional"`
}

// Papers are searched in their own columns, and along a relation whose rows not everybody sees.
func Papers() *rest.Set {
	return rest.NewSet("papers",
		rest.ViewSet[archive]{
			Path: "/racks/", Access: permission.By{Read: permission.Any(permission.Owner, permission.Is("public", true)), Write: permission.SignedInOrReadOnly},
			Owner: rest.Field(func(s *archive) *rest.BelongsTo[auth.User] { return &s.Keeper }),
		},
		rest.ViewSet[paper]{
			Path: "/papers/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 100, Max: 100}, Search: []string{"^rack.name", "=code"},
			Extra: []rest.Action{rest.Sublist("few", permission.Is("number", 7))},
		},
		rest.ViewSet[patterned]{Path: "/patterned/", Access: permission.Anyone, Search: []string{"$title"}, SearchParam: "q"},
	)
}

type patterned struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

type journal struct {
	ID   uuid.UUID `rest:"id,readonly"`
	Name string    `rest:"name,search=@"`
}

type essay struct {
	ID      int64                   `rest:"id,readonly"`
	Number  int64                   `rest:"number,search=="`
	Title   string                  `rest:"title,search=@english"`
	Body    *string                 `rest:"body,search=@english"`
	Journal rest.BelongsTo[journal] `rest:"journal,optional"`
}

// Essays are searched by full text.
func Essays() *rest.Set {
	return rest.NewSet("essays",
		rest.ViewSet[journal]{Path: "/journals/", Access: permission.Anyone},
		rest.ViewSet[essay]{Path: "/essays/", Access: permission.Anyone, Pages: rest.LimitOffset{Default: 100, Max: 100}, Search: []string{"@journal.name"}},
	)
}

type (
	// missive and letter have a full text of their own, under numbers and under others.
	missive struct {
		ID    int64   `rest:"id,readonly"`
		Name  string  `rest:"name" default:"" validate:"max=100"`
		Title string  `rest:"title,search=@"`
		Body  *string `rest:"body,search=@"`
	}
	letter struct {
		ID    uuid.UUID `rest:"id,readonly"`
		Name  string    `rest:"name" default:"" validate:"max=100"`
		Title string    `rest:"title,search=@"`
		Body  *string   `rest:"body,search=@"`
	}
)

// postRows has letters and missives, which are searched by frequent words.
func postRows() []rest.Resource {
	ordering := []string{"name"}
	return []rest.Resource{
		rest.ViewSet[missive]{Path: "/memos/", Order: []string{"name"}, Ordering: ordering, Pages: rest.LimitOffset{Default: 3, Max: 100}},
		rest.ViewSet[letter]{Path: "/letters/", Order: []string{"name"}, Ordering: ordering},
		rest.ViewSet[missive]{Path: "/slips/", Order: []string{"name"}, Pages: rest.Cursor{Size: 100}},
	}
}
