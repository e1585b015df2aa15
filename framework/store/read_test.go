// Tests of reading rows: one, many, sorted, in pages.

package store_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// full is a book with a value in every column, and its representation.
func (l *library) full(t testing.TB) (id int64, want string) {
	ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, `Bob "O'Tables"; --`)
	second := l.add(t, l.books, l.book, values{"Author": bob, "Title": "second"})
	var tags []int64
	for _, name := range []string{"z", "a", `q"'`} {
		tags = append(tags, l.add(t, l.tags, l.tag, values{"Name": name}))
	}
	id = l.add(t, l.books, l.book, values{
		"Title": "a\x01\u00e9\U0001F600 \\ ", "Author": ann, "Editor": bob, "Sequel": second,
		"Pages": int64(-3), "Price": 0.1, "Sold": false, "Printed": field.NewDate(1999, 12, 31),
		"Added": time.Date(2024, 1, 2, 3, 4, 5, 6000, time.FixedZone("", 3600)), "Day": field.NewDate(2024, 2, 29),
		"Code": "c", "Rating": int64(1 << 62), "Weight": -1e-9, "Lent": true,
		"Returned": time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), "Due": field.NewDate(9999, 12, 31),
		"Tags": []int64{tags[2], tags[0], tags[1]},
	})
	return id, fmt.Sprintf(`{"id":%d,"title":"a\u0001é😀 \\ ","author":"Ann","editor":"Bob \"O'Tables\"; --","sequel":%d,`+
		`"pages":-3,"price":0.1,"sold":false,"printed":"1999-12-31","added":"2024-01-02T02:04:05.000006Z","day":"2024-02-29",`+
		`"code":"c","rating":4611686018427387904,"weight":-1e-09,"lent":true,"returned":"0001-01-01T00:00:00Z","due":"9999-12-31",`+
		`"tags":[%d,%d,%d],"labels":["z","a","q\"'"]}`, id, second, tags[0], tags[1], tags[2])
}

func TestGet(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id, want := l.full(t)
		equal(t, "every kind of value", shown(t, l.books, l.book, id), want)
		equal(t, "a record that does not exist", shown(t, l.books, l.book, 99), "")

		bare := l.add(t, l.books, l.book, values{"Author": l.addAuthor(t, "Cyd")})
		equal(t, "nothing where there may be nothing", shown(t, l.books, l.book, bare), fmt.Sprintf(
			`{"id":%d,"title":"it's \"new\"; -- ?$1","author":"Cyd","editor":null,"sequel":null,"pages":7,"price":1.5,"sold":true,`+
				`"printed":"2001-02-03","added":"2024-05-06T07:08:09.123456Z","day":"2024-05-06","code":null,"rating":null,"weight":null,`+
				`"lent":null,"returned":null,"due":null,"tags":[],"labels":[]}`, bare))
		equal(t, "the other side", shown(t, l.authors, l.author, 1), fmt.Sprintf(`{"id":1,"name":"Ann","nick":null,"books":[%d],"titles":["a\u0001é😀 \\ "]}`, id))
		equal(t, "the other side of pairs", shown(t, l.tags, l.tag, 2), fmt.Sprintf(`{"id":2,"name":"a","books":[%d]}`, id))
	})
}

func TestLoad(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id, _ := l.full(t)
		loaded, locked := l.book.New(), l.book.New()
		found, err := l.books.Read(t.Context()).Load(schema.NumberKey(id), loaded)
		if !found || err != nil {
			t.Fatal(found, err)
		}
		err = l.books.Write(t.Context(), func(tx *store.Tx) error {
			found, err = tx.Lock(schema.NumberKey(id), locked)
			return err
		})
		if !found || err != nil {
			t.Fatal(found, err)
		}
		for _, f := range l.book.Columns() {
			equal(t, f.Go, loaded.Column(f.Index), locked.Column(f.Index))
		}
		equal(t, "key of a reference", loaded.Get(fieldOf(l.book, "Editor")), schema.NumberKey(2))
		if found, err := l.books.Read(t.Context()).Load(schema.NumberKey(99), loaded); found || err != nil {
			t.Errorf("load of no row: got %v, %v", found, err)
		}
	})
}

