// Keys of several columns, as one text.

package query

import (
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Source returns the table of a type under an alias. A key of several columns is a further column with its text, and
// rows without a part of it are left out. Every
// statement about rows whose key may have several columns reads them from here.
func Source(t *schema.Type, as string) exp.AliasedExpression {
	t = rowType(t)
	if t.Key == nil || t.Key.KeyParts == nil {
		return goqu.T(t.Table).As(as)
	}
	texts, given := make([]string, len(t.Key.KeyParts)), make([]string, len(t.Key.KeyParts))
	for i, f := range t.Key.KeyParts {
		given[i] = database.Quote(f.Column) + " IS NOT NULL" // in SQLite it may be NULL, and the row has no key
		texts[i] = "CAST(" + database.Quote(f.Column) + " AS text)"
		if schema.KeyPart(f).Kind.FreeText {
			texts[i] = "replace(replace(" + texts[i] + ", '%', '%25'), ',', '%2C')"
		}
	}
	return goqu.L("(SELECT *, " + strings.Join(texts, " || ',' || ") + " AS " + database.Quote(t.Key.Column) + " FROM " + database.Quote(t.Table) + " WHERE " + strings.Join(given, " AND ") + ")").As(as)
}

// byParts is By for a key of several columns. Each has one argument without a type, which PostgreSQL gives the type of the
// column: beside a text, the index of a char(n) would not serve. The type of a domain is the one that it is based on.
func byParts(d *database.Dialect, key *schema.Field) exp.Expression {
	conditions := make([]exp.Expression, len(key.KeyParts))
	for i, f := range key.KeyParts {
		value := "?"
		if !schema.KeyPart(f).Kind.FreeText {
			value = "CAST(? AS " + f.ColumnIn(field.Dialect(d.Name)).Types[0] + ")"
		}
		conditions[i] = goqu.L("? = "+value, Based(d, schema.KeyPart(f), Column(f)), arg)
	}
	return goqu.And(conditions...)
}

// ArgsOf returns the number of arguments of By for a field.
func ArgsOf(f *schema.Field) int { return max(1, len(f.KeyParts)) }

// AppendArgs appends the arguments of By for a field that has the value. A key has as many parts as columns; of another text
// they are nil, which equals nothing.
func AppendArgs(args []any, f *schema.Field, value schema.Key) []any {
	if f.KeyParts == nil {
		return append(args, value.Arg())
	}
	parts := schema.SplitKey(value.String())
	for i := range f.KeyParts {
		if len(parts) == len(f.KeyParts) {
			args = append(args, parts[i])
		} else {
			args = append(args, nil)
		}
	}
	return args
}
