package main

import (
	"fmt"
	"time"
)

// addTickets makes up ten projects, half of them public, and their tickets. Of the private ones alice is an editor of
// three, and nobody is a member of the others.
func (c *content) addTickets(n int) {
	const projects = 10
	for i := range projects {
		p := project{Slug: fmt.Sprintf("project-%d", i+1), Visibility: "public"}
		if i%2 == 1 {
			p.Visibility = "private"
		}
		if i < 6 {
			p.Role = "editor"
		}
		c.Projects = append(c.Projects, p)
	}
	statuses := []string{"closed", "open", "closed", "doing", "closed", "open", "closed"}
	begin := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range n {
		p := &c.Projects[i*7%projects]
		p.LastNumber++
		t := ticket{
			Project: int64(i*7%projects + 1), Number: p.LastNumber, Priority: int64(i/3%5 + 1),
			Title: fmt.Sprintf("Ticket %d of the work", i+1), Status: statuses[i%len(statuses)],
			Created:  begin.Add(time.Duration(i) * time.Hour).Format("2006-01-02T15:04:05.000000Z"),
			Comments: i % 4,
		}
		if i%3 > 0 {
			t.Assignee = int64(i%len(c.Users) + 1)
		}
		c.Tickets = append(c.Tickets, t)
	}
}
