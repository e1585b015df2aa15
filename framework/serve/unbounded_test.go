// Tests of writes of all rows that filters leave, without a bound.

package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// todo is done or not.
type todo struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
	Done  bool   `rest:"done,optional,filter"`
	Kept  bool   `rest:"kept,optional"`
}

// With Unbounded a change or deletion needs neither max_affected nor all=true, and writes more rows than a list may have. A
// row that the requester may not write refuses it as a whole.
func TestUnbounded(t *testing.T) {
	set := func() *rest.Set {
		bulk := rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Filtered: true, Unbounded: true, Max: 20}
		return rest.NewSet("todos", rest.ViewSet[todo]{
			Path: "/todos/", Bulk: bulk, Pages: rest.PageNumber{Size: 1},
			Access: permission.By{Read: permission.Anyone, Create: permission.Anyone, Write: permission.Is("kept", false)},
		})
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set}, address)
		want := func(method, path, body string, status int, text string) {
			t.Helper()
			if got, answer := server.Call(s, method, path, "", body); got != status || !strings.Contains(answer, text) {
				t.Errorf("%s %s: got %d %.200s, want %d %s", method, path, got, answer, status, text)
			}
		}
		list := "[" + strings.Repeat(`{"title":"a"},`, 19) + `{"title":"b","done":true}]`
		for range 3 {
			want("POST", "/todos/", list, 201, "")
		}
		want("POST", "/todos/", strings.TrimSuffix(list, "]")+`,{"title":"c"}]`, 400, "no more than 20")
		want("PATCH", "/todos/?done=false", `{"title":"d"}`, 200, `"title":"d"`)
		want("DELETE", "/todos/?done=true&max_affected=2", "", 409, "More than 2 records")
		want("DELETE", "/todos/?max_affected=0", "", 400, "max_affected")
		want("DELETE", "/todos/?_dry_run=true", "", 400, "Unknown parameter")
		want("PATCH", "/todos/?all=true&max_affected=100&_done=true", `{"title":"x"}`, 400, "Unknown parameter")
		want("DELETE", "/todos/?dne=true", "", 400, "Unknown parameter")
		want("DELETE", "/todos/?done=true&max_affected=3000", "", 204, "")
		want("GET", "/todos/", "", 200, `"count":57`)
		want("POST", "/todos/", `{"title":"k","kept":true}`, 201, "")
		want("DELETE", "/todos/", "", 403, "")
		want("GET", "/todos/", "", 200, `"count":58`)
		want("DELETE", "/todos/", "[1,2]", 204, "")
		want("DELETE", "/todos/?done=false", "[3]", 400, "not both")
		want("PATCH", "/todos/61/", `{"kept":false}`, 403, "")
		want("GET", "/todos/", "", 200, `"count":56`)
	})
}

// A collection is emptied by a DELETE without anything else.
func TestEmptied(t *testing.T) {
	set := func() *rest.Set {
		bulk := rest.Bulk{Actions: rest.Destroy, Filtered: true, Unbounded: true}
		return rest.NewSet("todos", rest.ViewSet[todo]{Path: "/todos/", Bulk: bulk}).Access(permission.Anyone)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set}, address)
		for range 101 { // more than the default of Max
			server.Must(t, s, "POST", "/todos/", "", `{"title":"a"}`)
		}
		if status, got := server.Call(s, "DELETE", "/todos/", "", ""); status != 204 {
			t.Errorf("got %d %s, want 204", status, got)
		}
		if _, got := server.Call(s, "GET", "/todos/", "", ""); got != "[]" {
			t.Errorf("got %s, want an empty list", got)
		}
	})
}
