// Events of records whose nested rows change, and of records that readers lose.

package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// namesUntilMark reads events until the one of a ship that the administrator makes to mark the end, and returns their types and keys.
func (s *streaming) namesUntilMark(t *testing.T, readers ...*stream) (names []string) {
	t.Helper()
	s.send(t, "admin", "POST /ships/", `{"fleet":2,"name":"mark"}`)
	for _, read := range readers {
		var list []string
		for {
			e, err := read.next()
			if err != nil {
				t.Fatalf("after %q: %v", list, err)
			}
			if e.Record["name"] == "mark" {
				break
			}
			name := fmt.Sprint(e.Type, " ", e.Key)
			if e.Record == nil {
				name += " gone"
			}
			list = append(list, name)
		}
		slices.Sort(list)
		names = append(names, strings.Join(list, ", "))
	}
	return names
}

// Records whose nested rows or pairs change have an event, also in the middle of the nesting; those with the same rows as
// before have none.
func TestEventsOfNestedRows(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreamingOf(t, sets.Fleets, address, serve.Options{Now: time.Now})
		s.send(t, "admin", "POST /fleets/", `{"open":true,"ships":[{"name":"a","cabins":[{"bed":"x"}]}]}`)
		s.send(t, "admin", "POST /fleets/", `{"open":true}`)
		read := s.open(t, "", "", "")
		for _, c := range []struct{ line, body, want string }{
			{"PATCH /fleets/1/", `{"ships":[{"id":1,"cabins":[{"bed":"y"}]}]}`, "fleets.update 1, ships.update 1"},
			{"PATCH /fleets/1/", `{"ships":[{"id":1,"name":"b"}]}`, "fleets.update 1, ships.update 1"},
			{"PATCH /fleets/1/", `{"captains":[{"who":"alice"}]}`, "fleets.update 1"},
			{"PATCH /fleets/1/", `{"captains":[{"who":"alice"}]}`, ""},
			{"PATCH /fleets/1/", `{"captains":[]}`, "fleets.update 1"},
			{"PATCH /fleets/1/", `{"allies":[2]}`, "fleets.update 1"},
			{"PATCH /fleets/", `[{"id":1,"ships":[{"id":1,"cabins":[]}]},{"id":2,"captains":[{"who":"bob"}]}]`, "fleets.update 1, fleets.update 2, ships.update 1"},
			{"PATCH /fleets/", `[{"id":1,"captains":[]},{"id":2,"captains":[]}]`, "fleets.update 2"},
		} {
			s.send(t, "admin", c.line, c.body)
			if got := s.namesUntilMark(t, read)[0]; got != c.want {
				t.Errorf("%s %s: got events %q, want %q", c.line, c.body, got, c.want)
			}
		}
	})
}

// A reader who loses a record by a change is told so without the record; nobody else is.
func TestEventsOfLostRecords(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreamingOf(t, sets.Fleets, address, serve.Options{Now: time.Now})
		s.send(t, "admin", "POST /fleets/", `{"captains":[{"who":"alice"}],"ships":[{"name":"a"}]}`)
		s.send(t, "admin", "POST /fleets/", `{"open":true}`)
		s.send(t, "admin", "POST /ships/", `{"fleet":2,"name":"b"}`)
		alice, bob := s.open(t, "alice", "", ""), s.open(t, "bob", "", "")
		for _, c := range []struct{ line, body, alice, bob string }{
			{"PATCH /ships/1/", `{"name":"c"}`, "ships.update 1", ""},
			{"PATCH /ships/2/", `{"fleet":1}`, "ships.update 2", "ships.update 2 gone"},
			{"PATCH /ships/2/", `{"fleet":1}`, "ships.update 2", ""},
			{"PATCH /fleets/1/", `{"open":true}`, "fleets.update 1", "fleets.update 1"},
			{"PATCH /fleets/1/", `{"open":false,"ships":[{"id":1,"name":"d"}]}`, "fleets.update 1, ships.update 1", "fleets.update 1 gone, ships.update 1 gone"},
			{"PATCH /fleets/1/", `{"captains":[{"who":"alice"},{"who":"bob"}]}`, "fleets.update 1", "fleets.update 1"},
			{"PATCH /fleets/1/", `{"captains":[{"who":"bob"}]}`, "fleets.update 1 gone", "fleets.update 1"},
			{"PATCH /fleets/", `[{"id":1,"captains":[]},{"id":2,"open":true}]`, "fleets.update 2", "fleets.update 1 gone, fleets.update 2"},
			{"DELETE /fleets/1/", "", "", ""},
		} {
			s.send(t, "admin", c.line, c.body)
			got := s.namesUntilMark(t, alice, bob)
			if got[0] != c.alice || got[1] != c.bob {
				t.Errorf("%s %s: got events %q and %q, want %q and %q", c.line, c.body, got[0], got[1], c.alice, c.bob)
			}
		}
	})
}

// The former state counts, and no mixture with the new one: nobody is told of a record that they saw neither before nor
// after, and a rule with a negation tells whom new rows shut out.
func TestEventsOfFormerStates(t *testing.T) {
	member := permission.Me("crew.who")
	for name, read := range map[string]permission.Rule{
		"both":    permission.All(permission.Is("open", true), member),
		"neither": permission.Not(member),
		"pairs":   permission.Not(permission.Is("allies.open", true)),
	} {
		t.Run(name, func(t *testing.T) {
			set := func() *rest.Set { return sets.FleetsFor(read, permission.Anyone) }
			server.OnBoth(t, func(t *testing.T, address string) {
				s := newStreamingOf(t, set, address, serve.Options{Now: time.Now})
				s.send(t, "admin", "POST /fleets/", `{"open":true,"captains":[{"who":"alice"}]}`)
				s.send(t, "admin", "POST /fleets/", `{"open":true}`)
				alice, bob := s.open(t, "alice", "", ""), s.open(t, "bob", "", "")
				for _, c := range map[string][]struct{ body, alice, bob string }{
					"both":    {{`{"open":false,"captains":[{"who":"bob"}]}`, "fleets.update 1 gone", ""}},
					"neither": {{`{"captains":[{"who":"alice"},{"who":"bob"}]}`, "", "fleets.update 1 gone"}, {`{"captains":[{"who":"bob"}]}`, "fleets.update 1", ""}},
					"pairs":   {{`{"allies":[2]}`, "fleets.update 1 gone", "fleets.update 1 gone"}, {`{"allies":[2]}`, "", ""}},
				}[name] {
					s.send(t, "admin", "PATCH /fleets/1/", c.body)
					if got := s.namesUntilMark(t, alice, bob); got[0] != c.alice || got[1] != c.bob {
						t.Errorf("%s: got events %q and %q, want %q and %q", c.body, got[0], got[1], c.alice, c.bob)
					}
				}
			})
		})
	}
}

// Of a row that stays, only what rules read is kept.
func TestFormerStatesAreSmall(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newStreamingOf(t, sets.Clubs, address, serve.Options{Now: time.Now})
		s.send(t, "admin", "POST /clubs/", `{"slug":"chess"}`)
		s.send(t, "admin", "POST /meetings/", `{"club":"chess","topic":"`+strings.Repeat("long", 1000)+`"}`)
		s.send(t, "admin", "PATCH /meetings/1/", `{"club":"chess"}`)
		var size int
		if err := server.Direct(t, address).QueryRow("SELECT SUM(LENGTH(row_columns)) FROM event_rows").Scan(&size); err != nil || size == 0 || size > 200 {
			t.Errorf("got %d characters, error %v, want some, at most 200", size, err)
		}
	})
}
