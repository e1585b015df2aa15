package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// content is the data set of the benchmark. Rows refer to others by their place, from 1.
type content struct {
	Users []struct {
		Name, Email, Password string
		Admin                 bool
		Groups                []int
	}
	Groups   []string
	Snippets []struct{ Title, Code, Highlighted string }
	Projects []struct{ Slug, Visibility, Role string }
	Tickets  []struct {
		Project, Number, Priority, Assignee int
		Title, Status, Created              string
		Comments                            int
	}
}

// alice owns all snippets.
const alice = 2

// key returns the id of the nth record: as many characters as PocketBase demands, in the order of the numbers.
func key(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%015d", n)
}

// fill stores the rows. It returns a token for each account that has a password, by name.
func fill(app core.App, c content) (tokens map[string]string, err error) {
	tokens = map[string]string{}
	err = app.RunInTransaction(func(tx core.App) error {
		f := filler{app: tx}
		for i, name := range c.Groups {
			f.add("groups", i+1, map[string]any{"name": name})
		}
		for i, u := range c.Users {
			groups := []string{}
			for _, group := range slices.Sorted(slices.Values(u.Groups)) {
				groups = append(groups, key(group))
			}
			password := u.Password
			if password == "" {
				password = "nobody-knows-this"
			}
			user := f.add("users", i+1, map[string]any{
				"username": u.Name, "email": u.Email, "emailVisibility": true, "password": password, "admin": u.Admin, "groups": groups,
			})
			if f.err == nil && u.Password != "" {
				tokens[u.Name], f.err = user.NewStaticAuthToken(24 * time.Hour)
			}
		}
		for i, s := range c.Snippets {
			f.add("snippets", i+1, map[string]any{
				"title": s.Title, "code": s.Code, "language": "python", "style": "friendly", "owner": key(alice), "highlighted": s.Highlighted,
			})
		}
		f.addTickets(c)
		return f.err
	})
	return tokens, err
}

// filler stores records until the first error.
type filler struct {
	app core.App
	err error
}

func (f *filler) add(collection string, n int, values map[string]any) *core.Record {
	if f.err != nil {
		return nil
	}
	c, err := f.app.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		f.err = err
		return nil
	}
	r := core.NewRecord(c)
	r.Load(values)
	r.Id = key(n)
	if err := f.app.Save(r); err != nil {
		f.err = fmt.Errorf("%s %d: %w", collection, n, err)
	}
	return r
}

func (f *filler) addTickets(c content) {
	members, comments := 0, 0
	for i, p := range c.Projects {
		f.add("projects", i+1, map[string]any{"slug": p.Slug, "visibility": p.Visibility})
		if p.Role != "" {
			members++
			f.add("members", members, map[string]any{"user": key(alice), "project": key(i + 1), "role": p.Role})
		}
	}
	for i, t := range c.Tickets {
		f.add("tickets", i+1, map[string]any{
			"project": key(t.Project), "number": t.Number, "title": t.Title, "status": t.Status, "priority": t.Priority,
			"assignee": key(t.Assignee), "created": t.Created,
		})
		for range t.Comments {
			comments++
			f.add("comments", comments, map[string]any{"ticket": key(i + 1), "body": "Done."})
		}
	}
}
