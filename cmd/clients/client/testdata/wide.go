// Command drive uses the generated client of a set with envelopes, bulk writes, history, deletions that are marked, and
// relations that are expanded. It prints what went wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.org/drive/wide"
)

func must(ok bool, format string, args ...any) {
	if !ok {
		fmt.Printf(format+"\n", args...)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	c, err := wide.New(os.Args[1], wide.Config{Credentials: wide.Basic("admin", "admin-password")})
	must(err == nil, "new: %v", err)

	s, err := c.Shelves.Create(ctx, wide.ShelfCreate{Class: wide.ShelfClassA1, Map: wide.Set(map[string]any{"x": 1.0})})
	must(err == nil && s.Class == "a-1" && s.ETag != "" && s.Map["x"] == 1.0, "create: %+v, %v", s, err)
	many, err := c.Shelves.CreateMany(ctx, []wide.ShelfCreate{{Class: wide.ShelfClassB1}, {Class: wide.ShelfClassC, XEtag: wide.Set("x")}})
	must(err == nil && len(many) == 2 && many[0].Class == "b+1" && many[1].XEtag == "x", "create many: %+v, %v", many, err)
	page, err := c.Shelves.List(ctx, wide.ShelvesQuery{Class: wide.Set(wide.ShelfClassB1)})
	must(err == nil && len(page.Items) == 1 && page.Items[0].ID == many[0].ID, "list: %+v, %v", page, err)
	changed, err := c.Shelves.UpdateMany(ctx, []wide.ShelfModifyItem{{ID: many[0].ID, Type: wide.Set("one")}, {ID: many[1].ID, Type: wide.Set("two")}})
	must(err == nil && len(changed) == 2 && changed[1].Type == "two", "update many: %+v, %v", changed, err)
	outcomes, err := c.Shelves.UpdateEach(ctx, []wide.ShelfModifyItem{{ID: many[0].ID, Type: wide.Set("1")}, {ID: many[1].ID, Class: wide.Set(wide.ShelfClass("d"))}})
	must(err == nil && len(outcomes) == 2 && outcomes[0].Record.Type == "1" && outcomes[1].Status == 400 && outcomes[1].Fields[0].Path == "class", "update each: %+v, %v", outcomes, err)
	where, err := c.Shelves.UpdateWhere(ctx, wide.ShelvesUpdateWhereQuery{Class: wide.Set(wide.ShelfClassC), MaxAffected: 10}, wide.ShelfModify{Type: wide.Set("all")})
	must(err == nil && len(where) == 1 && where[0].Type == "all", "update where: %+v, %v", where, err)
	err = c.Shelves.DeleteWhere(ctx, wide.ShelvesDeleteWhereQuery{Class: wide.Set(wide.ShelfClassB1), MaxAffected: 10})
	must(err == nil, "delete where: %v", err)
	err = c.Shelves.DeleteMany(ctx, []int64{many[1].ID})
	must(err == nil, "delete many: %v", err)
	_, err = c.Shelves.Create(ctx, wide.ShelfCreate{Class: "none"})
	var refusal *wide.Error
	must(errors.As(err, &refusal) && len(refusal.Fields) == 1 && strings.HasSuffix(refusal.Fields[0].Path, "class"), "wrong class: %v", err)

	_, err = c.Shelves.Update(ctx, s.ID, wide.ShelfModify{Type: wide.Set("new")})
	must(err == nil, "update: %v", err)
	var entries []wide.ShelfHistoryEntry
	for e, err := range c.Shelves.AllHistory(ctx, s.ID, wide.ShelvesHistoryQuery{}) {
		must(err == nil, "history: %v", err)
		entries = append(entries, e)
	}
	must(len(entries) == 2 && entries[1].Before == nil && *entries[0].By == "admin", "history: %+v", entries)
	restored, err := c.Shelves.HistoryRestore(ctx, s.ID, entries[1].ID)
	must(err == nil && restored.Type == "", "restore an entry: %+v, %v", restored, err)

	b, err := c.Books.Create(ctx, wide.BookCreate{
		Title: "A", Shelf: s.ID, Price: wide.SetTo(1.5), Tags: wide.Set([]string{"x", "y"}),
		Cover: wide.Set(&wide.Upload{Name: "a.txt", Content: strings.NewReader("cover")}),
	})
	must(err == nil && *b.Price == 1.5 && len(b.Tags) == 2 && b.Shelf.Key == s.ID && b.Shelf.Record == nil, "create with a file: %+v, %v", b, err)
	d, err := c.Books.Cover(ctx, b.ID)
	must(err == nil, "cover: %v", err)
	text, err := io.ReadAll(d.Body)
	must(err == nil && string(text) == "cover", "cover: %q, %v", text, err)
	d.Body.Close()
	b, err = c.Books.Update(ctx, b.ID, wide.BookModify{Cover: wide.Set[*wide.Upload](nil), Price: wide.Null[float64]()})
	must(err == nil && b.Cover == nil && b.Price == nil, "take the file away: %+v, %v", b, err)
	b, err = c.Books.Get(ctx, b.ID, wide.BooksGetQuery{Expand: []wide.BookExpand{wide.BookExpandShelf}, Omit: []wide.BookOmit{wide.BookOmitTags}})
	must(err == nil && b.Shelf.Record != nil && b.Shelf.Record.Class == "a-1" && b.Tags == nil, "expand: %+v, %v", b, err)
	must(c.Books.Delete(ctx, b.ID) == nil, "delete")
	n := 0
	for _, err := range c.Books.AllDeleted(ctx, wide.BooksDeletedQuery{}) {
		must(err == nil, "deleted: %v", err)
		n++
	}
	must(n == 1, "%d are deleted", n)
	back, err := c.Books.Restore(ctx, b.ID)
	must(err == nil && back.Title == "A", "restore: %+v, %v", back, err)
}
