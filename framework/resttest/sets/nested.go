// The world of nested rows: shops, wardrobes, atlases and home pages, with the code of a test.

package sets

import (
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// larder is a shelf that some people may see, and some of them fill.
type larder struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,unique" validate:"max=100"`
	Hidden bool   `rest:"hidden" default:"false"`
	Locked bool   `rest:"locked" default:"false"`
}

// Spice is in canisters.
type Spice struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// herb is named by its address.
type herb struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=50"`
}

// Canister stands in a larder.
type Canister struct {
	ID     int64                     `rest:"id,readonly"`
	Label  string                    `rest:"label,unique,search,filter=icontains" validate:"max=10"`
	Pantry rest.BelongsTo[larder]    `rest:"larder,show=name"`
	Beside rest.BelongsTo[larder]    `rest:"beside,optional"`
	Place  *int64                    `rest:"place,filter=in gte isnull"`
	Spices rest.ManyToMany[Spice]    `rest:"spices,optional"`
	Herbs  rest.ManyToMany[herb]     `rest:"herbs,optional,link"`
	Filler rest.BelongsTo[auth.User] `rest:"filler,readonly,optional,show=username"`
	Grams  int64                     `rest:"grams,filter" default:"100"`
}

// member makes its user one who may add members.
type member struct {
	ID     int64                     `rest:"id,readonly"`
	Pantry rest.BelongsTo[chest]     `rest:"chest"`
	User   rest.BelongsTo[auth.User] `rest:"user,show=username"`
}

type chest struct {
	ID      int64                `rest:"id,readonly"`
	Members rest.HasMany[member] `rest:"members,readonly"`
}

// Larders have canisters, which some people fill one by one and in lists, with the code of a test.
func Larders(code ...any) *rest.Set {
	bulk := rest.Bulk{Actions: rest.Create, Max: 1000}
	sees := permission.Where("not hidden", predicate.Ne("hidden", true))
	fills := permission.Where("not locked", predicate.Ne("larder.locked", true))
	shown := permission.Where("not in a hidden larder", predicate.Ne("larder.hidden", true))
	return rest.NewSet("kitchen",
		rest.ViewSet[larder]{Path: "/larders/", Access: permission.Any(permission.Admin, sees)},
		rest.ViewSet[Spice]{Path: "/spices/", Bulk: bulk},
		rest.ViewSet[herb]{Path: "/herbs/", Lookup: "name", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy}},
		rest.ViewSet[Canister]{
			Path: "/canisters/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Max: 1000, Filtered: true},
			Access:     permission.Any(permission.Admin, permission.All(shown, permission.Any(permission.ReadOnly, fills))),
			Owner:      rest.Field(func(j *Canister) *rest.BelongsTo[auth.User] { return &j.Filler }),
			Indexes:    []rest.Index{{Fields: []string{"larder", "place"}, Unique: true}},
			Serializer: codeOf[Canister](code),
		},
		rest.ViewSet[chest]{Path: "/chests/"},
		rest.ViewSet[member]{
			Path: "/members/", Bulk: rest.Bulk{Actions: rest.Create},
			Access: permission.Any(permission.Admin, permission.ReadOnly, permission.Me("chest.members.user")),
		},
	).Access(permission.Anyone)
}

type crowded struct {
	ID    int64    `rest:"id,readonly"`
	Name  string   `rest:"name,optional"`
	Words []string `rest:"words,optional"`
	Line  string   `rest:"line,readonly"`
}

