// The answers that the access table expects, written apart from the rules.

package resttest_test

import (
	"maps"
	"slices"
	"strings"
)

// The expectations of every service are written down here in plain words, for each of its collections, and
// worked out by expects. It shares nothing with the rules of framework/auth, nor with the plan: a rule, an
// action or a direction that somebody declares otherwise is a mistake in the table.

// requester is somebody, as answers should depend on.
type requester struct {
	role    string // as the table has it
	name    string // of the account that asks, "" for nobody
	admin   bool
	refused bool   // the credentials are no good
	basic   string // name:password
	session string // the account whose session is sent
	foreign bool   // by a page of another site
}

var requesters = []requester{
	{role: "anonymous"},
	{role: "alice", name: "alice", basic: "alice:alice-password"},
	{role: "bob", name: "bob", basic: "bob:bob-password"},
	{role: "admin", name: "admin", admin: true, basic: "admin:admin-password"},
	{role: "alice's session", name: "alice", session: "alice"},
	{role: "her session, from a page of another site", name: "alice", session: "alice", foreign: true},
	{role: "session of an account deactivated since", session: "dora"},
	{role: "inactive account", refused: true, basic: "ivan:ivan-password"},
	{role: "wrong password", refused: true, basic: "bob:wrong"},
}

// collection holds the expectations of one collection.
type collection struct {
	owners map[string]string // of its rows, by key; "" for nobody
	list   string            // methods beside HEAD and OPTIONS
	record string
	enter  func(who requester, safe bool) bool
	see    func(who requester, owner, key string) bool // nil for every row
	change func(who requester, owner string) bool
	held   string // the key of a record that others refer to, so that it cannot be deleted
	input  string // as JSON
	form   string // the same
	takes  string // the fields that a client may send
}

func ifSigned(who requester, safe bool) bool   { return safe || who.name != "" }
func ifPerson(who requester, _ bool) bool      { return who.name != "" }
func ifAdmin(who requester, _ bool) bool       { return who.admin }
func ifAnyone(requester, bool) bool            { return true }
func ifOwner(who requester, owner string) bool { return who.name != "" && who.name == owner }
func ifLetIn(requester, string) bool           { return true }

// ifMine is for rows that nobody else sees, but for one that is open.
func ifMine(open string) func(requester, string, string) bool {
	return func(who requester, owner, key string) bool { return ifOwner(who, owner) || key == open }
}

const (
	everything = "GET PUT PATCH DELETE"
	people     = "1 2 3 4 5" // admin, alice, bob, ivan, dora
)

func owned(names ...string) map[string]string {
	owners := map[string]string{}
	for i, name := range names {
		owners[string(rune('1'+i))] = name
	}
	return owners
}

func ownerless(keys string) map[string]string {
	return maps.Collect(func(yield func(string, string) bool) {
		for _, key := range strings.Fields(keys) {
			yield(key, "")
		}
	})
}

// expected holds the expectations, by configuration and path.
var expected = map[string]map[string]collection{
	"snippets": {
		"/snippets/": {
			owners: owned("alice", "bob", "admin"), list: "GET POST", record: "GET PUT DELETE",
			enter: ifSigned, change: ifOwner, input: `{"code":"new"}`, form: "code=new",
			takes: "title code linenos language style",
		},
		"/users/": {owners: ownerless(people), list: "GET", record: "GET", enter: ifAnyone, input: `{"username":"new"}`, form: "username=new"},
	},
	"directory": {
		"/users/": {
			owners: ownerless(people), list: "GET POST", record: everything, enter: ifAdmin, change: ifLetIn,
			input: `{"username":"new"}`, form: "username=new", takes: "username email groups",
		},
		"/groups/": {
			owners: ownerless("1 2"), list: "GET POST", record: everything, enter: ifAdmin, change: ifLetIn,
			input: `{"name":"new"}`, form: "name=new", takes: "name",
		},
	},
	"vault": {
		"/folders/": {
			owners: owned("alice", "alice", "bob"), list: "GET POST", record: everything, enter: ifSigned, see: ifMine("2"), change: ifOwner,
			held: "2", input: `{"name":"new"}`, form: "name=new", takes: "name open",
		},
		"/notes/": {
			owners: owned("alice", "bob"), list: "GET POST", record: everything, enter: ifPerson, see: ifMine(""), change: ifOwner,
			input: `{"text":"new","folder":"/folders/2/"}`, form: "text=new&folder=/folders/2/", takes: "text folder",
		},
		"/papers/": {
			owners: owned("alice", "bob"), list: "GET POST", record: everything, enter: ifSigned, change: ifOwner,
			input: `{"title":"new"}`, form: "title=new", takes: "title kept copied filed linked listed",
		},
	},
}

