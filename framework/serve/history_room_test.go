// How much memory the history of a large record may take.

package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// The entries of a page count among the answers, with what is shown of them, and are refused where that is more than one
// address may have.
func TestNoRoomForHistory(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := resttest.NewServer(t, resttest.Config{
			Set: func() *rest.Set {
				return rest.NewSet("scrolls", rest.ViewSet[openScroll]{Path: "/scrolls/", History: &rest.History{}}).Access(permission.Anyone)
			},
			Options: serve.Options{Now: time.Now, Limits: serve.Limits{Traffic: traffic.Limits{Answers: 4 * mib}}},
		}, address)
		text := func(i int) string { return fmt.Sprint(i) + strings.Repeat("x", mib/4) }
		must(t, s, "POST", "/scrolls/", "admin", fmt.Sprintf(`{"title":"0","text":%q}`, text(0)))
		for i := range 12 {
			must(t, s, "PATCH", "/scrolls/1/", "admin", fmt.Sprintf(`{"title":"%d"}`, i+1))
		}
		if status, body := call(s, "GET", "/scrolls/1/history/?page_size=100", "admin", ""); status != 200 || !strings.Contains(body, `"count":13`) {
			t.Errorf("of short changes of a long record: got %d %.200s, want 200", status, body)
		}
		for i := range 6 {
			must(t, s, "PATCH", "/scrolls/1/", "admin", fmt.Sprintf(`{"text":%q}`, text(i+1)))
		}
		const refusal = "The entries take more than 2097152 bytes. Ask for fewer of them, with page_size."
		if status, body := call(s, "GET", "/scrolls/1/history/?page_size=100", "admin", ""); status != 413 || !strings.Contains(body, refusal) {
			t.Errorf("of long changes: got %d %.200s, want 413 %s", status, body, refusal)
		}
		if status, body := call(s, "GET", "/scrolls/1/history/?page_size=2", "admin", ""); status != 200 || strings.Count(body, `"operation"`) != 2 || !strings.Contains(body, `"next":"http`) {
			t.Errorf("of two of them: got %d %.200s, want 200", status, body)
		}
	})
}
