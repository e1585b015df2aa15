package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// parcelled is a row as wide as many are.
type parcelled struct {
	ID     int64                      `rest:"id,readonly"`
	Code   string                     `rest:"code,unique" validate:"max=50"`
	Title  string                     `rest:"title" validate:"max=120"`
	Note   string                     `rest:"note,multiline,optional"`
	State  string                     `rest:"state" default:"open" validate:"oneof=open shut"`
	Weight *int64                     `rest:"weight"`
	Due    *rest.Date                 `rest:"due"`
	Depot  rest.BelongsTo[sets.Spice] `rest:"depot,show=name"`
}

// BenchmarkBulk creates rows over HTTP, a thousand in one request and each in its own, and tells how many times as many come
// of the one in the same time.
func BenchmarkBulk(b *testing.B) {
	set := func() *rest.Set {
		return rest.NewSet("bulk", rest.ViewSet[sets.Spice]{Path: "/spices/"},
			rest.ViewSet[parcelled]{Path: "/parcels/", Bulk: rest.Bulk{Actions: rest.Create, Max: 1000}}).Access(permission.Anyone)
	}
	address := map[string]func(*testing.B) string{
		"sqlite":   func(b *testing.B) string { return filepath.Join(b.TempDir(), "test.sqlite") },
		"postgres": func(b *testing.B) string { return pg.Postgres(b) },
	}
	for _, database := range []string{"sqlite", "postgres"} {
		b.Run(database, func(b *testing.B) {
			h := server.New(b, server.Config{Set: set}, address[database](b))
			served := httptest.NewServer(h)
			defer served.Close()
			post := func(path, body string) {
				req, _ := http.NewRequest("POST", served.URL+path, strings.NewReader(body))
				req.Header.Set("Content-Type", "application/json")
				req.SetBasicAuth("alice", "alice-password")
				response, err := http.DefaultClient.Do(req)
				if err != nil {
					b.Fatal(err)
				}
				if answer, _ := io.ReadAll(response.Body); response.StatusCode != 201 {
					b.Fatalf("got %d %s", response.StatusCode, answer)
				}
				response.Body.Close()
			}
			post("/spices/", `{"name":"main"}`)
			n := 0
			row := func() string {
				n++
				return fmt.Sprintf(`{"code":"c%d","title":"Parcel number %[1]d","note":"Leave it with the neighbours","weight":%[1]d,"due":"2030-01-02","depot":"main"}`, n)
			}
			var single, many time.Duration
			for b.Loop() {
				start := time.Now()
				for range 200 {
					post("/parcels/", row())
				}
				single += time.Since(start) * 5
				rows := make([]string, 1000)
				for i := range rows {
					rows[i] = row()
				}
				start = time.Now()
				post("/parcels/", "["+strings.Join(rows, ",")+"]")
				many += time.Since(start)
			}
			b.ReportMetric(float64(single)/float64(many), "times")
			b.ReportMetric(1000*float64(b.N)/many.Seconds(), "rows/s")
			b.ReportMetric(1000*float64(b.N)/single.Seconds(), "requests/s")
		})
	}
}
