package serve_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// fingerprint has bytes, which may be null.
type fingerprint struct {
	ID   int64   `rest:"id,readonly"`
	Data []byte  `rest:"data"`
	More *[]byte `rest:"more,optional"`
}

// Bytes of many rows are changed in as many statements as those of few, and are what was sent.
func TestUpdateManyBytes(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var seen statements
		set := func() *rest.Set {
			return rest.NewSet("prints", rest.ViewSet[fingerprint]{Path: "/prints/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}}).Access(permission.Anyone)
		}
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages, Store: database.Options{Trace: seen.trace}, Options: serve.Options{Now: time.Now}}, address)
		change := func(n int) int {
			var made, changed []string
			want := make([][]byte, n)
			for i := range n {
				want[i] = []byte(strings.Repeat(string([]byte{0, 255, '"', '\\', 'x', '{', byte(i)}), i))
				made = append(made, `{"data":"AA=="}`)
			}
			server.Must(t, s, "POST", "/prints/", "admin", "["+strings.Join(made, ",")+"]")
			var rows []struct {
				ID   int64
				Data []byte
				More *[]byte
			}
			_, list := server.Call(s, "GET", "/prints/", "admin", "")
			if err := json.Unmarshal([]byte(list), &rows); err != nil {
				t.Fatal(list, err)
			}
			for i, row := range rows[len(rows)-n:] {
				text := base64.StdEncoding.EncodeToString(want[i])
				more := `"` + text + `"`
				if i == 0 {
					more = "null"
				}
				changed = append(changed, fmt.Sprintf(`{"id":%d,"data":%q,"more":%s}`, row.ID, text, more))
			}
			seen.reset()
			server.Must(t, s, "PATCH", "/prints/", "admin", "["+strings.Join(changed, ",")+"]")
			count := len(seen.reset())
			_, list = server.Call(s, "GET", "/prints/", "admin", "")
			for _, row := range changed {
				if !strings.Contains(list, row) {
					t.Errorf("%d rows: got %s, want %s among them", n, list, row)
				}
			}
			return count
		}
		change(2)
		if few, many := change(3), change(30); few != many {
			t.Errorf("3 rows take %d statements, 30 take %d", few, many)
		}
	})
}
