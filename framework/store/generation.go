// The generation of accounts, which changes of the row raise.

package store

import (
	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/schema"
)

// The rows of AccountsTable are accounts, which count in GenerationColumn how often their sessions
// were ended.
const (
	AccountsTable    = "users"
	GenerationColumn = "generation"
)

// endingColumns are those of the columns of an update of a table with which the sessions of an account end when they
// change, whichever type describes the accounts. There are none where the update sets the
// generation itself.
func endingColumns(table string, columns []*schema.Field) (ending []*schema.Field) {
	if table != AccountsTable {
		return nil
	}
	for _, f := range columns {
		switch f.Column {
		case GenerationColumn:
			return nil
		case "username", "password", "active":
			ending = append(ending, f)
		}
	}
	return ending
}

// nextGeneration raises the generation of an account where one of the columns gets another value.
func nextGeneration(ending []*schema.Field) exp.Expression {
	var changes []exp.Expression
	for _, f := range ending {
		changes = append(changes, goqu.L("? IS DISTINCT FROM ?", goqu.C(f.Column), arg))
	}
	return goqu.L("? + CASE WHEN ? THEN 1 ELSE 0 END", goqu.C(GenerationColumn), goqu.Or(changes...))
}
