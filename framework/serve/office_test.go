package serve_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// Ticket is a piece of work whose code a test writes.
type Ticket struct {
	ID     int64                  `rest:"id,readonly"`
	Title  string                 `rest:"title,unique" validate:"max=100"`
	Status string                 `rest:"status" default:"open"`
	Urgent bool                   `rest:"urgent" default:"false"`
	Labels rest.ManyToMany[Label] `rest:"labels,optional"`
	Parent rest.BelongsTo[Ticket] `rest:"parent,optional,ondelete=cascade"`
	Owner  rest.BelongsTo[Person] `rest:"owner,readonly,optional"`
}

// Label is what tickets may have.
type Label struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// Entry is what a ticket's code has written beside it.
type Entry struct {
	ID     int64                  `rest:"id,readonly"`
	Text   string                 `rest:"text"`
	Ticket rest.BelongsTo[Ticket] `rest:"ticket,optional,ondelete=null"`
	Added  time.Time              `rest:"added" default:"now"`
}

// office is a service of tickets, and what their code does.
type office struct {
	*server.Server
	log *server.Records

	mu     sync.Mutex
	events []string
	on     map[string]func(call *rest.Call, t *Ticket) error // by the name of the hook
}

// entriesOf are the entries of a ticket, the last first.
var entriesOf = &rest.Query[Entry]{Where: predicate.Eq("ticket", predicate.Param(1)), Order: []string{"-id"}}

// newOffice serves tickets, of which nobody may have secret ones, with the label 1.
func newOffice(t *testing.T, address string) *office {
	t.Helper()
	d := &office{log: &server.Records{}, on: map[string]func(*rest.Call, *Ticket) error{}}
	config := server.Config{Set: d.set, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(d.log, nil)), Now: time.Now}}
	d.Server = server.New(t, config, address)
	server.Must(t, d, "POST", "/labels/", "alice", `{"name":"a"}`)
	return d
}

func (d *office) set() *rest.Set {
	notSecret := permission.Where("not secret", predicate.Ne("status", "secret"))
	return rest.NewSet("office",
		rest.ViewSet[Ticket]{
			Path: "/tickets/", Access: notSecret, Queries: []rest.DeclaredQuery{entriesOf},
			Extra: []rest.Action{rest.OnRecord("rename", d.rename)},
			Serializer: rest.Serializer[Ticket]{
				Validate: func(call *rest.Call, t *Ticket) (problems problem.Fields) {
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
			},
		},
		rest.ViewSet[Label]{Path: "/labels/"},
		rest.ViewSet[Entry]{Path: "/entries/", Access: permission.Any(permission.Admin, permission.Is("text", "public"))},
		rest.ViewSet[Person]{Path: "/people/", Table: "users", Access: permission.Admin, Actions: rest.ReadOnly},
	).Access(permission.Anyone)
}

// hook notes that it was run, and does what the test has put under its name.
func (d *office) hook(name string) func(*rest.Call, *Ticket) error {
	return func(call *rest.Call, t *Ticket) error {
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

// renaming is what the action on a ticket takes.
type renaming struct {
	Title string `rest:"title"`
}

// rename gives a ticket another title, and does what the test has put under "rename".
func (d *office) rename(call *rest.Call, t *Ticket, in renaming) (*Ticket, error) {
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
func (d *office) only(name string, do func(call *rest.Call, t *Ticket) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events, d.on = nil, map[string]func(*rest.Call, *Ticket) error{name: do}
}

// stored is every row, as an administrator sees it.
func (d *office) stored() string {
	_, tickets := server.Call(d, "GET", "/tickets/", "admin", "")
	_, entries := server.Call(d, "GET", "/entries/", "admin", "")
	return tickets + " " + entries
}

// write adds an entry for a ticket.
func write(call *rest.Call, t *Ticket, text string) error {
	entry := &Entry{Text: text, Ticket: rest.BelongsTo[Ticket]{ID: t.ID}}
	if err := rest.Rows[Entry](call).Create(entry); err != nil {
		return err
	}
	if entry.ID == 0 || entry.Added.IsZero() {
		return fmt.Errorf("an entry without a key or a time: %+v", entry)
	}
	return nil
}

// Person is an account as its owner sees it.
type Person struct {
	ID       int64  `rest:"id,readonly"`
	Username string `rest:"username,readonly"`
}
