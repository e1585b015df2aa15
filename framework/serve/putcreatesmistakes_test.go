// Tests of PUT to an address without a record: what does not create it, and by which value it is created.

package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// errands counts the hooks of its view sets.
type errands struct{ made, changed int }

func (e *errands) set() *rest.Set {
	type crate struct {
		ID      int64     `rest:"id,readonly"`
		Number  int64     `rest:"number,unique"`
		Name    string    `rest:"name" validate:"max=20"`
		Changed time.Time `rest:"changed,readonly" default:"now"`
	}
	type label struct {
		ID   int64  `rest:"id,readonly"`
		Code string `rest:"code,unique" validate:"max=20"`
		Name string `rest:"name" validate:"max=20"`
	}
	type paper struct {
		ID   int64     `rest:"id,readonly"`
		Mark uuid.UUID `rest:"mark,unique"`
	}
	type tag struct {
		ID   int64  `rest:"id,readonly"`
		Word string `rest:"word,unique=ci" validate:"max=20"`
	}
	return rest.NewSet("errands",
		rest.ViewSet[crate]{
			Path: "/crates/", Lookup: "number", PutCreates: true, LastModified: "changed", History: &rest.History{},
			Serializer: rest.Serializer[crate]{
				BeforeCreate: func(*rest.Call, *crate) error { e.made++; return nil },
				BeforeUpdate: func(*rest.Call, *crate) error { e.changed++; return nil },
			},
		},
		rest.ViewSet[label]{Path: "/labels/", Lookup: "code", PutCreates: true, Serializer: rest.Serializer[label]{
			BeforeSave: func(_ *rest.Call, l *label) error {
				l.Code = strings.ToLower(l.Code)
				return nil
			},
			BeforeCreate: func(_ *rest.Call, l *label) error {
				l.Code = strings.TrimSuffix(l.Code, "-new")
				return nil
			},
			BeforeUpdate: func(_ *rest.Call, l *label) error {
				if l.Name == "lost" {
					return problem.New(problem.NotFound, "There is no such printer.")
				}
				return nil
			},
		}},
		rest.ViewSet[tag]{Path: "/tags/", Lookup: "word", PutCreates: true},
		rest.ViewSet[paper]{Path: "/papers/", Lookup: "mark", PutCreates: true},
	).Access(permission.Anyone)
}

// Only a missing record is created, at an address that a record can have, and with the value of the address in its row.
func TestPutCreatesAtItsAddress(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		e := &errands{}
		s := server.New(t, server.Config{Set: e.set, Options: serve.Options{Now: time.Now}}, address)
		const other = `400 {"code":["This value must be the one in the address."]}`
		const mark = "8c6a0b0e-7d5b-4f0c-9f5e-0a1b2c3d4e5f"
		for _, tt := range []struct{ path, body, header, want string }{
			{"/crates/7/", `{"name":"A"}`, "", "201"},
			{"/crates/7/", `{"name":"B"}`, "", "200"},
			{"/crates/0/", `{"number":9,"name":"A"}`, "", `404 {"detail":"Not found."}`},
			{"/crates/-3/", `{"name":"A"}`, "", `404 {"detail":"Not found."}`},
			{"/crates/8/", `{"name":"A"}`, "If-Unmodified-Since: Sun, 06 Nov 2044 08:49:37 GMT", `412 {"detail":"The record has changed since it was read."}`},
			{"/crates/99999999999999999999/", `{"number":9,"name":"A"}`, "", `404 {"detail":"Not found."}`},
			{"/crates/-0/", `{"number":9,"name":"A"}`, "", `404 {"detail":"Not found."}`},
			{"/crates/nine/", `{"number":9,"name":"A"}`, "", `404 {"detail":"Not found."}`},
			{"/papers/" + mark + "/", `{}`, "", `201 {"id":1,"mark":"` + mark + `"}`},
			{"/papers/" + mark + "/", `{}`, "", `200 {"id":1,"mark":"` + mark + `"}`},
			{"/papers/" + strings.ToUpper(mark) + "/", `{}`, "", "200"},
			{"/papers/no-uuid/", `{"mark":"` + strings.Replace(mark, "8", "9", 1) + `"}`, "", `404 {"detail":"Not found."}`},
			{"/tags/a/", `{}`, "", "201"},
			{"/tags/A/", `{}`, "", `400 {"word":["tag with this word already exists."]}`},
			{"/tags/a/", `{"word":"b"}`, "", "200"}, // it moves
			{"/tags/a/", `{"word":"b"}`, "", "400"},
			{"/labels/A/", `{"name":"A"}`, "", other},
			{"/labels/a-new/", `{"name":"A"}`, "", other},
			{"/labels/a/", `{"code":"A","name":"A"}`, "", "201"},
			{"/labels/a/", `{"name":"lost"}`, "", `404 {"detail":"There is no such printer."}`},
			{"/labels/a/", `{"code":"b","name":"lost"}`, "", `404 {"detail":"There is no such printer."}`},
		} {
			headers := []string{"Content-Type", "application/json"}
			if name, value, sent := strings.Cut(tt.header, ": "); sent {
				headers = append(headers, name, value)
			}
			w := server.SendAs(s, "", "PUT", tt.path, tt.body, headers...)
			if got := fmt.Sprint(w.Code, " ", w.Body); got != tt.want && fmt.Sprint(w.Code) != tt.want {
				t.Errorf("PUT %s %s %s:\n got %s\nwant %s", tt.path, tt.body, tt.header, got, tt.want)
			}
		}
		for _, path := range []string{"/crates/", "/papers/", "/labels/", "/tags/"} {
			if got := server.SendAs(s, "", "GET", path, "").Body.String(); strings.Count(got, `"id":`) != 1 {
				t.Errorf("GET %s: got %s, want one record", path, got)
			}
		}
		if e.made != 1 || e.changed != 1 {
			t.Errorf("hooks ran %d times before a create, and %d before an update, want 1 and 1", e.made, e.changed)
		}
		var kinds []string
		for _, line := range server.HistoryOf(t, s, "", "/crates/7/") {
			kinds = append(kinds, strings.Fields(line)[1])
		}
		if want := []string{"replace", "create"}; !slices.Equal(kinds, want) {
			t.Errorf("got the history %q, want %q", kinds, want)
		}
	})
}

