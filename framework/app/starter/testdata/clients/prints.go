// Command drive uses the generated client of the atelier as a program would. It prints what went wrong.
package main

import (
	"context"
	"errors"
	"fmt"
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

func main() {
	ctx := context.Background()
	c, err := prints.New(os.Args[1], prints.Config{Credentials: prints.Machine("press")})
	must(err == nil, "new: %v", err)
	for i := range 5 {
		p, err := c.Prints.Create(ctx, prints.PrintCreate{Title: fmt.Sprint("Print ", i), Shade: prints.Set("#ff8800")})
		must(err == nil && p.Shade == "#ff8800" && p.Artist == "alice" && p.Cost.IsZero(), "create: %+v, %v", p, err)
	}
	first, err := c.Prints.List(ctx, prints.PrintsQuery{Etags: prints.Set(true)})
	must(err == nil && len(first.Items) == 2 && first.HasNext() && first.Items[0].ETag != "", "list: %+v, %v", first, err)
	n := 0
	for _, err := range c.Prints.All(ctx, prints.PrintsQuery{}) {
		must(err == nil, "all: %v", err)
		n++
	}
	must(n == 5, "%d prints", n)
	last, err := c.Prints.List(ctx, prints.PrintsQuery{Batch: prints.Set("c")})
	must(err == nil && len(last.Items) == 1 && !last.HasNext(), "batch c: %+v, %v", last, err)
	p := first.Items[0]
	changed, err := c.Prints.Update(ctx, p.ID, prints.PrintModify{Shade: prints.Set("#000000")}, prints.IfMatch(p.ETag))
	must(err == nil && changed.Shade == "#000000" && changed.Title == p.Title, "update: %+v, %v", changed, err)
	_, err = c.Prints.Replace(ctx, p.ID, prints.PrintReplace{Title: "Lost"}, prints.IfMatch(p.ETag))
	must(errors.Is(err, prints.ErrChanged), "replace of what has changed: %v", err)
	_, err = c.Prints.Create(ctx, prints.PrintCreate{Title: strings.Repeat("x", 81), Shade: prints.Set("red")})
	var refusal *prints.Error
	must(errors.As(err, &refusal) && len(refusal.Field("title")) == 1 && len(refusal.Field("shade")) == 1, "wrong values: %v", err)
	sold, err := c.Prints.Sell(ctx, p.ID, prints.Sale{Remark: prints.Set("To the museum.")})
	must(err == nil && sold.Sold, "sell: %+v, %v", sold, err)
	_, err = c.Prints.Sell(ctx, p.ID, prints.Sale{})
	must(errors.Is(err, prints.ErrConflict), "sell again: %v", err)
	must(c.Prints.Delete(ctx, p.ID) == nil, "delete")
	_, err = c.Prints.Get(ctx, p.ID)
	must(errors.Is(err, prints.ErrNotFound), "get what was deleted: %v", err)
	nobody, err := prints.New(os.Args[1], prints.Config{})
	must(err == nil, "new: %v", err)
	_, err = nobody.Prints.Create(ctx, prints.PrintCreate{Title: "None"})
	must(errors.Is(err, prints.ErrForbidden), "nobody creates: %v", err)
}
