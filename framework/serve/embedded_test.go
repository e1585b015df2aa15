package serve_test

import (
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// A record shows its address beside its key, at its own place what a function computes, and nested rows in
// their declared order. A representation has a field of its own in the place of one that it embeds.
func TestEmbedded(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: choirs}, address)
		for _, line := range strings.Split(strings.TrimSpace(`
POST /choirs/ {"slug":"bach"} 201 {"slug":"bach","url":"http://example.com/choirs/bach/","voices":[],"backwards":[]}
POST /voices/ {"choir":"bach","singer":"bob","part":"x"} 201 {"id":1,"choir":"bach","singer":"bob","part":"x"}
POST /voices/ {"choir":"bach","singer":"admin","part":"z"} 201 {"id":2,"choir":"bach","singer":"admin","part":"z"}
POST /voices/ {"choir":"bach","singer":"alice","part":"y"} 201 {"id":3,"choir":"bach","singer":"alice","part":"y"}
GET /choirs/bach/ - 200 {"slug":"bach","url":"http://example.com/choirs/bach/","voices":[{"singer":"admin"},{"singer":"alice"},{"singer":"bob"}],"backwards":[{"singer":"admin"},{"singer":"alice"},{"singer":"bob"}]}
POST /tunes/ {"name":"slow"} 201 {"id":1,"url":"http://example.com/tunes/1/","name":"slow"}
POST /tunes/ {"name":"easy"} 201 {"id":2,"url":"http://example.com/tunes/2/","name":"easy"}
POST /songs/ {"title":"One","tunes":[1,2]} 201 {"id":1,"url":"http://example.com/songs/1/","title":"One","tunes":[{"id":2,"url":"http://example.com/tunes/2/","name":"easy"},{"id":1,"url":"http://example.com/tunes/1/","name":"slow"}],"loud":"ONE","last":""}
PATCH /songs/1/ {"tunes":["1"],"loud":"x","url":7} 200 {"id":1,"url":"http://example.com/songs/1/","title":"One","tunes":[{"id":1,"url":"http://example.com/tunes/1/","name":"slow"}],"loud":"ONE","last":""}
GET /songs/ - 200 [{"id":1,"url":"http://example.com/songs/1/","title":"One","tunes":[1],"loud":"one","last":""}]
`), "\n") {
			parts := strings.SplitN(line, " ", 5)
			status, got := call(h, parts[0], parts[1], "admin", strings.Trim(parts[2], "-"))
			if want := parts[4]; got != want || parts[3] != strconv.Itoa(status) {
				t.Errorf("%s %s %s:\n got %d %s\nwant %s %s", parts[0], parts[1], parts[2], status, got, parts[3], want)
			}
		}
	})
}

// What is created is told its address, where its representation shows that.
func TestAddressLocation(t *testing.T) {
	h := server.New(t, server.Config{Set: choirs}, ":memory:")
	for path, body := range map[string]string{"/choirs/": `{"slug":"bach"}`, "/songs/": `{"title":"One"}`} {
		w := sendAs(h, "admin", "POST", path, body, "Content-Type", "application/json")
		if got, want := w.Header().Get("Location"), map[string]string{"/choirs/": "http://example.com/choirs/bach/", "/songs/": "http://example.com/songs/1/"}[path]; got != want {
			t.Errorf("POST %s: got Location %q, want %q", path, got, want)
		}
	}
}
