package served_test

import (
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
)

// A long body that is refused before it is decoded is not searched for secrets: it is left out.
func TestLongRawIsNotRead(t *testing.T) {
	d := newDesk(t, rest.Everything)
	for _, tt := range []struct {
		size  int
		shown bool
	}{{100, true}, {100 << 10, false}} {
		content := `{"pin":"hunter2","name":"` + strings.Repeat("n", tt.size) + `"}`
		form := url.Values{"_method": {"PUT"}, "_content_type": {"application/json"}, "_content": {content}}.Encode()
		page := d.ask(404, "/guests/9/", form)
		if got := strings.Contains(page, "nnn"); got != tt.shown || strings.Contains(page, "hunter2") {
			t.Errorf("%d bytes: shown %v, want %v", tt.size, got, tt.shown)
		}
	}
}
