// What there is in a database.

package databasetest

import (
	"testing"

	"example.com/resourceful/framework/database"
)

// catalogs ask for all that there is in a database, in one line each.
var catalogs = map[string]string{
	"sqlite": `SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema WHERE type <> 'table'
	UNION ALL SELECT format('table %s wr %d strict %d', name, wr, strict) FROM pragma_table_list WHERE schema = 'main'
	UNION ALL SELECT format('column %s.%s %s notnull %d default %s pk %d hidden %d', t.name, c.name, upper(c.type), c."notnull" OR c.pk, c.dflt_value, c.pk, c.hidden)
		FROM pragma_table_list AS t JOIN pragma_table_xinfo(t.name) AS c WHERE t.schema = 'main' AND t.name <> 'sqlite_schema'
	UNION ALL SELECT format('reference %s.%s to %s.%s delete %s update %s', t.name, f."from", f."table", f."to", f.on_delete, f.on_update)
		FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.schema = 'main'
	ORDER BY 1`,
	"postgres": `WITH own AS (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
	SELECT format('%s %s owner %s comment %s', relkind, relname, relowner::regrole, obj_description(oid)) FROM pg_class WHERE oid IN (SELECT oid FROM own)
	UNION ALL SELECT format('column %s.%s %s notnull %s default %s identity %s generated %s collation %s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
			attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, (SELECT collname FROM pg_collation WHERE oid = attcollation))
		FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
		WHERE attrelid IN (SELECT oid FROM own) AND attnum > 0 AND NOT attisdropped AND attrelid NOT IN (SELECT indexrelid FROM pg_index)
	UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN (SELECT oid FROM own)
	UNION ALL SELECT format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid IN (SELECT oid FROM own)
	UNION ALL SELECT format('view %s %s', oid::regclass, pg_get_viewdef(oid)) FROM pg_class WHERE relkind IN ('v', 'm') AND oid IN (SELECT oid FROM own)
	UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM own) AND NOT tgisinternal
	ORDER BY 1`,
}

// Catalog returns all that there is in a database, in one line each, without the order of columns.
func Catalog(t testing.TB, db *database.DB) []string {
	t.Helper()
	return Texts(t, db, catalogs[db.Dialect().Name])
}
