package serve_test

import (
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// A choir is named by its slug in addresses, a song by its number. A song takes the keys of tags and shows
// the tags themselves.
type (
	choir struct {
		ID     int64                  `rest:"-"`
		Slug   string                 `rest:"slug,unique,createonly" validate:"max=20"`
		URL    rest.Address           `rest:"url"`
		Voices rest.HasMany[voice]    `rest:"-"`
		Sing   rest.Nested[voiceName] `rest:"voices,of=voices,order=singer"`
		Last   rest.Nested[voiceName] `rest:"backwards,of=voices,order=-part"`
	}
	voice struct {
		ID     int64                     `rest:"id,readonly"`
		Choir  rest.BelongsTo[choir]     `rest:"choir,show=slug,ondelete=cascade"`
		Singer rest.BelongsTo[auth.User] `rest:"singer,show=username,ondelete=cascade"`
		Part   string                    `rest:"part"`
	}
	voiceName struct {
		Singer rest.BelongsTo[auth.User] `rest:"singer,show=username"`
	}
	song struct {
		ID    int64                 `rest:"id,readonly"`
		URL   rest.Address          `rest:"url"`
		Title string                `rest:"title"`
		Marks rest.ManyToMany[tune] `rest:"tunes,optional"`
		Loud  string                `rest:"loud,computed"`
		Last  string                `rest:"last,optional"`
	}
	songRecord struct {
		song
		Marks rest.Nested[tune] `rest:"tunes,of=tunes,order=name"`
	}
	tune struct {
		ID   int64        `rest:"id,readonly"`
		URL  rest.Address `rest:"url"`
		Name string       `rest:"name"`
	}
)

func choirs() *rest.Set {
	loud := rest.Compute("loud", func(_ *rest.Call, s *songRecord) string { return strings.ToUpper(s.Title) })
	soft := rest.Compute("loud", func(_ *rest.Call, s *song) string { return strings.ToLower(s.Title) })
	return rest.NewSet("choirs",
		rest.ViewSet[choir]{Path: "/choirs/", Lookup: "slug"},
		rest.ViewSet[voice]{Path: "/voices/"},
		rest.ViewSet[song]{
			Path: "/songs/", Shapes: rest.Shapes{Retrieve: rest.As(loud)},
			Serializer: rest.Serializer[song]{Computed: []rest.Computed[song]{soft}},
		},
		rest.ViewSet[tune]{Path: "/tunes/"},
	).Access(permission.SignedInOrReadOnly)
}
