// Tests of PUT to an address without a record.

package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type ware struct {
	ID     int64  `rest:"id,readonly"`
	SKU    string `rest:"sku,unique" validate:"max=20"`
	Name   string `rest:"name" validate:"max=20"`
	Pieces int64  `rest:"pieces" default:"1"`
	Hidden bool   `rest:"hidden" default:"false"`

	Deleted *time.Time `rest:"-"`
}

// wares has the wares a and b, of which only administrators see b. Signed-in people create and change, bob does not create.
func wares(t *testing.T, address string) *server.Server {
	t.Helper()
	type shelf struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name" validate:"max=20"`
	}
	type slot struct {
		Shelf rest.BelongsTo[shelf] `rest:"shelf,readonly,ondelete=cascade"`
		ID    string                `rest:"id" validate:"max=20"`
		Note  string                `rest:"note" validate:"max=20"`
	}
	s := server.New(t, server.Config{Set: func() *rest.Set {
		seen := permission.Any(permission.Is("hidden", false), permission.Admin)
		return rest.NewSet("wares",
			rest.ViewSet[ware]{
				Path: "/wares/", Lookup: "sku", PutCreates: true, SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin},
				Access: permission.By{Read: seen, Write: permission.SignedIn, Create: permission.RequestFunc("creates", func(q permission.Request) bool { return q.User != nil && q.User.UserID() != 3 }), Change: permission.All(seen, permission.SignedIn), Delete: permission.Admin},
			},
			rest.ViewSet[shelf]{Path: "/shelves/"},
			rest.ViewSet[slot]{Path: "/shelves/{shelf}/slots/", PutCreates: true, PutModifies: true, RequireVersion: true},
		).Access(permission.Anyone).Versions(rest.InQuery("v"), rest.Version{Name: "2"}, rest.Version{Name: "1", Changes: []rest.VersionChange{rest.Rename[ware]("sku", "code")}},
			rest.Version{Name: "0", Changes: []rest.VersionChange{rest.Remove[ware]("sku"), rest.Default[ware]("sku", "x")}})
	}, Basic: true, Options: serve.Options{Now: time.Now}}, address)
	server.Must(t, s, "PUT", "/wares/a/", "admin", `{"name":"A"}`)
	server.Must(t, s, "PUT", "/wares/b/", "admin", `{"name":"B","hidden":true}`)
	server.Must(t, s, "POST", "/shelves/", "", `{"name":"S"}`)
	return s
}

