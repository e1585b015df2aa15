// Tests of writing rows.

package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// nasty are texts that would do harm in the text of a statement.
var nasty = []string{"", "'", `"`, "`", "$1", "?", "--", "'; DROP TABLE books; --", `\`, "\u2028", "%_", "🧨", " x ", "\n\t\r"}

func TestTextsAreKept(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		for _, text := range nasty {
			id := l.addAuthor(t, text)
			rec := l.author.New()
			if found, err := l.authors.Get(t.Context(), schema.NumberKey(id), rec); !found || err != nil {
				t.Fatal(found, err)
			}
			equal(t, "name", rec.Get(fieldOf(l.author, "Name")), text)
			taken, err := l.authors.Taken(t.Context(), fieldOf(l.author, "Name"), text, schema.NumberKey(0))
			if !taken || err != nil {
				t.Errorf("taken %q: got %v, %v", text, taken, err)
			}
			found, ok, err := l.books.Lookup(t.Context(), fieldOf(l.book, "Author"), text)
			if found != schema.NumberKey(id) || !ok || err != nil {
				t.Errorf("look up %q: got %v, %v, %v", text, found, ok, err)
			}
		}
		for _, text := range []string{"nobody", "\x00", "\xff", "ann"} {
			if id, ok, err := l.books.Lookup(t.Context(), fieldOf(l.book, "Author"), text); ok || err != nil {
				t.Errorf("look up %q: got %v, %v, %v", text, id, ok, err)
			}
		}
	})
}

func TestUpdate(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id, before := l.full(t)
		fields := func(names ...string) (fs []*schema.Field) {
			for _, n := range names {
				fs = append(fs, fieldOf(l.book, n))
			}
			return fs
		}
		update := func(id int64, v values, names ...string) (found bool, err error) {
			err = l.books.Write(t.Context(), func(tx *store.Tx) error {
				found, err = tx.Update(schema.NumberKey(id), l.record(l.book, v), fields(names...))
				return err
			})
			return found, err
		}
		if found, err := update(id, values{"Title": "ignored"}); !found || err != nil {
			t.Errorf("update of nothing: %v, %v", found, err)
		}
		if found, err := update(id, values{}, "ID", "Tags", "Labels"); !found || err != nil {
			t.Errorf("update of what has no column: %v, %v", found, err)
		}
		equal(t, "unchanged", shown(t, l.books, l.book, id), before)
		if found, err := update(id, values{"Title": "t", "Pages": int64(1), "Price": 9.5}, "Price", "Title", "Price"); !found || err != nil {
			t.Fatal(found, err)
		}
		want := strings.Replace(before, `"a\u0001é😀 \\ "`, `"t"`, 1)
		equal(t, "two columns", shown(t, l.books, l.book, id), strings.Replace(want, `"price":0.1`, `"price":9.5`, 1))
		if found, err := update(id, values{}, "Editor", "Rating", "Due", "Lent", "Weight", "Returned", "Code"); !found || err != nil {
			t.Fatal(found, err)
		}
		if got := shown(t, l.books, l.book, id); !strings.Contains(got, `"editor":null`) || !strings.Contains(got, `"due":null`) {
			t.Errorf("columns are not cleared: %s", got)
		}
		if found, err := update(99, values{}, "Title"); found || err != nil {
			t.Errorf("update of no row: %v, %v", found, err)
		}
	})
}

// More sets of columns than are kept prepared work as well.
func TestUpdateOfManySets(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id, _ := l.full(t)
		plain := l.book.Columns()[6:14]
		for set := 1; set < 1<<len(plain); set++ {
			var fields []*schema.Field
			for i, f := range plain {
				if set&(1<<i) != 0 {
					fields = append(fields, f)
				}
			}
			err := l.books.Write(t.Context(), func(tx *store.Tx) error {
				rec := l.book.New()
				if found, err := tx.Lock(schema.NumberKey(id), rec); !found || err != nil {
					return fmt.Errorf("lock: %v, %w", found, err)
				}
				_, err := tx.Update(schema.NumberKey(id), rec, fields)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A row that is marked as deleted is not changed with others.
func TestUpdateManyOfDeleted(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		author := l.add(t, l.authors, l.author, values{"Name": "a"})
		l.book.Deleted = fieldOf(l.book, "Returned")
		books, pages := l.collection(t, l.book), fieldOf(l.book, "Pages")
		var keys []schema.Key
		var recs []*schema.Record
		for _, title := range []string{"stays", "goes"} {
			keys = append(keys, schema.NumberKey(l.add(t, books, l.book, values{"Title": title, "Author": author})))
			recs = append(recs, l.record(l.book, values{"Pages": int64(99)}))
		}
		err := books.Write(t.Context(), func(tx *store.Tx) error {
			if _, err := tx.Delete(keys[1], time.Now()); err != nil {
				return err
			}
			return tx.UpdateMany(keys, recs, []*schema.Field{pages})
		})
		if err != nil {
			t.Fatal(err)
		}
		deleted, err := store.NewTable(l.db, store.TableSpec{Type: l.book, Reads: l.book.Shown, Deleted: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range []*store.Table{books, deleted} {
			rec, want := l.book.New(), []int64{99, 7}[i]
			if found, err := c.Get(t.Context(), keys[i], rec); !found || err != nil || rec.Get(pages) != want {
				t.Errorf("book %d: got %v, %v, %v; want %d pages", i, found, err, rec.Get(pages), want)
			}
		}
	})
}

func TestJoin(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		one := l.add(t, l.books, l.book, values{"Author": l.addAuthor(t, "Ann")})
		other := l.add(t, l.books, l.book, values{"Author": int64(1), "Title": "other"})
		for i := range 5 {
			l.add(t, l.tags, l.tag, values{"Name": fmt.Sprint(i)})
		}
		join := func(id int64, ids ...int64) error {
			return l.books.Write(t.Context(), func(tx *store.Tx) error {
				return tx.Join(schema.NumberKey(id), fieldOf(l.book, "Tags"), numberKeys(ids...))
			})
		}
		equal(t, "join of another", join(other, 1, 5), nil)
		for _, ids := range [][]int64{{1, 2, 3}, {3, 4}, {4, 3, 4}, {}, nil, {5}} {
			ctx, counter := database.WithCounter(t.Context())
			err := l.books.Write(ctx, func(tx *store.Tx) error {
				return tx.Join(schema.NumberKey(one), fieldOf(l.book, "Tags"), numberKeys(ids...))
			})
			equal(t, fmt.Sprint("join ", ids), err, nil)
			if counter.N() > 2 {
				t.Errorf("join %v: %d statements", ids, counter.N())
			}
			rec := l.book.New()
			if _, err := l.books.Get(t.Context(), schema.NumberKey(one), rec); err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"[1 2 3]": "[1 2 3]", "[3 4]": "[3 4]", "[4 3 4]": "[3 4]", "[]": "[]", "[5]": "[5]"}[fmt.Sprint(ids)]
			equal(t, "joined", fmt.Sprint(rec.Get(fieldOf(l.book, "Tags"))), want)
		}
		refused(t, join(one, 1, 77), "tags", `Invalid pk "77" - object does not exist.`)
		equal(t, "rolled back, and the other is as it was",
			fmt.Sprint(stream(t, l.tags, everyone)), fmt.Sprintf(`[{"id":1,"name":"0","books":[%d]} {"id":2,"name":"1","books":[]} {"id":3,"name":"2","books":[]} {"id":4,"name":"3","books":[]} {"id":5,"name":"4","books":[%d,%d]}]`, other, one, other))
		if err := join(99, 1); err == nil || problem.As(err) != nil {
			t.Errorf("join to no row: got %v, want an error that is ours", err)
		}
	})
}

func TestMissing(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		for i := range 3 {
			l.add(t, l.tags, l.tag, values{"Name": fmt.Sprint(i)})
		}
		for _, tt := range []struct {
			ids  []int64
			want string
		}{{nil, "[]"}, {[]int64{1, 2, 3}, "[]"}, {[]int64{9, 1, -1, 1 << 62}, "[-1 9 4611686018427387904]"}, {make([]int64, 1), "[0]"}} {
			got, err := l.books.Read(t.Context()).Missing(fieldOf(l.book, "Tags"), numberKeys(tt.ids...))
			equal(t, "error", err, nil)
			equal(t, fmt.Sprint("missing of ", tt.ids), fmt.Sprint(got), tt.want)
		}
	})
}

// The effect of another transaction after the check is refused in the words of the check.
func TestViolations(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann, bob := l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")
		id := l.add(t, l.books, l.book, values{"Author": ann, "Code": "c", "Editor": bob})
		write := func(c *store.Table, fn func(tx *store.Tx) error) error { return c.Write(t.Context(), fn) }
		insert := func(c *store.Table, typ *schema.Type, v values) error {
			return write(c, func(tx *store.Tx) error { _, err := tx.Insert(l.record(typ, v)); return err })
		}
		refused(t, insert(l.authors, l.author, values{"Name": "Ann"}), "name", "author with this name already exists.")
		refused(t, insert(l.books, l.book, values{"Author": ann, "Code": "C"}), "code", "book with this code already exists.")
		refused(t, insert(l.books, l.book, values{"Author": int64(99)}), "author", "Object with name=99 does not exist.")
		refused(t, insert(l.books, l.book, values{"Author": ann, "Sequel": int64(99)}), "sequel", `Invalid pk "99" - object does not exist.`)
		refused(t, insert(l.reviews, l.review, values{"Book": int64(99)}), "book", `Invalid pk "99" - object does not exist.`)
		refused(t, write(l.authors, func(tx *store.Tx) error {
			_, err := tx.Update(schema.NumberKey(bob), l.record(l.author, values{"Name": "Ann"}), l.author.Columns())
			return err
		}), "name", "author with this name already exists.")
		refused(t, write(l.books, func(tx *store.Tx) error {
			_, err := tx.Update(schema.NumberKey(id), l.record(l.book, values{"Author": ann, "Sequel": int64(99)}), []*schema.Field{fieldOf(l.book, "Sequel")})
			return err
		}), "sequel", `Invalid pk "99" - object does not exist.`)
		for range 2 { // two rows without a code are not equal
			equal(t, "insert without code", insert(l.books, l.book, values{"Author": ann}), nil)
		}
		err := write(l.authors, func(tx *store.Tx) error { _, err := tx.Delete(schema.NumberKey(ann), time.Time{}); return err })
		if p := problem.As(err); p == nil || p.Code != problem.Conflict || p.Detail != "This author cannot be deleted because other records refer to it." {
			t.Errorf("delete of a referenced row: got %v", err)
		}
	})
}

func TestDelete(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id, _ := l.full(t)
		l.add(t, l.reviews, l.review, values{"Book": id})
		remove := func(c *store.Table, id int64) (found bool) {
			t.Helper()
			err := c.Write(t.Context(), func(tx *store.Tx) (err error) { found, err = tx.Delete(schema.NumberKey(id), time.Time{}); return err })
			if err != nil {
				t.Error(err)
			}
			return found
		}
		equal(t, "delete of no row", remove(l.books, 99), false)
		equal(t, "delete of the second book", remove(l.books, 1), true)
		equal(t, "sequel is cleared", strings.Contains(shown(t, l.books, l.book, id), `"sequel":null`), true)
		equal(t, "delete of Bob", remove(l.authors, 2), true)
		equal(t, "editor is cleared", strings.Contains(shown(t, l.books, l.book, id), `"editor":null`), true)
		equal(t, "delete of a tag", remove(l.tags, 1), true)
		equal(t, "membership ends", strings.Contains(shown(t, l.books, l.book, id), `"tags":[2,3]`), true)
		equal(t, "delete of the book", remove(l.books, id), true)
		equal(t, "its reviews go", len(stream(t, l.reviews, everyone)), 0)
		equal(t, "its tags stay", len(stream(t, l.tags, everyone)), 2)
		if next := l.add(t, l.books, l.book, values{"Author": int64(1)}); next <= id {
			t.Errorf("the key %d is given a second time", next)
		}
	})
}

func TestRollback(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		own := errors.New("own")
		fail := func(how func()) (err error) {
			return l.authors.Write(t.Context(), func(tx *store.Tx) error {
				if _, err := tx.Insert(l.record(l.author, values{"Name": "Ann"})); err != nil {
					return err
				}
				how()
				return own
			})
		}
		if err := fail(func() {}); !errors.Is(err, own) {
			t.Errorf("got error %v, want the function's own", err)
		}
		for range 60 { // a connection that is not given back would be missed
			func() {
				defer func() { equal(t, "panic", recover(), "own") }()
				_ = fail(func() { panic("own") })
			}()
		}
		equal(t, "authors", len(stream(t, l.authors, everyone)), 0)
		l.addAuthor(t, "Ann")
	})
}

// After a commit, and after no rollback, the last function of each owner is called once.
func TestAfterCommit(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		for _, failure := range []error{nil, errors.New("rolled back")} {
			var called []string
			err := l.authors.Write(t.Context(), func(tx *store.Tx) error {
				for _, of := range []string{"outbox", "jobs", "outbox"} {
					tx.On(l.books).AfterCommit(of, func() { called = append(called, of) })
				}
				tx.AfterCommit("jobs", func() { called = append(called, "jobs again") })
				if called != nil {
					t.Errorf("before the commit: got %q", called)
				}
				return failure
			})
			var want []string
			if failure == nil {
				want = []string{"outbox", "jobs again"}
			}
			if !errors.Is(err, failure) || !slices.Equal(called, want) {
				t.Errorf("got %q and %v, want %q and %v", called, err, want, failure)
			}
		}
	})
}

// A transaction sees its own changes; others see them when it has ended.
func TestIsolation(t *testing.T) {
	for name, address := range databasetest.Addresses() {
		if name == "memory" {
			continue // there, readers and writers wait for each other
		}
		t.Run(name, func(t *testing.T) {
			l := open(t, address(t))
			err := l.authors.Write(t.Context(), func(tx *store.Tx) error {
				id, err := tx.Insert(l.record(l.author, values{"Name": "Ann"}))
				if err != nil {
					return err
				}
				rec := l.author.New()
				found, err := tx.Get(id, rec)
				if err != nil {
					return err
				}
				equal(t, "found inside", found, true)
				equal(t, "found outside", shown(t, l.authors, l.author, id.Number()), "")
				book, err := tx.On(l.books).Insert(l.record(l.book, values{"Author": id}))
				equal(t, "insert into another table", err, nil)
				equal(t, "its key", book, schema.NumberKey(1))
				return err
			})
			equal(t, "error", err, nil)
			equal(t, "outside afterwards", len(stream(t, l.authors, everyone)), 1)
		})
	}
}

// Read-then-write transactions of many writers all succeed, and none is lost.
func TestConcurrentWriters(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id := l.add(t, l.books, l.book, values{"Author": l.addAuthor(t, "Ann"), "Pages": int64(0)})
		const writers, each = 8, 15
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				for range each {
					err := l.books.Write(t.Context(), func(tx *store.Tx) error {
						rec := l.book.New()
						if _, err := tx.Lock(schema.NumberKey(id), rec); err != nil {
							return err
						}
						pages := fieldOf(l.book, "Pages")
						rec.Set(pages, rec.Get(pages).(int64)+1)
						_, err := tx.Update(schema.NumberKey(id), rec, []*schema.Field{pages})
						return err
					})
					if err != nil {
						t.Error(err)
					}
					if _, err := l.books.Get(t.Context(), schema.NumberKey(id), l.book.New()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		rec := l.book.New()
		if _, err := l.books.Read(t.Context()).Load(schema.NumberKey(id), rec); err != nil {
			t.Fatal(err)
		}
		equal(t, "pages", rec.Get(fieldOf(l.book, "Pages")), int64(writers*each))
	})
}

// Two transactions that wait for each other are ended by PostgreSQL; the one that is ended is run
// again.
func TestDeadlock(t *testing.T) {
	l := open(t, databasetest.Addresses()["postgres"](t))
	ids := []int64{l.addAuthor(t, "Ann"), l.addAuthor(t, "Bob")}
	var both, group sync.WaitGroup
	both.Add(2)
	runs := make([]int, 2)
	for i := range 2 {
		group.Go(func() {
			err := l.authors.Write(t.Context(), func(tx *store.Tx) error {
				runs[i]++
				rec := l.author.New()
				if _, err := tx.Lock(schema.NumberKey(ids[i]), rec); err != nil {
					return err
				}
				if runs[i] == 1 {
					both.Done()
					both.Wait()
				}
				_, err := tx.Lock(schema.NumberKey(ids[1-i]), rec)
				return err
			})
			equal(t, "error", err, nil)
		})
	}
	group.Wait()
	equal(t, "runs", runs[0]+runs[1], 3)
	equal(t, "retried", l.db.Stats().Retried, uint64(1))
}

// A type that describes some columns of a table leaves the others to their defaults.
func TestPartialType(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		id := l.add(t, l.titles, l.title, values{"Author": l.addAuthor(t, "Ann")})
		got := shown(t, l.books, l.book, id)
		want := `{"id":1,"title":"it's \"new\"; -- ?$1","author":"Ann","editor":null,"sequel":null,"pages":7,"price":1.5,"sold":true,"printed":"2001-02-03","added":"20`
		if !strings.HasPrefix(got, want) {
			t.Errorf("defaults of the database:\n got %s\nwant %s…", got, want)
		}
	})
}

