package served_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// pebble is a row with an action that only reads it.
type pebble struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// The question before a deletion is asked on pages that can delete, and not on those of actions.
func TestNoDeleteOnActions(t *testing.T) {
	look := rest.OnRecord("look", func(_ *rest.Call, p *pebble, _ rest.None) (*pebble, error) { return p, nil }, rest.GET)
	s := server.New(t, server.Config{Pages: pages(t), Set: func() *rest.Set {
		return rest.NewSet("pebbles", rest.ViewSet[pebble]{Path: "/pebbles/", Extra: []rest.Action{look}}).Access(permission.Anyone)
	}}, ":memory:")
	server.Must(t, s, "POST", "/pebbles/", "", `{"name":"a"}`)
	const question = `id="question"`
	if _, got := server.Call(s, "GET", "/pebbles/1.api?_show=delete", "", ""); !strings.Contains(got, question) {
		t.Errorf("no question on the page of the record: %s", got)
	}
	if status, got := server.Call(s, "GET", "/pebbles/1/look.api?_show=delete", "", ""); status != 200 || strings.Contains(got, question) {
		t.Errorf("page of an action: got %d, with the question", status)
	}
}
