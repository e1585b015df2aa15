// Reading the existing tables of a database.

package migrate

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// existing is the existing part of a desired table.
type existing struct {
	kind     string // what has the name instead of a table, with its article; "" for a table
	checks   string // SQLite: its CREATE TABLE; PostgreSQL: its conditions
	lacks    string // PostgreSQL: the rights that the service lacks, in the words of GRANT
	secured  bool   // PostgreSQL: row-level security applies to the service
	rewrites bool   // PostgreSQL: a rule does something else instead of a write
	ruled    bool   // PostgreSQL: it has a rule for INSERT or UPDATE, with which ON CONFLICT does not go
	fills    bool   // PostgreSQL: a trigger may change new rows before they are stored
	parted   bool   // PostgreSQL: it has parts, or is one
	columns  map[string]existingColumn
	indexes  []index // including its key
	foreigns []foreign
}

// existingColumn is an existing column.
type existingColumn struct {
	typ       string // PostgreSQL: as format_type writes it; SQLite: as declared
	notNull   bool
	numbered  bool   // the database numbers it
	byDefault string // its default in SQL, "" for none
	generated bool   // always by the database
	unordered bool   // PostgreSQL: its collation is not deterministic

	// Of a table that others manage.
	named                                  string // PostgreSQL: its type, if typ is what a domain is based on, or "enum"
	unreadable, uninsertable, unchangeable bool   // PostgreSQL: the service lacks this right
}

// shown returns the type for people.
func (c existingColumn) shown() string { return cmp.Or(c.named, c.typ, "none") }

// undeclared returns the columns that no declaration of the table has, and that have values of their rows, by name.
func (have *existing) undeclared(t *table) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(have.columns)) {
		declared := slices.ContainsFunc(t.columns, func(c schema.Column) bool { return c.Name == name })
		if !declared && !have.columns[name].generated {
			names = append(names, name)
		}
	}
	return names
}

// foreign is an existing reference.
type foreign struct {
	name   string // "" in SQLite
	column string // "" for several columns
	table  string
	to     string // the referenced column; "" for the key, in SQLite
	action string // action of a deletion, in SQL
}

// inspection is a set of queries about tables, whose names are the only argument. The first column is the
// name of the table.
type inspection struct {
	tables, columns, indexes, foreigns string
}

// separator separates the columns of an index; names do not contain it.
const separator = "\x1f"

// SQLite's names ignore letter case. The key of a table is no index there, but a property of its columns,
// which the last line of indexes adds.
var inspectSQLite = inspection{
	tables: `SELECT lower(s.name), CASE WHEN s.type = 'view' THEN 'a view' WHEN s.type = 'index' THEN 'an index' WHEN s.sql LIKE 'CREATE VIRTUAL%' THEN 'a virtual table' ELSE '' END,
			coalesce(s.sql, ''), '', FALSE, FALSE, FALSE, FALSE, FALSE
		FROM sqlite_schema AS s
		WHERE s.type IN ('table', 'view', 'index') AND lower(s.name) IN (SELECT value FROM json_each(?))`,
	columns: `SELECT lower(s.name), lower(c.name), c.type, c."notnull" <> 0,
			c.pk = 1 AND upper(c.type) = 'INTEGER' AND NOT l.wr AND (SELECT count(*) FROM pragma_table_info(s.name) WHERE pk > 0) = 1,
			coalesce(c.dflt_value, ''), c.hidden > 1, FALSE
		FROM sqlite_schema AS s JOIN pragma_table_list(s.name) AS l ON l.schema = 'main' JOIN pragma_table_xinfo(s.name) AS c
		WHERE s.type = 'table' AND lower(s.name) IN (SELECT value FROM json_each(?)) AND c.hidden <> 1`,
	indexes: `SELECT lower(s.name), lower(l.name), l."unique" <> 0, FALSE, l.partial <> 0,
			iif(l.partial, coalesce((SELECT x.sql FROM sqlite_schema AS x WHERE x.type = 'index' AND x.name = l.name), ''), ''),
			(SELECT coalesce(group_concat(coalesce(lower(i.name), '') || iif(i."desc", '->', '+<'), char(31) ORDER BY i.seqno), '') FROM pragma_index_xinfo(l.name) AS i WHERE i.key)
		FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS l
		WHERE s.type = 'table' AND lower(s.name) IN (SELECT value FROM json_each(?1))
		UNION ALL SELECT lower(s.name), '', 1, FALSE, 0, '', (SELECT coalesce(group_concat(lower(c.name) || '+<', char(31) ORDER BY c.pk), '') FROM pragma_table_info(s.name) AS c WHERE c.pk > 0)
		FROM sqlite_schema AS s WHERE s.type = 'table' AND lower(s.name) IN (SELECT value FROM json_each(?1))`,
	foreigns: `SELECT lower(s.name), '', CASE count(*) WHEN 1 THEN lower(f."from") ELSE '' END, lower(f."table"), lower(coalesce(f."to", '')), upper(f.on_delete)
		FROM sqlite_schema AS s JOIN pragma_foreign_key_list(s.name) AS f
		WHERE s.type = 'table' AND lower(s.name) IN (SELECT value FROM json_each(?)) GROUP BY s.name, f.id`,
}

