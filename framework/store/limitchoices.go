// Checks whether relations may lead to the rows that clients name.

package store

import (
	"fmt"
	"strconv"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Chosen is a row of a relation's other side, and the record that is to refer to it.
type Chosen struct {
	Key schema.Key
	By  *schema.Record
}

// NoChoices returns the indexes of the rows that do not meet a condition, which may compare them with
// columns of the referring records. It is one statement for any number of rows, and none for none. A
// transaction locks the rows that meet the condition against changes until it ends.
func (r Rows) NoChoices(f *schema.Field, to predicate.Expr, chosen []Chosen) (places []int, err error) {
	c := r.c
	if len(chosen) == 0 {
		return nil, nil
	}
	outer := to.OuterColumns()
	rows := make([][]any, len(chosen))
	for i, one := range chosen {
		rows[i] = []any{one.Key.Arg()}
		for _, index := range outer {
			rows[i] = append(rows[i], query.Stored(c.dialect, c.spec.Type.Fields[index], one.By.Column(index)))
		}
	}
	target := f.Relation.Type
	args := append(c.dialect.RowLists(rows, 1+len(outer)), query.Arguments(c.dialect, target, to)...)
	lock := r.s.Tx() != nil && c.dialect.Name == "postgres" // SQLite has one writer, and no row locks
	q, err := c.many.Get(fmt.Sprintf("choices:%d:%t:%s", f.Index, lock, to.Key()), func() (*database.Statement, error) {
		return c.choiceRows(f, to, lock, len(args))
	})
	if err == nil {
		var n int64
		err = r.s.Each(r.ctx, q, []any{&n}, func() error {
			places = append(places, int(n)-1)
			return nil
		}, args...)
	}
	return places, c.Wrap(err, "look for choices of "+f.Go+" of")
}

// choiceRows builds the statement: it returns the indexes of the sent rows that are no choices.
func (c *Table) choiceRows(f *schema.Field, to predicate.Expr, lock bool, args int) (*database.Statement, error) {
	target, sent := f.Relation.Type, goqu.T("sent")
	types, outer := []string{query.KeyType(c.dialect, target.Key)}, map[int]exp.Expression{}
	for i, index := range to.OuterColumns() {
		types = append(types, query.KeyType(c.dialect, c.spec.Type.Fields[index]))
		outer[index] = sent.Col("c" + strconv.Itoa(i+1))
	}
	filter, err := query.Condition{Dialect: c.dialect, Type: target, As: "x", Outer: outer}.Expression(to, false)
	if err != nil {
		return nil, err
	}
	known := c.other(f, filter).Select(goqu.L("1")).Where(goqu.L("? = ?", goqu.T("x").Col(target.Key.Column), sent.Col("c0")))
	if lock {
		known = known.ForShare(goqu.Wait)
	}
	return database.Build(c.dialect.From(c.dialect.Rows("sent", types...)).Prepared(true).
		Select(sent.Col("n")).Where(goqu.L("NOT EXISTS ?", known)).Order(sent.Col("n").Asc()), args)
}
