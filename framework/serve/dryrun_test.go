package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
)

// tryFirst sends JSON with Prefer: dry-run, and returns status, Preference-Applied and body.
func tryFirst(h http.Handler, user, method, path, body string, headers ...string) string {
	headers = append([]string{"Content-Type", "application/json", "Prefer", "dry-run"}, headers...)
	w := server.SendAs(h, user, method, path, body, headers...)
	for _, name := range []string{"Etag", "Last-Modified", "Location"} {
		if value := w.Header().Get(name); value != "" {
			return name + " " + value
		}
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s %s", w.Code, w.Header().Get("Preference-Applied"), w.Body))
}

// A dry run answers what the request would, runs the code of the transaction, and leaves everything as it was. What
// goes with a deletion is told of what the requester may see.
func TestDryRun(t *testing.T) {
	const refused = `{"title":["ticket with this title already exists."]}`
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		for _, body := range []string{`{"title":"a","labels":[1]}`, `{"title":"b","parent":1}`, `{"title":"c","parent":2}`, `{"title":"d"}`} {
			server.Must(t, d, "POST", "/tickets/", "", body)
		}
		for _, body := range []string{`{"text":"public","ticket":2}`, `{"text":"private","ticket":3}`, `{"text":"private","ticket":4}`} {
			server.Must(t, d, "POST", "/entries/", "admin", body)
		}
		d.take()
		tests := []struct{ user, line, body, want, events string }{
			{
				"alice", "POST /tickets/", `{"title":"n","labels":[1]}`,
				`201 dry-run {"id":N,"title":"n","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`, "Validate 0, BeforeSave 0, BeforeCreate 0, AfterCreate N",
			},
			{"alice", "POST /tickets/", `{"title":"a"}`, "400  " + refused, ""},
			{
				"alice", "PUT /tickets/4/", `{"title":"e","status":"done"}`,
				`200 dry-run {"id":4,"title":"e","status":"done","urgent":false,"labels":[],"parent":null,"owner":null}`, "Validate 4, BeforeSave 4, BeforeUpdate 4, AfterUpdate 4",
			},
			{
				"alice", "PATCH /tickets/1/", `{"labels":[]}`,
				`200 dry-run {"id":1,"title":"a","status":"open","urgent":false,"labels":[],"parent":null,"owner":null}`, "Validate 1, BeforeSave 1, BeforeUpdate 1, AfterUpdate 1",
			},
			{"alice", "PATCH /tickets/1/", `{"status":"secret"}`, `403  {"detail":"You do not have permission to perform this action."}`, "Validate 1, BeforeSave 1, BeforeUpdate 1"},
			{
				"alice", "POST /tickets/1/rename/", `{"title":"r"}`,
				`200 dry-run {"id":1,"title":"r","status":"open","urgent":false,"labels":[1],"parent":null,"owner":null}`, "rename 1, Validate 1, BeforeSave 1",
			},
			{
				"alice", "DELETE /tickets/1/", "",
				`200 dry-run {"status":204,"related":[{"resource":"Entry","effect":"cleared","field":"ticket","count":1},{"resource":"Ticket","effect":"deleted","count":2}]}`, "BeforeDelete 1, AfterDelete 1",
			},
			{
				"admin", "DELETE /tickets/1/", "",
				`200 dry-run {"status":204,"related":[{"resource":"Entry","effect":"cleared","field":"ticket","count":2},{"resource":"Ticket","effect":"deleted","count":2}]}`, "BeforeDelete 1, AfterDelete 1",
			},
			{"alice", "DELETE /tickets/4/", "", `200 dry-run {"status":204,"related":[]}`, "BeforeDelete 4, AfterDelete 4"},
			{"alice", "DELETE /tickets/9/", "", `404  {"detail":"Not found."}`, ""},
			{"alice", "GET /labels/", "", `200  [{"id":1,"name":"a"}]`, ""},
			{"alice", "DELETE /labels/1/", "", `200 dry-run {"status":204,"related":[]}`, ""},
		}
		before := d.stored()
		for _, tt := range tests {
			method, path, _ := strings.Cut(tt.line, " ")
			number := strings.NewReplacer(`"id":5`, `"id":N`, "AfterCreate 5", "AfterCreate N", `"id":6`, `"id":N`, "AfterCreate 6", "AfterCreate N")
			if got := number.Replace(tryFirst(d, tt.user, method, path, tt.body)); got != tt.want {
				t.Errorf("%s %s:\n got %s\nwant %s", tt.line, tt.body, got, tt.want)
			}
			if got := number.Replace(d.take()); got != tt.events {
				t.Errorf("%s %s: got events %s, want %s", tt.line, tt.body, got, tt.events)
			}
			if got := d.stored(); got != before {
				t.Fatalf("%s %s: stored\n %s, want\n %s", tt.line, tt.body, got, before)
			}
		}
	})
}

