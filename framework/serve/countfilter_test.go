package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	grove struct {
		ID   int64                `rest:"id,readonly"`
		Name string               `rest:"name"`
		Oaks rest.Count[oak]      `rest:"oak_count,sort,filter=in ne gt gte lt lte"`
		Pals rest.ManyToMany[pal] `rest:"pals,optional"`
		Have rest.Count[pal]      `rest:"pal_count,by=pals"`
	}
	oak struct {
		ID     int64                 `rest:"id,readonly"`
		Grove  rest.BelongsTo[grove] `rest:"grove,ondelete=cascade"`
		Hollow bool                  `rest:"hollow"`
	}
	pal struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

func groves() *rest.Set {
	return rest.NewSet("groves",
		rest.ViewSet[grove]{
			Path: "/groves/", Order: []string{"id"}, Filters: []rest.Filter{{Path: "pal_count", Lookups: "gte", Name: "pals_of"}},
			Pages: rest.PageNumber{Size: 2}, Unindexed: unindexedCounts,
		},
		rest.ViewSet[oak]{Path: "/oaks/", Access: permission.By{Read: permission.Any(permission.Admin, permission.Is("hollow", false)), Write: permission.Admin}},
		rest.ViewSet[pal]{Path: "/pals/"},
	).Access(permission.Anyone)
}

var unindexedCounts = map[string]string{
	"oak_count": "few", "oak_count__ne": "few", "oak_count__gt": "few", "oak_count__gte": "few", "oak_count__lt": "few", "oak_count__lte": "few", "pals_of__gte": "few",
}