// Size is what the texts of a row take that Load reads, in bytes.
func TestSize(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id, _ := l.full(t)
		title, code := fieldOf(l.book, "Title"), fieldOf(l.book, "Code")
		for _, texts := range [][2]any{{"", nil}, {"", ""}, {strings.Repeat("é", 1<<20), "é"}} {
			rec := l.book.New()
			err := l.books.Write(t.Context(), func(tx *store.Tx) error {
				if _, err := tx.Lock(schema.NumberKey(id), rec); err != nil {
					return err
				}
				rec.Set(title, texts[0])
				rec.Set(code, texts[1])
				_, err := tx.Update(schema.NumberKey(id), rec, []*schema.Field{title, code})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			got, err := l.books.Size(t.Context(), schema.NumberKey(id))
			if want := rec.Size(); got != want || err != nil {
				t.Errorf("got %d, %v, want %d", got, err, want)
			}
		}
		if got, err := l.books.Size(t.Context(), schema.NumberKey(99)); got != 0 || err != nil {
			t.Errorf("of no row: got %d, %v", got, err)
		}
		review := l.add(t, l.reviews, l.review, values{"Book": id})
		if got, err := l.reviews.Size(t.Context(), schema.NumberKey(review)); got != 0 || err != nil {
			t.Errorf("of a row without texts: got %d, %v", got, err)
		}
	})
}

func TestStreamOrder(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		ratings := []any{int64(2), nil, int64(1), nil, int64(2)}
		for i, title := range []string{"b", "B", "ä", "a", "_"} {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": title, "Rating": ratings[i]})
		}
		tests := []struct {
			name  string
			order []store.Order
			want  string
		}{
			{"none: by key", nil, "[1 2 3 4 5]"},
			{"texts by their bytes", []store.Order{{Field: fieldOf(l.book, "Title")}}, "[2 5 4 1 3]"},
			{"nothing comes first, ties by key", []store.Order{{Field: fieldOf(l.book, "Rating")}}, "[2 4 3 1 5]"},
			{"or last", []store.Order{{Field: fieldOf(l.book, "Rating"), Desc: true}}, "[1 5 3 2 4]"},
			{"last in both directions", []store.Order{{Field: fieldOf(l.book, "Rating"), Nulls: schema.NullsLast}}, "[3 1 5 2 4]"},
			{"said to be last", []store.Order{{Field: fieldOf(l.book, "Rating"), Desc: true, Nulls: schema.NullsLast}}, "[1 5 3 2 4]"},
			{"first in a descending order", []store.Order{{Field: fieldOf(l.book, "Rating"), Desc: true, Nulls: schema.NullsFirst}}, "[2 4 1 5 3]"},
			{"two", []store.Order{{Field: fieldOf(l.book, "Rating"), Desc: true}, {Field: l.book.Key, Desc: true}}, "[5 1 3 4 2]"},
		}
		for _, tt := range tests {
			c := l.collection(t, l.book, tt.order...)
			equal(t, tt.name, fmt.Sprint(keys(t, c)), tt.want)
			for limit := int64(1); limit < 4; limit++ {
				equal(t, fmt.Sprintf("%s, in pages of %d", tt.name, limit), fmt.Sprint(pagedKeys(t, c, limit)), tt.want)
			}
			asked := scoped(t, l.collection(t, l.book, store.Order{Field: fieldOf(l.book, "Added"), Desc: true}), store.Reader{Order: tt.order})
			if tt.order != nil {
				equal(t, tt.name+", asked for", fmt.Sprint(keys(t, asked)), tt.want)
				equal(t, tt.name+", asked for in pages", fmt.Sprint(pagedKeys(t, asked, 2)), tt.want)
			}
		}
	})
}

// However many orders are asked for, each is its own, and the order of the table stays.
func TestManyOrders(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		for _, title := range []string{"c", "a", "b"} {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": title})
		}
		title, rating := store.Order{Field: fieldOf(l.book, "Title")}, fieldOf(l.book, "Rating")
		c := l.collection(t, l.book, title)
		for _, second := range l.book.Fields {
			for _, third := range l.book.Fields {
				for _, desc := range []bool{false, true} {
					if !second.Orderable() || !third.Orderable() {
						continue
					}
					by := []store.Order{{Field: rating}, {Field: title.Field, Desc: desc}, {Field: second}, {Field: third, Desc: desc}}
					want := "[2 3 1]"
					if desc {
						want = "[1 3 2]"
					}
					equal(t, fmt.Sprint(second.Go, third.Go, desc), fmt.Sprint(keys(t, scoped(t, c, store.Reader{Order: by}))), want)
				}
			}
		}
		equal(t, "of the table", fmt.Sprint(keys(t, c)), "[2 3 1]")
		if _, err := c.Scope(store.Reader{Order: []store.Order{{Field: fieldOf(l.book, "Tags")}}}); err == nil {
			t.Error("an order by a relation to many: got no error")
		}
	})
}

