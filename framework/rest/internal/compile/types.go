// The types of a set: structs, their relations and tables.

package compile

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// compileTypes compiles the struct of every resource, and that of accounts.
func compileTypes(c *compiler) {
	findUnmanaged(c)
	accounts := []struct {
		goType reflect.Type
		table  string
	}{{reflect.TypeFor[auth.User](), "users"}, {reflect.TypeFor[auth.Group](), "groups"}}
	for _, a := range accounts {
		compileType(c, a.goType, a.table, nil, "")
	}
	if len(c.Set.Declarations) == 0 {
		c.Report("", "", c.Set.At, "the set has no resources; list some")
	}
	for i, declared := range c.Set.Declarations {
		if declared == nil {
			c.Report("", "", c.Set.At, fmt.Sprintf("resource %d of the set is nil; list a ViewSet, or a function's result that is one", i+1))
			continue
		}
		if declared.Endpoints != nil || declared.Verify != nil || declared.Jobs != nil && declared.Jobs.Job != nil {
			c.actions = append(c.actions, declared.Endpoints...)
			continue
		}
		for _, declared := range append([]*declaration.ViewSet{declared}, declared.More...) {
			compileDeclared(c, i, declared)
		}
	}
}

// compileDeclared compiles the struct of a view set, with its index in the set or of the one that contains
// it.
func compileDeclared(c *compiler, i int, declared *declaration.ViewSet) {
	if !isRow(declared.GoType) {
		c.Report("", "", c.Set.At, fmt.Sprintf("resource %d of the set is a ViewSet of %s, which is not a struct with a name; declare a struct type with one field for each value", i+1, declared.GoType))
		return
	}
	t := compileType(c, declared.GoType, declared.Table, declared.Messages, declared.Name)
	c.addResource(declared, t)
}

// isRow reports whether a type can declare rows. A struct without a name has no table.
func isRow(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.Name() != "" && t.PkgPath() != "time"
}

func compileType(c *compiler, goType reflect.Type, table string, messages map[string]string, name string) *schema.Type {
	if of := schema.PermittedOf(goType); of != nil {
		table, name = RowPermissionNames(of)
	}
	compile := structs.Compile
	if c.unmanaged[structs.TableOf(goType, table)] {
		compile = structs.CompileUnmanaged
	}
	t := compile(goType, table, c.kinds, c.checks, messages, func(field, msg string) { c.ReportField(goType, field, msg) })
	if name != "" {
		t.Name = name
	}
	concealMembers(c, t)
	if c.types[goType] == nil {
		c.types[goType] = t
	}
	c.order = append(c.order, t)
	return t
}

// linkRelations links each relation to the type of its other side, which is compiled if no resource has it.
// All types are found before the first relation is compiled, because a relation may use a field of the
// other side that is a relation too.
func linkRelations(c *compiler) { linkFrom(c, 0) }

// linkFrom links the relations of the types from an index of c.order on.
func linkFrom(c *compiler, first int) {
	for i := first; i < len(c.order); i++ { // c.order grows
		for _, f := range c.order[i].Fields {
			if f.Relation != nil {
				f.Relation.Type = findOtherSide(c, c.order[i], f, f.Relation.Target)
			}
		}
	}
	for _, t := range c.order[first:] {
		for _, f := range t.Fields {
			if f.Relation != nil && f.Relation.Type != nil {
				structs.Link(t, f, f.Relation.Type, func(msg string) { c.ReportField(t.Go, f.Go, msg) })
			}
		}
	}
}

// findOtherSide returns the type of the rows that a field leads to, nil if there can be none.
func findOtherSide(c *compiler, t *schema.Type, f *schema.Field, to reflect.Type) *schema.Type {
	if c.types[to] != nil {
		return c.types[to]
	}
	if to.Kind() == reflect.Pointer && isRow(to.Elem()) {
		c.ReportField(t.Go, f.Go, fmt.Sprintf("the other side is %s, a pointer; write %s without the *", to, to.Elem()))
		return nil
	}
	if !isRow(to) {
		c.ReportField(t.Go, f.Go, fmt.Sprintf("the other side is %s, which is not a struct with a name; refer to a declared struct", to))
		return nil
	}
	return compileType(c, to, "", nil, "")
}

// listDistinctTypes returns the types in the order in which they were found; of several of one struct
// and one table the first.
func listDistinctTypes(c *compiler) []*schema.Type {
	var types []*schema.Type
	for _, t := range c.order {
		first := c.types[t.Go]
		again := slices.ContainsFunc(types, func(other *schema.Type) bool { return other.Go == t.Go && other.Table == t.Table })
		if t == first || first != nil && t.Table != first.Table && !again {
			types = append(types, t)
		}
	}
	return types
}

func compileTables(c *compiler) []schema.Table {
	tables := structs.Tables(c.order, func(t *schema.Type, field, msg string) { c.ReportField(t.Go, field, msg) })
	checkInsertable(c, tables)
	findTableWrites(c, tables)
	return tables
}

// checkInsertable checks that every create of a table's rows is possible: a column that it does not know
// must have a default, or be nullable.
func checkInsertable(c *compiler, tables []schema.Table) {
	creators := []*schema.Type{c.types[reflect.TypeFor[auth.User]()]} // the program creates accounts
	for _, res := range c.Compiled {
		if res.Has(plan.Create) {
			creators = append(creators, res.Type)
		}
	}
	for _, t := range creators {
		i := slices.IndexFunc(tables, func(table schema.Table) bool { return table.Name == t.Table })
		if i < 0 || tables[i].Unmanaged { // the database may have a default
			continue
		}
		for _, column := range tables[i].Columns {
			if column.Null || column.HasDefault || column.Key || t.ByColumn(column.Name) != nil {
				continue
			}
			for _, other := range c.order {
				if f := other.ByColumn(column.Name); other.Table == t.Table && f != nil {
					c.ReportField(other.Go, f.Go, fmt.Sprintf("%s creates rows of table %s without this column; give it a default, let it be null, or declare it there too", t.Go, t.Table))
				}
			}
		}
	}
}
