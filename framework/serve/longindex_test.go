package serve_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// plaque has texts of any length in indexes, which code writes: what clients write there has a bound.
type plaque struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,readonly,unique" default:""`
	Motto  string `rest:"motto,readonly,index" default:""`
	Called string `rest:"called"`
	Says   string `rest:"says"`
	Text   string `rest:"text"`
}

func plaques() *rest.Set {
	return rest.NewSet("plaques", rest.ViewSet[plaque]{
		Path: "/plaques/", Bulk: rest.Bulk{Actions: rest.Create},
		Serializer: rest.Serializer[plaque]{BeforeSave: func(_ *rest.Call, p *plaque) error {
			p.Name, p.Motto = p.Called, p.Says
			return nil
		}},
	}).Access(permission.Anyone)
}

// A text that is longer than an index of PostgreSQL takes is a mistake of who sends it, at its member, and nothing is
// stored. SQLite takes it.
func TestTextTooLongForIndex(t *testing.T) {
	letters := rand.New(rand.NewPCG(1, 2)) // which cannot be compressed
	long := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(byte('0' + letters.IntN(75)))
		}
		return strings.ReplaceAll(b.String(), `\`, "x")
	}
	const tooLong = `["This value is too long to be looked up by. Write a shorter one."]`
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: plaques}, address)
		postgres := s.DB.Dialect().Name == "postgres"
		server.Must(t, s, "POST", "/plaques/", "", `{"called":"a","says":"b","text":"`+long(30000)+`"}`)
		for _, n := range []int{5000, 20000} {
			for _, tt := range []struct{ method, path, body, want string }{
				{"POST", "/plaques/", `{"called":"` + long(n) + `","says":"b","text":"` + long(30000) + `"}`, `{"name":` + tooLong + `}`},
				{"POST", "/plaques/", `{"called":"c","says":"` + long(n) + `","text":"d"}`, `{"motto":` + tooLong + `}`},
				{"PATCH", "/plaques/1/", `{"says":"` + long(n) + `"}`, `{"motto":` + tooLong + `}`},
				{"POST", "/plaques/", `[{"called":"e","says":"f","text":"g"},{"called":"h","says":"` + long(n) + `","text":"g"}]`, `[{},{"motto":` + tooLong + `}]`},
			} {
				status, got := server.Call(s, tt.method, tt.path, "", strings.ReplaceAll(tt.body, `"c"`, `"`+long(9)+`"`))
				if postgres && (status != 400 || got != tt.want) {
					t.Errorf("%s %.60s… of %d: got %d %.200s, want 400 %s", tt.method, tt.body, n, status, got, tt.want)
				}
				if !postgres && status >= 500 {
					t.Errorf("%s %.60s…: got %d %.200s", tt.method, tt.body, status, got)
				}
			}
		}
		if status, got := server.Call(s, "GET", "/plaques/", "", ""); postgres && strings.Count(got, `"id"`) != 1 {
			t.Errorf("got %d %.300s, want only the first row", status, got)
		}
	})
}