// Two that read a row, and write what they make of it, without a lock: on a database that is
// serializable nothing is lost, since one of them is run again. That they would get into each
// other's way is shown by the same on a database that is not.
func TestSerializable(t *testing.T) {
	const clients, changes = 4, 25
	for level, lossless := range map[string]bool{"serializable": true, "read\\ committed": false} {
		t.Run(level, func(t *testing.T) {
			l := open(t, pg.Postgres(t)+" default_transaction_isolation="+level)
			id := l.add(t, l.books, l.book, values{"Author": l.addAuthor(t, "Ann"), "Pages": int64(0)})
			pages := fieldOf(l.book, "Pages")
			var group, together sync.WaitGroup
			together.Add(clients)
			for range clients {
				group.Go(func() {
					met := false
					for done := 0; done < changes; {
						err := l.books.Write(t.Context(), func(tx *store.Tx) error {
							rec := l.book.New()
							if _, err := tx.Get(schema.NumberKey(id), rec); err != nil {
								return err
							}
							if !met { // the first time, all have read before any writes
								met = true
								together.Done()
								together.Wait()
							}
							rec.Set(pages, rec.Get(pages).(int64)+1)
							_, err := tx.Update(schema.NumberKey(id), rec, []*schema.Field{pages})
							return err
						})
						switch {
						case err == nil:
							done++
						case !database.Unavailable(err):
							t.Error(err)
							return
						}
					}
				})
			}
			group.Wait()
			got := databasetest.Number(t, l.db, "SELECT pages FROM books")
			if (got == clients*changes) != lossless {
				t.Errorf("got %d after %d changes, lossless should be %v", got, clients*changes, lossless)
			}
		})
	}
}

