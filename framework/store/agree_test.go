// Tests that conditions mean the same in Go and in either database.

package store_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// RowsOf are all rows of a type, by their keys.
type rowsOf map[*schema.Type]map[int64]*schema.Record

func (l *library) rows(t testing.TB) rowsOf {
	t.Helper()
	all := rowsOf{}
	for typ, c := range map[*schema.Type]*store.Table{l.author: l.authors, l.book: l.books, l.tag: l.tags} {
		all[typ] = map[int64]*schema.Record{}
		var ids []int64
		if err := c.Stream(t.Context(), everyone, func(rec *schema.Record) error { ids = append(ids, rec.Key().Number()); return nil }); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			rec := typ.New()
			if _, err := c.Get(t.Context(), schema.NumberKey(id), rec); err != nil {
				t.Fatal(err)
			}
			all[typ][id] = rec
		}
	}
	return all
}

// holds reads a condition in Go, along relations too.
func (all rowsOf) holds(e predicate.Expr, rec *schema.Record) bool {
	switch e.Op {
	case predicate.OpNot:
		return !all.holds(e.Kids[0], rec)
	case predicate.OpAnd, predicate.OpOr:
		return slices.ContainsFunc(e.Kids, func(kid predicate.Expr) bool { return all.holds(kid, rec) == (e.Op == predicate.OpOr) }) == (e.Op == predicate.OpOr)
	case predicate.OpExists:
		f := rec.Type.Fields[e.Index]
		for id, other := range all[f.Relation.Type] {
			joined := false
			switch ids := rec.Get(f).(type) {
			case schema.Key:
				joined = ids == schema.NumberKey(id)
			case []schema.Key:
				joined = slices.Contains(ids, schema.NumberKey(id))
			}
			if joined && all.holds(e.Kids[0], other) {
				return true
			}
		}
		return false
	default:
		holds, known := e.Holds(rec)
		return holds && known
	}
}

// drawLeaf draws a comparison of a book, or of a row that relations lead to.
func drawLeaf(pick func(...any) any, ids ...int64) predicate.Expr {
	texts := []any{"", "a", "A", "%", "_", "ä", "Ä", "a_%", `\`, "it's", `"`, "K", "ſ", "1\n2", "{", "null", "z'"}
	text := pick(texts...).(string)
	path := pick("title", "title", "author.name", "tags.name", "code", "author.nick", "editor.name", "author.books.title", "tags.books.author.name").(string)
	compared := []func(string, any) predicate.Expr{predicate.Eq, predicate.Ne, predicate.Lt, predicate.Lte, predicate.Gt, predicate.Gte}
	compare := pick(compared[0], compared[1], compared[2], compared[3], compared[4], compared[5]).(func(string, any) predicate.Expr)
	day := time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)
	switch pick(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).(int) {
	case 11:
		return pick(
			compare("title", predicate.F("code")), compare("code", predicate.F("title")), compare("author.books.code", predicate.F("title")),
			predicate.Eq("author", predicate.F("editor")), predicate.Ne("editor", predicate.F("author")),
		).(predicate.Expr)
	case 0:
		return predicate.Contains(path, text)
	case 1:
		return predicate.IContains(path, text)
	case 2:
		return pick(predicate.StartsWith(path, text), predicate.IStartsWith(path, text), predicate.IExact(path, text)).(predicate.Expr)
	case 3:
		if pick(true, false).(bool) {
			return predicate.IRegex(path, pick("^a", "[A-Z_]$", "^K", "[^a]", "[à-ž]", `\\`).(string))
		}
		return predicate.Regex(path, pick("^a", "[A-Z_]$", "^.$", `^(a|A)_\%?`, ".{2,}", `\\`, "ä|'", "^[^a]*$").(string))
	case 4:
		return predicate.In(path, pick(texts...), pick(texts...), text)
	case 5:
		return predicate.IsNull(pick("code", "rating", "weight", "lent", "editor", "returned", "due", "author.nick").(string))
	case 6:
		return compare(path, text)
	case 7:
		return pick(
			compare("rating", pick(int64(-1), 0, 1<<53+1)), compare("weight", pick(0.0, 0.1, 1, 1e300)), compare("author.books.rating", 1),
			predicate.In("rating", 0, int64(1<<53+1)), predicate.In("weight", 0.1, 1e300), predicate.In("id", 1, 2, 3),
		).(predicate.Expr)
	case 8:
		return pick(predicate.Eq("lent", pick(true, false)), predicate.In("sold", true), predicate.Eq("author", ids[0]), predicate.In("editor", ids[0], ids[1])).(predicate.Expr)
	case 9:
		return pick(compare("returned", day.Add(time.Microsecond)), compare("due", field.Date{Time: day}), predicate.In("due", day)).(predicate.Expr)
	default:
		return pick(predicate.Exists("tags", predicate.Constant(true)), predicate.Exists("author.books", predicate.Eq("lent", true)),
			predicate.Exists("author", predicate.Or(predicate.IsNull("nick"), predicate.Not(predicate.Exists("books.tags", predicate.Eq("name", text)))))).(predicate.Expr)
	}
}

// What Go says of a row and what the database says are the same.
func TestConditionsAgree(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		random := rand.New(rand.NewPCG(1, 2))
		pick := func(from ...any) any { return from[random.IntN(len(from))] }
		ann, bob := l.addAuthor(t, "Ann"), l.add(t, l.authors, l.author, values{"Name": "a_% Ä", "Nick": "ä"})
		red, blue := l.add(t, l.tags, l.tag, values{"Name": "A"}), l.add(t, l.tags, l.tag, values{"Name": `\`})
		day := time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)
		for i := range 40 {
			code := pick(nil, fmt.Sprintf("a%d", i), fmt.Sprintf("%d\n2", i))
			l.add(t, l.books, l.book, values{
				"Author": pick(ann, bob), "Title": pick("", "a", "A", "a_%", "AXb", "ä", "Ä", `\`, "it's", "1\n2", "ſK", `{"`, "null"), "Code": code,
				"Rating": pick(nil, int64(-1), int64(0), int64(1<<53), int64(1<<53+1)), "Weight": pick(nil, 0.0, 1.0, 0.1, 0.1+0.2, 1e300),
				"Lent": pick(nil, true, false), "Sold": pick(true, false), "Editor": pick(nil, ann, bob), "Tags": pick([]int64{}, []int64{red}, []int64{red, blue}),
				"Returned": pick(nil, day, day.Add(time.Microsecond), day.Add(time.Hour)), "Due": pick(nil, field.Date{Time: day}, field.Date{Time: day.AddDate(0, 0, 1)}),
			})
		}
		var draw func(depth int) predicate.Expr
		draw = func(depth int) predicate.Expr {
			switch n := random.IntN(6); {
			case depth == 0 || n == 0:
				return drawLeaf(pick, ann, bob)
			case n < 3:
				return not(draw(depth - 1))
			case n < 5:
				return all(draw(depth-1), draw(depth-1))
			default:
				return anyOf(draw(depth-1), draw(depth-1), draw(depth-1))
			}
		}
		rows := l.rows(t)
		for i := range 600 {
			where := bound(t, l.book, draw(i%4))
			got := map[int64]bool{}
			if err := l.books.Stream(t.Context(), where, func(rec *schema.Record) error { got[rec.Key().Number()] = true; return nil }); err != nil {
				t.Fatal(err)
			}
			for id, rec := range rows[l.book] {
				if want := rows.holds(where, rec); got[id] != want {
					t.Fatalf("%s %q: the database says %v of %s", where.Shape(), where.Args(), got[id], rec.Append(nil, ""))
				}
			}
		}
	})
}

