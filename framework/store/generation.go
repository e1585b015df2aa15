// The generation of accounts, which changes of the row increment.

package store

import (
	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/schema"
)

// The rows of AccountsTable are accounts, which count the ends of their sessions in GenerationColumn.
const (
	AccountsTable    = "users"
	GenerationColumn = "generation"
)

// endingColumns returns those of an update's columns whose change ends the sessions of an account,
// whichever type describes the accounts. It returns none if the update sets the generation itself.
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

// nextGeneration increments the generation of an account if one of the columns changes.
func nextGeneration(ending []*schema.Field) exp.Expression {
	var changes []exp.Expression
	for _, f := range ending {
		changes = append(changes, goqu.L("? IS DISTINCT FROM ?", goqu.C(f.Column), arg))
	}
	return goqu.L("? + CASE WHEN ? THEN 1 ELSE 0 END", goqu.C(GenerationColumn), goqu.Or(changes...))
}