// What people add to a database by hand refuses rows in words for clients.
func TestUndeclaredConstraints(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		l.add(t, l.books, l.book, values{"Author": ann, "Title": "One", "Rating": int64(1)})
		insert := func(v values) error {
			return l.books.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.Insert(l.record(l.book, v)); return err })
		}
		postgres := l.db.Dialect().Name == "postgres"
		databasetest.Exec(t, l.db, "CREATE UNIQUE INDEX one ON books (author_id, rating)", "CREATE UNIQUE INDEX two ON books (upper(title))", "ALTER TABLE books ADD CONSTRAINT few CHECK (pages < 1000)")
		refused(t, insert(values{"Author": ann, "Title": "Two", "Rating": int64(1)}), problem.NonField, "The fields author, rating must make a unique set.")
		refused(t, insert(values{"Author": ann, "Title": "ONE"}), problem.NonField, "There is another book with these values.")
		refused(t, insert(values{"Author": ann, "Title": "Three", "Pages": int64(1000)}), problem.NonField, "The database refuses this: few")
		if postgres {
			databasetest.Exec(t, l.db,
				"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No %.', OLD.title; END $$",
				"CREATE TRIGGER refuse BEFORE UPDATE ON books FOR EACH ROW EXECUTE FUNCTION refuse()",
				"ALTER TABLE books ADD EXCLUDE (weight WITH =), ADD FOREIGN KEY (rating) REFERENCES authors")
			l.add(t, l.books, l.book, values{"Author": ann, "Title": "Four", "Weight": 1.5})
			refused(t, insert(values{"Author": ann, "Title": "Five", "Weight": 1.5}), problem.NonField, "The database refuses this: books_weight_excl")
			refused(t, insert(values{"Author": ann, "Title": "Six", "Rating": int64(99)}), "rating", "The record that this refers to does not exist.")
			databasetest.Exec(t, l.db, "ALTER TABLE books ALTER CONSTRAINT books_rating_fkey DEFERRABLE INITIALLY DEFERRED")
		} else {
			databasetest.Exec(t, l.db, "CREATE TRIGGER refuse BEFORE UPDATE OF title ON books BEGIN SELECT RAISE(ABORT, 'No One.'); END",
				"ALTER TABLE books ADD COLUMN own INTEGER DEFAULT NULL REFERENCES authors", "ALTER TABLE books ADD COLUMN late INTEGER DEFAULT NULL REFERENCES authors DEFERRABLE INITIALLY DEFERRED",
				"CREATE TRIGGER late AFTER INSERT ON books WHEN new.rating = 98 BEGIN UPDATE books SET late = 98 WHERE id = new.id; END",
				"CREATE TRIGGER fill AFTER INSERT ON books WHEN new.rating = 99 BEGIN UPDATE books SET own = 99 WHERE id = new.id; END", "DROP TRIGGER refuse")
			refused(t, insert(values{"Author": ann, "Title": "Six", "Rating": int64(99)}), problem.NonField, "A record that this one refers to does not exist.")
			databasetest.Exec(t, l.db, "CREATE TRIGGER refuse BEFORE UPDATE OF title ON books BEGIN SELECT RAISE(ABORT, 'No One.'); END")
		}
		refused(t, insert(values{"Author": ann, "Title": "Late", "Rating": int64(98)}), problem.NonField, "A record that this one refers to does not exist.")
		refused(t, l.books.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Update(schema.NumberKey(1), l.record(l.book, values{"Author": ann, "Title": "Seven"}), []*schema.Field{fieldOf(l.book, "Title")})
			return err
		}), problem.NonField, "The database refuses this: No One.")
	})
}

