package serve_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// newLibrary serves a public shelf a with the books 1 to 4, and a private one b with 5 and 6, which alice reads.
func newLibrary(t *testing.T, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Library, Options: serve.Options{}, Pages: server.PlainPages}, address)
	for _, row := range []struct{ path, body string }{
		{"/shelves/", `{"slug":"a","public":true}`},
		{"/shelves/", `{"slug":"b","public":false}`},
		{"/genres/", `{"shelf":1,"name":"prose"}`},
		{"/genres/", `{"shelf":1,"name":"verse"}`},
		{"/genres/", `{"shelf":2,"name":"hidden"}`},
		{"/books/", `{"shelf":"b","title":"Secret","arrived":"2030-12-31T23:59:59.999999Z"}`},
		{"/books/", `{"shelf":"b","title":"Other secret","genres":[3]}`},
		{"/books/", `{"shelf":"a","title":"100% Alpha_1","price":"12.50","due":"2030-02-01","genres":[1],"arrived":"2030-01-01T00:00:00Z","pages":1}`},
		{"/books/", `{"shelf":"a","title":"beta ALPHA","state":"lent","price":"0.05","weight":1.5,"loan":"1 00:00:00","genres":[1,2],"next":3,"arrived":"2030-01-01T23:59:59.999999Z"}`},
		{"/books/", `{"shelf":"a","title":"Gamma É","state":"lost","code":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","genres":[3],"next":1,"signed":true,"arrived":"2030-01-02T00:00:00Z","pages":300}`},
		{"/books/", `{"shelf":"a","title":"a.c","due":"2031-02-01","next":2,"arrived":"2029-12-31T23:59:59.999999Z"}`},
	} {
		server.Must(t, s, "POST", row.path, "admin", row.body)
	}
	server.Must(t, s, "PATCH", "/shelves/2/", "admin", fmt.Sprintf(`{"readers":[%d]}`, server.UserID(t, s, "alice")))
	return s
}

// foundIDs are the ids that a list gives.
func foundIDs(t *testing.T, s *server.Server, user, path string) (ids []int, status int, body string) {
	t.Helper()
	w := server.SendAs(s, user, "GET", path, "")
	var rows []struct{ ID int }
	if w.Code == 200 {
		if err := json.Unmarshal(w.Body.Bytes(), &rows); err != nil {
			t.Fatalf("GET %s: %v in %s", path, err, w.Body)
		}
	}
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids, w.Code, w.Body.String()
}

// A text without a bound gets no index, which would refuse long ones on PostgreSQL.
func TestLongTextsAreStored(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		type leaflet struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,filter"`
		}
		set := func() *rest.Set {
			return rest.NewSet("leaflets", rest.ViewSet[leaflet]{Path: "/leaflets/", Access: permission.Anyone, Order: []string{"title"}})
		}
		s := server.New(t, server.Config{Set: set}, address)
		var long strings.Builder
		for i := range 4000 {
			fmt.Fprintf(&long, "%x", sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
		}
		server.Must(t, s, "POST", "/leaflets/", "", `{"title":"`+long.String()+`"}`)
	})
}

// No order by the owner of a row tells more of accounts than their resource shows.
func TestOwnersAreNotTold(t *testing.T) {
	if _, err := sets.KeptDiaries("keeper.username").Compile(); err == nil || !strings.Contains(err.Error(), "the order would reveal them") {
		t.Errorf("order by the owner: got %v", err)
	}
}
