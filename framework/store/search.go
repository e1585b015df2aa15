package store

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/schema"
)

// Search is Stream for the first limit rows of which the field contains the text. ASCII letters
// match in either case; an empty text matches every row.
func (c *Collection) Search(ctx context.Context, where auth.Cond, f *schema.Field, text string, limit int64, fn func(*schema.Record) error) error {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil // no stored text has either
	}
	q, args, err := c.filteredAs("search:"+f.Column+":", &c.pages, where, 2, func(filter exp.Expression) *goqu.SelectDataset {
		contains := goqu.L(`lower(CAST(? AS TEXT)) LIKE ? ESCAPE '\'`, column(f), arg)
		return c.reads.from(c.table()).Where(filter, contains).Order(order(c.spec.Order)...).Limit(arg)
	})
	if err == nil {
		err = c.each(ctx, q, append(args, "%"+likeEscaper.Replace(asciiLower(text))+"%", limit), fn)
	}
	return c.wrap(err, "search")
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// asciiLower lowers the letters that both databases lower, and no others.
func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// Pick is Stream for the rows with the given keys. It is one statement for any number of them,
// and none for none.
func (c *Collection) Pick(ctx context.Context, where auth.Cond, ids []int64, fn func(*schema.Record) error) error {
	if len(ids) == 0 {
		return nil
	}
	q, args, err := c.filteredAs("pick:", &c.pages, where, 1, func(filter exp.Expression) *goqu.SelectDataset {
		keys := c.db.dialect.From(c.db.dialect.keys()).Select(goqu.T("keys").Col("value"))
		return c.reads.from(c.table()).Where(filter, goqu.L("? IN ?", column(c.spec.Type.Key), keys)).Order(order(c.spec.Order)...)
	})
	if err == nil {
		err = c.each(ctx, q, append(args, c.db.dialect.keyList(ids)), fn)
	}
	return c.wrap(err, "pick rows of")
}