// secrets are texts of a service's data that no answer to the requester may have.
func secrets(service string, who requester) []string {
	switch {
	case service == "snippets":
		return []string{"@example.com"}
	case service == "directory" && !who.admin:
		return []string{"@example.com", "editors", "writers"}
	case service != "vault":
		return nil
	}
	var list []string
	for _, name := range []string{"alice", "bob"} {
		if name != who.name {
			list = append(list, name+"-secret", name+"-note")
		}
	}
	return list
}

// try is one request of the table: a method, or a form that stands for one.
type try struct{ shown, method, override, header string }

var tries = []try{
	{"GET", "GET", "", ""},
	{"HEAD", "HEAD", "", ""},
	{"OPTIONS", "OPTIONS", "", ""},
	{"POST", "POST", "", ""},
	{"PUT", "PUT", "", ""},
	{"PATCH", "PATCH", "", ""},
	{"DELETE", "DELETE", "", ""},
	{"TRACE", "TRACE", "", ""},
	{"PROPFIND", "PROPFIND", "", ""},
	{"get", "get", "", ""},
	{"POST _method=PUT", "POST", "PUT", ""},
	{"POST _method=PATCH", "POST", "PATCH", ""},
	{"POST _method=DELETE", "POST", "DELETE", ""},
	{"POST _method=GET", "POST", "GET", ""},
	{"POST _method=NONE", "POST", "NONE", ""},
	{"POST X-HTTP-Method-Override: DELETE", "POST", "", "DELETE"},
	{"GET X-HTTP-Method-Override: DELETE", "GET", "", "DELETE"},
}

// changes reports whether the request may change anything at all.
func (t try) changes() bool { return !isSafe(t.method) }

// means is the method that the request stands for.
func (t try) means() string { return either(t.override != "", t.override, t.method) }

func isSafe(method string) bool { return method == "GET" || method == "HEAD" || method == "OPTIONS" }

// place is one path of the table, and what it is.
type place struct {
	path, kind string // root, list, record, nowhere, login, logout or style
	key        string // of a record
	collection collection
}

// offers are the methods of a place beside HEAD and OPTIONS.
func (p place) offers() []string {
	return strings.Fields(either(p.kind == "list", p.collection.list, either(p.kind == "record", p.collection.record, "GET")))
}

// sees reports whether a record is there, for the requester.
func (p place) sees(who requester, key string) bool {
	owner, there := p.collection.owners[key]
	return there && (p.collection.see == nil || p.collection.see(who, owner, key))
}

// may reports whether the requester may use an unsafe method that is offered.
func (p place) may(who requester, method string) bool {
	c := p.collection
	if p.kind != "list" && p.kind != "record" || !slices.Contains(p.offers(), method) || !c.enter(who, false) {
		return false
	}
	return p.kind == "list" || p.sees(who, p.key) && c.change(who, c.owners[p.key])
}

// expects is the status that CONTRACT and README promise.
func expects(service string, who requester, t try, at place) int {
	switch at.kind {
	case "nowhere":
		return 404
	case "style":
		return either(t.method == "GET" || t.method == "HEAD", 200, 405)
	case "login", "logout":
		return expectsLogin(who, t, at)
	}
	method, c := t.means(), at.collection
	switch {
	case who.refused, who.foreign && t.changes():
		return 403
	case service == "directory" && !who.admin:
		return 403
	case at.kind != "root" && !c.enter(who, isSafe(method)):
		return 403
	case t.override != "" && !slices.Contains([]string{"PUT", "PATCH", "DELETE"}, method):
		return 405
	case method == "OPTIONS":
		return 200
	case !slices.Contains(at.offers(), either(method == "HEAD", "GET", method)):
		return 405
	case at.kind == "record":
		return expectsRecord(who, t, at)
	}
	return either(method == "POST", 201, 200)
}

func expectsLogin(who requester, t try, at place) int {
	switch {
	case !t.changes():
		return 200
	case t.method != "POST":
		return 405
	case who.foreign:
		return 403
	}
	return either(at.kind == "login", 200, 303)
}

func expectsRecord(who requester, t try, at place) int {
	method, c := t.means(), at.collection
	switch {
	case !at.sees(who, at.key):
		return 404
	case isSafe(method):
		return 200
	case !c.change(who, c.owners[at.key]):
		return 403
	case method != "DELETE":
		return 200
	case at.key == c.held:
		return 409
	}
	return either(t.override != "", 303, 204)
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}
