// Command drive uses the generated client of the directory as a program would. It prints what went wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"example.org/drive/directory"
)

func must(ok bool, format string, args ...any) {
	if !ok {
		fmt.Printf(format+"\n", args...)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	c, err := directory.New(os.Args[1], directory.Config{Credentials: directory.Basic("admin", "admin-password")})
	must(err == nil, "new: %v", err)
	g, err := c.Groups.Create(ctx, directory.GroupCreate{Name: "Staff"})
	must(err == nil && g.Name == "Staff", "create: %+v, %v", g, err)
	for i := range 45 {
		u, err := c.Users.Create(ctx, directory.UserCreate{Username: fmt.Sprintf("user%02d", i), Groups: directory.Set([]string{g.URL})})
		must(err == nil && len(u.Groups) == 1, "create: %+v, %v", u, err)
	}
	n := 0
	for u, err := range c.Users.All(ctx, directory.UsersQuery{}) {
		must(err == nil && u.URL != "", "all: %+v, %v", u, err)
		n++
	}
	must(n == 49, "%d users", n)
	last, err := c.Users.List(ctx, directory.UsersQuery{Page: directory.Set("last")})
	must(err == nil && !last.HasNext() && last.HasPrevious(), "last page: %+v, %v", last, err)
	key := directory.KeyOf[int64](g.URL)
	changed, err := c.Groups.Update(ctx, key, directory.GroupModify{Name: directory.Set("Crew")}, directory.IfMatch(g.ETag))
	must(err == nil && changed.Name == "Crew", "update: %+v, %v", changed, err)
	_, err = c.Groups.Replace(ctx, key, directory.GroupReplace{Name: "Lost"}, directory.IfMatch(g.ETag))
	must(errors.Is(err, directory.ErrChanged), "replace of what has changed: %v", err)
	_, err = c.Users.Create(ctx, directory.UserCreate{Username: "no spaces"})
	var refusal *directory.Error
	must(errors.As(err, &refusal) && len(refusal.Field("username")) == 1, "wrong name: %v", err)
	must(c.Groups.Delete(ctx, key) == nil, "delete")
	_, err = c.Groups.Get(ctx, key)
	must(errors.Is(err, directory.ErrNotFound), "get what was deleted: %v", err)
}
