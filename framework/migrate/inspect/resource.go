// The resources over the tables of a schema.

package inspect

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// resource is what is written about a table.
type resource struct {
	table    *Table
	key      []string
	typeName string
	funcName string
	path     string
	fields   []structField
	refused  []string // the actions without which it is declared, in the words of the framework
	reasons  []string
	pairs    []structField // ManyToMany
}

// omitted is a table without a resource.
type omitted struct{ table, reason string }

// generator makes the resources of a schema.
type generator struct {
	schema    *Schema
	options   Options
	resources []*resource
	omitted   []omitted
	byTable   map[string]*resource
	enums     map[*Enum]string // the names of their types
	imports   map[string]bool
	names     registry // of types and functions
}

// newGenerator makes the resources of a schema.
func newGenerator(s *Schema, o Options) *generator {
	g := &generator{schema: s, options: o, byTable: map[string]*resource{}, enums: map[*Enum]string{}, imports: map[string]bool{}, names: registry{"Set": true}}
	paths := registry{}
	pairs := g.pairTables()
	for _, t := range s.Tables {
		if len(o.Tables) > 0 && !slices.Contains(o.Tables, t.Name) || pairs[t.Name] {
			continue
		}
		key, reason := g.keyOf(t)
		if reason != "" {
			g.omitted = append(g.omitted, omitted{t.Name, reason})
			continue
		}
		one := singular(t.snake())
		r := &resource{table: t, key: key, path: paths.unique(strings.ReplaceAll(strings.Trim(plural(t.snake()), "_"), "_", "-"))}
		r.typeName = g.names.unique(goName(one, "Table"))
		g.resources, g.byTable[t.Name] = append(g.resources, r), r
	}
	for _, e := range s.Enums {
		if !slices.Contains(e.Values, "") && len(e.Values) > 0 && g.usesEnum(e) {
			g.enums[e] = g.names.unique(goName(strings.ToLower(enumName(e.Name)), "Enum"))
		}
	}
	for _, r := range g.resources {
		r.funcName = goName(plural(r.table.snake()), "Tables")
		if r.funcName == r.typeName {
			r.funcName = "All" + r.funcName
		}
		r.funcName = g.names.unique(r.funcName)
		g.limitActions(r)
	}
	for _, r := range g.resources {
		g.fields(r)
	}
	for name := range pairs {
		g.addPairs(s.table(name))
	}
	return g
}

// enumName returns the letters, digits and underscores of a name.
func enumName(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, name)
}

// usesEnum reports whether a column of a resource has the type.
func (g *generator) usesEnum(e *Enum) bool {
	return slices.ContainsFunc(g.resources, func(r *resource) bool {
		return slices.ContainsFunc(r.table.Columns, func(c *Column) bool { return c.Type.Enum == e && !c.Type.Array })
	})
}