// References of undeclared columns refuse in the direction in which they are broken.
func TestUndeclaredReferences(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		l.add(t, l.tags, l.tag, values{"Name": "a"})
		id := schema.NumberKey(l.add(t, l.tags, l.tag, values{"Name": "b"}))
		remove := func() error {
			return l.tags.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.Delete(id, time.Time{}); return err })
		}
		for _, deferred := range []string{"", " DEFERRABLE INITIALLY DEFERRED"} {
			databasetest.Exec(t, l.db, "CREATE TABLE own (tag bigint REFERENCES tags"+deferred+")", "INSERT INTO own VALUES (2)")
			if p := problem.As(remove()); p == nil || p.Detail != "This tag cannot be deleted because other records refer to it." {
				t.Errorf("delete of a row to which others refer%s: got %v", deferred, p)
			}
			databasetest.Exec(t, l.db, "DROP TABLE own")
		}
		if l.db.Dialect().Name == "sqlite" {
			return
		}
		databasetest.Exec(t, l.db, "CREATE UNIQUE INDEX names ON tags (name)", "CREATE TABLE own (tag text REFERENCES tags (name))", "INSERT INTO own VALUES ('a')")
		for _, table := range []string{"own", "tags"} {
			err := l.tags.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Update(schema.NumberKey(1), l.record(l.tag, values{"Name": "c"}), l.tag.Columns())
				return err
			})
			if p := problem.As(err); p == nil || p.Detail != "This tag cannot be changed in this way because other records refer to it." {
				t.Errorf("update of a value to which %s refers: got %v", table, err)
			}
			databasetest.Exec(t, l.db, "DROP TABLE IF EXISTS own", "ALTER TABLE tags ADD COLUMN IF NOT EXISTS other text REFERENCES tags (name)", "UPDATE tags SET other = 'a'")
		}
	})
}

