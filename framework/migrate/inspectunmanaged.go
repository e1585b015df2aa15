// Reading the tables, views and the like that others manage.

package migrate

import (
	"context"
	"errors"
	"strings"
)

// inspectUnmanaged reads the tables, views and the like that others manage, by name.
func (m *migration) inspectUnmanaged(ctx context.Context, others []*table) (map[string]*existing, error) {
	ask := othersSQLite
	if m.postgres() {
		ask = othersPostgres
	}
	argument, have := []any{m.dialect.List(names(others))}, map[string]*existing{}
	var name, columns string
	err := errors.Join(
		m.each(ctx, ask.tables, argument, func(scan scanner) error {
			e := &existing{columns: map[string]existingColumn{}}
			err := scan(&name, &e.kind, &e.checks, &e.lacks, &e.secured, &e.rewrites, &e.fills)
			have[name] = e
			return err
		}),
		m.each(ctx, ask.columns, argument, func(scan scanner) error {
			var column string
			var c existingColumn
			err := scan(&name, &column, &c.typ, &c.named, &c.notNull, &c.numbered, &c.byDefault, &c.generated, &c.unordered, &c.unreadable, &c.uninsertable, &c.unchangeable)
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
	)
	return have, err
}

// visiblePostgres selects what PostgreSQL finds by its search path under the names of tables.
const visiblePostgres = `WITH own AS (SELECT c.oid, n.name AS relname, c.relkind FROM unnest(CAST($1 AS text[])) AS n(name) JOIN pg_class c ON c.oid = to_regclass(quote_ident(n.name))) `

// othersPostgres reads a domain as the type that it is based on, and an enum as "enum", also as items of arrays.
var othersPostgres = inspection{
	tables: visiblePostgres + `SELECT relname, CASE relkind WHEN 'r' THEN '' WHEN 'p' THEN '' WHEN 'v' THEN 'a view' WHEN 'm' THEN 'a materialized view' WHEN 'f' THEN 'a foreign table'
				WHEN 'S' THEN 'a sequence' WHEN 'c' THEN 'a type' ELSE 'an index' END,
			coalesce((SELECT string_agg(pg_get_constraintdef(c.oid), ' ') FROM pg_constraint c WHERE c.conrelid = own.oid AND c.contype = 'c'), ''),
			CASE WHEN relkind IN ('r', 'p') AND NOT has_table_privilege(oid, 'DELETE') THEN 'DELETE' ELSE '' END,
			relkind IN ('r', 'p') AND row_security_active(oid),
			relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = own.oid AND w.is_instead AND (w.ev_type = '3' OR w.ev_type IN ('2', '4') AND CAST(w.ev_qual AS text) = '<>')),
			relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_trigger WHERE tgrelid = own.oid AND NOT tgisinternal AND tgenabled IN ('O', 'A') AND tgtype & 7 = 7)
		FROM own WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'c', 'i')`,
	columns: strings.Replace(visiblePostgres, "WITH ", `WITH RECURSIVE base AS (
			SELECT oid AS of, oid, typtype, typbasetype, typtypmod, CAST(-1 AS integer) AS mod, FALSE AS required FROM pg_type
			UNION ALL SELECT base.of, t.oid, t.typtype, t.typbasetype, t.typtypmod, base.typtypmod, base.required OR d.typnotnull
				FROM base JOIN pg_type d ON d.oid = base.oid JOIN pg_type t ON t.oid = base.typbasetype WHERE base.typtype = 'd'), `, 1) + `SELECT relname, attname,
			CASE WHEN base.typtype = 'e' THEN 'enum' WHEN item.typtype = 'e' THEN 'enum[]' WHEN item.oid <> item.of THEN format_type(item.oid, item.mod) || '[]' ELSE format_type(base.oid, CASE base.of WHEN base.oid THEN atttypmod ELSE base.mod END) END, format_type(atttypid, atttypmod), attnotnull OR base.required,
			attidentity <> '' OR attgenerated = '' AND coalesce(pg_get_expr(adbin, adrelid), '') LIKE '%(%',
			coalesce(pg_get_expr(adbin, adrelid), (SELECT typdefault FROM pg_type WHERE oid = atttypid AND typtype = 'd'), ''), attgenerated <> '' OR attidentity = 'a',
			coalesce((SELECT NOT collisdeterministic FROM pg_collation WHERE pg_collation.oid = attcollation), FALSE),
			NOT has_column_privilege(own.oid, attnum, 'SELECT'), NOT has_column_privilege(own.oid, attnum, 'INSERT'), NOT has_column_privilege(own.oid, attnum, 'UPDATE')
		FROM own JOIN pg_attribute ON attrelid = own.oid JOIN base ON base.of = atttypid AND base.typtype <> 'd'
		LEFT JOIN pg_type a ON a.oid = base.oid AND a.typcategory = 'A' LEFT JOIN base AS item ON item.of = a.typelem AND item.typtype <> 'd'
		LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v', 'm', 'f')`,
	indexes: strings.Replace(inspectPostgres.indexes, ownPostgres, visiblePostgres, 1),
}

var othersSQLite = inspection{
	tables: `SELECT lower(s.name), CASE WHEN s.type = 'view' THEN 'a view' WHEN s.type = 'index' THEN 'an index' WHEN s.sql LIKE 'CREATE VIRTUAL%' THEN 'a virtual table' ELSE '' END,
			coalesce(s.sql, ''), '', FALSE, FALSE, EXISTS (SELECT 1 FROM sqlite_schema AS t WHERE t.type = 'trigger' AND lower(t.tbl_name) = lower(s.name))
		FROM sqlite_schema AS s WHERE s.type IN ('table', 'view', 'index') AND lower(s.name) IN (SELECT value FROM json_each(?))`,
	columns: `SELECT lower(s.name), lower(c.name), c.type, c.type, c."notnull" <> 0,
			c.pk = 1 AND upper(c.type) = 'INTEGER' AND NOT l.wr AND (SELECT count(*) FROM pragma_table_info(s.name) WHERE pk > 0) = 1,
			coalesce(c.dflt_value, ''), c.hidden > 1, FALSE, FALSE, FALSE, FALSE
		FROM sqlite_schema AS s JOIN pragma_table_list(s.name) AS l ON l.schema = 'main' JOIN pragma_table_xinfo(s.name) AS c
		WHERE s.type IN ('table', 'view') AND lower(s.name) IN (SELECT value FROM json_each(?)) AND c.hidden <> 1`,
	indexes: inspectSQLite.indexes,
}
