// Command drive uses the client that oapi-codegen makes of the directory as a program would. It prints what went wrong.
package main

import (
	"context"
	"fmt"
	"net/http"
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
	c, err := directory.NewClientWithResponses(os.Args[1], directory.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth("admin", "admin-password")
		return nil
	}))
	must(err == nil, "new: %v", err)
	g, err := c.GroupsCreateWithResponse(ctx, nil, directory.GroupCreate{Name: "Staff"})
	must(err == nil && g.JSON201 != nil && g.JSON201.Name == "Staff", "create: %s, %v", g.Body, err)
	for i := range 45 {
		u, err := c.UsersCreateWithResponse(ctx, nil, directory.UserCreate{Username: fmt.Sprintf("user%02d", i), Groups: &[]string{*g.JSON201.Url}})
		must(err == nil && u.JSON201 != nil && len(u.JSON201.Groups) == 1, "create: %s, %v", u.Body, err)
	}
	n := 0
	for number := 1; ; number++ {
		var page directory.UsersListPage
		must(page.FromUsersListPage0(directory.UsersListPage0(number)) == nil, "page %d", number)
		users, err := c.UsersListWithResponse(ctx, &directory.UsersListParams{Page: &page})
		must(err == nil && users.JSON200 != nil && *users.JSON200.Count == 49, "page %d: %s, %v", number, users.Body, err)
		n += len(users.JSON200.Results)
		if users.JSON200.Next == nil {
			break
		}
	}
	must(n == 49, "%d users", n)
	var key int64
	_, err = fmt.Sscanf((*g.JSON201.Url)[len(os.Args[1]):], "/groups/%d/", &key)
	must(err == nil, "the address %s: %v", *g.JSON201.Url, err)
	tag := g.HTTPResponse.Header.Get("ETag")
	name := "Crew"
	changed, err := c.GroupsModifyWithResponse(ctx, key, &directory.GroupsModifyParams{IfMatch: &tag}, directory.GroupModify{Name: &name})
	must(err == nil && changed.JSON200 != nil && changed.JSON200.Name == "Crew", "modify: %s, %v", changed.Body, err)
	late, err := c.GroupsReplaceWithResponse(ctx, key, &directory.GroupsReplaceParams{IfMatch: &tag}, directory.GroupReplace{Name: "Lost"})
	must(err == nil && late.StatusCode() == 412, "replace of what has changed: %d %s, %v", late.StatusCode(), late.Body, err)
	wrong, err := c.UsersCreateWithResponse(ctx, nil, directory.UserCreate{Username: "no spaces"})
	must(err == nil && wrong.JSON400 != nil, "wrong name: %d %s, %v", wrong.StatusCode(), wrong.Body, err)
	gone, err := c.GroupsDestroyWithResponse(ctx, key, nil)
	must(err == nil && gone.StatusCode() == 204, "destroy: %s, %v", gone.Body, err)
	none, err := c.GroupsRetrieveWithResponse(ctx, key, nil)
	must(err == nil && none.StatusCode() == 404, "retrieve what is gone: %d %s, %v", none.StatusCode(), none.Body, err)
}
