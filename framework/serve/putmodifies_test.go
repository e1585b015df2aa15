package serve_test

import (
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	// homepage is changed by PUT as by PATCH.
	homepage struct {
		ID    int64                       `rest:"id,readonly"`
		Name  string                      `rest:"name"`
		Bio   string                      `rest:"bio,optional"`
		Open  bool                        `rest:"open" default:"true"`
		Pages rest.HasMany[homepageLink]  `rest:"-"`
		Links rest.Nested[homepageLinkIn] `rest:"links,of=pages,nested=replace"`
	}
	homepageLink struct {
		ID      int64                    `rest:"id,readonly"`
		Home    rest.BelongsTo[homepage] `rest:"homepage,ondelete=cascade"`
		Address string                   `rest:"address"`
	}
	homepageLinkIn struct {
		ID      int64  `rest:"id,readonly"`
		Address string `rest:"address"`
	}
)

// With PutModifies a PUT changes only the members that are sent; each of them is checked, and the document says so.
func TestPutModifies(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("homepages",
			rest.ViewSet[homepage]{Path: "/homepages/", PutModifies: true}, rest.ViewSet[homepageLink]{Path: "/pages/"},
		).Access(permission.Anyone)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := &purchases{Server: server.New(t, server.Config{Set: set, Options: serve.Options{Now: time.Now}}, address)}
		server.Must(t, s, "POST", "/homepages/", "admin", `{"name":"Ann","bio":"b","open":false,"links":[{"address":"a"}]}`)
		for _, step := range [][2]string{
			{`nobody PUT /homepages/1/ {}`, `200 {"id":1,"name":"Ann","bio":"b","open":false,"links":[{"id":1,"address":"a"}]}`},
			{`nobody PUT /homepages/1/ {"bio":"c"}`, `200 {"id":1,"name":"Ann","bio":"c","open":false,"links":[{"id":1,"address":"a"}]}`},
			{`nobody PUT /homepages/1/ {"name":""}`, `400 {"name":["This field may not be blank."]}`},
			{`nobody PUT /homepages/1/ {"links":[]}`, `200 {"id":1,"name":"Ann","bio":"c","open":false,"links":[]}`},
			{`nobody PUT /homepages/2/ {}`, `404 {"detail":"Not found."}`},
			{`nobody POST /homepages/ {"name":"Bob"}`, `400 {"links":["This field is required."]}`},
			{`nobody PUT /pages/1/ {}`, `404 {"detail":"Not found."}`},
		} {
			s.do(t, step[0], step[1])
		}
		w := server.SendAs(s, "", "PUT", "/homepages/1/", "name=Eve", "Content-Type", "application/x-www-form-urlencoded")
		if got, want := w.Body.String(), `{"id":1,"name":"Eve","bio":"c","open":false,"links":[]}`; w.Code != 200 || got != want {
			t.Errorf("a form: got %d %s, want %s", w.Code, got, want)
		}
		document, err := openapi.New(s.Plan, openapi.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if document.Schema("HomepageReplace") != nil || !strings.Contains(string(document.JSON()), `"operationId": "homepages_replace"`) {
			t.Error("the document has a separate body for PUT, or no PUT")
		}
	})
}
