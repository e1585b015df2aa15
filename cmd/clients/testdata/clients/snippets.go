// Command drive uses the generated client of the snippets as a program would. It prints what went wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"example.org/drive/snippets"
)

func must(ok bool, format string, args ...any) {
	if !ok {
		fmt.Printf(format+"\n", args...)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	c, err := snippets.New(os.Args[1], snippets.Config{Credentials: snippets.Basic("alice", "alice-password")})
	must(err == nil, "new: %v", err)
	for i := range 45 {
		s, err := c.Snippets.Create(ctx, snippets.SnippetCreate{Code: fmt.Sprint("print(", i, ")"), Linenos: snippets.Set(i%2 == 0)})
		must(err == nil && s.Owner == "alice" && s.Linenos == (i%2 == 0) && s.Style == snippets.SnippetStyle("friendly"), "create: %+v, %v", s, err)
	}
	list, err := c.Snippets.List(ctx, snippets.SnippetsQuery{})
	must(err == nil && len(list) == 45 && list[44].Code == "print(44)", "list: %d, %v", len(list), err)
	s, err := c.Snippets.Get(ctx, list[0].ID)
	must(err == nil && s.ETag != "", "get: %+v, %v", s, err)
	changed, err := c.Snippets.Replace(ctx, s.ID, snippets.SnippetReplace{Code: "pass"}, snippets.IfMatch(s.ETag))
	must(err == nil && changed.Code == "pass", "replace: %+v, %v", changed, err)
	_, err = c.Snippets.Replace(ctx, s.ID, snippets.SnippetReplace{Code: "lost"}, snippets.IfMatch(s.ETag))
	must(errors.Is(err, snippets.ErrChanged), "replace of what has changed: %v", err)
	_, err = c.Snippets.Create(ctx, snippets.SnippetCreate{Code: "x", Style: snippets.Set(snippets.SnippetStyle("none"))})
	var refusal *snippets.Error
	must(errors.As(err, &refusal) && len(refusal.Field("style")) == 1, "wrong style: %v", err)
	must(c.Snippets.Delete(ctx, s.ID) == nil, "delete")
	_, err = c.Snippets.Get(ctx, s.ID)
	must(errors.Is(err, snippets.ErrNotFound), "get what was deleted: %v", err)
}
