// Mistakes in lists without bounds.

package rest_test

import "example.com/resourceful/framework/rest"

// Indexes and cursors by texts without a bound.
var unboundedMistakes = []mistake{
	{"texts without a bound", func() *rest.Set {
		type (
			Bounded struct {
				ID          int64  `rest:"id,readonly"`
				Unique      string `rest:"unique,unique"`
				Indexed     string `rest:"indexed,index" validate:"max=601"`
				LongTitle   string `rest:"long_title" validate:"max=300"`
				Unbounded   string `rest:"unbounded"`
				ShortChoice string `rest:"short_choice" validate:"oneof=open shut"`
			}
			Paged struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title,sort"`
				Place string `rest:"place,sort" validate:"max=900"`
				Kind  string `rest:"kind" validate:"max=101"`
			}
		)
		return listing(
			rest.ViewSet[Bounded]{Path: "/a/", Indexes: []rest.Index{{Fields: []string{"short_choice", "long_title", "unbounded"}, Unique: true}}},
			rest.ViewSet[Paged]{Path: "/b/", Order: []string{"kind"}, Pages: rest.Cursor{Size: 20}},
		)
	}},
}