// A PUT creates a missing record with the value in its address, and replaces an existing one.
func TestPutCreates(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := wares(t, address)
		tag := server.SendAs(s, "alice", "GET", "/wares/a/", "").Header().Get("ETag")
		for _, tt := range []struct{ as, method, path, body, header, want string }{
			{"alice", "PUT", "/wares/c/", `{"name":"C","pieces":2}`, "", `201 /wares/c/ {"id":3,"sku":"c","name":"C","pieces":2,"hidden":false}`},
			{"alice", "PUT", "/wares/c/", `{"name":"C"}`, "", `200 {"id":3,"sku":"c","name":"C","pieces":2,"hidden":false}`},
			{"alice", "PUT", "/wares/d/", `{"sku":"d","name":"D"}`, "", `201 /wares/d/ {"id":4,"sku":"d","name":"D","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/d/", `{"sku":"e","name":"D"}`, "", `200 {"id":4,"sku":"e","name":"D","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/f/", `sku=f&name=F`, "Content-Type: application/x-www-form-urlencoded", `201 /wares/f/ {"id":5,"sku":"f","name":"F","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/f/", `name=G`, "Content-Type: application/x-www-form-urlencoded", `200 {"id":5,"sku":"f","name":"G","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/g/?v=1", `{"name":"G"}`, "", `201 /wares/g/ {"id":6,"code":"g","name":"G","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/g/?v=0", `{"name":"G"}`, "", `200 {"id":6,"name":"G","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/h/?v=0", `{"name":"H"}`, "", `404 {"detail":"Not found."}`},
			// Mistakes store nothing.
			{"alice", "PUT", "/wares/h/", `{"sku":"x","name":"H"}`, "", `400 {"sku":["This value must be the one in the address."]}`},
			{"alice", "PUT", "/wares/h/?v=1", `{"code":"x","name":"H"}`, "", `400 {"code":["This value must be the one in the address."]}`},
			{"alice", "PUT", "/wares/h/", `{"sku":null,"colour":1}`, "", `400 {"sku":["This field may not be null."],"name":["This field is required."],"colour":["Unknown field."]}`},
			{"alice", "PUT", "/wares/h/", `{"sku":"é !","name":"H"}`, "", `400 {"sku":["Enter a valid \"slug\" consisting of letters, numbers, underscores or hyphens."]}`},
			{"alice", "PUT", "/wares/h/", `[]`, "", `400 {"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`},
			{"alice", "PUT", "/wares/a-name-that-is-too-long-for-this/", `{"name":"H"}`, "", `400 {"sku":["Ensure this field has no more than 20 characters."]}`},
			{"alice", "PATCH", "/wares/h/", `{"name":"H"}`, "", `404 {"detail":"Not found."}`},
			{"alice", "PUT", "/wares/h.i/", `{"name":"H"}`, "", `404 {"detail":"Not found."}`},
			// A hidden and a deleted record are told as much of as a POST tells.
			{"alice", "POST", "/wares/", `{"sku":"b","name":"B"}`, "", `400 {"sku":["ware with this sku already exists."]}`},
			{"alice", "PUT", "/wares/b/", `{"name":"B"}`, "", `400 {"sku":["ware with this sku already exists."]}`},
			{"admin", "DELETE", "/wares/c/", ``, "", `204 `},
			{"alice", "PUT", "/wares/c/", `{"name":"C"}`, "", `201 /wares/c/ {"id":7,"sku":"c","name":"C","pieces":1,"hidden":false}`},
			// Who may not create finds nothing.
			{"bob", "PUT", "/wares/h/", `{"name":"H"}`, "", `404 {"detail":"Not found."}`},
			{"bob", "PUT", "/wares/b/", `{"name":"H"}`, "", `404 {"detail":"Not found."}`},
			{"bob", "PUT", "/wares/a/", `{"name":"AA"}`, "", `200 {"id":1,"sku":"a","name":"AA","pieces":1,"hidden":false}`},
			{"", "PUT", "/wares/h/", `{"name":"H"}`, "", `403 {"detail":"Authentication credentials were not provided."}`},
			// Conditions.
			{"alice", "PUT", "/wares/h/", `{"name":"H"}`, "If-Match: " + tag, `412 {"detail":"The record has changed since it was read."}`},
			{"alice", "PUT", "/wares/a/", `{"name":"A"}`, "If-None-Match: *", `412 {"detail":"The record is one that If-None-Match names."}`},
			{"alice", "PUT", "/wares/h/", `{"name":"H"}`, "If-None-Match: *", `201 /wares/h/ {"id":8,"sku":"h","name":"H","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/i/", `{"name":"I"}`, "Idempotency-Key: one", `201 /wares/i/ {"id":9,"sku":"i","name":"I","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/i/", `{"name":"I"}`, "Idempotency-Key: one", `201 /wares/i/ {"id":9,"sku":"i","name":"I","pieces":1,"hidden":false}`},
			{"alice", "PUT", "/wares/j/", `{"name":"J"}`, "Prefer: dry-run", `201 {"id":10,"sku":"j","name":"J","pieces":1,"hidden":false}`},
			{"alice", "GET", "/wares/j/", ``, "", `404 {"detail":"Not found."}`},
			// The key of a client, below another record.
			{"", "PUT", "/shelves/1/slots/top/", `{"note":"n"}`, "", `201 /shelves/1/slots/top/ {"shelf":1,"id":"top","note":"n"}`},
			{"", "PUT", "/shelves/1/slots/top/", `{"note":"n"}`, "", `428 {"detail":"This request must state the version of the record: send its ETag in If-Match."}`},
			{"", "PUT", "/shelves/2/slots/top/", `{"note":"n"}`, "", `404 {"detail":"Not found."}`},
		} {
			headers := []string{"Content-Type", "application/json"}
			if name, value, sent := strings.Cut(tt.header, ": "); sent && name == "Content-Type" {
				headers[1] = value
			} else if sent {
				headers = append(headers, name, value)
			}
			w := server.SendAs(s, tt.as, tt.method, tt.path, tt.body, headers...)
			got := fmt.Sprint(w.Code, " ")
			if at := w.Header().Get("Location"); at != "" {
				got += strings.TrimPrefix(at, "http://example.com") + " "
			}
			if got += w.Body.String(); got != tt.want {
				t.Errorf("%s %s as %q with %s:\n got %s\nwant %s", tt.method, tt.path, tt.as, tt.header, got, tt.want)
			}
		}
	})
}

// Of many who PUT the same missing record, one creates it, and the others replace it, or are refused with If-None-Match.
func TestPutCreatesOnce(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := wares(t, address)
		for path, other := range map[string]int{"/wares/new/": 200, "/wares/newer/": 412} {
			headers := []string{"Content-Type", "application/json"}
			if other == 412 {
				headers = append(headers, "If-None-Match", "*")
			}
			var done sync.WaitGroup
			codes := make([]int, 12)
			for i := range codes {
				done.Go(func() {
					codes[i] = server.SendAs(s, "alice", "PUT", path, fmt.Sprintf(`{"name":"N%d"}`, i), headers...).Code
				})
			}
			done.Wait()
			count := map[int]int{}
			for _, code := range codes {
				count[code]++
			}
			if count[201] != 1 || count[other] != 11 {
				t.Errorf("PUT %s: got the statuses %v, want one 201 and eleven %d", path, count, other)
			}
		}
	})
}
