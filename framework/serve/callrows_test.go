package serve_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A call says what was sent, and what the row was before, in every format.
func TestSentAndBefore(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/tickets/", "", `{"title":"t","labels":[1]}`)
		look := func(call *rest.Call, t *sets.Ticket) error {
			var sent []string
			for _, name := range []string{"title", "status", "urgent", "labels", "owner", "nothing"} {
				if call.Sent(name) {
					sent = append(sent, name)
				}
			}
			before := "none"
			if b := rest.Before[sets.Ticket](call); b != nil {
				before = fmt.Sprint(b.Title, b.Labels.IDs)
			}
			if rest.Before[sets.Label](call) != nil || call.User().Username != "alice" || call.Credentials() == nil {
				return errors.New("not the call of alice about a ticket")
			}
			return problem.New(problem.Conflict, "%s %s of %s", strings.Join(sent, " "), call.Operation().Name, before)
		}
		const form = "application/x-www-form-urlencoded"
		tests := []struct{ line, kind, body, want string }{
			{"POST /tickets/", "application/json", `{"title":"n","owner":1}`, "title create of none"},
			{"PUT /tickets/1/", "application/json", `{"title":"n","labels":[]}`, "title labels replace of t[1]"},
			{"PATCH /tickets/1/", "application/json", `{"status":"x"}`, "status modify of t[1]"},
			{"PATCH /tickets/1/", "application/json", `{}`, " modify of t[1]"},
			{"PATCH /tickets/1/", form, "title=n", "title modify of t[1]"},
			{"PUT /tickets/1/", form, "title=n", "title urgent labels replace of t[1]"},
		}
		for _, tt := range tests {
			method, path, _ := strings.Cut(tt.line, " ")
			hooks := []string{"BeforeSave", "BeforeUpdate", "AfterUpdate"}
			if method == "POST" {
				hooks = []string{"BeforeSave", "BeforeCreate", "AfterCreate"}
			}
			for _, hook := range hooks {
				d.only(hook, look)
				w := server.SendAs(d, "alice", method, path, tt.body, "Content-Type", tt.kind)
				if want := `{"detail":"` + tt.want + `"}`; w.Code != 409 || w.Body.String() != want {
					t.Errorf("%s %s in %s: got %d %s, want %s", tt.line, tt.body, hook, w.Code, w.Body, want)
				}
			}
		}
	})
}

// The code of a team reads and writes rows in the transaction, all of them or those that are visible.
func TestRows(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/tickets/", "", `{"title":"first","labels":[1]}`)
		d.only("AfterCreate", func(call *rest.Call, ticket *sets.Ticket) error {
			tickets, entries := rest.Rows[sets.Ticket](call), rest.Rows[sets.Entry](call)
			check := func(what string, ok bool, err error) {
				if !ok || err != nil {
					t.Errorf("%s: error %v", what, err)
				}
			}
			own, err := tickets.Get(ticket.ID)
			check("the row of the transaction", err == nil && own.Title == "second", err)
			first, err := tickets.Order("title").First(predicate.Ne("id", ticket.ID))
			check("another row with its relations", err == nil && first.Title == "first" && fmt.Sprint(first.Labels.IDs) == "[1]", err)
			list, err := tickets.Order("-title").Limit(1).All(predicate.In("title", "first", "second"), predicate.Eq("status", "open"))
			check("a list", err == nil && len(list) == 1 && list[0].Title == "second", err)
			n, err := tickets.Count(predicate.Eq("labels.name", "a"))
			check("a number along a relation", n == 1, err)
			for _, text := range []string{"public", "private"} {
				check("a create", true, sets.Write(call, first, text))
			}
			found, err := entries.Find(sets.EntriesOf, first.ID)
			check("a query", len(found) == 2 && found[0].Text == "private" && found[0].Ticket.ID == first.ID, err)
			n, err = entries.Visible().Count()
			check("what alice may see", n == 1, err)
			first.Status, first.Title, first.Labels.IDs = "done", "not stored", nil
			check("an update of a field", true, tickets.Update(first, &first.Status))
			first, err = tickets.Lock(first.ID)
			check("the row that was updated", err == nil && first.Status == "done" && first.Title == "first", err)
			first.Labels.IDs = []int64{}
			check("an update of all fields", true, tickets.Update(first))
			n, err = tickets.Count(predicate.Eq("labels.name", "a"))
			check("the relation that was emptied", n == 0, err)
			check("a deletion", true, entries.Delete(found[0].ID))
			_, err = entries.Get(found[0].ID)
			check("a row that is gone", problem.As(err) != nil && problem.As(err).Code == problem.NotFound, nil)
			mistakes := map[string]error{
				"a deletion twice":   entries.Delete(found[0].ID),
				"a row that is not":  tickets.Update(&sets.Ticket{ID: 99}),
				"a field of another": tickets.Update(ticket, &first.Title),
				"no pointer":         tickets.Update(ticket, "title"),
				"no rows":            rest.Rows[office](call).Delete(1),
			}
			_, mistakes["no field"] = tickets.All(predicate.Eq("titel", 1))
			_, mistakes["no order"] = tickets.Order("titel").All()
			_, mistakes["no key"] = tickets.Get("first")
			_, mistakes["no listed query"] = entries.Find(&rest.Query[sets.Entry]{Where: predicate.Constant(true)})
			_, mistakes["too many arguments"] = entries.Find(sets.EntriesOf, 1, 2)
			for what, err := range mistakes {
				if err == nil {
					t.Errorf("%s: got no error", what)
				}
			}
			return nil
		})
		if status, got := server.Call(d, "POST", "/tickets/", "alice", `{"title":"second"}`); status != 201 {
			t.Errorf("got %d %s", status, got)
		}
	})
}

