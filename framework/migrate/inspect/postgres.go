// Reading the catalog of PostgreSQL.

package inspect

import (
	"errors"
	"fmt"
	"strings"
)

const (
	postgresSchemas = `SELECT oid, nspname, has_schema_privilege(oid, 'USAGE'), current_database() FROM pg_namespace
		WHERE nspname <> 'information_schema' AND nspname NOT LIKE 'pg\_%' ORDER BY nspname`

	postgresTables = `SELECT c.oid, c.relname,
			CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table' ELSE 'table' END,
			coalesce(obj_description(c.oid, 'pg_class'), ''), c.relispartition,
			concat_ws(chr(31), CASE WHEN NOT has_any_column_privilege(c.oid, 'SELECT') THEN 'SELECT' END,
				CASE WHEN NOT has_any_column_privilege(c.oid, 'INSERT') THEN 'INSERT' END,
				CASE WHEN NOT has_any_column_privilege(c.oid, 'UPDATE') THEN 'UPDATE' END,
				CASE WHEN NOT has_table_privilege(c.oid, 'DELETE') THEN 'DELETE' END)
		FROM pg_class c
		WHERE c.relnamespace = CAST($1 AS oid) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = CAST('pg_class' AS regclass) AND d.objid = c.oid AND d.deptype = 'e')`

	postgresColumns = `SELECT a.attrelid, a.attname, a.atttypid, a.atttypmod, format_type(a.atttypid, a.atttypmod), a.attnotnull,
			a.attidentity <> '' OR a.attgenerated = '' AND coalesce(pg_get_expr(d.adbin, d.adrelid), '') LIKE 'nextval(%',
			a.attgenerated <> '' OR a.attidentity = 'a', coalesce(pg_get_expr(d.adbin, d.adrelid), ''),
			coalesce(col_description(a.attrelid, a.attnum), ''), NOT has_column_privilege(a.attrelid, a.attnum, 'SELECT')
		FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = CAST($1 AS oid))
		ORDER BY a.attrelid, a.attnum`

	postgresTypes = `SELECT t.oid, t.typname, CAST(t.typtype AS text), t.typbasetype, t.typtypmod, CASE WHEN t.typcategory = 'A' THEN t.typelem ELSE 0 END,
			t.typnotnull, coalesce(t.typdefault, ''),
			coalesce((SELECT string_agg(e.enumlabel, chr(31) ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid), ''),
			coalesce((SELECT string_agg(pg_get_expr(k.conbin, 0), chr(31) ORDER BY k.conname) FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c'), '')
		FROM pg_type t WHERE t.typtype <> 'c'`

	postgresIndexes = `SELECT i.indrelid, c.relname, i.indisprimary, i.indisunique, i.indpred IS NOT NULL,
			i.indisvalid AND c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree'),
			(SELECT string_agg(coalesce(a.attname, ''), chr(31) ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
				LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND a.attnum > 0 WHERE k.n <= i.indnkeyatts)
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
		WHERE t.relnamespace = CAST($1 AS oid) ORDER BY c.relname`

	postgresConstraints = `SELECT k.conrelid, k.conname, k.contype = 'f', coalesce(pg_get_expr(k.conbin, k.conrelid), ''),
			coalesce((SELECT string_agg(a.attname, chr(31) ORDER BY u.n) FROM unnest(k.conkey) WITH ORDINALITY AS u(attnum, n) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.attnum), ''),
			CASE WHEN t.relnamespace = CAST($1 AS oid) THEN t.relname ELSE '' END,
			coalesce((SELECT string_agg(a.attname, chr(31) ORDER BY u.n) FROM unnest(k.confkey) WITH ORDINALITY AS u(attnum, n) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.attnum), ''),
			CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE '' END
		FROM pg_constraint k LEFT JOIN pg_class t ON t.oid = k.confrelid
		WHERE k.contype IN ('c', 'f', 'x') AND k.conrelid IN (SELECT oid FROM pg_class WHERE relnamespace = CAST($1 AS oid)) ORDER BY k.conrelid, k.conname`
)

// postgresType is a type of the catalog.
type postgresType struct {
	name, kind string // kind as pg_type.typtype: b, d, e and more
	base, item uint32
	mod        int
	notNull    bool
	byDefault  string
	checks     []string
	enum       *Enum
}

