// Types with derived members, for the tests.

package store_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
	"example.com/resourceful/framework/store"
)

// shelf is authors as a list with their books nested, sorted by how many they are.
type shelf struct {
	ID    int64                   `rest:"id,readonly"`
	Name  string                  `rest:"name"`
	Books schema.Nested[spine]    `rest:"books"`
	Count schema.Count[book]      `rest:"count,by=author"`
	Extra schema.Nested[backside] `rest:"titles,of=books"`
}

type spine struct {
	Title  string `rest:"title"`
	Writer string `rest:"writer,readonly,path=author.name"`
}

type backside struct {
	Tags  schema.Nested[tagName]   `rest:"tags"`
	Owner schema.BelongsTo[author] `rest:"author,show=name"`
}

type tagName struct {
	Name string `rest:"name"`
}

// shapes compiles representations for a test.
type shapes struct {
	t     testing.TB
	types map[reflect.Type]*schema.Type
}

func (s *shapes) report(field, msg string) { s.t.Errorf("declaration: %s: %s", field, msg) }

func (s *shapes) RowType(_ *schema.Type, _ *schema.Field, of reflect.Type) *schema.Type {
	return s.types[of]
}

func (s *shapes) ShapeType(_ *schema.Type, _ *schema.Field, of reflect.Type, row *schema.Type) *schema.Type {
	t := structs.CompileShape(of, row, field.Builtin(), field.NewRules(nil), s.report)
	for _, f := range t.Fields {
		if f.Relation != nil {
			structs.Link(t, f, s.types[f.Relation.Target], func(msg string) { s.report(f.Go, msg) })
		}
	}
	structs.LinkShape(t, s.report)
	for _, f := range t.Fields {
		if f.Derived != nil {
			structs.LinkDerived(t, f, s, func(msg string) { s.report(f.Go, msg) })
		}
	}
	return t
}

// represent is the authors, those with most books first, and the representation of them as shelves.
func (l *library) represent(t testing.TB) (*store.Table, *store.Representation) {
	t.Helper()
	s := &shapes{t, map[reflect.Type]*schema.Type{}}
	for _, typ := range []*schema.Type{l.author, l.book, l.tag} {
		s.types[typ.Go] = typ
	}
	shape := s.ShapeType(nil, nil, reflect.TypeFor[shelf](), l.author)
	rows, err := store.NewTable(l.db, store.TableSpec{
		Type: l.author, Reads: l.author.Shown,
		Order: []store.Order{{Field: fieldOf(shape, "Count"), Desc: true}, {Field: fieldOf(l.author, "Name")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows, &store.Representation{Type: shape, Reads: shape.Reads()}
}

// scoped is a table as a reader sees it.
func scoped(t testing.TB, c *store.Table, r store.Reader) store.Scoped {
	t.Helper()
	v, err := c.Scope(r)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A representation with nested rows is read in one statement and sorted by a count. Filters hide nested
// rows, do not count them, and change the order.
func TestDerived(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		x := l.add(t, l.tags, l.tag, values{"Name": `x"\`})
		l.addBooks(t, bob, 2, x)
		l.addBooks(t, ann, 1)
		table, shelves := l.represent(t)
		rows := scoped(t, table, store.Reader{As: shelves})
		bobs := `{"id":2,"name":"Bob","books":[{"title":"title 1","writer":"Bob"},{"title":"title 2","writer":"Bob"}],"count":2,` +
			`"titles":[{"tags":[{"name":"x\"\\"}],"author":"Bob"},{"tags":[{"name":"x\"\\"}],"author":"Bob"}]}`
		anns := `{"id":1,"name":"Ann","books":[{"title":"title 1","writer":"Ann"}],"count":1,"titles":[{"tags":[],"author":"Ann"}]}`
		equal(t, "list", stream(t, rows, everyone), []string{bobs, anns})
		equal(t, "condition on the row", stream(t, rows, bound(t, l.author, predicate.Eq("name", "Ann"))), []string{anns})
	})
}

// A page that lies deep is sorted as the others are, and its filters have their arguments.
func TestDeepDerived(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		databasetest.Exec(t, l.db, `INSERT INTO authors (name) WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 2200) SELECT 'a' || i FROM n`)
		l.addBooks(t, 7, 2)
		l.addBooks(t, 9, 1)
		rows, shelves := l.represent(t)
		var filters []store.RowFilter
		for _, name := range []string{"Books", "Count"} {
			filters = append(filters, store.RowFilter{Field: fieldOf(shelves.Type, name), Visible: []store.Visibility{{Type: l.book, Where: bound(t, l.book, predicate.Eq("title", "title 1"))}}})
		}
		for _, view := range []store.Reader{{As: shelves}, {As: shelves, Filters: filters}} {
			scoped := scoped(t, rows, view)
			var all []string
			err := scoped.Stream(t.Context(), everyone, func(rec *schema.Record) error {
				all = append(all, string(rec.Append(nil, "")))
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, offset := range []int64{0, 1, 1100} {
				var page []string
				total, err := scoped.CountedPage(t.Context(), everyone, offset, 3, 0, func(rec *schema.Record) error {
					page = append(page, string(rec.Append(nil, "")))
					return nil
				})
				if err != nil || total != 1201 {
					t.Fatal(total, err)
				}
				equal(t, fmt.Sprint("page from ", offset), page, all[offset:offset+3])
			}
			if first := all[0]; strings.Contains(first, "title 2") != (view.Filters == nil) {
				t.Errorf("with %d filters the first row is %s", len(view.Filters), first)
			}
		}
	})
}

// A list streams whatever is nested: memory does not grow with the number of rows.
func TestNestedStreams(t *testing.T) {
	l := open(t, databasetest.Addresses()["sqlite"](t))
	databasetest.Exec(t, l.db, `INSERT INTO authors (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT 'a' || i FROM n`)
	databasetest.Exec(t, l.db, `INSERT INTO books (title, author_id, added) SELECT 'title', a.id, '2024-05-06T07:08:09.123456Z' FROM authors AS a JOIN authors AS n ON n.id <= 5`)
	table, shelves := l.represent(t)
	rows := scoped(t, table, store.Reader{As: shelves})
	var least, most uint64
	n := 0
	err := rows.Stream(t.Context(), everyone, func(rec *schema.Record) error {
		if n++; n%1000 != 0 {
			return nil
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if least == 0 {
			least = m.HeapAlloc
		}
		most = max(most, m.HeapAlloc)
		return nil
	})
	if err != nil || n != 5000 {
		t.Fatal(n, err)
	}
	if most > least+1<<20 {
		t.Errorf("heap grew from %d to %d bytes", least, most)
	}
}
