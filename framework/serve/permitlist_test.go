package serve_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type (
	flowerbed struct {
		ID   int64 `rest:"id,readonly"`
		Open bool  `rest:"open"`
	}
	flower struct {
		ID   int64                     `rest:"id,readonly"`
		Name string                    `rest:"name"`
		Bed  rest.BelongsTo[flowerbed] `rest:"bed"`
	}
)

// A rule of which Go leaves open what lies along relations is asked of many rows in as many statements as of a few.
func TestRuleInGoOfMany(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: func() *rest.Set {
			short := permission.RowFunc("short", func(_ permission.Request, row any) bool { return len(row.(*flower).Name) < 9 })
			write := permission.All(permission.Is("bed.open", true), short)
			return rest.NewSet("garden",
				rest.ViewSet[flowerbed]{Path: "/beds/"},
				rest.ViewSet[flower]{
					Path: "/flowers/", Access: permission.By{Read: permission.Anyone, Write: write},
					Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
				},
			).Access(permission.Anyone)
		}}, address)
		server.Must(t, s, "POST", "/beds/", "admin", `{"open":true}`)
		server.Must(t, s, "POST", "/beds/", "admin", `{"open":false}`)
		server.Must(t, s, "POST", "/flowers/", "admin", "["+strings.TrimSuffix(strings.Repeat(`{"name":"a","bed":1},`, 40), ",")+"]")
		patch := func(from, to int, change string) (int, int) {
			list := make([]string, 0, to)
			for id := from; id <= to; id++ {
				list = append(list, fmt.Sprintf(`{"id":%d,%s}`, id, change))
			}
			ctx, counter := database.WithCounter(t.Context())
			r := httptest.NewRequestWithContext(ctx, "PATCH", "/flowers/", strings.NewReader("["+strings.Join(list, ",")+"]"))
			r.Header.Set("Content-Type", "application/json")
			r.SetBasicAuth("admin", "admin-password")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w.Code, counter.N()
		}
		patch(1, 1, `"name":"b"`)
		_, few := patch(1, 2, `"name":"c"`)
		code, many := patch(1, 40, `"name":"d"`)
		if code != 200 || many != few {
			t.Errorf("forty rows: got %d in %d statements, two take %d", code, many, few)
		}
		if code, _ := patch(3, 4, `"name":"much too long"`); code != 403 {
			t.Errorf("a name that the rule refuses: got %d, want 403", code)
		}
		if code, _ := patch(3, 4, `"bed":2`); code != 403 {
			t.Errorf("a bed that the rule refuses: got %d, want 403", code)
		}
	})
}
