// Tests of 304 for records with a version.

package serve_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// penned counts how often values of its kind are encoded.
type penned string

type pennedSlot struct {
	field.Slot
	encoded *atomic.Int64
}

func (s pennedSlot) Append(b []byte, base string) []byte {
	s.encoded.Add(1)
	return s.Slot.Append(b, base)
}

type pennedNote struct {
	ID      int64  `rest:"id,readonly"`
	Text    penned `rest:"text"`
	Version int64  `rest:"version,readonly,version"`
}

// A record whose version counts all its changes is not encoded for a client that has it.
func TestUnchangedBeforeEncoding(t *testing.T) {
	var encoded atomic.Int64
	kind := field.Text()
	kind.Name, kind.Match = "penned", func(t reflect.Type) bool { return t == reflect.TypeFor[penned]() }
	text := kind.Bind
	kind.Bind = func(s *field.Spec, p reflect.Value) field.Slot { return pennedSlot{text(s, p), &encoded} }
	set := func() *rest.Set {
		return rest.NewSet("notes", rest.ViewSet[pennedNote]{Path: "/notes/"}).Kinds(kind).Access(permission.Anyone)
	}
	s := server.New(t, server.Config{Set: set}, ":memory:")
	server.Must(t, s, "POST", "/notes/", "", `{"text":"a"}`)
	tag := server.SendAs(s, "", "GET", "/notes/1/", "").Header().Get("ETag")
	for _, tt := range []struct {
		tag    string
		status int
		count  int64
	}{{tag, 304, 0}, {"*", 304, 0}, {`W/"9.j0"`, 200, 1}} {
		encoded.Store(0)
		w := server.SendAs(s, "", "GET", "/notes/1/", "", "If-None-Match", tt.tag)
		if got := encoded.Load(); w.Code != tt.status || got != tt.count || w.Header().Get("ETag") != tag {
			t.Errorf("If-None-Match %s: got %s, encoded %d times, want %d, %d times", tt.tag, fmt.Sprint(w.Code, " ", w.Body), got, tt.status, tt.count)
		}
	}
}

type longNote struct {
	ID      int64                     `rest:"id,readonly"`
	Owner   rest.BelongsTo[auth.User] `rest:"owner,readonly"`
	Text    string                    `rest:"text"`
	Changed time.Time                 `rest:"changed,readonly" default:"now"`
	Version int64                     `rest:"version,readonly,version"`
}

// Of a long record that a client has, only the version is read, under the rule of the record. A record that cannot be long
// is read as it is.
func TestUnchangedBeforeReading(t *testing.T) {
	type shortNote struct {
		ID      int64  `rest:"id,readonly"`
		Text    string `rest:"text" validate:"max=100"`
		Version int64  `rest:"version,readonly,version"`
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("notes",
				rest.ViewSet[longNote]{
					Path: "/notes/", Owner: rest.Field(func(n *longNote) *rest.BelongsTo[auth.User] { return &n.Owner }), LastModified: "changed",
					Access: permission.By{Read: permission.Any(permission.Owner, permission.Is("text", "open")), Write: permission.SignedIn},
				},
				rest.ViewSet[shortNote]{Path: "/short/", Access: permission.Anyone},
			).Access(permission.Anyone)
		}}, address)
		server.Must(t, s, "POST", "/notes/", "alice", `{"text":"secret"}`)
		server.Must(t, s, "POST", "/short/", "", `{"text":"a"}`)
		w := server.SendAs(s, "alice", "GET", "/notes/1/", "")
		tag, modified := w.Header().Get("ETag"), w.Header().Get("Last-Modified")
		for _, tt := range []struct {
			user, path, tag string
			status          int
			statements      int // about the table
			reads           bool
		}{
			{"alice", "/notes/1/", tag, 304, 1, false},
			{"alice", "/notes/1/", "*", 304, 1, false},
			{"alice", "/notes/1/", `"x", ` + tag, 304, 1, false},
			{"alice", "/notes/1/", `W/"9.j0"`, 200, 2, true},
			{"alice", "/notes/1/", `"x"`, 200, 1, true},
			{"alice", "/notes/1/?format=yaml", tag, 200, 2, true},
			{"bob", "/notes/1/", tag, 404, 2, true},
			{"", "/notes/1/", tag, 404, 2, true},
			{"", "/short/1/", tag, 304, 1, true},
		} {
			statements := slices.DeleteFunc(server.StatementsAs(t, s, tt.user, "GET", tt.path, "", "If-None-Match", tt.tag), func(text string) bool {
				return !strings.Contains(text, "_notes")
			})
			columns, _, _ := strings.Cut(statements[len(statements)-1], " FROM ")
			reads := strings.Contains(columns, "text")
			w := server.SendAs(s, tt.user, "GET", tt.path, "", "If-None-Match", tt.tag)
			if w.Code != tt.status || len(statements) != tt.statements || reads != tt.reads {
				t.Errorf("%s as %q, If-None-Match %s: got %d by %q", tt.path, tt.user, tt.tag, w.Code, statements)
			}
			if tt.status == 304 && tt.user != "" && (w.Header().Get("ETag") != tag || w.Header().Get("Last-Modified") != modified) {
				t.Errorf("If-None-Match %s: got ETag %s, Last-Modified %s", tt.tag, w.Header().Get("ETag"), w.Header().Get("Last-Modified"))
			}
		}
	})
}
