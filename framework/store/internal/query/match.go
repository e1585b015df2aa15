// Full text in SQL.

package query

import (
	"fmt"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// match returns the condition that a row has the words of one argument in its full text. The subquery of
// SQLite depends on no row, so that it runs once.
func (c Condition) match() (exp.Expression, error) {
	text := c.Type.FullText()
	if text == nil {
		return nil, fmt.Errorf("condition match: %s has no full text", c.Type.Name)
	}
	if c.Dialect.Name == "postgres" {
		query := goqu.L("to_tsquery(CAST('pg_catalog."+text.Language+"' AS regconfig), ?)", arg)
		return goqu.L("? @@ ?", goqu.T(c.As).Col(schema.FullTextColumn), query), nil
	}
	name := schema.FullTextName(c.Type.Table)
	rows := c.Dialect.From(goqu.T(name)).Where(goqu.L("? MATCH ?", goqu.T(name), arg))
	key := goqu.T(c.As).Col(c.Type.Key.Column)
	if c.Type.Key.AsKey.Numbered {
		return goqu.L("? IN ?", key, rows.Select(goqu.L("rowid"))), nil
	}
	keys := c.Dialect.From(goqu.T(schema.FullTextKeys(c.Type.Table))).Select("key").
		Where(goqu.L("id IN ?", rows.Select(goqu.L("rowid"))))
	return goqu.L("? IN ?", key, keys), nil
}

// MatchArgument returns the databases' query for rows that have all of the words. Each word is a quoted
// text, so that no part of it is syntax; a word of several parts, such as e-mail, and a phrase match a sequence.
func MatchArgument(d *database.Dialect, words string) string {
	words = predicate.Fold(words)
	quote, escaped, and := byte('"'), strings.NewReplacer(`"`, `""`), " "
	if d.Name == "postgres" {
		quote, escaped, and = '\'', strings.NewReplacer(`'`, `''`, `\`, `\\`), " & "
	}
	var b strings.Builder
	for phrase := range strings.FieldsSeq(words) {
		if b.Len() > 0 {
			b.WriteString(and)
		}
		b.WriteByte(quote)
		for i, word := range strings.Split(phrase, predicate.PhraseSpace) {
			if len(word) > predicate.MaxMatchWord {
				word = strings.ToValidUTF8(word[:predicate.MaxMatchWord], "")
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(escaped.Replace(word))
		}
		b.WriteByte(quote)
	}
	return b.String()
}
