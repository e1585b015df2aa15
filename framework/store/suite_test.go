// The library of books that the tests share, in either database.

package store_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
	"example.com/resourceful/framework/store"
)

// A library with every kind of column and relation.

type author struct {
	ID     int64                `rest:"id,readonly"`
	Name   string               `rest:"name,unique" validate:"max=100"`
	Nick   *string              `rest:"nick"`
	Books  schema.HasMany[book] `rest:"books,readonly,by=author"`
	Titles schema.HasMany[book] `rest:"titles,readonly,by=author,show=title"`
}

type book struct {
	ID       int64                    `rest:"id,readonly"`
	Title    string                   `rest:"title" default:"it's \"new\"; -- ?$1"`
	Author   schema.BelongsTo[author] `rest:"author,show=name"`
	Editor   schema.BelongsTo[author] `rest:"editor,optional,ondelete=null,show=name"`
	Sequel   schema.BelongsTo[book]   `rest:"sequel,optional,ondelete=null"`
	Pages    int32                    `rest:"pages" default:"7"`
	Price    float64                  `rest:"price" default:"1.5"`
	Sold     bool                     `rest:"sold" default:"true"`
	Printed  field.Date               `rest:"printed" default:"2001-02-03"`
	Added    time.Time                `rest:"added" default:"now"`
	Day      field.Date               `rest:"day" default:"now"`
	Code     *string                  `rest:"code,unique=ci,sort=ci" validate:"max=100"`
	Rating   *int64                   `rest:"rating"`
	Weight   *float64                 `rest:"weight"`
	Lent     *bool                    `rest:"lent"`
	Returned *time.Time               `rest:"returned"`
	Due      *field.Date              `rest:"due"`
	Tags     schema.ManyToMany[tag]   `rest:"tags"`
	Labels   schema.ManyToMany[tag]   `rest:"labels,readonly,show=name,through=books_tags"`
}

type tag struct {
	ID    int64                   `rest:"id,readonly"`
	Name  string                  `rest:"name"`
	Books schema.ManyToMany[book] `rest:"books,readonly,through=books_tags"`
}

type review struct {
	ID   int64                  `rest:"id,readonly"`
	Book schema.BelongsTo[book] `rest:"book,ondelete=cascade"`
}

// title is another, smaller description of books.
type title struct {
	ID     int64                    `rest:"id,readonly"`
	Author schema.BelongsTo[author] `rest:"author"`
}

// library is the declarations and a database with their tables.
type library struct {
	db                                    *database.DB
	author, book, tag, review, title      *schema.Type
	authors, books, tags, reviews, titles *store.Table
	tables                                []schema.Table
}

func newTypes(t testing.TB) *library {
	t.Helper()
	l := &library{}
	report := func(field, msg string) { t.Errorf("declaration: %s: %s", field, msg) }
	types := map[reflect.Type]*schema.Type{}
	compile := func(of reflect.Type, table string) *schema.Type {
		types[of] = structs.Compile(of, table, field.Builtin(), field.NewRules(nil), nil, report)
		return types[of]
	}
	l.author = compile(reflect.TypeFor[author](), "")
	l.book = compile(reflect.TypeFor[book](), "")
	l.tag = compile(reflect.TypeFor[tag](), "")
	l.review = compile(reflect.TypeFor[review](), "")
	l.title = compile(reflect.TypeFor[title](), "books")
	all := []*schema.Type{l.author, l.book, l.tag, l.review, l.title}
	for _, typ := range all {
		for _, f := range typ.Fields {
			if f.Relation != nil {
				structs.Link(typ, f, types[f.Relation.Target], func(msg string) { report(f.Go, msg) })
			}
		}
	}
	// The lesser side of the same pairs.
	back := fieldOf(l.tag, "Books").Relation
	back.Here, back.There = "tag_id", "book_id"
	l.book.Owner = fieldOf(l.book, "Author")
	l.tables = structs.Tables(all, func(_ *schema.Type, field, msg string) { report(field, msg) })
	return l
}

// open gives a library in a database.
func open(t testing.TB, address string) *library {
	t.Helper()
	return openWith(t, address, database.Options{})
}

func openWith(t testing.TB, address string, opts database.Options) *library {
	t.Helper()
	l := newTypes(t)
	var err error
	if l.db, err = database.Open(t.Context(), address, opts); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.db.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := migrate.Apply(t.Context(), l.db, l.tables); err != nil {
		t.Fatal(err)
	}
	l.authors = l.collection(t, l.author)
	l.books = l.collection(t, l.book, store.Order{Field: fieldOf(l.book, "Title")})
	l.tags = l.collection(t, l.tag)
	l.reviews = l.collection(t, l.review)
	l.titles = l.collection(t, l.title)
	return l
}

