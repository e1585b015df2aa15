// Tests of work after the commit, and of rows that stay fixed.

package serve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// Code that runs after the commit sees the rows of its request as they were in the transaction:
// however long the response is, and whatever other requests have done with the memory meanwhile.
func TestRowsAfterCommit(t *testing.T) {
	long := strings.Repeat("long-", 20_000) // more than what a response may keep while its client takes its time
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		for _, status := range []string{"short", long} {
			d.Reset(t)
			server.Must(t, d, "POST", "/labels/", "", `{"name":"a"}`)
			for _, tt := range []struct{ line, title, before string }{
				{"POST /tickets/", "made", ""},
				{"PUT /tickets/1/", "put", "made"},
				{"PATCH /tickets/1/", "patched", "put"},
				{"DELETE /tickets/1/", "patched", "patched"},
			} {
				var got []string
				note := func(what string, call *rest.Call, row *sets.Ticket) {
					if before := rest.Before[sets.Ticket](call); before != nil {
						what += fmt.Sprintf(" of %s %d", before.Title, len(before.Status))
					}
					got = append(got, fmt.Sprintf("%s: %s %d", what, row.Title, len(row.Status)))
				}
				d.only("AfterCommit", func(call *rest.Call, row *sets.Ticket) error { note("hook", call, row); return nil })
				leave := func(call *rest.Call, row *sets.Ticket) error {
					return call.AfterCommit(func(context.Context) error { note("left", call, row); return nil })
				}
				d.on["AfterCreate"], d.on["AfterUpdate"], d.on["AfterDelete"] = leave, leave, leave
				method, path, _ := strings.Cut(tt.line, " ")
				server.Must(t, d, method, path, "", fmt.Sprintf(`{"title":%q,"status":%q}`, tt.title, status))
				of := ""
				if tt.before != "" {
					of = fmt.Sprintf(" of %s %d", tt.before, len(status))
				}
				want := fmt.Sprintf("left%s: %s %d, hook%[1]s: %[2]s %[3]d", of, tt.title, len(status))
				if strings.Join(got, ", ") != want {
					t.Errorf("%s: got %s, want %s", tt.line, strings.Join(got, ", "), want)
				}
			}
		}
	})
}

// Functions for after the commit run in order, even if one of them fails, and change
// nothing for the client.
func TestAfterCommit(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		var order []string
		note := func(what string, err error) func(context.Context) error {
			return func(ctx context.Context) error {
				if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) > time.Second && ctx.Err() == nil {
					order = append(order, what)
				}
				if what == "b" {
					panic("of b")
				}
				return err
			}
		}
		d.only("AfterCreate", func(call *rest.Call, t *sets.Ticket) error {
			t.Title = "as the hook left it"
			return errors.Join(call.AfterCommit(note("a", errors.New("of a"))), call.AfterCommit(note("b", nil)), call.AfterCommit(note("c", nil)))
		})
		d.on["AfterCommit"] = func(call *rest.Call, t *sets.Ticket) error {
			n, err := rest.Rows[sets.Ticket](call).Count()
			order = append(order, fmt.Sprintf("%s, %d stored", t.Title, n))
			if err := sets.Write(call, t, "too late"); err == nil {
				order = append(order, "written")
			}
			return errors.Join(err, call.Context().Err())
		}
		// The client leaves when the transaction is done.
		ctx, leave := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, "POST", "/tickets/", strings.NewReader(`{"title":"t"}`))
		r.Header.Set("Content-Type", "application/json")
		w := &leaving{ResponseRecorder: httptest.NewRecorder(), leave: leave}
		func() {
			defer func() { _ = recover() }()
			d.ServeHTTP(w, r)
		}()
		if got, want := strings.Join(order, "; "), "a; b; c; as the hook left it, 1 stored"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		logged := strings.Join(d.log.Take(), "")
		if strings.Count(logged, "after commit") != 2 || !strings.Contains(logged, "of a") || !strings.Contains(logged, "of b") {
			t.Errorf("logged %s, want one line of a and one of b", logged)
		}
	})
}

// leaving is a client that leaves before it is answered.
type leaving struct {
	*httptest.ResponseRecorder
	leave func()
}

