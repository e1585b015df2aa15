package browse_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/rest"
)

// A page without a route is nowhere in the breadcrumbs; the root is, also when it refuses.
func TestCurrentCrumb(t *testing.T) {
	all := states(endpoint(t))
	refused := *all["root"]
	refused.Method, refused.Status, refused.Failed = "POST", 405, true
	all["root-refused"] = &refused
	pages := newPages(t, rest.Look{})
	for name, want := range map[string]string{
		"root": `"/" aria-current="page"`, "root-refused": `"/" aria-current="page"`, "not-found": "",
		"list-suffix": `"/notes/" aria-current="page"`, "record-missing": `"/notes/7/" aria-current="page"`,
	} {
		page := render(t, pages, all[name])
		contains(t, page, want)
		if got := strings.Count(page, `aria-current="page"`); want == "" && got != 0 {
			t.Errorf("%s: %d current pages, want none", name, got)
		}
	}
}

func TestLongRepresentationIsFolded(t *testing.T) {
	pages, e := newPages(t, rest.Look{}), endpoint(t)
	long := `{"id":7,"title":"Seven","text":"` + strings.Repeat("x", 4<<10) + `"}`
	failed := record(e, long)
	failed.Failed, failed.IsRecord = true, false
	for name, tt := range map[string]struct {
		a    *browse.Answer
		open bool
	}{
		"short list": {answer(e, `[`+noteBody+`]`), true}, "long list": {answer(e, `[`+long+`]`), false},
		"short record": {record(e, noteBody), true}, "long record": {record(e, long), false},
		"long and shown nowhere else": {failed, true},
	} {
		t.Run(name, func(t *testing.T) {
			page := render(t, pages, tt.a)
			contains(t, page, "<summary>Representation</summary>", `<span class="nt">"title":</span>`)
			if got := strings.Contains(page, `<details class="body" open>`); got != tt.open {
				t.Errorf("open = %v, want %v", got, tt.open)
			}
		})
	}
}