// lister is a Table or a Scoped.
type lister interface {
	streamer
	Page(ctx context.Context, where predicate.Expr, offset, limit int64, fn func(*schema.Record) error) error
}

func keys(t testing.TB, c streamer) (ids []int64) {
	t.Helper()
	err := c.Stream(t.Context(), everyone, func(rec *schema.Record) error {
		ids = append(ids, rec.Key().Number())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func pagedKeys(t testing.TB, c lister, limit int64) (ids []int64) {
	t.Helper()
	for more := true; more; {
		more = false
		err := c.Page(t.Context(), everyone, int64(len(ids)), limit, func(rec *schema.Record) error {
			more = true
			ids = append(ids, rec.Key().Number())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return ids
}

func view(t testing.TB, c *store.Table, filters ...store.RowFilter) store.Scoped {
	t.Helper()
	return scoped(t, c, store.Reader{Filters: filters})
}

func TestPage(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		_, want := l.full(t)
		var got []string
		err := l.books.Page(t.Context(), everyone, 0, 1, func(rec *schema.Record) error {
			got = append(got, string(rec.Append(nil, "")))
			return nil
		})
		equal(t, "first page", got, []string{want})
		equal(t, "error", err, nil)
		if n, err := l.books.Count(t.Context(), everyone, 0); n != 2 || err != nil {
			t.Errorf("count: got %d, %v, want 2", n, err)
		}
		for _, offset := range []int64{2, 1 << 40, 1<<63 - 1} {
			err := l.books.Page(t.Context(), everyone, offset, 10, func(*schema.Record) error { return errors.New("a row") })
			equal(t, "a page beyond the end", err, nil)
			n, err := view(t, l.books).CountedPage(t.Context(), everyone, offset, 10, 0, func(*schema.Record) error { return errors.New("a row") })
			equal(t, "number beyond the end", n, int64(0))
			equal(t, "a counted page beyond the end", err, nil)
		}
	})
}

// A page is the same rows of the list, however deep it lies: its statement is another one there.
func TestDeepPages(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		err := databasetest.TryExec(t, l.db, `INSERT INTO authors (name, nick)
			SELECT 'name ' || i, 'nick ' || (i % 7)
			FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 1300) SELECT i FROM n) AS n`)
		if err != nil {
			t.Fatal(err)
		}
		l.addBooks(t, 1200, 3)
		nick := store.Order{Field: l.author.ByWire("nick"), Desc: true}
		declared, asked := view(t, l.collection(t, l.author, nick)), scoped(t, l.authors, store.Reader{Order: []store.Order{nick}})
		checkDeepPages(t, declared)
		checkDeepPages(t, asked)
	})
}

func checkDeepPages(t *testing.T, v store.Scoped) {
	t.Helper()
	var all []string
	row := func(to *[]string) func(*schema.Record) error {
		return func(rec *schema.Record) error { *to = append(*to, string(rec.Append(nil, ""))); return nil }
	}
	if err := v.Stream(t.Context(), everyone, row(&all)); err != nil {
		t.Fatal(err)
	}
	for offset := int64(0); offset < 1300; offset += 100 {
		var got []string
		if err := v.Page(t.Context(), everyone, offset, 100, row(&got)); err != nil {
			t.Fatal(err)
		}
		equal(t, fmt.Sprintf("page from %d", offset), got, all[offset:offset+100])
		for most, want := range map[int64]int64{0: 1300, 1299: 1299, 1300: 1300, 1301: 1300} {
			got = nil
			n, err := v.CountedPage(t.Context(), everyone, offset, 100, most, row(&got))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, fmt.Sprintf("rows counted up to %d", most), n, want)
			equal(t, fmt.Sprintf("counted page from %d", offset), got, all[offset:offset+100])
		}
	}
}

// The number of statements does not depend on the number of rows.
func TestStatementCounts(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		one := l.add(t, l.tags, l.tag, values{"Name": "one"})
		rows := 0
		for _, n := range []int{1, 9, 90} {
			l.addBooks(t, ann, n, one)
			rows += n
			ctx, counter := database.WithCounter(t.Context())
			seen := 0
			count := func(*schema.Record) error { seen++; return nil }
			steps := []struct {
				name string
				run  func() error
			}{
				{"stream", func() error { return l.books.Stream(ctx, everyone, count) }},
				{"page", func() error { return l.books.Page(ctx, everyone, 0, 1000, count) }},
				{"get", func() error { _, err := l.authors.Get(ctx, schema.NumberKey(ann), l.author.New()); return err }},
				{"count", func() error { _, err := l.books.Count(ctx, everyone, 0); return err }},
				{"missing", func() error {
					_, err := l.books.Read(ctx).Missing(fieldOf(l.book, "Tags"), numberKeys(make([]int64, n)...))
					return err
				}},
			}
			for i, step := range steps {
				if err := step.run(); err != nil {
					t.Fatal(err)
				}
				if counter.N() != i+1 {
					t.Errorf("%s of %d rows: %d statements, want 1: %q", step.name, rows, counter.N()-i, counter.SQL())
				}
			}
			equal(t, "rows", seen, 2*rows)
		}
	})
}

