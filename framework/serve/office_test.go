package serve_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// office is a service of tickets, and what their code does.
type office struct {
	*server.Server
	log *server.Records

	mu     sync.Mutex
	events []string
	on     map[string]func(call *rest.Call, t *sets.Ticket) error // by the name of the hook
}

// newOffice serves tickets, of which nobody may have secret ones, with the label 1.
func newOffice(t *testing.T, address string) *office {
	t.Helper()
	d := &office{log: &server.Records{}, on: map[string]func(*rest.Call, *sets.Ticket) error{}}
	config := server.Config{Set: d.set, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(d.log, nil)), Now: time.Now}}
	d.Server = server.New(t, config, address)
	server.Must(t, d, "POST", "/labels/", "alice", `{"name":"a"}`)
	return d
}

func (d *office) set() *rest.Set {
	return sets.Offices(d.rename, rest.Serializer[sets.Ticket]{
		Validate: func(call *rest.Call, t *sets.Ticket) (problems problem.Fields) {
			if err := d.hook("Validate")(call, t); err != nil {
				problems.Add("title", "%s", err)
			}
			return problems
		},
		BeforeSave:   d.hook("BeforeSave"),
		BeforeCreate: d.hook("BeforeCreate"), AfterCreate: d.hook("AfterCreate"),
		BeforeUpdate: d.hook("BeforeUpdate"), AfterUpdate: d.hook("AfterUpdate"),
		BeforeDelete: d.hook("BeforeDelete"), AfterDelete: d.hook("AfterDelete"),
		AfterCommit: d.hook("AfterCommit"),
	})
}

// hook notes that it was run, and does what the test has put under its name.
func (d *office) hook(name string) func(*rest.Call, *sets.Ticket) error {
	return func(call *rest.Call, t *sets.Ticket) error {
		d.mu.Lock()
		d.events = append(d.events, fmt.Sprintf("%s %d", name, t.ID))
		do := d.on[name]
		d.mu.Unlock()
		if do == nil {
			return nil
		}
		return do(call, t)
	}
}

// rename gives a ticket another title, and does what the test has put under "rename".
func (d *office) rename(call *rest.Call, t *sets.Ticket, in sets.Renaming) (*sets.Ticket, error) {
	t.Title = in.Title
	return t, d.hook("rename")(call, t)
}

// take returns what was run so far, and forgets it.
func (d *office) take() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	text := strings.Join(d.events, ", ")
	d.events = nil
	return text
}

// only makes one hook do something, and the others nothing.
func (d *office) only(name string, do func(call *rest.Call, t *sets.Ticket) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events, d.on = nil, map[string]func(*rest.Call, *sets.Ticket) error{name: do}
}

// stored is every row, as an administrator sees it.
func (d *office) stored() string {
	_, tickets := server.Call(d, "GET", "/tickets/", "admin", "")
	_, entries := server.Call(d, "GET", "/entries/", "admin", "")
	return tickets + " " + entries
}
