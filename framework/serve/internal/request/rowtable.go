// Access of a team's code to the rows of one Go type.

package request

import (
	"reflect"
	"strings"
	"sync"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// RowTable gives a team's code access to the rows of one Go type.
type RowTable struct {
	*store.Table
	Type   *schema.Type
	Served []*plan.Resource // resources whose rules decide who may read the rows

	mu      sync.RWMutex
	queries map[string]*plan.RowQuery // queries by field names, cached by their shape
}

// RowTables makes a table for every type of the plan; a resource and a team's code share it.
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

// maxQueries is the largest number of cached queries for each type.
const maxQueries = 256

// Query compiles a question once for each shape, and returns it with the values of its condition.
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
