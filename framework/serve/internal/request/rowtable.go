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
func (service *Service) RowTables() (map[reflect.Type]*RowTable, error) {
	tables := map[reflect.Type]*RowTable{}
	for _, t := range service.Plan.Types {
		table := &RowTable{Type: t}
		for _, resource := range service.Plan.Resources {
			if resource.Type == t {
				table.Table = service.Routes.Resources[resource].Rows
			}
			if resource.Type.Go == t.Go && resource.Type.Table == t.Table {
				table.Served = append(table.Served, resource)
			}
		}
		if table.Table == nil {
			var err error
			if table.Table, err = store.NewTable(service.DB, store.TableSpec{Type: t, Reads: t.Columns()}); err != nil {
				return nil, err
			}
		}
		tables[t.Go] = table
	}
	return tables, nil
}

// TablesByName are those tables by their names: of several types with one table, of one that a resource serves.
func (service *Service) TablesByName() map[string]*store.Table {
	tables := map[string]*store.Table{}
	for _, t := range service.Plan.Types {
		if tables[t.Table] == nil || len(service.Tables[t.Go].Served) > 0 {
			tables[t.Table] = service.Tables[t.Go].Table
		}
	}
	return tables
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