func (l *library) collection(t testing.TB, typ *schema.Type, order ...store.Order) *store.Table {
	t.Helper()
	c, err := store.NewTable(l.db, store.TableSpec{Type: typ, Order: order, Reads: typ.Shown})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// everywhere runs one rule on every database.
func everywhere(t *testing.T, rule func(t *testing.T, l *library)) {
	t.Helper()
	for name, address := range databasetest.Addresses() {
		t.Run(name, func(t *testing.T) { rule(t, open(t, address(t))) })
	}
}

func fieldOf(t *schema.Type, name string) *schema.Field {
	for _, f := range t.Fields {
		if f.Go == name {
			return f
		}
	}
	panic("no field " + name)
}

// values are fields by their Go names.
type values map[string]any

func (l *library) record(typ *schema.Type, v values) *schema.Record {
	rec := typ.New()
	rec.Fill(time.Date(2024, 5, 6, 7, 8, 9, 123456000, time.UTC))
	for name, value := range v {
		switch ids := value.(type) {
		case int64:
			if fieldOf(typ, name).Relation != nil {
				value = schema.NumberKey(ids)
			}
		case []int64:
			value = numberKeys(ids...)
		}
		rec.Set(fieldOf(typ, name), value)
	}
	return rec
}

func numberKeys(ids ...int64) []schema.Key {
	keys := make([]schema.Key, len(ids))
	for i, id := range ids {
		keys[i] = schema.NumberKey(id)
	}
	return keys
}

// add inserts a row and joins the rows in Tags.
func (l *library) add(t testing.TB, c *store.Table, typ *schema.Type, v values) int64 {
	t.Helper()
	var id int64
	err := c.Write(t.Context(), func(tx *store.Tx) (err error) {
		key, err := tx.Insert(l.record(typ, v))
		if err != nil {
			return err
		}
		id = key.Number()
		if ids, ok := v["Tags"].([]int64); ok {
			return tx.Join(key, fieldOf(typ, "Tags"), numberKeys(ids...))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (l *library) addAuthor(t testing.TB, name string) int64 {
	t.Helper()
	return l.add(t, l.authors, l.author, values{"Name": name})
}

// addBooks adds books titled by their number, all by one author and with the same tags.
func (l *library) addBooks(t testing.TB, author int64, n int, tags ...int64) {
	t.Helper()
	before := databasetest.Number(t, l.db, "SELECT coalesce(max(id), 0) FROM books")
	databasetest.Exec(t, l.db, fmt.Sprintf(`INSERT INTO books (title, author_id, added) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT 'title ' || i, %d, '2024-05-06T07:08:09.123456Z' FROM n`, n, author))
	for _, id := range tags {
		databasetest.Exec(t, l.db, fmt.Sprintf(`INSERT INTO books_tags (book_id, tag_id) SELECT id, %d FROM books WHERE id > %d`, id, before))
	}
}

// everyone is the condition that all rows meet.
var everyone = predicate.Constant(true)

// stream collects the representations of a list.
func stream(t testing.TB, c streamer, where predicate.Expr) []string {
	t.Helper()
	var rows []string
	err := c.Stream(t.Context(), where, func(rec *schema.Record) error {
		rows = append(rows, string(rec.Append(nil, "")))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// streamer is a Table or a Scoped.
type streamer interface {
	Stream(ctx context.Context, where predicate.Expr, fn func(*schema.Record) error) error
}

// shown is the representation of one row, "" for none.
func shown(t testing.TB, c *store.Table, typ *schema.Type, id int64) string {
	t.Helper()
	rec := typ.New()
	found, err := c.Get(t.Context(), schema.NumberKey(id), rec)
	if err != nil {
		t.Fatal(err)
	}
	if !found {
		return ""
	}
	return string(rec.Append(nil, ""))
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

// refused checks that an error is a refusal with one message under a path.
func refused(t testing.TB, err error, path, message string) {
	t.Helper()
	p := problem.As(err)
	if p == nil || p.Code != problem.Invalid || len(p.Fields) != 1 || !slices.Equal(p.Fields.Get(path), []string{message}) {
		t.Errorf("got error %v (%T)\nwant a refusal of %s: %s", err, err, path, message)
	}
}