// Numbers and texts of a list come to the database as they are.
func TestConditionLists(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		random := rand.New(rand.NewPCG(3, 4))
		var weights, titles []any
		for range 200 {
			weights = append(weights, math.Float64frombits(random.Uint64()&^(1<<62)))
			titles = append(titles, string([]rune{rune(1 + random.IntN(0xd000)), rune(0xe000 + random.IntN(0x10ffff-0xe000)), rune(1 + random.IntN(127))}))
		}
		for i := range weights {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": titles[i], "Weight": weights[i]})
		}
		many := make([]any, 10_000)
		for i := range many {
			many[i] = 100 + i
		}
		for _, tt := range []struct {
			where predicate.Expr
			want  int64
		}{
			{predicate.In("weight", weights...), 200},
			{predicate.In("title", titles...), 200},
			{predicate.In("id", many...), 101},
			{predicate.Not(predicate.In("id", many...)), 99},
			{predicate.In("id"), 0},
			{predicate.Not(predicate.In("id")), 200},
		} {
			where := bound(t, l.book, tt.where)
			if got, err := l.books.Count(t.Context(), where, 0); got != tt.want || err != nil {
				t.Errorf("%s with %d values: got %d, %v, want %d", where.Shape(), len(many), got, err, tt.want)
			}
		}
	})
}

// A pattern that Regex takes matches the same texts in Go, SQLite and PostgreSQL.
func TestRegexAgrees(t *testing.T) {
	pieces := []string{"a", "b", "ä", ".", "^", "$", "(", ")", "|", "*", "+", "?", "{2}", "{1,}", "{0,2}", "[ab]", "[^a]", "[a-ä]", `[\]\\-]`, `\.`, `\\`, `\$`, " ", "\n", "0", "-", "'"}
	texts := []any{"", "a", "b", "ab", "aab", "ba", "ä", "aä", ".", "$", `\`, "]", "a\nb", "\n", " a", "a b", "0", "00-a", "'", "bbb", "B", "Ä", "é"}
	everywhere(t, func(t *testing.T, l *library) {
		ann := l.addAuthor(t, "Ann")
		for _, text := range texts {
			l.add(t, l.books, l.book, values{"Author": ann, "Title": text})
		}
		rows := l.rows(t)
		random := rand.New(rand.NewPCG(5, 6))
		taken := 0
		for range 3000 {
			var pattern strings.Builder
			for range 1 + random.IntN(6) {
				pattern.WriteString(pieces[random.IntN(len(pieces))])
			}
			where, err := predicate.Regex("title", pattern.String()).Bind(l.book)
			if err != nil {
				continue
			}
			taken++
			got := map[int64]bool{}
			if err := l.books.Stream(t.Context(), where, func(rec *schema.Record) error { got[rec.Key().Number()] = true; return nil }); err != nil {
				t.Fatalf("%q: %v", pattern.String(), err)
			}
			for id, rec := range rows[l.book] {
				if want := rows.holds(where, rec); got[id] != want {
					t.Errorf("%q: the database says %v of %q", pattern.String(), got[id], rec.Get(fieldOf(l.book, "Title")))
				}
			}
		}
		if taken < 200 {
			t.Errorf("got %d patterns that are taken, want more", taken)
		}
	})
}
