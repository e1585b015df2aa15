// Rows that a deletion marks, along relations of every kind.

package sets

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	// softCellar and the others are marked as deleted.
	softCellar struct {
		ID      int64                    `rest:"id,readonly" db:"number"`
		Slug    string                   `rest:"slug,unique,filter" validate:"max=20"`
		Racks   rest.HasMany[softRack]   `rest:"racks,readonly,by=cellar"`
		Size    rest.Count[softRack]     `rest:"size,by=cellar"`
		Tasters rest.HasMany[softTaster] `rest:"tasters,readonly,by=cellar"`
		Deleted *time.Time               `rest:"-"`
	}
	softRack struct {
		ID      int64                      `rest:"id,readonly" db:"rack_no"`
		Cellar  rest.BelongsTo[softCellar] `rest:"cellar,show=slug,ondelete=cascade,filter"`
		Name    string                     `rest:"name,search,filter" validate:"max=100"`
		Above   rest.BelongsTo[softRack]   `rest:"above,optional,ondelete=cascade"`
		Beside  rest.BelongsTo[softRack]   `rest:"beside,optional,ondelete=null"`
		Grapes  rest.ManyToMany[softGrape] `rest:"grapes,optional,filter=in"`
		Deleted *time.Time                 `rest:"deleted,readonly"`
	}
	softWine struct {
		ID      int64                    `rest:"id,readonly"`
		Rack    rest.BelongsTo[softRack] `rest:"rack"` // which it protects
		Deleted *time.Time               `rest:"-"`
	}
	softGrape struct {
		ID      int64      `rest:"id,readonly"`
		Name    string     `rest:"name,unique" validate:"max=100"`
		Deleted *time.Time `rest:"-"`
	}
	// softTaster may read a cellar.
	softTaster struct {
		ID      int64                      `rest:"id,readonly"`
		Cellar  rest.BelongsTo[softCellar] `rest:"cellar,show=slug,ondelete=cascade"`
		Who     rest.BelongsTo[auth.User]  `rest:"who,show=username"`
		Deleted *time.Time                 `rest:"-"`
	}
)

// SoftCellars are rows that a deletion marks.
func SoftCellars() *rest.Set { return SoftCellarsWith() }

// SoftCellarsWith returns SoftCellars with more resources before them.
func SoftCellarsWith(more ...rest.Resource) *rest.Set {
	soft := rest.SoftDelete{Field: "deleted", Access: permission.Admin}
	return rest.NewSet("cellars", append(more,
		rest.ViewSet[softCellar]{
			Path: "/cellars/", Name: "cellar", Lookup: "slug", SoftDelete: soft,
			Access: permission.Any(permission.Admin, permission.Me("tasters.who")),
		},
		rest.ViewSet[softRack]{
			Path: "/racks/", SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin, Keep: time.Hour}, Order: []string{"id"}, Pages: rest.PageNumber{Size: 10}, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy},
			Indexes: []rest.Index{{Fields: []string{"cellar", "name"}, Unique: true}},
			Filters: []rest.Filter{{Path: "cellar.slug", Name: "in"}, {Path: "grapes.name", Name: "grape"}},
		},
		rest.ViewSet[softWine]{Path: "/wines/", SoftDelete: soft},
		rest.ViewSet[softGrape]{Path: "/grapes/", SoftDelete: soft},
		rest.ViewSet[softTaster]{Path: "/tasters/", SoftDelete: soft},
	)...).Access(permission.Anyone)
}

// SoftCellar is softCellar, for tests that write such rows.
type SoftCellar = softCellar

// SoftRack is softRack, for tests that write such rows.
type SoftRack = softRack
