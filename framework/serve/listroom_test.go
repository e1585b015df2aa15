// How much memory one request about many rows may take.

package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

// scroll has a long text, which its list shows or does not.
type scroll struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,filter=in"`
	Text  string `rest:"text,writeonly"`
}

type openScroll struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,filter=in"`
	Text  string `rest:"text"`
}

// Rows that are written together count among the bodies, and the answer about them among the answers. More of them than one
// address may have are refused before anything is done.
func TestNoRoomForRows(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile func()
		once := func(*rest.Call, *scroll) error {
			do := meanwhile
			if meanwhile = nil; do != nil {
				do()
			}
			return nil
		}
		const half = 2 * mib
		bulk := rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true}
		s := server.New(t, server.Config{
			Set: func() *rest.Set {
				return rest.NewSet("scrolls",
					rest.ViewSet[scroll]{Path: "/scrolls/", Bulk: bulk, Serializer: rest.Serializer[scroll]{BeforeSave: once}},
					rest.ViewSet[openScroll]{Path: "/open/", Bulk: bulk},
				).Access(permission.Anyone)
			},
			Options: serve.Options{Limits: serve.Limits{Traffic: traffic.Limits{Bodies: 2 * half, Answers: 2 * half}}},
		}, address)
		text := strings.Repeat(`\"`, mib/4)
		for i := range 10 {
			for _, path := range []string{"/scrolls/", "/open/"} {
				server.Must(t, s, "POST", path, "admin", fmt.Sprintf(`{"title":"%c","text":"%s"}`, 'a'+i/7, text)) // seven and three
			}
		}
		patch := func(path, query string) (int, string) {
			return server.Call(s, "PATCH", path+query, "admin", `{"title":"a"}`)
		}
		for _, tt := range []struct {
			method, path, body string
			code               int
			want               string
		}{
			{"PATCH", "/scrolls/?title=a&title=b&max_affected=100", `{"title":"c"}`, 413, "The records take more than 2097152 bytes together. Name fewer of them."},
			{"DELETE", "/scrolls/?title=a&title=b&max_affected=100", "", 413, "The records take more than"},
			{"DELETE", "/scrolls/", "[1,2,3,4,5,6,7,8,9]", 413, "The records take more than"},
			{"PATCH", "/scrolls/?title=b&max_affected=100", `{"title":"b"}`, 200, `"title":"b"`},
			{"DELETE", "/scrolls/", "[10]", 204, ""},
		} {
			if code, body := server.Call(s, tt.method, tt.path, "admin", tt.body); code != tt.code || !strings.Contains(body, tt.want) {
				t.Errorf("%s %s: got %d %.200s, want %d %s", tt.method, tt.path, code, body, tt.code, tt.want)
			}
		}
		if _, body := server.Call(s, "GET", "/scrolls/", "admin", ""); strings.Count(body, `"title":"a"`) != 7 || strings.Contains(body, `"c"`) {
			t.Errorf("what was refused has changed rows: %s", body)
		}
		meanwhile = func() {
			if code, body := patch("/scrolls/", "?title=a&max_affected=100"); code != http.StatusServiceUnavailable || !strings.Contains(body, "Too many large bodies") {
				t.Errorf("the same beside another: got %d %.200s, want 503", code, body)
			}
		}
		for range 2 { // afterwards there is room again
			if code, body := patch("/scrolls/", "?title=a&max_affected=100"); code != http.StatusOK {
				t.Errorf("seven rows: got %d %.200s", code, body)
			}
		}
		if code, body := patch("/open/", "?title=a&max_affected=100"); code != http.StatusRequestEntityTooLarge || !strings.Contains(body, "The answer takes more than") {
			t.Errorf("a long answer: got %d %.200s, want 413", code, body)
		}
	})
}
