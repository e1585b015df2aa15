// Tests of declarations that were refused, or led nowhere.

package serve_test

import (
	"log/slog"
	"reflect"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	// errandOf is of an account that clients name.
	errandOf struct {
		ID     int64                     `rest:"id,readonly"`
		Helper rest.BelongsTo[auth.User] `rest:"helper,show=username"`
	}
	// vault has permissions on its rows, which are marked as they are deleted.
	vault struct {
		ID          int64                                   `rest:"id,readonly"`
		Deleted     *time.Time                              `rest:"-" db:"deleted"`
		Permissions rest.HasMany[rest.RowPermission[vault]] `rest:"-"`
	}
	tagged struct {
		ID   int64                     `rest:"id,readonly"`
		Name string                    `rest:"name"`
		With rest.ManyToMany[errandOf] `rest:"with,optional"`
	}
	taggedUpdate struct {
		Name string                    `rest:"name"`
		With rest.ManyToMany[errandOf] `rest:"with,optional"`
	}
)

// An own account at /me/ does not hide the accounts of others from those who refer to them; permissions on rows stay with a
// row that is marked as deleted; a change leaves out an optional relation, which stays as it is.
func TestDeclarationsThatWork(t *testing.T) {
	set := func() *rest.Set {
		return rest.NewSet("working",
			rest.ViewSet[auth.User]{Path: "/me/", Singleton: true, Actions: rest.Retrieve},
			rest.ViewSet[errandOf]{Path: "/errands/", Filters: []rest.Filter{{Path: "helper.username", Lookups: "contains"}}},
			rest.ViewSet[vault]{
				Path: "/vaults/", SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin},
				Access: permission.Any(permission.Admin, permission.RowPermission("see")),
			},
			rest.RowPermissions[vault]{Path: "/grants/"},
			rest.ViewSet[tagged]{Path: "/tagged/", Shapes: rest.Shapes{Update: rest.As[taggedUpdate]()}},
		).Access(permission.SignedIn)
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)
		for _, c := range []struct {
			user, method, path, body string
			status                   int
			want                     string
		}{
			{"alice", "POST", "/errands/", `{"helper":"bob"}`, 201, `{"id":1,"helper":"bob"}`},
			{"alice", "POST", "/errands/", `{"helper":"nobody"}`, 400, `{"helper":["Object with username=nobody does not exist."]}`},
			{"alice", "GET", "/errands/", "", 200, `[{"id":1,"helper":"bob"}]`},
			{"bob", "GET", "/errands/?helper__username__contains=bob", "", 200, `[{"id":1,"helper":"bob"}]`},
			{"alice", "GET", "/errands/?helper__username__contains=bob", "", 200, `[]`}, // she does not read his account
			{"alice", "GET", "/me/", "", 200, ""},
			{"admin", "POST", "/vaults/", `{}`, 201, `{"id":1}`},
			{"admin", "POST", "/grants/", `{"row":1,"permission":"see","user":"bob"}`, 201, ""},
			{"bob", "GET", "/vaults/1/", "", 200, `{"id":1}`},
			{"admin", "DELETE", "/vaults/1/", "", 204, ""},
			{"bob", "GET", "/vaults/1/", "", 404, ""},
			{"admin", "POST", "/vaults/1/restore/", "", 200, ""},
			{"bob", "GET", "/vaults/1/", "", 200, `{"id":1}`},
			{"alice", "POST", "/tagged/", `{"name":"a","with":[1]}`, 201, `{"id":1,"name":"a","with":[1]}`},
			{"alice", "PUT", "/tagged/1/", `{"name":"b"}`, 200, `{"id":1,"name":"b","with":[1]}`},
		} {
			status, got := server.Call(s, c.method, c.path, c.user, c.body)
			if status != c.status || c.want != "" && got != c.want {
				t.Errorf("%s %s %s as %s: got %d %s, want %d %s", c.method, c.path, c.body, c.user, status, got, c.status, c.want)
			}
		}
	})
}

// pickyMark is of a kind that accepts none of the values that kinds are tried with.
type pickyMark string

// A value of another type than the slots of its kind hold, which no trial at start-up has found, is not stored as nothing.
func TestLostValue(t *testing.T) {
	text := field.Text()
	kind := rest.Kind{
		Name: "picky", Match: func(t reflect.Type) bool { return t == reflect.TypeFor[pickyMark]() }, Bind: text.Bind,
		Parse: func(s *field.Spec, v any) (any, []string) {
			if v == "B+" {
				return pickyMark("B+"), nil
			}
			return s.Invalid("Enter B+.")
		},
		Arg: text.Arg, Column: text.Column, NoZero: "no mark",
	}
	type exam struct {
		ID   int64     `rest:"id,readonly"`
		Mark pickyMark `rest:"mark"`
	}
	set := func() *rest.Set {
		return rest.NewSet("exams", rest.ViewSet[exam]{Path: "/exams/"}).Kinds(kind).Access(permission.Anyone)
	}
	s := server.New(t, server.Config{Set: set, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, ":memory:")
	if status, got := server.Call(s, "POST", "/exams/", "", `{"mark":"B+"}`); status != 500 {
		t.Errorf("got %d %s, want 500", status, got)
	}
	if _, got := server.Call(s, "GET", "/exams/", "", ""); got != "[]" {
		t.Errorf("got %s, want nothing stored", got)
	}
}
