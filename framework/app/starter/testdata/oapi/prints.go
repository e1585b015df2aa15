// Command drive uses the client that oapi-codegen makes of the atelier as a program would. It prints what went wrong.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"example.org/drive/prints"
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
	c, err := prints.NewClientWithResponses(os.Args[1], prints.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-Machine", "press")
		return nil
	}))
	must(err == nil, "new: %v", err)
	for i := range 5 {
		p, err := c.PrintsCreateWithResponse(ctx, nil, prints.PrintCreate{Title: fmt.Sprint("Print ", i), Shade: to("#ff8800")})
		must(err == nil && p.JSON201 != nil && p.JSON201.Shade == "#ff8800" && *p.JSON201.Artist == "alice" && p.JSON201.Cost == nil, "create: %s, %v", p.Body, err)
	}
	n, batch, id := 0, "a", int64(0)
	for ; ; batch = string(batch[0] + 1) {
		list, err := c.PrintsListWithResponse(ctx, &prints.PrintsListParams{Batch: &batch})
		must(err == nil && list.JSON200 != nil && len(list.JSON200.Prints) > 0, "batch %s: %s, %v", batch, list.Body, err)
		n, id = n+len(list.JSON200.Prints), *list.JSON200.Prints[0].Id
		if !strings.Contains(string(list.Body), "batch=") {
			break
		}
	}
	must(n == 5 && batch == "c", "%d prints in batches to %s", n, batch)
	p, err := c.PrintsRetrieveWithResponse(ctx, id, nil)
	must(err == nil && p.JSON200 != nil && p.JSON200.Title == "Print 4", "retrieve: %s, %v", p.Body, err)
	tag := p.HTTPResponse.Header.Get("ETag")
	changed, err := c.PrintsModifyWithResponse(ctx, id, &prints.PrintsModifyParams{IfMatch: &tag}, prints.PrintModify{Shade: to("#000000")})
	must(err == nil && changed.JSON200 != nil && changed.JSON200.Shade == "#000000", "modify: %s, %v", changed.Body, err)
	late, err := c.PrintsReplaceWithResponse(ctx, id, &prints.PrintsReplaceParams{IfMatch: &tag}, prints.PrintReplace{Title: "Lost"})
	must(err == nil && late.StatusCode() == 412, "replace of what has changed: %d %s, %v", late.StatusCode(), late.Body, err)
	wrong, err := c.PrintsCreateWithResponse(ctx, nil, prints.PrintCreate{Title: strings.Repeat("x", 81), Shade: to("red")})
	must(err == nil && wrong.JSON400 != nil, "wrong values: %d %s, %v", wrong.StatusCode(), wrong.Body, err)
	sold, err := c.PrintsSellWithResponse(ctx, id, nil, prints.Sale{Remark: to("To the museum.")})
	must(err == nil && sold.JSON200 != nil && *sold.JSON200.Sold, "sell: %s, %v", sold.Body, err)
	again, err := c.PrintsSellWithResponse(ctx, id, nil, prints.Sale{})
	must(err == nil && again.StatusCode() == 409, "sell again: %d %s, %v", again.StatusCode(), again.Body, err)
	gone, err := c.PrintsDestroyWithResponse(ctx, id, nil)
	must(err == nil && gone.StatusCode() == 204, "destroy: %s, %v", gone.Body, err)
	none, err := c.PrintsRetrieveWithResponse(ctx, id, nil)
	must(err == nil && none.StatusCode() == 404, "retrieve a deleted print: %d %s, %v", none.StatusCode(), none.Body, err)
}
