// Mistakes in RequireVersion and LastModified, which conditional requests need.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/rest"
)

// Mistakes in versions of rows, and in the conditions of requests that change them.
var conditionMistakes = []mistake{
	{"versions", func() *rest.Set {
		type (
			Counted struct {
				ID      int64  `rest:"id,readonly,version"`
				Short   int32  `rest:"short,version"`
				Null    *int64 `rest:"null,version"`
				Default int64  `rest:"default,version" default:"3"`
				Second  int64  `rest:"second,version"`
			}
			Sent struct {
				Version int64 `rest:"version,version"`
			}
		)
		touch := func(_ *rest.Call, p *Plain, _ Sent) (*Plain, error) { return p, nil }
		return listing(of[Counted](), rest.ViewSet[Plain]{Path: "/notes/", Extra: []rest.Action{rest.OnRecord("touch", touch)}})
	}},
	{"RequireVersion and LastModified", func() *rest.Set {
		type Changed struct {
			ID      int64     `rest:"id,readonly"`
			Updated time.Time `rest:"updated,readonly" default:"now"`
			Sent    time.Time `rest:"sent" default:"now"`
		}
		return listing(
			rest.ViewSet[Changed]{Path: "/a/", Actions: rest.List | rest.Create, RequireVersion: true, PutModifies: true, LastModified: "updatd"},
			rest.ViewSet[Plain]{Path: "/b/", RequireVersion: true, Bulk: rest.Bulk{Actions: rest.Modify}, LastModified: "title"},
			rest.ViewSet[Changed]{Path: "/c/", LastModified: "sent"},
		)
	}},
}
