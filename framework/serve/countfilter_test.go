package serve_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	grove struct {
		ID   int64                `rest:"id,readonly"`
		Name string               `rest:"name"`
		Oaks rest.Count[oak]      `rest:"oak_count,sort,filter=in ne gt gte lt lte"`
		Pals rest.ManyToMany[pal] `rest:"pals,optional"`
		Have rest.Count[pal]      `rest:"pal_count,by=pals"`
	}
	oak struct {
		ID     int64                 `rest:"id,readonly"`
		Grove  rest.BelongsTo[grove] `rest:"grove,ondelete=cascade"`
		Hollow bool                  `rest:"hollow"`
	}
	pal struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

func groves() *rest.Set {
	return rest.NewSet("groves",
		rest.ViewSet[grove]{
			Path: "/groves/", Order: []string{"id"}, Filters: []rest.Filter{{Path: "pal_count", Lookups: "gte", Name: "pals_of"}},
			Pages: rest.PageNumber{Size: 2}, Unindexed: unindexedCounts,
		},
		rest.ViewSet[oak]{Path: "/oaks/", Access: permission.By{Read: permission.Any(permission.Admin, permission.Is("hollow", false)), Write: permission.Admin}},
		rest.ViewSet[pal]{Path: "/pals/"},
	).Access(permission.Anyone)
}

var unindexedCounts = map[string]string{
	"oak_count": "few", "oak_count__ne": "few", "oak_count__gt": "few", "oak_count__gte": "few", "oak_count__lt": "few", "oak_count__lte": "few", "pals_of__gte": "few",
}

// A filter by a count compares the number of the rows that the requester may see, in the statement of the list, and what is
// no number is a 400.
func TestFilterByCount(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: groves}, address)
		create := func(path, body string) {
			t.Helper()
			if w := sendAs(s, "admin", "POST", path, body, "Content-Type", "application/json"); w.Code != 201 {
				t.Fatalf("POST %s %s: got %d %s", path, body, w.Code, w.Body)
			}
		}
		for _, name := range []string{"a", "b"} {
			create("/pals/", fmt.Sprintf(`{"name":%q}`, name))
		}
		for i, pals := range []string{"[]", "[1]", "[1,2]", "[2]"} { // with 0, 1, 2 and 3 oaks, one of each hollow
			create("/groves/", fmt.Sprintf(`{"name":"g%d","pals":%s}`, i, pals))
			for n := range i {
				create("/oaks/", fmt.Sprintf(`{"grove":%d,"hollow":%v}`, i+1, n == 0))
			}
		}
		for _, tt := range []struct{ query, admin, bob string }{
			{"oak_count=2", "3", "4"},
			{"oak_count=0", "1", "1 2"},
			{"oak_count=1,3", "2 4", "3"},
			{"oak_count=1&oak_count=2", "2 3", "3 4"},
			{"oak_count__ne=0", "2 3 4", "3 4"},
			{"oak_count__gt=1", "3 4", "4"},
			{"oak_count__gte=2", "3 4", "4"},
			{"oak_count__lt=1", "1", "1 2"},
			{"oak_count__lte=1", "1 2", "1 2 3"},
			{"oak_count__gte=1&oak_count__lte=2", "2 3", "3 4"},
			{"oak_count__gte=1&ordering=-oak_count", "4 3 2", "4 3"},
			{"pals_of__gte=2", "3", "3"},
			{"oak_count=", "1 2 3 4", "1 2 3 4"},
			{"oak_count=99999999999999999999", "", ""},
		} {
			for user, want := range map[string]string{"admin": tt.admin, "bob": tt.bob} {
				if got := groveKeys(s, user, tt.query); got != want {
					t.Errorf("%s as %s: got %s, want %s", tt.query, user, got, want)
				}
			}
		}
		for _, query := range []string{"oak_count=x", "oak_count__gte=1.x", "oak_count__gte=%00", "pals_of__gte=many"} {
			name, _, _ := strings.Cut(query, "=")
			if w := send(s, "GET", "/groves/?"+query, ""); w.Code != 400 || !strings.Contains(w.Body.String(), `"`+name+`"`) {
				t.Errorf("%s: got %d %s, want 400 under the name", query, w.Code, w.Body)
			}
		}
	})
}

// groveKeys are the keys of all pages of the list, and the count where that is another number.
func groveKeys(s *server.Server, user, query string) string {
	var keys []string
	for page := 1; ; page++ {
		w := sendAs(s, user, "GET", fmt.Sprintf("/groves/?%s&page=%d", query, page), "")
		var got struct {
			Count   int
			Next    *string
			Results []struct{ ID int64 }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); w.Code != 200 || err != nil {
			return fmt.Sprint(w.Code, " ", w.Body)
		}
		for _, row := range got.Results {
			keys = append(keys, fmt.Sprint(row.ID))
		}
		if got.Next != nil {
			continue
		}
		if got.Count != len(keys) {
			return fmt.Sprintf("%v of %d", keys, got.Count)
		}
		return strings.Join(keys, " ")
	}
}
