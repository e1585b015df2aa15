// Tests of search, picked rows and titles.

package store_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

func TestSearch(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		for _, name := range []string{"Ann Smith", "ann_b", "100%", `back\slash`, "Éva"} {
			l.addAuthor(t, name)
		}
		tests := []struct {
			text string
			want []string
		}{
			{"", []string{"Ann Smith", "ann_b"}}, // the limit
			{"ANN", []string{"Ann Smith", "ann_b"}},
			{"_", []string{"ann_b"}},
			{"%", []string{"100%"}},
			{`\`, []string{`back\slash`}},
			{"Év", []string{"Éva"}},
			{"'; DROP TABLE x", nil},
			{"a\x00", nil},
			{"\xff", nil},
		}
		for _, tt := range tests {
			var got []string
			err := l.authors.Search(t.Context(), predicate.Constant(true), fieldOf(l.author, "Name"), tt.text, 2, func(rec *schema.Record) error {
				got = append(got, rec.Get(fieldOf(l.author, "Name")).(string))
				return nil
			})
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("search %q: got %q, error %v, want %q", tt.text, got, err, tt.want)
			}
		}
	})
}

func TestPick(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		a, b := l.addAuthor(t, "a"), l.addAuthor(t, "b")
		l.addAuthor(t, "c")
		for _, tt := range []struct{ ids, want []int64 }{
			{nil, nil}, {[]int64{b, a, a}, []int64{a, b}}, {[]int64{b, 1 << 60}, []int64{b}},
		} {
			var got []int64
			err := l.authors.Pick(t.Context(), predicate.Constant(true), numberKeys(tt.ids...), func(rec *schema.Record) error {
				got = append(got, rec.Key().Number())
				return nil
			})
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("pick %v: got %v, error %v, want %v", tt.ids, got, err, tt.want)
			}
		}
	})
}

// Titles are those of the rows that are asked for and may be read, cut to their beginning.
func TestTitles(t *testing.T) {
	everywhere(t, func(t *testing.T, l *library) {
		long := strings.Repeat("é", 150)
		a, b := l.addAuthor(t, "a"), l.addAuthor(t, long)
		l.addAuthor(t, "c")
		name := fieldOf(l.author, "Name")
		for _, tt := range []struct {
			where predicate.Expr
			ids   []int64
			title *schema.Field
			want  map[int64]string
		}{
			{predicate.Constant(true), nil, name, map[int64]string{}},
			{predicate.Constant(true), []int64{a, b, 1 << 60}, name, map[int64]string{a: "a", b: long[:200]}},
			{predicate.Constant(false), []int64{a, b}, name, map[int64]string{}},
			{predicate.Constant(true), []int64{a}, l.author.Key, map[int64]string{a: strconv.FormatInt(a, 10)}},
		} {
			got := map[int64]string{}
			err := l.authors.Titles(t.Context(), tt.where, numberKeys(tt.ids...), tt.title, func(key, address schema.Key, title string) {
				equal(t, "address", address, key)
				got[key.Number()] = title
			})
			if err != nil || !maps.Equal(got, tt.want) {
				t.Errorf("titles of %v: got %v, error %v, want %v", tt.ids, got, err, tt.want)
			}
		}
	})
}
