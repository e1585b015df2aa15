// How the code of a team reaches the rows of one Go type.

package request

import (
	"reflect"
	"strings"
	"sync"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// RowTable is how the code of a team reaches the rows of one Go type.
type RowTable struct {
	*store.Table
	Type   *schema.Type
	Served []*plan.Resource // whose rules say who may read them

	mu      sync.RWMutex
	queries map[string]*plan.RowQuery // put by names, by their shape
}

// RowTables makes those of every type of the plan; a resource and the code of a team share one.
func (h *Service) RowTables() (map[reflect.Type]*RowTable, error) {
	tables := map[reflect.Type]*RowTable{}
	for _, t := range h.Plan.Types {
		table := &RowTable{Type: t}
		for _, e := range h.Plan.Resources {
			if e.Type == t {
				table.Table = h.Routes.Resources[e].Rows
			}
			if e.Type.Go == t.Go && e.Type.Table == t.Table {
				table.Served = append(table.Served, e)
			}
		}
		if table.Table == nil {
			var err error
			if table.Table, err = store.NewTable(h.DB, store.TableSpec{Type: t, Reads: t.Columns()}); err != nil {
				return nil, err
			}
		}
		tables[t.Go] = table
	}
	return tables, nil
}

// maxQueries is how many shapes of queries that are put by names are kept for each type.
const maxQueries = 256

// Query finds the names of a question, once for each shape, and returns it with the condition's values.
func (t *RowTable) Query(q plan.Question) (*plan.RowQuery, []any, error) {
	template, values := q.Where.Template()
	key := template.Shape() + "|" + strings.Join(q.Order, ",")
	t.mu.RLock()
	compiled := t.queries[key]
	t.mu.RUnlock()
	if compiled != nil {
		return compiled, values, nil
	}
	compiled, err := plan.NewRowQuery(t.Type, template, q.Order, 0)
	if err != nil {
		return nil, nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.queries == nil {
		t.queries = map[string]*plan.RowQuery{}
	}
	if len(t.queries) < maxQueries {
		t.queries[key] = compiled
	}
	return compiled, values, nil
}
