// Command drive uses the client that oapi-codegen makes of the snippets as a program would. It prints what went wrong.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.org/drive/snippets"
)

func must(ok bool, format string, args ...any) {
	if !ok {
		fmt.Printf(format+"\n", args...)
		os.Exit(1)
	}
}

func to[T any](v T) *T { return &v }

func main() {
	ctx := context.Background()
	c, err := snippets.NewClientWithResponses(os.Args[1], snippets.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth("alice", "alice-password")
		return nil
	}))
	must(err == nil, "new: %v", err)
	for i := range 45 {
		s, err := c.SnippetsCreateWithResponse(ctx, nil, snippets.SnippetCreate{Code: fmt.Sprint("print(", i, ")"), Linenos: to(i%2 == 0)})
		must(err == nil && s.JSON201 != nil && *s.JSON201.Owner == "alice" && s.JSON201.Linenos == (i%2 == 0), "create: %s, %v", s.Body, err)
	}
	list, err := c.SnippetsListWithResponse(ctx, nil)
	must(err == nil && list.JSON200 != nil && len(*list.JSON200) == 45 && (*list.JSON200)[44].Code == "print(44)", "list: %s, %v", list.Body, err)
	id := *(*list.JSON200)[0].Id
	s, err := c.SnippetsRetrieveWithResponse(ctx, id, nil)
	must(err == nil && s.JSON200 != nil && s.HTTPResponse.Header.Get("ETag") != "", "retrieve: %s, %v", s.Body, err)
	tag := s.HTTPResponse.Header.Get("ETag")
	same, err := c.SnippetsRetrieveWithResponse(ctx, id, &snippets.SnippetsRetrieveParams{IfNoneMatch: &tag})
	must(err == nil && same.StatusCode() == 304, "retrieve again: %d %s, %v", same.StatusCode(), same.Body, err)
	changed, err := c.SnippetsReplaceWithResponse(ctx, id, &snippets.SnippetsReplaceParams{IfMatch: &tag}, snippets.SnippetReplace{Code: "pass"})
	must(err == nil && changed.JSON200 != nil && changed.JSON200.Code == "pass", "replace: %s, %v", changed.Body, err)
	late, err := c.SnippetsReplaceWithResponse(ctx, id, &snippets.SnippetsReplaceParams{IfMatch: &tag}, snippets.SnippetReplace{Code: "lost"})
	must(err == nil && late.StatusCode() == 412 && late.JSON412 != nil, "replace of what has changed: %s, %v", late.Body, err)
	wrong, err := c.SnippetsCreateWithResponse(ctx, nil, snippets.SnippetCreate{Code: "x", Style: to(snippets.SnippetCreateStyle("none"))})
	must(err == nil && wrong.JSON400 != nil, "wrong style: %d %s, %v", wrong.StatusCode(), wrong.Body, err)
	gone, err := c.SnippetsDestroyWithResponse(ctx, id, nil)
	must(err == nil && gone.StatusCode() == 204, "destroy: %s, %v", gone.Body, err)
	none, err := c.SnippetsRetrieveWithResponse(ctx, id, nil)
	must(err == nil && none.StatusCode() == 404, "retrieve what is gone: %d %s, %v", none.StatusCode(), none.Body, err)
}
