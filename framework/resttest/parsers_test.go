// A test of the parsers of a set.

package resttest

import (
	"path/filepath"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// What the kit sends is what the set reads, whichever parsers it lists.
func TestParsersOfSet(t *testing.T) {
	for _, parser := range []media.Parser{media.YAMLParser(), media.FormParser(), media.MultipartParser()} {
		t.Run(parser.MediaType, func(t *testing.T) {
			touch := func(_ *rest.Call, row *chest, _ chestName) (*chest, error) { return row, nil }
			c := compiledSet(t, rest.NewSet("chests", rest.ViewSet[chest]{
				Path: "/chests/", Access: permission.Anyone, Envelope: rest.Envelope{Record: "chest", List: "chests", Input: "chest"},
				Extra: []rest.Action{rest.OnRecord("touch", touch)},
			}).Parsers(parser).Renderers(media.JSONRenderer{}))
			silent(t, "the access part", c.fillTable)
			served := newServers(t, c.config())
			for _, scenario := range c.hostile(t, maxRequests)[:2] {
				served.play(t, c.reset(t), scenario)
			}
			for step, err := range Play(t.Context(), served.list[0], []byte(vocabulary{begin: c.begin()}.scenario(nil))) {
				if err != nil || step.Answer.Code != 201 {
					t.Errorf("%s: got %d %s, error %v", step.Name, step.Answer.Code, step.Answer.Body, err)
				}
			}
			silent(t, "the written part", func(tb testing.TB) {
				c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
			})
		})
	}
}
