// Requests at the same moment, each of which would be right by itself.

package tracker_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/pg"
)

// together is the tracker on PostgreSQL, where transactions overlap, with two projects of alice's.
type together struct {
	*service
	held *sql.Tx
}

func newTogether(t *testing.T) *together {
	t.Helper()
	s := &together{service: newService(t, "postgres", pg.Postgres(t))}
	s.want(t, "POST", "/projects/", "alice", `{"slug":"a","name":"A"}`, "201")
	s.want(t, "POST", "/projects/", "alice", `{"slug":"b","name":"B"}`, "201")
	return s
}

// hold keeps what a statement locks until release.
func (s *together) hold(t *testing.T, statement string) {
	t.Helper()
	var err error
	if s.held, err = s.db.BeginTx(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err = s.held.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func (s *together) release(t *testing.T) {
	t.Helper()
	if err := s.held.Commit(); err != nil {
		t.Error(err)
	}
}

// begin sends a request and returns when it waits for a lock, as so many others do then.
func (s *together) begin(t *testing.T, waiting int, user, method, path, body string) <-chan string {
	t.Helper()
	answer := make(chan string, 1)
	go func() {
		status, text := s.call(method, path, user, body)
		answer <- fmt.Sprint(status, " ", text)
	}()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		if s.number(t, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") >= int64(waiting) {
			return answer
		}
		if time.Since(began) > 5*time.Second {
			t.Fatalf("%s %s does not wait: %s", method, path, <-answer)
		}
	}
}

// A label that goes to another project is on no ticket of the old one, though a ticket takes it meanwhile.
func TestLabelMovesWhileTicketTakesIt(t *testing.T) {
	s := newTogether(t)
	s.want(t, "POST", "/labels/", "alice", `{"project":"a","name":"x","colour":"#000000"}`, "201")
	s.want(t, "POST", "/tickets/", "alice", `{"project":"a","title":"t"}`, "201")
	for _, labelFirst := range []bool{true, false} {
		s.want(t, "PATCH", "/labels/1/", "alice", `{"project":"a"}`, "200")
		var moved, taken <-chan string
		if labelFirst {
			s.hold(t, "SELECT 1 FROM projects WHERE slug = 'b' FOR UPDATE")
			moved = s.begin(t, 1, "alice", "PATCH", "/labels/1/", `{"project":"b"}`)
			taken = s.begin(t, 2, "alice", "PATCH", "/tickets/1/", `{"labels":[1]}`)
		} else {
			s.hold(t, "LOCK TABLE tickets_labels IN SHARE MODE")
			taken = s.begin(t, 1, "alice", "PATCH", "/tickets/1/", `{"labels":[1]}`)
			moved = s.begin(t, 2, "alice", "PATCH", "/labels/1/", `{"project":"b"}`)
		}
		s.release(t)
		if got := <-moved; !strings.HasPrefix(got, "200 ") {
			t.Errorf("label first %v: moving the label: %s", labelFirst, got)
		}
		want := `400 {"labels":["A label must belong to the ticket's project."]}`
		if got := <-taken; labelFirst && got != want || !labelFirst && !strings.HasPrefix(got, "200 ") {
			t.Errorf("label first %v: taking the label: %s", labelFirst, got)
		}
		if n := s.number(t, "SELECT count(*) FROM tickets_labels"); n != 0 {
			t.Errorf("label first %v: a ticket has the label of another project", labelFirst)
		}
	}
}

// A ticket for a project that is deleted meanwhile is refused as one for a project that never was.
func TestProjectGoesWhileTicketComes(t *testing.T) {
	s := newTogether(t)
	s.hold(t, "DELETE FROM members WHERE project_id = 1; DELETE FROM projects WHERE id = 1")
	made := s.begin(t, 1, "alice", "POST", "/tickets/", `{"project":"a","title":"t"}`)
	s.release(t)
	if got, want := <-made, `400 {"project":["Object with slug=a does not exist."]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Two owners that leave at once, or get another role, leave one behind.
func TestLastOwnersLeave(t *testing.T) {
	for _, tt := range []struct{ method, body, refused string }{
		{"DELETE", "", `409 {"detail":"A project needs an owner."}`},
		{"PATCH", `{"role":"editor"}`, `400 {"role":["A project needs an owner."]}`},
	} {
		s := newTogether(t)
		s.want(t, "POST", "/projects/a/members/", "alice", `{"username":"bob","role":"owner"}`, "201")
		path := fmt.Sprintf("/projects/a/members/%d/", s.number(t, "SELECT id FROM members WHERE project_id = 1 AND user_id <> (SELECT id FROM users WHERE username = 'alice')"))
		s.hold(t, "SELECT 1 FROM projects WHERE id = 1 FOR UPDATE")
		bob := s.begin(t, 1, "admin", tt.method, path, tt.body)
		alice := s.begin(t, 2, "admin", tt.method, "/projects/a/members/1/", tt.body)
		s.release(t)
		answers := []string{<-bob, <-alice}
		if owners := s.number(t, "SELECT count(*) FROM members WHERE project_id = 1 AND role = 'owner'"); owners != 1 || !slices.Contains(answers, tt.refused) {
			t.Errorf("%s: %d owners are left, answers %q, want one refused: %s", tt.method, owners, answers, tt.refused)
		}
	}
}

// Of two tickets that are put below each other at once one stays where it was.
func TestParentsSwap(t *testing.T) {
	s := newTogether(t)
	s.want(t, "POST", "/tickets/", "alice", `{"project":"a","title":"1"}`, "201")
	s.want(t, "POST", "/tickets/", "alice", `{"project":"a","title":"2"}`, "201")
	s.hold(t, "SELECT 1 FROM projects WHERE id = 1 FOR UPDATE")
	first := s.begin(t, 1, "alice", "PATCH", "/tickets/1/", `{"parent":2}`)
	second := s.begin(t, 2, "alice", "PATCH", "/tickets/2/", `{"parent":1}`)
	began := time.Now()
	s.release(t)
	answers := []string{(<-first)[:3], (<-second)[:3]}
	if slices.Sort(answers); !slices.Equal(answers, []string{"200", "400"}) {
		t.Errorf("got %v, want one 200 and one 400", answers)
	}
	if n := s.number(t, "SELECT count(*) FROM tickets WHERE parent_id IS NOT NULL"); n != 1 {
		t.Errorf("%d tickets have a parent, want 1", n)
	}
	t.Logf("took %v", time.Since(began))
}
