// Keys of several columns, as one text.

package query

import (
	"strconv"
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

// byParts is ByKey for a key of several columns: it splits the one argument, so that the database finds the row by the index of
// the columns. In PostgreSQL texts get the types of their columns, which no declaration knows: beside a text, the index of a
// char(n) would not serve. A text that is too long for its column is an error.
func byParts(d *database.Dialect, t *schema.Type) exp.Expression {
	key, texts := rowType(t).Key, []string(nil)
	rows, columns, values := "SELECT CAST(? AS text) AS rest", make([]any, len(key.KeyParts)), make([]string, len(key.KeyParts))
	for i, f := range key.KeyParts {
		name := "p" + strconv.Itoa(i)
		if d.Name == "postgres" {
			name = "split_part(rest, ',', " + strconv.Itoa(i+1) + ")"
		} else {
			rows = "SELECT *, substr(rest" + strconv.Itoa(i) + ", 1, instr(rest" + strconv.Itoa(i) + ", ',') - 1) AS " + name + ", substr(rest" + strconv.Itoa(i) + ", instr(rest" + strconv.Itoa(i) + ", ',') + 1) AS rest" + strconv.Itoa(i+1) + " FROM (" + rows + ")"
		}
		columns[i], values[i] = Column(f), "replace(replace("+name+", '%2C', ','), '%25', '%')"
		if !schema.KeyPart(f).Kind.FreeText {
			values[i] = "CAST(" + name + " AS " + f.ColumnIn(field.Dialect(d.Name)).Types[0] + ")"
		} else if d.Name == "postgres" {
			texts = append(texts, "'"+f.Column+"', "+values[i])
			values[i] = "k." + database.Quote(f.Column)
		}
	}
	if d.Name != "postgres" {
		rows = strings.Replace(rows, "CAST(? AS text) AS rest", "CAST(? AS text) || ',' AS rest0", 1)
	}
	rows = "(" + rows + ") AS r"
	if texts != nil {
		rows += ", jsonb_populate_record(CAST(NULL AS " + database.Quote(rowType(t).Table) + "), jsonb_build_object(" + strings.Join(texts, ", ") + ")) AS k"
	}
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ") + ")"
	return goqu.L(row+" IN (SELECT "+strings.Join(values, ", ")+" FROM "+rows+")", append(columns, arg)...)
}