// table returns the table of a name, nil for none.
func (s *Schema) table(name string) *Table {
	for _, t := range s.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// keyOf returns the columns that identify the rows of a table, or why it has no resource.
func (g *generator) keyOf(t *Table) (key []string, reason string) {
	switch {
	case !schema.IsName(t.Name):
		return nil, "its name needs quotes; make a view of it with a name of lower-case letters, digits and underscores"
	case slices.Contains(schema.ServiceTables(), t.Name) || strings.HasPrefix(t.Name, "pg_"):
		if g.schema.Dialect == "sqlite" {
			return nil, "the service makes a table of this name for itself, and cannot use this file before it is renamed"
		}
		return nil, "the service has its own table of this name, and needs a separate schema before this one in search_path; make a view of it with another name"
	case len(t.Columns) == 0 && len(t.Remarks) > 0: // it cannot be read
		return nil, strings.TrimSuffix(t.Remarks[0], ".")
	case t.Kind == "virtual table":
		return nil, "it is a virtual table"
	case slices.Contains(t.Lacks, "SELECT"):
		return nil, "this account may not read it; GRANT SELECT"
	}
	candidates := [][]string{t.Key}
	for _, columns := range t.Unique { // one that is never null, with the fewest columns, is as good as a key
		if !slices.ContainsFunc(columns, func(name string) bool { return t.column(name) == nil || !t.column(name).NotNull && t.Kind == "table" }) {
			candidates = append(candidates, columns)
		}
	}
	slices.SortStableFunc(candidates[1:], func(a, b []string) int { return len(a) - len(b) })
	for _, columns := range candidates {
		if len(columns) == 0 {
			continue
		}
		if reason = g.keyProblem(t, columns); reason == "" {
			return columns, ""
		}
	}
	if reason != "" && t.Kind == "table" {
		return nil, reason
	}
	if t.Kind == "table" || t.Kind == "foreign table" && len(t.Columns) == 0 {
		return nil, "it has no key; add a primary key, or a unique index on columns that are NOT NULL"
	}
	if len(t.Columns) > 0 && (t.Columns[0].Name == "id" || strings.HasSuffix(t.Columns[0].Name, "id")) && g.keyProblem(t, []string{t.Columns[0].Name}) == "" {
		return []string{t.Columns[0].Name}, ""
	}
	return nil, "no column of it is evidently a key; if the values of some column differ, declare that one as the field ID"
}

// keyProblem returns why columns cannot be declared as a key, "" if they can.
func (g *generator) keyProblem(t *Table, columns []string) string {
	for _, name := range columns {
		c := t.column(name)
		as := goTypeOf(g.schema.Dialect, c.Type)
		enum := c.Type.Enum != nil && !c.Type.Array
		if as.name == "" && !enum || !schema.IsName(name) || c.Lacked || slices.Contains(systemColumns, name) {
			return fmt.Sprintf("no field can have the column %s of its key", name)
		}
		if !slices.Contains([]string{"whole", "text", "uuid"}, as.kind) && !enum {
			return fmt.Sprintf("its key %s is of the type %s; keys are whole numbers, texts and uuids, so make a view of it with CAST(%[1]s AS text) AS id as its first column", name, c.Type.SQL)
		}
	}
	return ""
}

// inKey reports whether a column is one of several of the key.
func (r *resource) inKey(column string) bool { return slices.Contains(r.key, column) }

// readOnly reports whether no client changes the rows.
func (r *resource) readOnly() bool { return r.table.Kind != "table" || len(r.key) > 1 }

// refuse takes an action from the resource, with the reason.
func (r *resource) refuse(action, reason string) {
	if r.readOnly() || slices.Contains(r.refused, action) {
		return
	}
	r.refused = append(r.refused, action)
	if i := slices.IndexFunc(r.reasons, func(have string) bool { return strings.HasSuffix(have, ", because "+reason+".") }); i >= 0 {
		without, _, _ := strings.Cut(r.reasons[i], ", because ")
		r.reasons[i] = fmt.Sprintf("%s and %s, because %s.", without, actionWords(action), reason)
		return
	}
	r.reasons = append(r.reasons, fmt.Sprintf("Without %s, because %s.", actionWords(action), reason))
}

// actionWords returns the actions of the framework for one of Create, Change and Destroy.
func actionWords(action string) string {
	return strings.Replace(action, "Change", "Replace and Modify", 1)
}

// limitActions takes the actions that the table or the account does not allow.
func (g *generator) limitActions(r *resource) {
	switch {
	case r.table.Kind != "table":
		r.reasons = append(r.reasons, fmt.Sprintf("Read-only, because it is a %s.", r.table.Kind))
		if len(r.table.Unique) == 0 {
			r.reasons = append(r.reasons, fmt.Sprintf("Check that no two rows have the same %s: the database does not say so.", r.key[0]))
		}
		return
	case len(r.key) > 1:
		r.reasons = append(r.reasons, "Read-only, because its key has several columns.")
		return
	}
	key := r.table.column(r.key[0])
	if goTypeOf(g.schema.Dialect, key.Type).kind == "whole" && !key.Numbered {
		r.refuse("Create", fmt.Sprintf("the database does not number the key %s", key.Name))
	}
	if r.table.dangling != "" {
		for _, action := range []string{"Create", "Change", "Destroy"} {
			r.refuse(action, fmt.Sprintf("the foreign key of %s leads to a table that is not there", r.table.dangling))
		}
	}
	for _, right := range r.table.Lacks {
		action := map[string]string{"INSERT": "Create", "UPDATE": "Change", "DELETE": "Destroy"}[right]
		r.refuse(action, fmt.Sprintf("this account lacks the right to %s", right))
	}
}

// actions returns the option Actions, "" for all of them.
func (r *resource) actions() string {
	if r.readOnly() {
		return "rest.ReadOnly"
	}
	if len(r.refused) == 0 {
		return ""
	}
	list := []string{"rest.ReadOnly"}
	for _, action := range []struct{ name, words string }{{"Create", "rest.Create"}, {"Change", "rest.Replace | rest.Modify"}, {"Destroy", "rest.Destroy"}} {
		if !slices.Contains(r.refused, action.name) {
			list = append(list, action.words)
		}
	}
	return strings.Join(list, " | ")
}

// pairTables returns the tables that a ManyToMany replaces: those of two references, which are the key and named as the framework
// names them.
func (g *generator) pairTables() map[string]bool {
	found := map[string]bool{}
	for _, t := range g.schema.Tables {
		if len(g.options.Tables) > 0 && !slices.Contains(g.options.Tables, t.Name) {
			continue
		}
		if here, there := g.pairOf(t); here != nil && there != nil {
			found[t.Name] = true
		}
	}
	return found
}

// pairOf returns the two tables that a table of pairs joins, nil for any other table.
func (g *generator) pairOf(t *Table) (here, there *Table) {
	if t.Kind != "table" || len(t.Columns) != 2 || len(t.Key) != 2 || !schema.IsName(t.Name) || len(t.Lacks) > 0 {
		return nil, nil
	}
	var sides []*Table
	for _, name := range t.Key {
		f := t.foreign(name)
		if f == nil {
			return nil, nil
		}
		side := g.schema.table(f.Table)
		if side == nil || len(g.options.Tables) > 0 && !slices.Contains(g.options.Tables, side.Name) {
			return nil, nil
		}
		key, reason := g.keyOf(side)
		if reason != "" || len(key) != 1 || key[0] != f.To || name != schema.Snake(goName(singular(side.snake()), "Table"))+"_id" {
			return nil, nil
		}
		sides = append(sides, side)
	}
	if sides[0] == sides[1] {
		return nil, nil
	}
	return sides[0], sides[1]
}

// addPairs gives the first side of a table of pairs its ManyToMany.
func (g *generator) addPairs(t *Table) {
	hereTable, thereTable := g.pairOf(t)
	here, there := g.byTable[hereTable.Name], g.byTable[thereTable.Name]
	wires, names := registry{}, registry{}
	for _, f := range here.fields {
		wires[f.wire], names[f.name] = true, true
	}
	for _, f := range here.pairs {
		wires[f.wire], names[f.name] = true, true
	}
	wire := wires.unique(plural(thereTable.snake()))
	here.pairs = append(here.pairs, structField{
		comments: []string{fmt.Sprintf("The pairs of the table %s.", t.Name)},
		name:     names.unique(goName(wire, "Field")), wire: wire, typ: fmt.Sprintf("rest.ManyToMany[%s]", there.typeName),
		tags: []string{"rest", wire + ",optional,through=" + t.Name},
	})
}