// Crowd has rows that many clients patch at once.
func Crowd() *rest.Set {
	line := func(_ *rest.Call, c *crowded) error {
		c.Line = strings.Join(c.Words, " ")
		return nil
	}
	return rest.NewSet("crowds",
		rest.ViewSet[crowded]{Path: "/crowds/", Bulk: rest.Bulk{Actions: rest.Modify}, Serializer: rest.Serializer[crowded]{BeforeSave: line}},
	).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

// Bundle has tags.
type Bundle struct {
	ID   int64                      `rest:"id,readonly"`
	Name string                     `rest:"name"`
	Tags rest.ManyToMany[bundleTag] `rest:"tags,optional"`
}

type bundleTag struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// Bundles have tags, with the code of a test.
func Bundles(code ...any) *rest.Set {
	return rest.NewSet("parcels",
		rest.ViewSet[Bundle]{Path: "/parcels/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}, Serializer: codeOf[Bundle](code)},
		rest.ViewSet[bundleTag]{Path: "/tags/"},
	).Access(permission.Anyone)
}

// purchase has everything in it that rows may nest.
type purchase struct {
	ID      int64                       `rest:"id,readonly"`
	Title   string                      `rest:"title,unique" validate:"max=20"`
	Lines   rest.HasMany[PurchaseLine]  `rest:"-"`
	ToID    rest.BelongsTo[destination] `rest:"-,optional" db:"to_id"`
	Stamps  rest.ManyToMany[waxSeal]    `rest:"-"`
	Helpers rest.HasMany[helper]        `rest:"-"`

	Rows   rest.Nested[lineBrief]    `rest:"lines,of=lines,nested=replace,optional" validate:"max=1000"`
	To     rest.Nested[destination]  `rest:"to,of=to_id,nested=merge,optional"`
	Marks  rest.Nested[waxSealBrief] `rest:"stamps,of=stamps,nested=merge,optional,order=name" validate:"max=1000"`
	People rest.Nested[helperBrief]  `rest:"helpers,of=helpers,nested=replace,by=user,optional"`
}

// PurchaseLine is nested in a purchase.
type PurchaseLine struct {
	ID       int64                    `rest:"id,readonly"`
	Purchase rest.BelongsTo[purchase] `rest:"purchase,ondelete=cascade"`
	Item     string                   `rest:"item" validate:"max=10"`
	Pieces   int64                    `rest:"pieces" default:"1" validate:"min=1"`
	Secret   bool                     `rest:"secret" default:"false"`
	Remarks  rest.HasMany[lineRemark] `rest:"-"`
}

type lineBrief struct {
	ID      int64                    `rest:"id,readonly"`
	Item    string                   `rest:"item"`
	Pieces  int64                    `rest:"pieces" default:"1"`
	Remarks rest.Nested[remarkBrief] `rest:"remarks,of=remarks,nested=replace,optional"`
}

type lineRemark struct {
	ID   int64                        `rest:"id,readonly"`
	Line rest.BelongsTo[PurchaseLine] `rest:"line,ondelete=cascade"`
	Text string                       `rest:"text" validate:"max=10"`
}

type remarkBrief struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

type destination struct {
	ID   int64  `rest:"id,readonly"`
	City string `rest:"city" validate:"max=10"`
}

type waxSeal struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=10"`
}

type waxSealBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// helper joins purchases and users, with a column of its own.
type helper struct {
	ID       int64                     `rest:"id,readonly"`
	Purchase rest.BelongsTo[purchase]  `rest:"purchase,ondelete=cascade"`
	User     rest.BelongsTo[auth.User] `rest:"user,show=username"`
	Role     string                    `rest:"role" validate:"oneof=buyer seller"`
}

type helperBrief struct {
	User rest.BelongsTo[auth.User] `rest:"user,show=username"`
	Role string                    `rest:"role"`
}

// Shops have purchases, which nest rows of every kind, with the code of a test.
func Shops(code ...any) *rest.Set {
	shown := permission.Where("not secret", predicate.Ne("secret", true))
	kept := permission.Where("not frozen", predicate.Ne("item", "frozen"))
	bulk := rest.Bulk{Actions: rest.Create | rest.Modify, Max: 1000, Filtered: true}
	return rest.NewSet("shop",
		rest.ViewSet[purchase]{Path: "/purchases/", Bulk: bulk},
		rest.ViewSet[PurchaseLine]{
			Path: "/lines/", Access: permission.Any(permission.Admin, permission.All(shown, permission.Any(permission.ReadOnly, kept))),
			Serializer: codeOf[PurchaseLine](code),
		},
		rest.ViewSet[lineRemark]{Path: "/remarks/"},
		rest.ViewSet[destination]{Path: "/destinations/"},
		rest.ViewSet[waxSeal]{Path: "/seals/"},
		rest.ViewSet[helper]{Path: "/helpers/"},
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
	).Access(permission.Anyone)
}

type (
	// Atlas nests charts, which nest pins.
	Atlas struct {
		ID     int64                   `rest:"id,readonly"`
		Title  string                  `rest:"title"`
		Maps   rest.HasMany[chart]     `rest:"-"`
		Charts rest.Nested[chartBrief] `rest:"charts,of=maps,nested=replace,optional"`
	}
	chart struct {
		ID      int64                  `rest:"id,readonly"`
		Atlas   rest.BelongsTo[Atlas]  `rest:"atlas,ondelete=cascade"`
		Name    string                 `rest:"name"`
		Above   rest.BelongsTo[chart]  `rest:"above,optional"`
		Version int64                  `rest:"version,readonly,version"`
		Pins    rest.HasMany[chartPin] `rest:"-"`
	}
	chartBrief struct {
		ID      int64                      `rest:"id,readonly"`
		Name    string                     `rest:"name"`
		Version int64                      `rest:"version,readonly"`
		Points  rest.Nested[chartPinBrief] `rest:"pins,of=pins,nested=replace,optional"`
	}
	chartPin struct {
		ID    int64                 `rest:"id,readonly"`
		Chart rest.BelongsTo[chart] `rest:"chart,ondelete=cascade"`
		Text  string                `rest:"text"`
	}
	chartPinBrief struct {
		ID   int64  `rest:"id,readonly"`
		Text string `rest:"text"`
	}
)

// Charts are nested in atlases, with the code of a test.
func Charts(code ...any) *rest.Set {
	return rest.NewSet("atlases",
		rest.ViewSet[Atlas]{Path: "/atlases/", Serializer: codeOf[Atlas](code)},
		rest.ViewSet[chart]{Path: "/charts/", Bulk: rest.Bulk{Actions: rest.Modify}}, rest.ViewSet[chartPin]{Path: "/pins/"},
	).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

type (
	// Wardrobe nests rows in each way in which those that are not sent leave it.
	Wardrobe struct {
		ID       int64                    `rest:"id,readonly"`
		Hangers  rest.HasMany[hanger]     `rest:"-"`
		Hung     rest.Nested[hangerBrief] `rest:"hung,of=hangers,nested=replace,by=name,optional"`
		Coats    rest.HasMany[coat]       `rest:"-"`
		Lent     rest.Nested[coatBrief]   `rest:"coats,of=coats,nested=link,optional"`
		Pairs    rest.ManyToMany[shoe]    `rest:"pairs,readonly,show=name"`
		Kept     rest.Nested[shoeBrief]   `rest:"shoes,of=pairs,nested=replace,optional"`
		Stickers rest.ManyToMany[hangtag] `rest:"stickers,optional,show=name,nested=create"`
		Plates   rest.HasOne[nameplate]   `rest:"-"`
		Plate    rest.Nested[plateBrief]  `rest:"plate,of=plates,nested=merge,optional"`
	}
	hanger struct {
		ID       int64                    `rest:"id,readonly"`
		Wardrobe rest.BelongsTo[Wardrobe] `rest:"wardrobe,ondelete=cascade"`
		Name     string                   `rest:"name"`
	}
	hangerBrief struct {
		Name string `rest:"name"`
	}
	coat struct {
		ID       int64                    `rest:"id,readonly"`
		Wardrobe rest.BelongsTo[Wardrobe] `rest:"wardrobe,optional,ondelete=null"`
		Name     string                   `rest:"name"`
	}
	coatBrief struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	shoe struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	shoeBrief struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	hangtag struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique" validate:"max=20"`
	}
	nameplate struct {
		ID       int64                    `rest:"id,readonly"`
		Wardrobe rest.BelongsTo[Wardrobe] `rest:"wardrobe,unique,ondelete=cascade"`
		Name     string                   `rest:"name"`
	}
	plateBrief struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

// Wardrobes nest rows in each way that unlinks others, with the code of a test.
func Wardrobes(code ...any) *rest.Set {
	return rest.NewSet("wardrobes",
		rest.ViewSet[Wardrobe]{Path: "/wardrobes/", Bulk: rest.Bulk{Actions: rest.Modify}, Serializer: codeOf[Wardrobe](code)},
		rest.ViewSet[hanger]{Path: "/hangers/"}, rest.ViewSet[coat]{Path: "/coats/"}, rest.ViewSet[shoe]{Path: "/shoes/"},
		rest.ViewSet[hangtag]{Path: "/stickers/"}, rest.ViewSet[nameplate]{Path: "/plates/"},
	).Access(permission.Anyone)
}

type (
	// homepage is changed by PUT as by PATCH.
	homepage struct {
		ID    int64                       `rest:"id,readonly"`
		Name  string                      `rest:"name"`
		Bio   string                      `rest:"bio,optional"`
		Open  bool                        `rest:"open" default:"true"`
		Pages rest.HasMany[homepageLink]  `rest:"-"`
		Links rest.Nested[homepageLinkIn] `rest:"links,of=pages,nested=replace"`
	}
	homepageLink struct {
		ID      int64                    `rest:"id,readonly"`
		Home    rest.BelongsTo[homepage] `rest:"homepage,ondelete=cascade"`
		Address string                   `rest:"address"`
	}
	homepageLinkIn struct {
		ID      int64  `rest:"id,readonly"`
		Address string `rest:"address"`
	}
)

// homepagesRows are changed by PUT as by PATCH.
func homepagesRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[homepage]{Path: "/homepages/", PutModifies: true}, rest.ViewSet[homepageLink]{Path: "/pages/"},
	}
}

type (
	flowerbed struct {
		ID   int64 `rest:"id,readonly"`
		Open bool  `rest:"open"`
	}
	flower struct {
		ID   int64                     `rest:"id,readonly"`
		Name string                    `rest:"name"`
		Bed  rest.BelongsTo[flowerbed] `rest:"bed"`
	}
)

// flowersRows have a rule of which Go decides a part.
func flowersRows() []rest.Resource {
	short := permission.RowFunc("short", func(_ permission.Request, row any) bool { return len(row.(*flower).Name) < 9 })
	return []rest.Resource{
		rest.ViewSet[flowerbed]{Path: "/flowerbeds/"},
		rest.ViewSet[flower]{
			Path: "/flowers/", Access: permission.By{Read: permission.Anyone, Write: permission.All(permission.Is("bed.open", true), short)},
			Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
		},
		rest.ViewSet[fingerprint]{Path: "/prints/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}},
	}
}

// fingerprint has bytes, which may be null.
type fingerprint struct {
	ID   int64   `rest:"id,readonly"`
	Data []byte  `rest:"data"`
	More *[]byte `rest:"more,optional"`
}