// The code of a team can ask whether it is a dry run, and its functions for after the commit do not run. A dry run uses no
// Idempotency-Key, and is run again as a transaction is.
func TestDryRunCode(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newOffice(t, address)
		server.Must(t, d, "POST", "/tickets/", "", `{"title":"a"}`)
		var told []bool
		d.only("rename", func(call *rest.Call, t *sets.Ticket) error {
			told = append(told, call.DryRun())
			if err := sets.Write(call, t, "public"); err != nil {
				return err
			}
			return call.AfterCommit(func(context.Context) error { return d.hook("done")(nil, t) })
		})
		before := d.stored()
		tryFirst(d, "alice", "POST", "/tickets/1/rename/", `{"title":"b"}`, "Idempotency-Key", "k")
		if got := d.stored(); got != before {
			t.Errorf("a dry run has stored %s", got)
		}
		if got := d.take(); strings.Contains(got, "done") {
			t.Errorf("after a dry run: %s", got)
		}
		w := server.SendAs(d, "alice", "POST", "/tickets/1/rename/", `{"title":"c"}`, "Content-Type", "application/json", "Idempotency-Key", "k")
		if w.Code != 200 || !strings.Contains(w.Body.String(), `"c"`) || w.Header().Get("Preference-Applied") != "" {
			t.Errorf("the request with the key of its dry run: got %d %s", w.Code, w.Body)
		}
		if !slices.Equal(told, []bool{true, false}) || !strings.Contains(d.take(), "done 1") {
			t.Errorf("DryRun gave %v", told)
		}
		for prefer, want := range map[string]string{
			"DRY-RUN": "dry-run", `respond-async, dry-run=""; x=y`: "dry-run", "dry-run=true": "dry-run", "dry-run=false, dry-run": "", "dryrun": "", "x;dry-run": "",
		} {
			w := server.SendAs(d, "alice", "PATCH", "/tickets/1/", `{}`, "Content-Type", "application/json", "Prefer", prefer)
			if got := w.Header().Get("Preference-Applied"); w.Code != 200 || got != want {
				t.Errorf("Prefer %q: got %d, %q applied, want %q", prefer, w.Code, got, want)
			}
		}
	})
}

