// The world of the past: history, deletions and what is purged.

package sets

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Carton 2 is hidden from everybody but administrators. A slip says which carton it is in, a chit does not.
type (
	carton struct {
		ID     int64  `rest:"id,readonly"`
		Hidden bool   `rest:"hidden" default:"false"`
		Name   string `rest:"name"`
	}
	slip struct {
		ID     int64                  `rest:"id,readonly"`
		Carton rest.BelongsTo[carton] `rest:"carton,readonly,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
	docket struct {
		ID     string                 `rest:"id" validate:"max=20"` // which clients give
		Carton rest.BelongsTo[carton] `rest:"carton,readonly,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
	chit struct {
		ID     int64                  `rest:"id,readonly"`
		Carton rest.BelongsTo[carton] `rest:"-,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
)

// Cartons have slips, dockets and chits with a history below them.
func Cartons() *rest.Set {
	open := permission.Where("not hidden", predicate.Ne("hidden", true))
	kept := &rest.History{Deleted: permission.SignedIn}
	return rest.NewSet("cartons",
		rest.ViewSet[carton]{Path: "/cartons/", Access: permission.Any(permission.Admin, open)},
		rest.ViewSet[slip]{Path: "/cartons/{carton}/slips/", History: kept},
		rest.ViewSet[docket]{Path: "/cartons/{carton}/dockets/", History: kept},
		rest.ViewSet[chit]{Path: "/cartons/{carton}/chits/", History: &rest.History{}},
	).Access(permission.Anyone)
}

// Satchel has a key that clients give, and is marked as deleted.
type Satchel struct {
	ID      string     `rest:"id" validate:"max=20"`
	Text    string     `rest:"text"`
	Deleted *time.Time `rest:"-"`
}

// VaultRow has one field that is shown, and others that are not: by its name, as write-only and as passwords.
type VaultRow struct {
	ID       int64          `rest:"id,readonly"`
	Name     string         `rest:"name"`
	Pin      string         `rest:"pin,writeonly"`
	Inner    string         `rest:"-" default:"inner-text"`
	Password rest.Password  `rest:"password,writeonly" validate:"min=4"`
	Reserve  *rest.Password `rest:"reserve,writeonly"`
}

// dossier is below another, with which it goes.
type dossier struct {
	ID    int64                   `rest:"id,readonly"`
	Above rest.BelongsTo[dossier] `rest:"above,optional,ondelete=cascade"`
	Title string                  `rest:"title" default:""`
	Paper rest.File               `rest:"paper,optional"`
}

// shredding deletes a dossier.
type shredding struct {
	ID     int64 `rest:"id,readonly"`
	Binder int64 `rest:"dossier"`
}

// shredded is what the code of a team deletes in a transaction of its own.
type shredded struct {
	Binder int64 `rest:"dossier"`
}

// Dossiers have files, and are deleted in several ways.
func Dossiers() *rest.Set {
	return rest.NewSet("dossiers",
		rest.ViewSet[dossier]{
			Path: "/dossiers/", Bulk: rest.Bulk{Actions: rest.Modify | rest.Destroy},
			Serializer: rest.Serializer[dossier]{BeforeDelete: func(_ *rest.Call, b *dossier) error {
				if b.Title == "kept" {
					return problem.New(problem.Conflict, "It is kept.")
				}
				return nil
			}},
		},
		rest.ViewSet[shredding]{Path: "/shreddings/", Serializer: rest.Serializer[shredding]{AfterCreate: func(c *rest.Call, s *shredding) error {
			return rest.Rows[dossier](c).Delete(s.Binder)
		}}},
		rest.Endpoint("/shred/", func(c *rest.Call, s shredded) (rest.None, error) {
			return rest.None{}, c.Atomic(func() error { return rest.Rows[dossier](c).Delete(s.Binder) })
		}, rest.NonAtomic()),
	).Access(permission.Anyone)
}

type (
	// purgeTop goes for good after a while, and so does what goes with it; a purgeStay protects its row, and stays.
	purgeTop struct {
		ID      int64      `rest:"id,readonly"`
		Deleted *time.Time `rest:"-"`
	}
	purgeBelow struct {
		ID      int64                      `rest:"id,readonly"`
		Top     rest.BelongsTo[purgeTop]   `rest:"top,ondelete=cascade"`
		Above   rest.BelongsTo[purgeBelow] `rest:"above,optional,ondelete=cascade"`
		Deleted *time.Time                 `rest:"-"`
	}
	purgeStay struct {
		ID      int64                      `rest:"id,readonly"`
		Below   rest.BelongsTo[purgeBelow] `rest:"below"`
		Deleted *time.Time                 `rest:"-"`
	}
	purgeOther struct {
		ID      int64      `rest:"id,readonly"`
		Deleted *time.Time `rest:"-"`
	}
)

// Purged rows are marked as deleted, and go for good after an hour.
func Purged() *rest.Set {
	soft := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}
	keep := soft
	keep.Keep = time.Hour
	return rest.NewSet("purged",
		rest.ViewSet[purgeTop]{Path: "/tops/", SoftDelete: keep}, rest.ViewSet[purgeBelow]{Path: "/belows/", SoftDelete: keep},
		rest.ViewSet[purgeStay]{Path: "/stays/", SoftDelete: soft}, rest.ViewSet[purgeOther]{Path: "/others/", SoftDelete: keep},
	).Access(permission.Anyone)
}

type (
	// PurgeLeft and purgeRight go with each other, as far as the references lead; a purgePin protects its purgeRight.
	PurgeLeft struct {
		ID      int64                      `rest:"id,readonly"`
		Right   rest.BelongsTo[PurgeRight] `rest:"right,optional,ondelete=cascade"`
		Deleted *time.Time                 `rest:"-"`
	}
	// PurgeRight goes with its left, and that with it.
	PurgeRight struct {
		ID      int64                     `rest:"id,readonly"`
		Left    rest.BelongsTo[PurgeLeft] `rest:"left,optional,ondelete=cascade"`
		Deleted *time.Time                `rest:"-"`
	}
	// PurgePin protects its right.
	PurgePin struct {
		ID      int64                      `rest:"id,readonly"`
		Right   rest.BelongsTo[PurgeRight] `rest:"right"`
		Deleted *time.Time                 `rest:"-"`
	}
)

type (
	// pressWine and the others are marked as deleted, and have histories.
	pressWine struct {
		ID      int64                       `rest:"id,readonly"`
		Name    string                      `rest:"name"`
		Best    rest.BelongsTo[pressGrape]  `rest:"best,optional,ondelete=null"`
		Grapes  rest.ManyToMany[pressGrape] `rest:"grapes,optional"`
		Deleted *time.Time                  `rest:"-"`
	}
	pressGrape struct {
		ID      int64      `rest:"id,readonly"`
		Name    string     `rest:"name"`
		Deleted *time.Time `rest:"-"`
	}
	pressBottle struct {
		ID      int64                     `rest:"id,readonly"`
		Wine    rest.BelongsTo[pressWine] `rest:"wine,ondelete=cascade"`
		Deleted *time.Time                `rest:"-"`
	}
	// pressBlend is written with its grapes nested in it.
	pressBlend struct {
		ID     int64                       `rest:"id,readonly"`
		Grapes rest.ManyToMany[pressGrape] `rest:"grapes,readonly"`
		Kinds  rest.Nested[pressKind]      `rest:"kinds,of=grapes,nested=replace,optional"`
	}
	pressKind struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	// pressLabel is not marked as deleted.
	pressLabel struct {
		ID    int64                      `rest:"id,readonly"`
		Grape rest.BelongsTo[pressStamp] `rest:"stamp,optional,ondelete=null"`
	}
	pressStamp struct {
		ID int64 `rest:"id,readonly"`
	}
)

// Presses have wines with histories, some marked as deleted.
func Presses() *rest.Set {
	soft, history := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}, &rest.History{Deleted: permission.Anyone}
	return rest.NewSet("presses",
		rest.ViewSet[pressWine]{
			Path: "/wines/", SoftDelete: soft, History: history, Bulk: rest.Bulk{Actions: rest.Modify},
		},
		rest.ViewSet[pressGrape]{Path: "/grapes/", SoftDelete: soft},
		rest.ViewSet[pressBottle]{Path: "/bottles/", SoftDelete: soft, History: history},
		rest.ViewSet[pressBlend]{Path: "/blends/", History: history},
		rest.ViewSet[pressLabel]{Path: "/labels/", History: history},
		rest.ViewSet[pressStamp]{Path: "/stamps/"},
	).Access(permission.Anyone)
}

// softShelf goes with a cellar, and forbids the deletion of the rack that it refers to.
type softShelf struct {
	ID      int64                      `rest:"id,readonly"`
	Cellar  rest.BelongsTo[SoftCellar] `rest:"cellar,show=slug,ondelete=cascade"`
	Rack    rest.BelongsTo[SoftRack]   `rest:"rack,optional"`
	Above   rest.BelongsTo[softShelf]  `rest:"above,optional,ondelete=cascade"`
	Deleted *time.Time                 `rest:"-"`
}

// SoftShelves are cellars with racks and shelves, all marked as deleted.
func SoftShelves() *rest.Set {
	return SoftCellarsWith(rest.ViewSet[softShelf]{
		Path: "/shelves/", SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin}, Bulk: rest.Bulk{Actions: rest.Destroy},
	})
}

// bulletin is read by the group press, and what it has cost by the group office.
type bulletin struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
	Cost int64  `rest:"cost,optional"`
	Open bool   `rest:"open,optional"`
}

// Bulletins have events that groups may read.
func Bulletins() *rest.Set {
	return rest.NewSet("bulletins", rest.ViewSet[bulletin]{
		Path: "/bulletins/", Events: true, Fields: rest.FieldRules{"cost": permission.Any(permission.Admin, permission.Group("office"))},
		Access: permission.By{Read: permission.Any(permission.Admin, permission.Is("open", true), permission.Group("press")), Write: permission.Admin},
	})
}