// postgres reads the schema. The first query finds its number, and the others take it.
func (r *reader) postgres() error {
	if r.schema.Name == "" {
		r.schema.Name = "public"
	}
	var schema []any
	var others []string
	usable := false
	err := r.each("schemas", postgresSchemas, nil, func(scan func(...any) error) error {
		var oid int64
		var name string
		var mayUse bool
		err := scan(&oid, &name, &mayUse, &r.schema.Database)
		if others = append(others, name); name == r.schema.Name {
			schema, usable = []any{oid}, mayUse
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case schema == nil:
		return fmt.Errorf("there is no schema %q; this database has %s", r.schema.Name, strings.Join(others, ", "))
	case !usable:
		return fmt.Errorf("this account may not use the schema %q; its owner can GRANT USAGE ON SCHEMA, and SELECT on its tables", r.schema.Name)
	}
	tables, types := map[uint32]*Table{}, map[uint32]postgresType{}
	return errors.Join(r.postgresTables(schema, tables), r.postgresTypes(types), r.postgresColumns(schema, tables, types),
		r.postgresIndexes(schema, tables), r.postgresConstraints(schema, tables))
}

func (r *reader) postgresTables(schema []any, tables map[uint32]*Table) error {
	return r.each("tables", postgresTables, schema, func(scan func(...any) error) error {
		t, oid, lacks := &Table{}, uint32(0), ""
		err := scan(&oid, &t.Name, &t.Kind, &t.Comment, &t.parts, &lacks)
		t.Lacks = split(lacks)
		tables[oid] = t
		r.add(t)
		return err
	})
}

func (r *reader) postgresTypes(types map[uint32]postgresType) error {
	return r.each("types", postgresTypes, nil, func(scan func(...any) error) error {
		var t postgresType
		var oid uint32
		var values, checks string
		err := scan(&oid, &t.name, &t.kind, &t.base, &t.mod, &t.item, &t.notNull, &t.byDefault, &values, &checks)
		if t.checks = split(checks); t.kind == "e" {
			t.enum = &Enum{Name: t.name, Values: split(values)}
		}
		types[oid] = t
		return err
	})
}

func (r *reader) postgresColumns(schema []any, tables map[uint32]*Table, types map[uint32]postgresType) error {
	return r.each("columns", postgresColumns, schema, func(scan func(...any) error) error {
		var table, typ uint32
		var mod int
		c := &Column{}
		err := scan(&table, &c.Name, &typ, &mod, &c.Type.SQL, &c.NotNull, &c.Numbered, &c.Generated, &c.Default, &c.Comment, &c.Lacked)
		if t := tables[table]; t != nil { // otherwise it is an index, a sequence or a type
			c.resolve(types, typ, mod)
			t.Columns = append(t.Columns, c)
		}
		return err
	})
}

// resolve sets the type of a column by the types of the catalog. A domain may have a default, a base type and conditions.
func (c *Column) resolve(types map[uint32]postgresType, oid uint32, mod int) {
	t := types[oid]
	for ; t.kind == "d"; t = types[oid] {
		c.NotNull = c.NotNull || t.notNull
		if c.Default == "" {
			c.Default = t.byDefault
		}
		c.Type.Checks = append(c.Type.Checks, t.checks...)
		oid, mod = t.base, t.mod
	}
	if t.item != 0 {
		c.Type.Array = true
		for t = types[t.item]; t.kind == "d"; t = types[t.base] {
			mod = t.mod
		}
	}
	c.Type.Name, c.Type.Enum = t.name, t.enum
	const header = 4 // a modifier counts it
	switch {
	case mod < header:
	case t.name == "varchar" || t.name == "bpchar":
		c.Type.Length = mod - header
	case t.name == "numeric":
		c.Type.Digits, c.Type.Places = (mod-header)>>16&0xffff, (mod-header)&0x7ff
		if c.Type.Places >= 1024 { // negative: the digits before the point are rounded
			c.Type.Places -= 2048
		}
	}
}

func (r *reader) postgresIndexes(schema []any, tables map[uint32]*Table) error {
	return r.each("indexes", postgresIndexes, schema, func(scan func(...any) error) error {
		var table uint32
		var i index
		var columns string
		err := scan(&table, &i.name, &i.key, &i.unique, &i.partial, &i.usable, &columns)
		if i.columns = split(columns); columns == "" {
			i.columns = []string{""}
		}
		if t := tables[table]; t != nil {
			t.addIndex(i)
		}
		return err
	})
}

func (r *reader) postgresConstraints(schema []any, tables map[uint32]*Table) error {
	return r.each("constraints", postgresConstraints, schema, func(scan func(...any) error) error {
		var table uint32
		var name, check, columns, to, toColumns, action string
		var isForeign bool
		err := scan(&table, &name, &isForeign, &check, &columns, &to, &toColumns, &action)
		switch t := tables[table]; {
		case t == nil:
		case isForeign && to == "":
			t.Remarks = append(t.Remarks, fmt.Sprintf("The foreign key %s leads to another schema.", name))
		case isForeign:
			t.addForeign(split(columns), to, split(toColumns), action)
		case check != "":
			t.Checks = append(t.Checks, check)
		default:
			t.Remarks = append(t.Remarks, fmt.Sprintf("The constraint %s excludes rows beside others.", name))
		}
		return err
	})
}
