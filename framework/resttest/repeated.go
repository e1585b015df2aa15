// Requests that are sent again under their Idempotency-Key: they are done once.

package resttest

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/files"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// repeatAll sends every operation that writes twice under one Idempotency-Key, on SQLite and on PostgreSQL.
func (c *conformance) repeatAll(t *testing.T) {
	onEach(t, func(t testing.TB, kind server.DatabaseKind) {
		config, folder := c.config(), t.TempDir()
		store, err := files.Folder(folder)
		if err != nil {
			t.Fatal(err)
		}
		config.Options.Files.Store, config.Options.Now = store, time.Now // the database's clock determines how long a response is kept
		served := NewServer(t, config, kind.Address(t))
		c.fill(t, served, 3)
		run := &repeats{TB: t, c: c, server: served, folder: folder}
		operations := run.operations()
		for i, o := range operations {
			run.operation(o, 31+i)
		}
		t.Logf("%d of %d operations were done and repeated; not: %s", run.done, len(operations), strings.Join(run.refused, ", "))
	})
}

// repeats sends requests to one server twice.
type repeats struct {
	testing.TB
	c       *conformance
	server  *Server
	folder  string // folder of the files
	sent    int    // requests, each under a different key
	done    int    // operations
	refused []string
}

// operations returns those that write; the ones that delete rows come last.
func (run *repeats) operations() (list []*plan.Operation) {
	for _, route := range run.c.plan.Routes {
		for _, o := range route.Operations {
			if !o.Safe() {
				list = append(list, o)
			}
		}
	}
	order := func(o *plan.Operation) int {
		switch {
		case o.Builtin&plan.DestroyList != 0:
			return 2
		case o.Builtin == plan.Destroy:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b *plan.Operation) int { return cmp.Compare(order(a), order(b)) })
	return list
}

// attempt is a request that an operation may accept.
type attempt struct{ path, body string }

// operation does an operation twice: as alice or as the administrator, at the first record where it is done.
func (run *repeats) operation(o *plan.Operation, i int) {
	accepted := false
	rows := run.c.read(run, run.server)
	for _, row := range rows.Rows[rules.AccountsTable] {
		who := rules.Person{Name: fmt.Sprint(row["username"]), ID: row["id"].(int64)}
		if who.Admin = who.Name == "admin"; !who.Admin && who.Name != "alice" || accepted {
			continue
		}
		kinds := map[bool]bool{} // of one row and of many
		for _, a := range run.attempts(rows, o, who, i) {
			many := strings.HasPrefix(a.body, "[") || strings.Contains(a.path, "?")
			if !kinds[many] && run.twice(o, who, a) {
				kinds[many], accepted = true, true
			}
		}
	}
	if run.done++; !accepted {
		run.done--
		run.refused = append(run.refused, o.Method+" "+o.Pattern)
	}
}

// attempts are requests for an operation.
func (run *repeats) attempts(rows rules.Reading, o *plan.Operation, who rules.Person, i int) (list []attempt) {
	r := o.Resource
	if o.Builtin == 0 {
		members, _ := run.c.inputs(o)
		body := ""
		if o.Input != nil {
			body = object(members)
		}
		return []attempt{{rows.OperationAt(o), body}}
	}
	path := rows.OperationAt(o)
	objectAt := func(path, method string, i int) string {
		members, _ := run.c.body(rows, r, method, who, i)
		return object(unrenamed(members, rows, r, path, who))
	}
	object := func(method string, i int) string { return objectAt(path, method, i) }
	switch {
	case o.Builtin == plan.Create:
		list = append(list, attempt{path, wrapped(r, object("POST", i))})
		if r.Bulk.Has(plan.Create) {
			list = append(list, attempt{path, wrapped(r, "["+object("POST", i+100)+", "+object("POST", i+101)+"]")})
		}
	case o.Builtin&plan.ModifyList != 0, o.Builtin&plan.DestroyList != 0:
		for _, row := range slices.Backward(rows.Listed(r)) {
			key := strconv.Quote(fmt.Sprint(row[r.Lookup.Field.Column]))
			if o.Builtin&plan.ModifyList != 0 {
				key = `{"` + r.Lookup.Field.Wire + `": ` + key + `}`
			}
			list = append(list, attempt{path, wrapped(r, "["+key+"]")})
		}
	case r.Singleton:
		list = append(list, attempt{path, wrapped(r, object(o.Method, i))})
	default:
		for _, row := range slices.Backward(rows.Listed(r)) { // the requesting accounts are the first
			path, body := rules.RecordAt(r, row), ""
			if o.Builtin != plan.Destroy {
				body = wrapped(r, objectAt(path, o.Method, i))
			}
			list = append(list, attempt{path, body})
		}
	}
	return list
}

// twice sends a request, and again if it succeeded: then the response must have the same bytes, and nothing
// new is stored.
func (run *repeats) twice(o *plan.Operation, who rules.Person, a attempt) bool {
	run.sent++
	headers := []string{"Idempotency-Key", "repeated-" + strconv.Itoa(run.sent)}
	body := a.body
	if body != "" {
		contentType := ""
		contentType, body = run.c.encode(o.Resource, body)
		headers = append(headers, "Content-Type", contentType)
	}
	var sent server.Answer
	send := func() (text string, code int) {
		sent = sendAs(run.server, who.Name, o.Method, a.path, body, headers...)
		text = Step{Request: sent.Request, Answer: sent.ResponseRecorder}.Text()
		length := "Content-Length: " + sent.Result().Header.Get("Content-Length") + "\n" // if code runs after the commit
		return strings.Replace(text, length, "", 1), sent.Code
	}
	first, code := send()
	const rule = "an Idempotency-Key does a write once"
	if code >= http.StatusInternalServerError {
		server.Failure{Fault: "it fails under a key", Asked: sent, Want: "no failure of the service", Rule: rule}.Report(run)
	}
	if code >= http.StatusMultipleChoices {
		return false
	}
	stored := run.stored()
	const replayed = "Idempotency-Replayed: true\n"
	if again, _ := send(); !strings.Contains(again, replayed) || strings.Replace(again, replayed, "", 1) != first {
		server.Failure{Fault: "sent again under its key it is answered in another way", Asked: sent, Got: again, Want: first, Rule: rule}.Report(run)
	}
	if now := run.stored(); now != stored {
		server.Failure{Fault: "sent again under its key it has stored something", Asked: sent, Got: now, Want: stored, Rule: rule}.Report(run)
	}
	return true
}

// stored is everything that the tables hold, and the names of all files.
func (run *repeats) stored() string {
	rows := run.c.read(run, run.server).Rows
	var b strings.Builder
	for _, table := range run.c.plan.Tables {
		for _, row := range rows[table.Name] {
			fmt.Fprintln(&b, table.Name, row)
		}
	}
	_ = fs.WalkDir(os.DirFS(run.folder), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			fmt.Fprintln(&b, path)
		}
		return nil
	})
	return b.String()
}
