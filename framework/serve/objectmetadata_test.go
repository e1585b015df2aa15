package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type fairHall struct {
	City string `rest:"city" validate:"max=9"`
	Zip  *int32 `rest:"zip"`
}

type tradeFair struct {
	ID    int64      `rest:"id,readonly"`
	Hall  fairHall   `rest:"hall"`
	Halls []fairHall `rest:"halls"`
}

// OPTIONS tells of the members of objects, also of those in lists.
func TestObjectMetadata(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("fairs", rest.ViewSet[tradeFair]{Path: "/fairs/"}).Access(permission.Anyone)
	}
	s := server.New(t, server.Config{Set: set}, ":memory:")
	_, got := server.Call(s, "OPTIONS", "/fairs/", "", "")
	const children = `"children":{"city":{"type":"string","required":true,"read_only":false,"max_length":9},"zip":{"type":"integer","required":false,"read_only":false`
	if n := strings.Count(got, children); n != 2 {
		t.Errorf("got %s, want twice %s", got, children)
	}
}
