// How the code of a team reaches the rows of one Go type.

package serve

import (
	"reflect"
	"strings"
	"sync"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// rowTable is how the code of a team reaches the rows of one Go type.
type rowTable struct {
	*store.Table
	typ    *schema.Type
	served []*plan.Resource // whose rules say who may read them

	mu      sync.RWMutex
	queries map[string]*plan.RowQuery // put by names, by their shape
}

// rowTables makes those of every type of the plan; a resource and the code of a team share one.
func (h *service) rowTables() (map[reflect.Type]*rowTable, error) {
	tables := map[reflect.Type]*rowTable{}
	for _, t := range h.plan.Types {
		table := &rowTable{typ: t}
		for _, e := range h.plan.Resources {
			if e.Type == t {
				table.Table = h.routes.resources[e].rows
			}
			if e.Type.Go == t.Go && e.Type.Table == t.Table {
				table.served = append(table.served, e)
			}
		}
		if table.Table == nil {
			var err error
			if table.Table, err = store.NewTable(h.db, store.TableSpec{Type: t, Reads: t.Columns()}); err != nil {
				return nil, err
			}
		}
		tables[t.Go] = table
	}
	return tables, nil
}

// maxQueries is how many shapes of queries that are put by names are kept for each type.
const maxQueries = 256

// query finds the names of a question, once for each shape, and returns it with the condition's values.
func (t *rowTable) query(q plan.Question) (*plan.RowQuery, []any, error) {
	template, values := q.Where.Template()
	key := template.Shape() + "|" + strings.Join(q.Order, ",")
	t.mu.RLock()
	compiled := t.queries[key]
	t.mu.RUnlock()
	if compiled != nil {
		return compiled, values, nil
	}
	compiled, err := plan.NewRowQuery(t.typ, template, q.Order, 0)
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
