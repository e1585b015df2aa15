// Tests of 304 for records with a version.

package serve_test

import (
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"

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