// Columns, indexes and triggers that people have added compute with values, and refuse some.
func TestUndeclaredComputations(t *testing.T) {
	const set = "CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN %s; RETURN NEW; END $$; CREATE TRIGGER own BEFORE INSERT ON tags FOR EACH ROW EXECUTE FUNCTION own()"
	const refusal, long = "The database refuses these values.", "This value is too long to be looked up by. Write a shorter one."
	many := make([]byte, 9000)
	for i := range many {
		many[i] = byte('a' + rand.IntN(26))
	}
	for _, tt := range []struct{ database, plant, name, path, want string }{
		{"postgres", "ALTER TABLE tags ADD COLUMN own varchar(5) GENERATED ALWAYS AS (name) STORED", "longer", problem.NonField, refusal},
		{"postgres", "CREATE INDEX own ON tags ((100 / length(name)))", "", problem.NonField, refusal},
		{"postgres", "CREATE INDEX own ON tags (CAST(name AS integer))", "x", problem.NonField, refusal},
		{"postgres", "CREATE INDEX own ON tags (name)", string(many), "name", long},
		{"postgres", "CREATE DOMAIN given AS text NOT NULL; ALTER TABLE tags ADD COLUMN own given DEFAULT NULL", "x", problem.NonField, refusal},
		{"postgres", fmt.Sprintf(set, "NEW.name = NULL"), "x", problem.NonField, refusal},
		{"postgres", "CREATE TABLE own (a text NOT NULL); " + fmt.Sprintf(set, "INSERT INTO own VALUES (NULL)"), "x", problem.NonField, refusal},
		{"postgres", fmt.Sprintf(set, "PERFORM CAST(NEW.name AS integer)"), "x", problem.NonField, refusal},
		{"postgres", fmt.Sprintf(set, "RAISE EXCEPTION 'Too heavy.' USING ERRCODE = 'check_violation'"), "x", problem.NonField, "The database refuses this: Too heavy."},
		{"postgres", fmt.Sprintf(set, "RAISE EXCEPTION 'Too heavy.' USING ERRCODE = 'ZZ001'"), "x", problem.NonField, "The database refuses this: Too heavy."},
		{"sqlite", "CREATE TABLE own (a text NOT NULL); CREATE TRIGGER own_ AFTER INSERT ON tags BEGIN INSERT INTO own VALUES (NULL); END", "x", problem.NonField, refusal},
		{"sqlite", "CREATE INDEX own ON tags (json_extract(name, '$.a'))", "x", problem.NonField, refusal},
		{"sqlite", "CREATE TRIGGER own BEFORE INSERT ON tags BEGIN SELECT json_extract(NEW.name, '$.a'); END", "x", problem.NonField, refusal},
	} {
		t.Run(tt.database+"/"+tt.plant, func(t *testing.T) {
			l := open(t, databasetest.Addresses()[tt.database](t))
			databasetest.Exec(t, l.db, tt.plant)
			refused(t, l.tags.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Insert(l.record(l.tag, values{"Name": tt.name}))
				return err
			}), tt.path, tt.want)
		})
	}
}

