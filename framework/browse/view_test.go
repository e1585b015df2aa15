package browse_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/browse"
)

// A page without a route is nowhere in the breadcrumbs; the root is, also when it refuses.
func TestCurrentCrumb(t *testing.T) {
	all := states(endpoint(t))
	refused := *all["root"]
	refused.Method, refused.Status, refused.Failed = "POST", 405, true
	all["root-refused"] = &refused
	pages := newPages(t, browse.Options{})
	for name, want := range map[string]string{
		"root": `"/" aria-current="page"`, "root-refused": `"/" aria-current="page"`, "not-found": "",
		"list-suffix": `"/notes/" aria-current="page"`, "record-missing": `"/notes/7/" aria-current="page"`,
	} {
		page := render(t, pages, all[name])
		contains(t, page, want)
		if got := strings.Count(page, "aria-current"); want == "" && got != 0 {
			t.Errorf("%s: %d current pages, want none", name, got)
		}
	}
}
