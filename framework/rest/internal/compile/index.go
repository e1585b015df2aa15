// The option Indexes: indexes of several fields.

package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan/indexing"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// amongLiving returns the condition on the rows of an index that are not deleted, and must be unique.
func amongLiving(t *schema.Type, where predicate.Expr) predicate.Expr {
	switch {
	case t.Deleted == nil:
		return where
	case where.IsFalse(): // all rows
		return t.Living()
	default:
		return predicate.And(where, t.Living())
	}
}

// indexWords returns an index in words for messages.
func indexWords(i declaration.Index) string {
	return fmt.Sprintf("the index on %s", strings.Join(i.Fields, ", "))
}

// addIndexes adds the declared indexes of the view set to its type and those of the same table.
func addIndexes(r *resource) {
	for n, declared := range r.declaration.Indexes {
		fields, columns, ok := findIndexColumns(r, n, declared)
		where, good := bindIndexCondition(r, n, declared)
		if !ok || !good {
			continue
		}
		if declared.Unique {
			where = amongLiving(r.Type, where)
		}
		index := schema.Index{
			Columns: columns, Unique: declared.Unique, Where: where, Rows: r.Type,
			For: []string{"Indexes of " + r.declaration.Path},
		}
		if slices.ContainsFunc(r.Type.Indexes, func(have schema.Index) bool {
			return have.Unique == index.Unique && slices.Equal(have.Columns, index.Columns) && have.SameRows(index)
		}) {
			r.mistake("Indexes: %s is there twice; list it once", indexWords(declared))
			continue
		}
		r.Type.Indexes = append(r.Type.Indexes, index)
		if declared.Unique {
			addTogether(r, fields, declared, where)
		}
	}
}

// findIndexColumns finds the fields of an index.
func findIndexColumns(r *resource, n int, declared declaration.Index) (fields []*schema.Field, columns []schema.IndexColumn, ok bool) {
	ok = true
	mistake := func(format string, args ...any) {
		r.mistake("Indexes: "+format, args...)
		ok = false
	}
	if len(declared.Fields) == 0 {
		mistake("number %d has no fields; write Fields: []string{\"…\", \"…\"}", n+1)
	}
	for _, word := range declared.Fields {
		name, desc := strings.CutPrefix(word, "-")
		f := r.named(name)
		switch {
		case f == nil:
			mistake("%q names no field%s", word, field.Hint(name, r.Type.Members()))
		case f.Column == "":
			mistake("%q is %s, which has no column; leave it out", word, f.WithArticle())
		case slices.Contains(fields, f):
			mistake("%s has %q twice; write it once", indexWords(declared), name)
		case f == r.Type.Key && declared.Unique:
			mistake("%s has the key, which is already unique; leave it out", indexWords(declared))
		default:
			fields = append(fields, f)
			columns = append(columns, schema.IndexColumn{Name: f.Column, Desc: desc, NullsFirst: !desc, Sorted: !declared.Unique})
		}
	}
	if texts, long := indexing.LongTexts(fields, indexing.MaxIndexed); long && ok {
		mistake("%s may have a row of more than 2704 bytes, which PostgreSQL refuses; %s", indexWords(declared), indexing.BoundRemedy(texts, indexing.MaxIndexed))
	}
	if declared.Message != "" && !declared.Unique {
		mistake("%s has a message and refuses nothing; write Unique: true, or leave the message out", indexWords(declared))
	}
	if len(fields) == 1 && ok && declared.Where.IsFalse() {
		if declared.Unique {
			mistake("a unique index on one field is a word of its tag; write \"unique\" in the rest tag of %s", fields[0].Go)
		} else if !columns[0].Desc {
			mistake("an index on one field is a word of its tag; write \"index\" in the rest tag of %s, or leave it out where the migration makes one automatically", fields[0].Go)
		}
	}
	return fields, columns, ok
}

// bindIndexCondition binds the condition of a partial index.
func bindIndexCondition(r *resource, n int, declared declaration.Index) (where predicate.Expr, ok bool) {
	if declared.Where.IsFalse() {
		return declared.Where, true
	}
	wrong := func(format string, args ...any) (predicate.Expr, bool) {
		r.mistake("Indexes: Where of "+indexWords(declared)+": "+format, args...)
		return where, false
	}
	where, err := declared.Where.Bind(r.Type)
	if err != nil {
		return wrong("%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	for _, op := range []predicate.Op{predicate.OpExists, predicate.OpFunc, predicate.OpContains, predicate.OpIContains, predicate.OpStartsWith, predicate.OpRegex, predicate.OpIExact, predicate.OpIStartsWith, predicate.OpIRegex, predicate.OpMatch} {
		if where.Has(op) {
			return wrong("%s cannot be used in an index; compare columns of the row itself by eq, lt, lte, gt, gte, in and isnull", op)
		}
	}
	for op := predicate.OpMonth; op.IsPart(); op++ {
		if where.Has(op) {
			return wrong("%s cannot be used in an index; compare columns of the row itself by eq, lt, lte, gt, gte, in and isnull", op)
		}
	}
	switch {
	case where.Asks():
		return wrong("an index is the same for all requesters; compare columns with values")
	case where.IsTrue() || where.IsFalse():
		return wrong("it holds for every row or for none; leave it out")
	case len(where.Params()) > 0:
		return wrong("an index is the same for all requests; compare columns with values, not with a parameter")
	}
	return where, true
}

// addTogether adds to the type, and the others of its table, that some fields are unique together.
func addTogether(r *resource, fields []*schema.Field, declared declaration.Index, where predicate.Expr) {
	names := make([]string, len(declared.Fields))
	for i, word := range declared.Fields {
		names[i] = strings.TrimPrefix(word, "-")
	}
	for _, t := range r.order {
		if t.Table != r.Type.Table {
			continue
		}
		together := &schema.Together{Names: names, Message: declared.Message}
		for _, f := range fields {
			if of := t.ByColumn(f.Column); of != nil {
				together.Fields = append(together.Fields, of)
			}
		}
		var err error
		if together.Where = where; t != r.Type && !where.IsFalse() {
			if together.Where, err = declared.Where, nil; !together.Where.IsFalse() {
				together.Where, err = together.Where.Bind(t)
			}
			together.Where = amongLiving(t, together.Where)
		}
		known := slices.ContainsFunc(t.Together, together.Same)
		if len(together.Fields) == len(fields) && err == nil && !known {
			t.Together = append(t.Together, together)
		}
	}
}
