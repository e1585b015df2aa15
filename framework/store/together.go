// Checks of fields that are unique together.

package store

import (
	"context"
	"strings"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// buildTogether builds the statement that finds another row with the same values.
func (c *Table) buildTogether(u *schema.Together) error {
	rows := c.From().Select(goqu.L("1")).Prepared(true).Where(goqu.L("? IS DISTINCT FROM ?", query.Column(c.spec.Type.Key), arg))
	for _, f := range u.Fields {
		rows = rows.Where(goqu.L("? = ?", query.Column(f), arg))
	}
	if !u.Where.IsFalse() {
		filter, err := query.Condition{Dialect: c.dialect, Type: c.spec.Type, As: "t"}.Expression(u.Where, false)
		if err != nil {
			return err
		}
		rows = rows.Where(exp.Expression(filter))
	}
	q, err := database.Build(rows, 1+len(u.Fields)+len(u.Where.Args()))
	c.together[u] = q
	return err
}

// TakenTogether reports whether a row other than the one with the key except has the values of the record
// in fields that are unique together. It takes no statement for a record that need not be unique.
func (c *Table) TakenTogether(ctx context.Context, u *schema.Together, rec *schema.Record, except schema.Key) (bool, error) {
	if !u.Holds(rec) {
		return false, nil
	}
	args := make([]any, 1, 1+len(u.Fields))
	if !except.IsZero() {
		args[0] = except.Arg()
	}
	for _, f := range u.Fields {
		args = append(args, query.Stored(c.dialect, f, rec.Column(f.Index)))
	}
	var one int64
	found, err := c.session.Row(ctx, c.together[u], []any{&one}, append(args, query.Arguments(c.dialect, c.spec.Type, u.Where)...)...)
	return found, c.Wrap(err, "look for "+strings.Join(u.Names, ", ")+" in")
}

// refusedTogether returns the error for values that another row has in fields that are unique together; nil
// if the database has refused for another reason.
func (tx *Tx) refusedTogether(v database.Violation) error {
	for _, u := range tx.c.spec.Type.Together {
		columns := make([]string, len(u.Fields))
		for i, f := range u.Fields {
			columns[i] = f.Column
		}
		if v.OnAll(tx.c.spec.Type.Table, columns) {
			var fields problem.Fields
			path, message := u.Taken(tx.c.spec.Type.Name, tx.known)
			fields.Tell(path, "unique", message)
			return fields.Err()
		}
	}
	return nil
}
