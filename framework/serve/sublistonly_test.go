package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type parade struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,sort"`
	Open bool   `rest:"open"`
}

// A resource without a list has orders and members for the part of one that it shows.
func TestSublistAlone(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("parades", rest.ViewSet[parade]{
			Path: "/parades/", Actions: rest.Create, Ordering: []string{"by=-open,name"}, Members: rest.Members{Fields: true},
			Extra: []rest.Action{rest.Sublist("open", permission.Is("open", true))},
		}).Access(permission.Anyone)
	}
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set}, address)
		for _, row := range []string{`{"name":"b","open":true}`, `{"name":"c","open":false}`, `{"name":"a","open":true}`} {
			must(t, s, "POST", "/parades/", "", row)
		}
		for query, want := range map[string]string{
			"?ordering=name&fields=name":  `[{"name":"a"},{"name":"b"}]`,
			"?ordering=-name&fields=name": `[{"name":"b"},{"name":"a"}]`,
			"?ordering=by&omit=open,id":   `[{"name":"a"},{"name":"b"}]`,
		} {
			if status, got := call(s, "GET", "/parades/open/"+query, "", ""); status != 200 || got != want {
				t.Errorf("%s: got %d %s, want %s", query, status, got, want)
			}
		}
	})
}
