// A test of values that fields take.

package resttest

import (
	"path/filepath"
	"slices"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// vase is a row of which a client sends more than it is shown, and which is broken by a word that nobody
// can guess.
type vase struct {
	ID    int64  `rest:"id,readonly"`
	Name  string `rest:"name"`
	Glaze string `rest:"-"`
}

type newVase struct {
	Name  string `rest:"name"`
	Glaze string `rest:"glaze,writeonly" db:"glaze" validate:"spell"`
}

type blow struct {
	Word string `rest:"word" validate:"spell"`
}

// vases are served by a set whose operation keeps the words that it is given.
func vases(heard *[]string) *rest.Set {
	hit := func(_ *rest.Call, row *vase, in blow) (*vase, error) {
		*heard = append(*heard, in.Word)
		return row, nil
	}
	return rest.NewSet("vases", rest.ViewSet[vase]{
		Path: "/vases/", Access: permission.Anyone, Shapes: rest.Shapes{Create: rest.As[newVase](), Update: rest.As[newVase]()},
		Extra: []rest.Action{rest.OnRecord("hit", hit)},
	}).Rule("spell", rest.Check{Valid: func(text string) bool { return text == "abracadabra" }, Message: "No."})
}

// Of what no value is known, an input or a member that only one representation has, the kit says by which
// Values it gets some, and takes these.
func TestValuesAreTaken(t *testing.T) {
	var heard []string
	compiled := func(options ...Option) *conformance {
		c := &conformance{set: vases(&heard), options: settings(t, vases(&heard), append(options, Folder(t.TempDir())))}
		c.compile(t)
		return c
	}
	writes := func(c *conformance) func(testing.TB) {
		return func(tb testing.TB) {
			c.writeOn(tb, filepath.Join(t.TempDir(), "test.db"), map[string]string{}, true)
		}
	}
	none := compiled()
	reports(t, "an input", `no value is known that word takes; give some with resttest.Values("/vases/{key}/hit/", "word", …)`, none.fillTable)
	reports(t, "a member", `no value is known that glaze takes; give some with resttest.Values("/vases/", "glaze", …)`, writes(none))
	heard = nil
	given := compiled(Values("/vases/{key}/hit/", "word", `"abracadabra"`), Values("/vases/", "glaze", `"abracadabra"`))
	silent(t, "values that are given", given.fillTable)
	silent(t, "values that are given", writes(given)) // of four people, each as a dry run first
	if want := slices.Repeat([]string{"abracadabra"}, 8); !slices.Equal(heard, want) {
		t.Errorf("the operation was given %q, want %q", heard, want)
	}
	reports(t, "a value that is refused", `Values: word of /vases/{key}/hit/ does not take "hocus"`, func(tb testing.TB) {
		c := &conformance{set: vases(&heard), options: settings(t, vases(&heard), []Option{Values("/vases/{key}/hit/", "word", `"hocus"`)})}
		c.compile(tb)
	})
}