func (l *leaving) WriteHeader(status int) {
	l.leave()
	l.ResponseRecorder.WriteHeader(status)
}

// The client has the whole response before that is done which is left for after the commit.
func TestResponseBeforeAfterCommit(t *testing.T) {
	d := newOffice(t, ":memory:")
	server := httptest.NewServer(d)
	defer server.Close()
	for _, accept := range []string{"application/json", "text/html"} {
		wait := make(chan struct{})
		d.only("AfterCommit", func(_ *rest.Call, made *sets.Ticket) error {
			if made.Title == "of "+accept { // the one before may come this late
				<-wait
			}
			return nil
		})
		r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/tickets/", strings.NewReader(`{"title":"of `+accept+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		client := http.Client{Timeout: 10 * time.Second}
		res, err := client.Do(r)
		if err != nil {
			close(wait)
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != 201 || !strings.Contains(string(body), "of "+accept) && accept == "application/json" {
			t.Errorf("%s: got %d %s, error %v", accept, res.StatusCode, body, err)
		}
		close(wait)
	}
}

// A row that a rule has a say in is locked while another comes to refer to it, wherever something of the
// set may change it; what nothing changes needs no lock.
func TestLocksRowsThatMayChange(t *testing.T) {
	address := pg.Postgres(t)
	open := permission.Is("open", true)
	type hooks = rest.Serializer[sets.Pinned]
	do := func(*rest.Call, *sets.Corkboard, rest.None) (*sets.Corkboard, error) { return nil, nil }
	ping := func(*rest.Call, rest.None) (sets.Detour, error) { return sets.Detour{}, nil }
	hook := func(*rest.Call, *sets.Pinned) error { return nil }
	for name, tt := range map[string]struct {
		set           func() *rest.Set
		refers, below bool // POST /pinned/ locks, and so does one below the board
	}{
		"read":                    {sets.Corkboards(hooks{}, nil), false, false},
		"an operation reads":      {sets.Corkboards(hooks{}, []rest.Action{rest.OnRecord("look", do, rest.GET)}), false, false},
		"code before the save":    {sets.Corkboards(hooks{BeforeSave: hook}, nil), false, false},
		"an operation":            {sets.Corkboards(hooks{}, []rest.Action{rest.OnRecord("hide", do)}), true, true},
		"a hook of others":        {sets.Corkboards(hooks{BeforeCreate: hook}, nil), true, true},
		"an endpoint":             {sets.Corkboards(hooks{}, nil, rest.Endpoint("/ping/", ping, rest.Allow(permission.Anyone))), true, true},
		"others of the table":     {sets.Corkboards(hooks{}, nil, rest.ViewSet[sets.Corkboard]{Path: "/all/", Table: "corkboards", Actions: rest.Modify, Access: open}), true, true},
		"others delete":           {sets.Corkboards(hooks{}, nil, rest.ViewSet[sets.Corkboard]{Path: "/all/", Table: "corkboards", Actions: rest.Destroy, Access: open}), false, true},
		"deletes that set null":   {sets.Corkboards(hooks{}, nil, rest.ViewSet[sets.Cork]{Path: "/corks/", Actions: rest.Destroy}), true, true},
		"others that are not row": {sets.Corkboards(hooks{}, nil, rest.ViewSet[sets.Cork]{Path: "/corks/", Actions: rest.Modify}), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			at := server.Another(t, address)
			s := server.New(t, server.Config{Set: tt.set, Pages: server.PlainPages}, at)
			if _, err := server.Direct(t, at).Exec("INSERT INTO corkboards (open) VALUES (true)"); err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]bool{"/pinned/": tt.refers, "/boards/1/pinned/": tt.below} {
				statements := strings.Join(server.StatementsAs(t, s, "", "POST", path, `{"board":1}`, "Content-Type", "application/json"), "\n")
				if got := strings.Contains(statements, "FOR SHARE"); got != want || !strings.Contains(statements, "INSERT") {
					t.Errorf("POST %s: locks %v, want %v:\n%s", path, got, want, statements)
				}
			}
		})
	}
}