// Dry runs of lists answer as the lists do, with handling=lenient too, and tell what goes with rows that are deleted.
func TestDryRunOfLists(t *testing.T) {
	const made = `{"id":ID,"label":"z","larder":"cellar","beside":null,"place":null,"spices":[1],"herbs":[],"filler":"alice","grams":100}`
	server.OnBoth(t, func(t *testing.T, address string) {
		k := stocked(t, address)
		committed := 0
		k.committed = func(*rest.Call, *sets.Canister) error { committed++; return nil }
		for _, tt := range []struct{ line, body, prefer, want string }{
			{"POST /canisters/", `[{"label":"z","larder":"cellar","spices":[1]}]`, "dry-run", "201 dry-run [" + made + "]"},
			{"POST /canisters/", `[{"label":"z","larder":"cellar","spices":[1]},{}]`, "handling=lenient, dry-run", `207 handling=lenient, dry-run [{"status":201,"body":` + made + `},{"status":400,"errors":{"label":["This field is required."],"larder":["This field is required."]}}]`},
			{"PATCH /canisters/", `[{"id":1,"grams":1}]`, "dry-run", `200 dry-run [{"id":1,"label":"a","larder":"cellar","beside":null,"place":1,"spices":[1],"herbs":[],"filler":"admin","grams":1}]`},
			{"DELETE /canisters/", `[1,5]`, "dry-run, handling=lenient", `207 handling=lenient, dry-run [{"status":204},{"status":403,"errors":{"detail":"You do not have permission to perform this action."}}]`},
			{"DELETE /canisters/", `[1]`, "dry-run", `200 dry-run {"status":204,"related":[]}`},
			{"DELETE /canisters/?place=1&max_affected=9", ``, "dry-run", `200 dry-run {"status":204,"related":[]}`},
		} {
			method, path, _ := strings.Cut(tt.line, " ")
			got := tryFirst(k, "alice", method, path, tt.body, "Prefer", tt.prefer)
			for id := range 20 {
				got = strings.Replace(got, fmt.Sprintf(`"id":%d,"label":"z"`, id), `"id":ID,"label":"z"`, 1)
			}
			if got != tt.want {
				t.Errorf("%s %s:\n got %s\nwant %s", tt.line, tt.body, got, tt.want)
			}
			if got := k.canisters(); got != untouched || committed > 0 {
				t.Errorf("%s %s: stored\n %s, want\n %s; %d commits", tt.line, tt.body, got, untouched, committed)
			}
		}
	})
}

// A dry run leaves no file: those that it brings are removed, and those that its rows have stay.
func TestDryRunOfFiles(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, store, log := worlds.Archive(t, address, server.PlainPages)
		if w := upload(s, "POST", "/sheets/", inDrawer, text("a.txt", "one")); w.Code != 201 {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
		before := fmt.Sprint(store.Keys(t))
		try := http.Header{"Prefer": {"dry-run"}}
		if w := uploadAs(s, "alice", "POST", "/sheets/", inDrawer, try, text("b.txt", "two")); w.Code != 201 || !strings.Contains(w.Body.String(), `"b.txt"`) {
			t.Errorf("POST: got %d %s", w.Code, w.Body)
		}
		if w := uploadAs(s, "alice", "PUT", "/sheets/1/", inDrawer, try, text("c.txt", "three")); w.Code != 200 || !strings.Contains(w.Body.String(), `"c.txt"`) {
			t.Errorf("PUT: got %d %s", w.Code, w.Body)
		}
		if got, want := tryFirst(s, "alice", "DELETE", "/cabinets/1/", ""), `200 dry-run {"status":204,"related":[{"resource":"pile","effect":"deleted","count":1},{"resource":"scanned","effect":"deleted","count":1}]}`; got != want {
			t.Errorf("DELETE: got %s, want %s", got, want)
		}
		if got := fmt.Sprint(store.Keys(t)); got != before {
			t.Errorf("files are %s, want %s", got, before)
		}
		if lines := log.Take(); lines != nil {
			t.Errorf("logged %q", lines)
		}
	})
}

// What PostgreSQL would check at the commit is checked in a dry run, which is run again where the database asks for it.
func TestDryRunOfDeferred(t *testing.T) {
	address := pg.Postgres(t)
	d := newOffice(t, address)
	db := server.Direct(t, address)
	for code, want := range map[string]string{"40001": "201", "23514": "400", "XX000": "500"} {
		runs := 2
		if want != "201" {
			runs = 100
		}
		if _, err := db.Exec(strings.ReplaceAll(fmt.Sprintf(trouble, runs, code, "DEFERRED"), "tallies", "tickets")); err != nil {
			t.Fatal(err)
		}
		if got := tryFirst(d, "alice", "POST", "/tickets/", `{"title":"x"}`); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
		if _, err := db.Exec("DROP FUNCTION trouble CASCADE; DROP SEQUENCE runs"); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.stored(); got != "[] []" {
		t.Errorf("stored %s", got)
	}
}