// A statement that fails ends the transaction on either database, whatever the code makes of it; what
// a constraint refuses is told.
func TestFailedStatement(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/tickets/", "", `{"title":"t"}`)
		before := d.stored()
		for name, tt := range map[string]struct {
			do     func(call *rest.Call)
			status int
		}{
			"SQL":        {func(call *rest.Call) { _, _ = call.Exec("DELETE FROM nowhere") }, 500},
			"constraint": {func(call *rest.Call) { _ = rest.Rows[sets.Ticket](call).Create(&sets.Ticket{Title: "t"}) }, 400},
			"a query": {func(call *rest.Call) {
				for range call.Query("SELECT nothing FROM tickets") {
					break
				}
			}, 500},
		} {
			d.only("AfterCreate", func(call *rest.Call, t *sets.Ticket) error { tt.do(call); return nil })
			if status, got := server.Call(d, "POST", "/tickets/", "", `{"title":"n"}`); status != tt.status {
				t.Errorf("%s: got %d %s, want %d", name, status, got, tt.status)
			}
			if got := d.stored(); got != before {
				t.Errorf("%s: stored %s, want %s", name, got, before)
			}
		}
	})
}

// SQL runs in the transaction; outside of it the code of a team reads and writes nothing.
func TestCallSQL(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/tickets/", "", `{"title":"a"}`)
		titles := func(call *rest.Call) (list []string, err error) {
			for row, err := range call.Query("SELECT title FROM tickets WHERE status = $1 ORDER BY title", "open") {
				if err != nil {
					return nil, err
				}
				var title string
				if err := row.Scan(&title); err != nil {
					return nil, err
				}
				if _, err := call.Exec("DELETE FROM tickets"); err == nil {
					t.Error("a statement was run within the rows of a query")
				}
				list = append(list, title)
			}
			return list, nil
		}
		d.only("BeforeSave", func(call *rest.Call, _ *sets.Ticket) error {
			list, err := titles(call)
			if err != nil || fmt.Sprint(list) != "[a]" {
				t.Errorf("before the transaction: got %q, error %v", list, err)
			}
			_, exec := call.Exec("DELETE FROM tickets")
			var query error
			for _, query = range call.Query("DELETE FROM tickets RETURNING id") {
				break
			}
			for what, err := range map[string]error{"Exec": exec, "Query": query, "Create": rest.Rows[sets.Label](call).Create(&sets.Label{Name: "b"}), "AfterCommit": call.AfterCommit(nil)} {
				if err == nil {
					t.Errorf("%s outside of a transaction: got no error", what)
				}
			}
			return nil
		})
		d.on["AfterCreate"] = func(call *rest.Call, ticket *sets.Ticket) error {
			n, err := call.Exec("UPDATE tickets SET title = title || $1 WHERE id = $2", "!", ticket.ID)
			list, failed := titles(call)
			if err != nil || n != 1 || failed != nil || fmt.Sprint(list) != "[a b!]" {
				t.Errorf("in the transaction: got %d, %q, errors %v and %v", n, list, err, failed)
			}
			return nil
		}
		status, got := server.Call(d, "POST", "/tickets/", "", `{"title":"b"}`)
		if status != 201 || !strings.Contains(got, `"title":"b!"`) {
			t.Errorf("got %d %s, want the row as SQL left it", status, got)
		}
	})
}

// Code that reads, and writes, rows within Each works in a transaction of either database.
func TestRowsWithinEach(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		for _, title := range []string{"a", "b", "c"} {
			server.Must(t, d, "POST", "/tickets/", "", `{"title":"`+title+`"}`)
		}
		var seen []string
		d.only("AfterCreate", func(call *rest.Call, ticket *sets.Ticket) error {
			seen = nil
			tickets := rest.Rows[sets.Ticket](call)
			return tickets.Order("id").Each(func(one *sets.Ticket) error {
				return tickets.Order("-id").Each(func(other *sets.Ticket) error {
					n, err := tickets.Count(predicate.Eq("title", one.Title))
					if err != nil {
						return err
					}
					seen = append(seen, fmt.Sprintf("%s%s%d", one.Title, other.Title, n))
					other.Status = "done"
					return tickets.Update(other, &other.Status)
				}, predicate.In("title", "a", "c"))
			}, predicate.In("title", "a", "b"))
		})
		server.Must(t, d, "POST", "/tickets/", "alice", `{"title":"second"}`)
		if got, want := fmt.Sprint(seen), "[ac1 aa1 bc1 ba1]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
