package main

import (
	"context"
	"fmt"
	"strings"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/snippets"
)

// dataset is what a database holds. Keys are given in order, from 1.
type dataset struct {
	name          string
	configuration string
	probe         string // a path that every server of the configuration knows

	codeSize int // of the snippets; 0 for none
	rows     int // snippets; 0 for 1000
	people   int // besides admin and alice
	tickets  int
}

var (
	small  = dataset{name: "small", configuration: "snippets", probe: "/snippets/1/", codeSize: 200}
	large  = dataset{name: "large", configuration: "snippets", probe: "/snippets/1/", codeSize: 2000}
	people = dataset{name: "people", configuration: "directory", probe: "/users/", people: 20}
	work   = dataset{name: "work", configuration: "tracker", probe: "/tickets/", people: 20, tickets: 2000}
)

// content is a data set in full. Its JSON is for the program that fills Django's tables.
type content struct {
	Users    []account
	Groups   []string
	Snippets []snippet // all of them owned by alice
	Projects []project
	Tickets  []ticket
}

type account struct {
	Name, Email, Password string // no password for an account that cannot log in
	Admin                 bool
	Groups                []int64
}

// project has alice among its members, or nobody.
type project struct {
	Slug, Visibility, Role string // "" for no role of alice
	LastNumber             int64
}

type ticket struct {
	Project, Number, Priority, Assignee int64 // no assignee is 0
	Title, Status, Created              string
	Comments                            int
}

type snippet struct{ Title, Code, Highlighted string }

// alice is the key of the owner of all snippets.
const alice = 2

// content makes up the data, the same each time.
func (d *dataset) content(ctx context.Context) (content, error) {
	c := content{Users: []account{
		{Name: "admin", Email: "admin@example.com", Password: password("admin"), Admin: true},
		{Name: "alice", Email: "alice@example.com", Password: password("alice")},
	}}
	if d.tickets > 0 {
		for i := range d.people {
			c.Users = append(c.Users, account{Name: fmt.Sprintf("person%02d", i+1), Email: fmt.Sprintf("person%02d@example.com", i+1)})
		}
		c.addTickets(d.tickets)
		return c, nil
	}
	if d.people > 0 {
		const groups = 12
		for i := range groups {
			c.Groups = append(c.Groups, fmt.Sprintf("group %d", i+1))
		}
		for i := range int64(d.people) {
			c.Users = append(c.Users, account{
				Name: fmt.Sprintf("person%02d", i+1), Email: fmt.Sprintf("person%02d@example.com", i+1),
				Groups: []int64{i%groups + 1, (i+4)%groups + 1, (i+7)%groups + 1},
			})
		}
	}
	if d.codeSize == 0 {
		return c, nil
	}
	const variants = 8 // highlighting each of 1000 would take seconds
	texts := make([]snippet, variants)
	for i := range texts {
		text, err := highlighted(ctx, cut(pythonProgram, i, d.codeSize))
		if err != nil {
			return c, err
		}
		texts[i] = text
	}
	rows := d.rows
	if rows == 0 {
		rows = 1000
	}
	for i := range rows {
		s := texts[i%variants]
		s.Title = fmt.Sprintf("Snippet %d", i+1)
		if d.rows > 0 {
			s.Highlighted = "" // no list shows it
		}
		c.Snippets = append(c.Snippets, s)
	}
	return c, nil
}

// cut is a piece of a program, repeated where it is too short, from a line on.
func cut(program string, line, size int) string {
	lines := strings.SplitAfter(program, "\n")
	text := strings.Join(lines[line%len(lines):], "")
	for len(text) < size {
		text += program
	}
	return text[:size]
}

func highlighted(ctx context.Context, code string) (snippet, error) {
	s := &snippets.Snippet{Code: code, Language: "python", Style: "friendly"}
	declared := snippets.Snippets().(rest.ViewSet[snippets.Snippet])
	err := declared.Serializer.BeforeSave(rest.NewCall(ctx), s)
	return snippet{Code: code, Highlighted: s.Highlighted}, err
}