// Faults of the service itself stay errors, whatever their code.
func TestOwnFaultsAreErrors(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		null := l.record(l.tag, nil)
		for _, fault := range []func(tx *store.Tx) error{
			func(tx *store.Tx) error {
				null.Set(fieldOf(l.tag, "Name"), nil)
				_, err := tx.Insert(null)
				return err
			},
			func(tx *store.Tx) error {
				_, err := tx.Insert(l.record(l.tag, values{"Name": "a\x00"}))
				return err
			},
		} {
			if err := l.tags.Write(t.Context(), fault); problem.As(err) != nil {
				t.Errorf("got the refusal %v, want an error", err)
			}
		}
	})
}

// Uniqueness that people have added to a table of pairs refuses a pair, which is not left out.
func TestUndeclaredUniquenessOfPairs(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		id := l.add(t, l.tags, l.tag, values{"Name": "a"})
		l.add(t, l.books, l.book, values{"Author": ann, "Tags": []int64{id}})
		other := schema.NumberKey(l.add(t, l.books, l.book, values{"Author": ann}))
		tags := fieldOf(l.book, "Tags")
		databasetest.Exec(t, l.db, "CREATE UNIQUE INDEX own ON books_tags (tag_id)")
		refused(t, l.books.Write(t.Context(), func(tx *store.Tx) error { return tx.Join(other, tags, numberKeys(id)) }), "tags", "Something else has one of these already.")
		refused(t, l.books.Write(t.Context(), func(tx *store.Tx) error {
			return tx.JoinMany(tags, []store.Pair{{Here: other, There: schema.NumberKey(id)}})
		}), "tags", "Something else has one of these already.")
	})
}