// ownPostgres selects what has the names of the desired tables, in the schema of new tables.
const ownPostgres = `WITH own AS (SELECT oid, relname, relkind FROM pg_class
	WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relname = ANY (CAST($1 AS text[]))) `

// inspectPostgres counts indexes of other methods as partial, except those of lsm, the trees of YugabyteDB.
var inspectPostgres = inspection{
	tables: ownPostgres + `SELECT relname, CASE relkind WHEN 'r' THEN '' WHEN 'p' THEN '' WHEN 'v' THEN 'a view' WHEN 'm' THEN 'a materialized view' WHEN 'f' THEN 'a foreign table'
				WHEN 'S' THEN 'a sequence' WHEN 'c' THEN 'a type' ELSE 'an index' END,
			coalesce((SELECT string_agg(pg_get_constraintdef(c.oid), ' ') FROM pg_constraint c WHERE c.conrelid = own.oid AND c.contype = 'c'), ''),
			CASE WHEN relkind NOT IN ('r', 'p') THEN '' ELSE concat_ws(', ', CASE WHEN NOT has_any_column_privilege(oid, 'SELECT') THEN 'SELECT' END,
				CASE WHEN NOT has_any_column_privilege(oid, 'INSERT') THEN 'INSERT' END, CASE WHEN NOT has_any_column_privilege(oid, 'UPDATE') THEN 'UPDATE' END,
				CASE WHEN NOT has_table_privilege(oid, 'DELETE') THEN 'DELETE' END) END,
			relkind IN ('r', 'p') AND row_security_active(oid),
			relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = own.oid AND w.is_instead AND (w.ev_type = '3' OR w.ev_type IN ('2', '4') AND CAST(w.ev_qual AS text) = '<>')),
			relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = own.oid AND w.ev_type IN ('2', '3')),
			relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_trigger WHERE tgrelid = own.oid AND NOT tgisinternal AND tgenabled IN ('O', 'A') AND tgtype & 7 = 7),
			relkind = 'p' OR EXISTS (SELECT FROM pg_inherits WHERE own.oid IN (inhrelid, inhparent))
		FROM own
		UNION ALL SELECT typname, 'a type', '', '', FALSE, FALSE, FALSE, FALSE, FALSE FROM pg_type
			WHERE typnamespace = to_regnamespace(quote_ident(current_schema())) AND typtype NOT IN ('b', 'c') AND typname = ANY (CAST($1 AS text[]))`,
	columns: ownPostgres + `SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull,
			attidentity <> '' OR attgenerated = '' AND coalesce(pg_get_expr(adbin, adrelid), '') LIKE '%(%',
			coalesce(pg_get_expr(adbin, adrelid), ''), attgenerated <> '' OR attidentity = 'a',
			coalesce((SELECT NOT collisdeterministic FROM pg_collation WHERE pg_collation.oid = attcollation), FALSE)
		FROM own JOIN pg_attribute ON attrelid = own.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0 AND NOT attisdropped`,
	indexes: ownPostgres + `SELECT own.relname, ic.relname, i.indisunique, NOT i.indimmediate, i.indpred IS NOT NULL OR NOT i.indisvalid OR ic.relam NOT IN (SELECT oid FROM pg_am WHERE amname IN ('btree', 'lsm')),
			CASE WHEN i.indisvalid THEN coalesce(pg_get_expr(i.indpred, i.indrelid), '') ELSE '' END,
			(SELECT coalesce(string_agg(coalesce(a.attname, '') || CASE i.indoption[k.n - 1] & 1 WHEN 1 THEN '-' ELSE '+' END ||
				CASE i.indoption[k.n - 1] & 2 WHEN 2 THEN '<' ELSE '>' END, chr(31) ORDER BY k.n), '')
			FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
			LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND a.attnum > 0
			WHERE k.n <= i.indnkeyatts)
		FROM own JOIN pg_index i ON i.indrelid = own.oid JOIN pg_class ic ON ic.oid = i.indexrelid`,
	foreigns: ownPostgres + `SELECT own.relname, c.conname, CASE cardinality(c.conkey) WHEN 1 THEN a.attname ELSE '' END, CASE f.relnamespace WHEN to_regnamespace(quote_ident(current_schema())) THEN f.relname ELSE CAST(CAST(f.oid AS regclass) AS text) END, (SELECT attname FROM pg_attribute WHERE attrelid = c.confrelid AND attnum = c.confkey[1]),
			CASE c.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END
		FROM own JOIN pg_constraint c ON c.conrelid = own.oid AND c.contype = 'f'
		JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		JOIN pg_class f ON f.oid = c.confrelid`,
}

