// Rows that are put into the tables of a server, and a server without any.

package resttest

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/schema"
)

// filler puts rows into the tables of a server, behind its back, so that no rule keeps a row out.
type filler struct {
	t       testing.TB
	c       *conformance
	tx      *sql.Tx
	dialect field.Dialect
	keys    map[string][]any // by table, in the order of the rows
	begun   map[string]bool
	// prepared are the statements that insert rows, by their text.
	prepared map[string]*sql.Stmt
}

// fill adds n rows to each table except that of the accounts. Row i refers to row i of other tables, and to
// alice, bob and admin in turn.
func (c *conformance) fill(t testing.TB, s *Server, n int) map[string][]any {
	t.Helper()
	db, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := tx.Commit(); err != nil && !t.Failed() {
			t.Errorf("fill the tables: %v", err)
		}
	}()
	f := &filler{t: t, c: c, tx: tx, prepared: map[string]*sql.Stmt{}, dialect: field.Dialect(s.DB.Dialect().Name), keys: map[string][]any{}, begun: map[string]bool{rules.AccountsTable: true}}
	f.accounts()
	for _, table := range s.Plan.Tables {
		f.table(s.Plan.Tables, table, n)
	}
	for _, table := range s.Plan.Tables {
		if table.Pairs {
			f.pairs(table, n)
		}
	}
	return f.keys
}

// accounts finds the keys of those who own rows.
func (f *filler) accounts() {
	f.t.Helper()
	for _, name := range rules.Owners {
		rows, err := f.tx.QueryContext(f.t.Context(), "SELECT id FROM "+rules.AccountsTable+" WHERE username = '"+name+"'")
		if err != nil {
			f.t.Fatal(err)
		}
		_, all, err := server.ScanAll(rows)
		if err != nil || len(all) != 1 {
			f.t.Fatalf("find the account %s: %v, %v", name, all, err)
		}
		f.keys[rules.AccountsTable] = append(f.keys[rules.AccountsTable], all[0][0])
	}
}

// table fills one table, once those that it refers to are filled.
func (f *filler) table(all []schema.Table, table schema.Table, n int) {
	f.t.Helper()
	if f.begun[table.Name] || table.Pairs || table.Name == schema.SecondFactorTable { // the passwords of the world need no codes
		return
	}
	f.begun[table.Name] = true
	for _, c := range table.Columns {
		if i := slices.IndexFunc(all, func(t schema.Table) bool { return t.Name == c.References }); i >= 0 {
			f.table(all, all[i], n)
		}
	}
	n = f.rowsOf(table, n)
	f.enough(table, n)
	for i := 1; i <= n; i++ {
		var names []string
		var values []any
		key := ""
		for _, c := range table.Columns {
			value, given := f.value(table, c, i)
			if name, is := f.c.granted(table, c, i); is {
				value = name
			}
			if c.Key {
				key = c.Name
			}
			if given {
				names, values = append(names, c.Name), append(values, value)
			}
		}
		f.insert(table.Name, key, names, values)
	}
}

// enough checks that there are as many values of a unique column as there are rows.
func (f *filler) enough(table schema.Table, n int) {
	f.t.Helper()
	for _, c := range table.Columns {
		path, name := f.c.pathOf(table.Name, c.Name)
		if list := f.c.options.lists[path+" "+name]; isUnique(table, c) && len(list) > 0 && len(list) < n {
			f.t.Fatalf("%[2]s of %[1]s is unique, and %[3]d rows need as many values; resttest.Values has %[4]d, so make them with resttest.Made(%[1]q, %[2]q, …)", path, name, n, len(list))
		}
	}
}

// pathOf returns the resource and the field that set the values of a column.
func (c *conformance) pathOf(table, column string) (path, name string) {
	for _, r := range c.plan.Resources {
		if r.Type.Table != table {
			continue
		}
		for _, shape := range r.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if rules.RowField(f).Column == column && f.Wire != "" {
					return r.Path, f.Wire
				}
			}
		}
	}
	return table, column
}

// value returns the value of a column in row i; given is false if the database generates it.
func (f *filler) value(table schema.Table, c schema.Column, i int) (value any, given bool) {
	f.t.Helper()
	switch {
	case c.Numbered || c.Filled:
		return nil, false
	case f.c.marks(table, c):
		return nil, true // the row is there
	case c.References != "":
		keys := f.keys[c.References]
		if len(keys) == 0 {
			return nil, true // a circle of references; the database reports whether it may be null
		}
		return keys[f.turn(table, c, i)%len(keys)], true
	case c.Value.Kind.File != field.NoFile:
		return fmt.Sprintf("sample-%d", i), true // the key of a file that is in no store
	}
	m := f.c.sample(table.Name, c.Name, c.Value, isUnique(table, c))
	if m.Make == nil { // nothing fits a representation; the column may take more
		m = samples.Of(c.Value, isUnique(table, c), nil)
	}
	switch {
	case m.Make != nil:
	case c.HasDefault:
		return nil, false
	case c.Null:
		return nil, true
	default:
		path, name := f.c.pathOf(table.Name, c.Name)
		f.t.Fatalf("no value is known that %[2]s of %[1]s takes; give some with resttest.Values(%[1]q, %[2]q, …), or with resttest.Made where each row needs another", path, name)
	}
	bound, _ := samples.Parse(c.Value, m.Make(i))
	if c.Value.Kind.Seal != nil && bound != nil {
		var err error
		if bound, err = c.Value.Kind.Seal(f.t.Context(), bound); err != nil {
			f.t.Fatal(err)
		}
	}
	arg := c.Value.Arg(bound)
	if store := c.Value.ColumnIn(f.dialect).Store; store != nil && arg != nil {
		arg = store(arg)
	}
	return arg, true
}

