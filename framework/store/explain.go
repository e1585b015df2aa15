// Query plans instead of rows.

package store

import (
	"encoding/json"
	"fmt"

	"github.com/doug-martin/goqu/v9"
)

// explained requests the plan of a query instead of its rows.
type explained struct {
	word  string
	query *goqu.SelectDataset
}

// ToSQL is called by database.Build.
func (e explained) ToSQL() (string, []any, error) {
	text, args, err := e.query.ToSQL()
	return e.word + text, args, err
}

// plannedRows returns the number of rows that a plan of PostgreSQL expects.
func plannedRows(text []byte) (int64, error) {
	var plans []struct {
		Plan struct {
			Rows float64 `json:"Plan Rows"`
		}
	}
	if err := json.Unmarshal(text, &plans); err != nil {
		return 0, fmt.Errorf("read a plan: %w", err)
	}
	if len(plans) == 0 {
		return 0, fmt.Errorf("read a plan: there is none in %s", text)
	}
	return int64(plans[0].Plan.Rows), nil
}