// A PUT that creates counts under the throttles of creating too, and once under those of both; a refused one stores nothing.
func TestPutCreatesThrottled(t *testing.T) {
	for _, exact := range []bool{false, true} {
		now := server.Clock()
		set := func() *rest.Set {
			return rest.NewSet("errands", rest.ViewSet[ware]{
				Path: "/wares/", Lookup: "sku", PutCreates: true, Access: permission.Anyone, SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin},
				Throttles: []rest.Throttle{
					{Scope: "making", Actions: rest.Create, Exact: exact, Rates: []rest.Rate{{Requests: 2, Per: time.Minute}}},
					{Scope: "both", Actions: rest.Create | rest.Replace, Rates: []rest.Rate{{Requests: 6, Per: time.Minute}}},
				},
			})
		}
		s := server.New(t, server.Config{Set: set, Options: serve.Options{Now: func() time.Time { return now }}}, ":memory:")
		for i, tt := range []struct{ method, path, want string }{
			{"PUT", "/wares/a/", `201 "making";r=1;t=60, "both";r=5;t=60`},
			{"PUT", "/wares/a/", `200 "both";r=4;t=60`},
			{"PUT", "/wares/b/", `201 "making";r=0;t=60, "both";r=3;t=60`},
			{"PUT", "/wares/c/", `429 "making";r=0;t=60, "both";r=2;t=60`},
			{"GET", "/wares/c/", `404 `},
			{"PUT", "/wares/a/", `200 "both";r=1;t=60`},
		} {
			w := server.SendAs(s, "", tt.method, tt.path, `{"name":"A"}`, "Content-Type", "application/json")
			got := fmt.Sprint(w.Code, " ", w.Header().Get("RateLimit"))
			if exact {
				got, tt.want = got[:3], tt.want[:3]
			}
			if got != tt.want {
				t.Errorf("%d, exact %v: %s %s: got %s, want %s", i, exact, tt.method, tt.path, got, tt.want)
			}
		}
	}
}

// A token that may replace records and not create them finds no missing one.
func TestPutCreatesScopes(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("errands",
			rest.ViewSet[ware]{Path: "/wares/", Lookup: "sku", PutCreates: true, SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin}},
			rest.Tokens("/tokens/"),
		).Access(permission.SignedIn).Schemes(token.Scheme{}, basic.Scheme{})
	}
	s := server.New(t, server.Config{Set: set}, ":memory:")
	server.Must(t, s, "PUT", "/wares/a/", "alice", `{"name":"A"}`)
	for _, tt := range []struct {
		scopes string
		want   [2]int
	}{{`"wares:replace"`, [2]int{200, 404}}, {`"wares:create"`, [2]int{403, 403}}, {`"wares:replace","wares:create"`, [2]int{200, 201}}} {
		made := server.MakeToken(t, s, "alice", fmt.Sprintf(`{"name":"for %d","scopes":[%s]}`, tt.want[1], tt.scopes))
		for i, path := range []string{"/wares/a/", "/wares/b/"} {
			w := server.SendAs(s, "", "PUT", path, `{"name":"A"}`, "Content-Type", "application/json", "Authorization", "Bearer "+made.Token)
			if w.Code != tt.want[i] {
				t.Errorf("PUT %s with %s: got %d %s, want %d", path, tt.scopes, w.Code, w.Body, tt.want[i])
			}
		}
	}
}
