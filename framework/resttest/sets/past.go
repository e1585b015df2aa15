// The world of the past: history, deletions and what is purged.

package sets

import (
	"slices"
	"time"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Past is the world of the past: histories, deletions that are taken back, and what is purged.
func Past() *rest.Set {
	resources := slices.Concat(
		cartonsRows(), dossiersRows(), purgedRows(), pressesRows(), ropesRows(),
	)
	return rest.NewSet("past", resources...).Access(permission.Anyone)
}

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

// cartonsRows have slips, dockets and chits with a history below them.
func cartonsRows() []rest.Resource {
	open := permission.Where("not hidden", predicate.Ne("hidden", true))
	kept := &rest.History{Deleted: permission.SignedIn}
	return []rest.Resource{
		rest.ViewSet[carton]{Path: "/cartons/", Access: permission.Any(permission.Admin, open)},
		rest.ViewSet[slip]{Path: "/cartons/{carton}/slips/", History: kept},
		rest.ViewSet[docket]{Path: "/cartons/{carton}/dockets/", History: kept},
		rest.ViewSet[chit]{Path: "/cartons/{carton}/chits/", History: &rest.History{}},
	}
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

// dossiersRows have files, and are deleted in several ways.
func dossiersRows() []rest.Resource {
	return []rest.Resource{
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
	}
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

// purgedRows rows are marked as deleted, and go for good after an hour.
func purgedRows() []rest.Resource {
	soft := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}
	keep := soft
	keep.Keep = time.Hour
	return []rest.Resource{
		rest.ViewSet[purgeTop]{Path: "/tops/", SoftDelete: keep},
		rest.ViewSet[purgeBelow]{Path: "/belows/", SoftDelete: keep},
		rest.ViewSet[purgeStay]{Path: "/stays/", SoftDelete: soft},
		rest.ViewSet[purgeOther]{Path: "/others/", SoftDelete: keep},
	}
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

// pressesRows have wines with histories, some marked as deleted.
func pressesRows() []rest.Resource {
	soft, history := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}, &rest.History{Deleted: permission.Anyone}
	return []rest.Resource{
		rest.ViewSet[pressWine]{
			Path: "/wines/", SoftDelete: soft, History: history, Bulk: rest.Bulk{Actions: rest.Modify},
		},
		rest.ViewSet[pressGrape]{Path: "/grapes/", SoftDelete: soft},
		rest.ViewSet[pressBottle]{Path: "/bottles/", SoftDelete: soft, History: history},
		rest.ViewSet[pressBlend]{Path: "/blends/", History: history},
		rest.ViewSet[pressLabel]{Path: "/labels/", History: history},
		rest.ViewSet[pressStamp]{Path: "/stamps/"},
	}
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

// MarkedAlbums have lists, marks and a history, with the code of a test.
func MarkedAlbums(code ...any) *rest.Set {
	return rest.NewSet("albums",
		rest.ViewSet[Album]{Path: "/albums/", History: &rest.History{}, Serializer: codeOf[Album](code)},
		rest.ViewSet[AlbumMark]{Path: "/marks/"},
	).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

// Album has lists and marks.
type Album struct {
	ID     int64                      `rest:"id,readonly"`
	Title  string                     `rest:"title"`
	Tracks []string                   `rest:"tracks,optional"`
	Marks  rest.ManyToMany[AlbumMark] `rest:"marks,optional"`
}

// AlbumMark is what albums are marked with.
type AlbumMark struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type (
	// softTop, softEnd, softPost and softRope: a post goes with its top and with its end, and a rope with its top and is tied to a post.
	softTop struct {
		ID      int64                    `rest:"id,readonly"`
		Best    rest.BelongsTo[softPost] `rest:"best,optional"`
		Deleted *time.Time               `rest:"-"`
	}
	softEnd struct {
		ID      int64      `rest:"id,readonly"`
		Deleted *time.Time `rest:"-"`
	}
	softRope struct {
		ID      int64                    `rest:"id,readonly"`
		Top     rest.BelongsTo[softTop]  `rest:"top,ondelete=cascade"`
		Post    rest.BelongsTo[softPost] `rest:"post"`
		Knot    rest.BelongsTo[softRope] `rest:"knot,optional"`
		Deleted *time.Time               `rest:"-"`
	}
	softPost struct {
		ID      int64                   `rest:"id,readonly"`
		Top     rest.BelongsTo[softTop] `rest:"top,ondelete=cascade"`
		End     rest.BelongsTo[softEnd] `rest:"end,ondelete=cascade"`
		Deleted *time.Time              `rest:"-"`
	}
)

// ropesRows are tied to posts, all marked as deleted.
func ropesRows() []rest.Resource {
	soft := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}
	return []rest.Resource{
		rest.ViewSet[softRope]{Path: "/ropes/", SoftDelete: soft},
		rest.ViewSet[softPost]{Path: "/posts/", SoftDelete: soft},
		rest.ViewSet[softTop]{Path: "/masts/", SoftDelete: soft},
		rest.ViewSet[softEnd]{Path: "/ends/", SoftDelete: soft},
	}
}

type (
	// suitcase shows its address and its contents.
	suitcase struct {
		ID     int64                          `rest:"url,readonly,link" db:"id"`
		Label  string                         `rest:"label,sort" validate:"max=20"`
		Items  rest.HasMany[suitcaseItem]     `rest:"-"`
		Inside rest.Nested[suitcaseItemBrief] `rest:"inside,of=items,nested=replace,optional"`
		Secret string                         `rest:"secret,optional"`
	}
	suitcaseItem struct {
		ID       int64                    `rest:"id,readonly"`
		Suitcase rest.BelongsTo[suitcase] `rest:"suitcase,ondelete=cascade"`
		Name     string                   `rest:"name" validate:"max=5"`
	}
	suitcaseItemBrief struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

// Suitcases call the label of a suitcase its tag in the version of requests that name none, and its sign in another.
func Suitcases(scheme rest.VersionScheme) func() *rest.Set {
	renamed := func(name, label, inside, item string) rest.Version {
		return rest.Version{Name: name, Changes: []rest.VersionChange{
			rest.Rename[suitcase]("label", label), rest.Rename[suitcase]("inside", inside), rest.Rename[suitcaseItem]("name", item), rest.Rename[suitcase]("secret", "hidden"),
		}}
	}
	return func() *rest.Set {
		return rest.NewSet("suitcases",
			rest.ViewSet[suitcase]{
				Path: "/suitcases/", Events: true, Fields: rest.FieldRules{"secret": permission.Admin},
				Pages: rest.LimitOffset{Default: 1, Max: 10},
			},
			rest.ViewSet[suitcaseItem]{Path: "/items/"},
			rest.Webhooks{Path: "/webhooks/", Access: permission.SignedIn},
		).Access(permission.SignedIn).Schemes(basic.Scheme{}).LinkHeader().
			Versions(scheme, renamed("v1", "tag", "packed", "called"), rest.Version{Name: "v2"}, renamed("v3", "sign", "things", "title"))
	}
}
