// A set that has every kind of operation and value.

package client_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Shelf holds books. Names of its members are words of languages.
type shelf struct {
	ID    int64          `rest:"id,readonly"`
	Class string         `rest:"class,filter" validate:"oneof=a-1 b+1 c"`
	Type  string         `rest:"type,optional"`
	Etag  string         `rest:"x-etag,optional"`
	Map   map[string]any `rest:"map,optional"`
}

// Book has all kinds of relations.
type book struct {
	ID      int64                 `rest:"id,readonly"`
	Title   string                `rest:"title,filter=contains in,search,sort" validate:"max=100"`
	Price   *float64              `rest:"price"`
	Shelf   rest.BelongsTo[shelf] `rest:"shelf,filter"`
	Cover   rest.File             `rest:"cover,optional"`
	Tags    []string              `rest:"tags,optional"`
	Read    *time.Time            `rest:"read,filter=gte"`
	Deleted *time.Time            `rest:"-"`
}

// wide is a set with all that changes what a client looks like.
func wide(version rest.VersionScheme) *rest.Set {
	return rest.NewSet("wide",
		rest.ViewSet[shelf]{
			Path: "/shelves/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true}, Pages: rest.Cursor{Size: 5},
			Envelope: rest.Envelope{Record: "shelf", List: "shelves", Count: "count", Input: "shelf"},
			History:  &rest.History{Deleted: permission.Admin, Max: 100},
		},
		rest.ViewSet[book]{
			Path: "/books/", Members: rest.Members{Fields: true, Expand: []rest.Expansion{rest.Expand("shelf")}, Records: true},
			SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin}, Pages: rest.PageNumber{Size: 10},
		},
	).Access(permission.Anyone).Versions(version, rest.Version{Name: "2"}, rest.Version{Name: "1"})
}