func TestStreamStops(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		l.addBooks(t, l.addAuthor(t, "Ann"), 10)
		stop := errors.New("stop")
		for range 100 { // a connection that is not given back would be missed
			if err := l.books.Stream(t.Context(), everyone, func(*schema.Record) error { return stop }); !errors.Is(err, stop) {
				t.Fatalf("got error %v, want the function's own", err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		err := l.books.Stream(ctx, everyone, func(*schema.Record) error { cancel(); <-ctx.Done(); time.Sleep(time.Millisecond); return nil })
		if !errors.Is(err, context.Canceled) && err != nil {
			t.Errorf("got error %v, want the context's", err)
		}
		equal(t, "rows afterwards", len(stream(t, l.books, everyone)), 10)
	})
}

// A list of any length is read with the memory of one row.
func TestStreamIsFlat(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		const rows = 10_000
		l.addBooks(t, l.addAuthor(t, "Ann"), rows)
		var most, start runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&start)
		seen := 0
		err := l.books.Stream(t.Context(), everyone, func(rec *schema.Record) error {
			if seen++; seen%2500 == 0 {
				runtime.GC()
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most.HeapAlloc = max(most.HeapAlloc, now.HeapAlloc)
			}
			return nil
		})
		if seen != rows || err != nil {
			t.Fatal(seen, err)
		}
		if grown := int64(most.HeapAlloc) - int64(start.HeapAlloc); grown > 1<<20 {
			t.Errorf("streaming %d rows held %d bytes, want less than a megabyte", rows, grown)
		}
	})
}

// The arguments of filters, of the number and of the page stand where each belongs.
func TestFilteredPages(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		red := l.add(t, l.tags, l.tag, values{"Name": "red"})
		blue := l.add(t, l.tags, l.tag, values{"Name": "blue"})
		for i := range int64(4) {
			l.add(t, l.books, l.book, values{"Author": bob, "Title": fmt.Sprint(i), "Editor": []int64{ann, bob}[i%2], "Tags": []int64{red, blue}, "Rating": i})
		}
		l.add(t, l.books, l.book, values{"Author": ann, "Title": "other", "Editor": bob})
		v := view(
			t, l.books,
			store.RowFilter{Field: fieldOf(l.book, "Editor"), Visible: []store.Visibility{{Type: l.author, Where: bound(t, l.author, is("name", "Ann"))}}},
			store.RowFilter{Field: fieldOf(l.book, "Tags"), Visible: []store.Visibility{{Type: l.tag, Where: bound(t, l.tag, is("name", "blue"))}}},
		)
		where := bound(t, l.book, all(owner(bob), not(is("rating", int64(3)))))
		rows := func(to *[]string) func(*schema.Record) error {
			return func(rec *schema.Record) error { *to = append(*to, string(rec.Append(nil, ""))); return nil }
		}
		var every []string
		if err := v.Stream(t.Context(), where, rows(&every)); err != nil || len(every) != 3 {
			t.Fatalf("stream: got %d rows, %v, want 3", len(every), err)
		}
		for i, shown := range []string{`"editor":"Ann"`, `"editor":null`, `"editor":"Ann"`} {
			if !strings.Contains(every[i], shown) || !strings.Contains(every[i], fmt.Sprintf(`"tags":[%d]`, blue)) {
				t.Errorf("row %d: got %s, want %s and the blue tag", i, every[i], shown)
			}
		}
		for most, want := range map[int64]int64{0: 3, 2: 2, 3: 3, 4: 3} {
			var got []string
			n, err := v.CountedPage(t.Context(), where, 1, 2, most, rows(&got))
			if n != want || err != nil {
				t.Errorf("counted up to %d: got %d, %v, want %d", most, n, err, want)
			}
			equal(t, "counted page", got, every[1:])
		}
	})
}