// turn returns the number of the row that row i refers to in a column, from 0 on. A unique index of references has the
// same pair twice, unless a column starts one row later each time that the one with the most rows starts again.
func (f *filler) turn(table schema.Table, c schema.Column, i int) int {
	for _, index := range table.Indexes {
		columns := references(table, index)
		if len(columns) < 2 || !slices.Contains(index.Names(), c.Name) {
			continue
		}
		most := slices.MaxFunc(columns, func(a, b schema.Column) int { return len(f.keys[a.References]) - len(f.keys[b.References]) })
		if n := len(f.keys[most.References]); n > 0 && most.Name != c.Name {
			return (i-1)%n + (i-1)/n
		}
	}
	return i - 1
}

// references returns the columns of a unique index, if all of them refer to other rows.
func references(table schema.Table, index schema.Index) (columns []schema.Column) {
	for _, c := range table.Columns {
		if index.Unique && slices.Contains(index.Names(), c.Name) && c.References != "" {
			columns = append(columns, c)
		}
	}
	if len(columns) < len(index.Names()) {
		return nil
	}
	return columns
}

// isUnique reports whether no two rows that are there have the same value of a column.
func isUnique(table schema.Table, c schema.Column) bool {
	return c.Unique || c.Key || slices.ContainsFunc(table.Indexes, func(i schema.Index) bool {
		return i.Unique && slices.Equal(i.Names(), []string{c.Name})
	})
}

// marks reports whether a column marks rows as deleted.
func (c *conformance) marks(table schema.Table, column schema.Column) bool {
	return slices.ContainsFunc(c.plan.Types, func(t *schema.Type) bool {
		return t.Table == table.Name && t.Deleted != nil && t.Deleted.Column == column.Name
	})
}

func (f *filler) pairs(table schema.Table, n int) {
	f.t.Helper()
	here, there := f.keys[table.Columns[0].References], f.keys[table.Columns[1].References]
	if len(here) == 0 || len(there) == 0 {
		return
	}
	for i := range min(n, max(len(here), len(there))) {
		f.insert(table.Name, "", []string{table.Columns[0].Name, table.Columns[1].Name}, []any{here[i%len(here)], there[i%len(there)]})
	}
}

// insert writes one row, and keeps its key where it has one.
func (f *filler) insert(table, key string, names []string, values []any) {
	f.t.Helper()
	places := make([]string, len(names))
	for i := range names {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	query := fmt.Sprintf(`INSERT INTO "%s" ("%s") VALUES (%s)`, table, strings.Join(names, `", "`), strings.Join(places, ", "))
	if len(names) == 0 {
		query = fmt.Sprintf(`INSERT INTO "%s" DEFAULT VALUES`, table)
	}
	if key != "" {
		query += fmt.Sprintf(` RETURNING "%s"`, key)
	}
	all, err := f.query(query, values)
	if err != nil {
		f.t.Fatalf("fill table %s: %v\n%s %v", table, err, query, values)
	}
	for _, row := range all {
		f.keys[table] = append(f.keys[table], server.Plain(row[0]))
	}
}

// query runs a statement, which is prepared once.
func (f *filler) query(text string, values []any) (all [][]any, err error) {
	statement := f.prepared[text]
	if statement == nil {
		if statement, err = f.tx.PrepareContext(f.t.Context(), text); err != nil {
			return nil, err
		}
		f.prepared[text] = statement
	}
	rows, err := statement.QueryContext(f.t.Context(), values...)
	if err != nil {
		return nil, err
	}
	_, all, err = server.ScanAll(rows)
	return all, err
}

// granted returns the value of row i in a table of permissions on rows: a permission that a rule uses, of
// an account and of a group in turn.
func (c *conformance) granted(table schema.Table, column schema.Column, i int) (value any, is bool) {
	if !slices.ContainsFunc(c.plan.Types, func(t *schema.Type) bool { return t.Table == table.Name && schema.PermittedOf(t.Go) != nil }) {
		return nil, false
	}
	switch column.Name {
	case "permission":
		var names []string
		for _, found := range rules.RowPermissionWords.FindAllStringSubmatch(c.plan.String(), -1) {
			names = append(names, strings.Split(found[1], " or ")...)
		}
		if names = slices.Compact(slices.Sorted(slices.Values(names))); len(names) > 0 {
			return names[(i-1)%len(names)], true
		}
	case "user_id":
		return nil, i%2 == 0
	case "group_id":
		return nil, i%2 == 1
	}
	return nil, false
}

// madeKeys reports whether the service makes keys of rows that differ from run to run.
func madeKeys(r *plan.Resource) bool {
	key := r.Type.Key
	return !key.Writable() && !(key.AsKey != nil && key.AsKey.Numbered)
}

// reset empties a database. Where a service makes keys that nobody knows, rows of known keys are put in.
func (c *conformance) reset(t testing.TB) func(*Server) {
	unknown := slices.ContainsFunc(c.plan.Resources, madeKeys)
	return func(s *Server) {
		s.Reset(t)
		if unknown {
			c.fill(t, s, 3)
		}
	}
}