// inspect reads the existing tables among the desired ones, by name. It reads no other table, so that none
// can cause an error.
func (m *migration) inspect(ctx context.Context, want []*table) (map[string]*existing, error) {
	ask := inspectSQLite
	if m.postgres() {
		ask = inspectPostgres
	}
	argument, have := []any{m.dialect.List(names(want))}, map[string]*existing{}
	var name, columns string
	err := errors.Join(
		m.each(ctx, ask.tables, argument, func(scan scanner) error {
			e := &existing{columns: map[string]existingColumn{}}
			err := scan(&name, &e.kind, &e.checks, &e.lacks, &e.secured, &e.rewrites, &e.ruled, &e.fills, &e.parted)
			have[name] = e
			return err
		}),
		m.each(ctx, ask.columns, argument, func(scan scanner) error {
			var column string
			var c existingColumn
			err := scan(&name, &column, &c.typ, &c.notNull, &c.numbered, &c.byDefault, &c.generated, &c.unordered)
			if written, _, _ := strings.Cut(c.byDefault, "::"); strings.EqualFold(written, "NULL") {
				c.byDefault = ""
			}
			have[name].columns[column] = c
			return err
		}),
		m.each(ctx, ask.indexes, argument, func(scan scanner) error {
			var i index
			err := scan(&name, &i.name, &i.Unique, &i.deferrable, &i.partial, &i.where, &columns)
			i.Columns = parseIndexColumns(columns)
			have[name].indexes = append(have[name].indexes, i)
			return err
		}),
		m.each(ctx, ask.foreigns, argument, func(scan scanner) error {
			var f foreign
			err := scan(&name, &f.name, &f.column, &f.table, &f.to, &f.action)
			have[name].foreigns = append(have[name].foreigns, f)
			return err
		}),
	)
	return have, err
}

type scanner func(dests ...any) error

// each calls fn for each row, until fn fails.
func (m *migration) each(ctx context.Context, query string, args []any, fn func(scanner) error) error {
	rows, err := m.tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
