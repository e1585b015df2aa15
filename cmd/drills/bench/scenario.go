package main

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"strconv"
)

// scenario is one request that the servers are measured with.
type scenario struct {
	Name    string // for the command line
	Title   string // for the table
	dataset *dataset
	method  string
	path    string
	account string   // whose Basic credentials are sent, "" for none
	body    []byte   // JSON in one line, nil for none
	others  [][]byte // sent in turn with body under load, so that requests do not wait for one row
	peers   bool     // whether all peers are compared by it
	token   string   // sent instead of the credentials of account
}

// probe is a request for what every server of a data set has.
func probe(d *dataset) scenario { return scenario{dataset: d, method: "GET", path: d.probe} }

// host is the Host header of every request, so that links do not depend on ports.
const host = "bench.example"

//go:embed program.py
var pythonProgram string

var scenarios = []scenario{
	{Name: "detail", Title: "one record", dataset: &small, method: "GET", path: "/snippets/500/", peers: true},
	{Name: "list200", Title: "1000 records of 200 B", dataset: &small, method: "GET", path: "/snippets/", peers: true},
	{Name: "list2k", Title: "1000 records of 2 KB", dataset: &large, method: "GET", path: "/snippets/"},
	{Name: "page", Title: "a page of 10 with groups", dataset: &people, method: "GET", path: "/users/", account: "admin", peers: true},
	{Name: "create", Title: "create and highlight", dataset: &small, method: "POST", path: "/snippets/", account: "alice", body: newSnippet(), peers: true},
	{Name: "filtered", Title: "filtered page of 20", dataset: &work, method: "GET", path: "/tickets/?status=open&priority__gte=3&ordering=-created", account: "alice", peers: true},
	{Name: "tickets", Title: "a page of 20 by membership", dataset: &work, method: "GET", path: "/tickets/", account: "alice"},
	{Name: "ticket", Title: "create a ticket", dataset: &work, method: "POST", path: "/tickets/", account: "alice", body: newTicket(2), others: [][]byte{newTicket(1), newTicket(3), newTicket(4), newTicket(5), newTicket(6)}},
	{Name: "basic", Title: "one record, Basic credentials", dataset: &small, method: "GET", path: "/snippets/500/", account: "alice"},
}

// scenarioNames returns the names of all scenarios, or of those that compare all peers.
func scenarioNames(peers bool) (names []string) {
	for _, s := range scenarios {
		if s.peers || !peers {
			names = append(names, s.Name)
		}
	}
	return names
}

func newSnippet() []byte {
	body, err := json.Marshal(map[string]any{"title": "A queue of jobs", "code": pythonProgram, "linenos": true})
	if err != nil {
		panic(err) // nothing in it can fail
	}
	return body
}

// newTicket is a ticket of one of the projects that alice is an editor of, from 1 to 6.
func newTicket(project int) []byte {
	return []byte(`{"project":"project-` + strconv.Itoa(project) + `","title":"A queue of jobs","body":"They stand in it until somebody has time.","priority":4,"due":"2040-01-02"}`)
}

// password is the password of an account.
func password(account string) string { return account + "-password" }

// headers are what a request says about itself.
func (s scenario) headers() map[string]string {
	h := map[string]string{"Host": host}
	switch {
	case s.token != "":
		h["Authorization"] = s.token
	case s.account != "":
		h["Authorization"] = "Basic " + base64.StdEncoding.EncodeToString([]byte(s.account+":"+password(s.account)))
	}
	if s.body != nil {
		h["Content-Type"] = "application/json"
	}
	return h
}
