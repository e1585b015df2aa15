package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/schema"
)

// table is what is there of a table that the declarations ask for.
type table struct {
	columns map[string]tableColumn
	indexes []tableIndex
	foreign map[string]schema.OnDelete // by column and the table referred to, "owner_id users"
	rows    bool                       // it has some
}

type tableColumn struct {
	typ       string // PostgreSQL: its short name, "int8"; SQLite: as declared, in capitals
	notNull   bool
	generated bool // gets a value by itself
}

type tableIndex struct {
	unique  bool
	columns string // in order, "a,b"
}

// indexed reports whether there is an index on exactly the columns, when it has to be unique, or
// on those and more.
func (t *table) indexed(unique bool, columns ...string) bool {
	want := strings.Join(columns, ",")
	return slices.ContainsFunc(t.indexes, func(i tableIndex) bool {
		if unique {
			return i.unique && i.columns == want
		}
		return i.columns == want || strings.HasPrefix(i.columns, want+",")
	})
}

// inspection is the questions about a table, each with its name as the only argument.
type inspection struct {
	exists, columns, indexes, foreign string
}

// SQLite's names know no letter case. The key of a table is no index there, but a property of
// its columns, which the last line of indexes adds.
var inspectSQLite = inspection{
	exists: `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = ?`,
	columns: `SELECT lower(name), upper(type), "notnull" <> 0, pk = 1 AND upper(type) = 'INTEGER'
		FROM pragma_table_xinfo(?) WHERE hidden <> 1`,
	indexes: `SELECT "unique" <> 0, (SELECT coalesce(group_concat(coalesce(lower(i.name), '?'), ',' ORDER BY i.seqno), '')
			FROM pragma_index_info(l.name) AS i)
		FROM pragma_index_list(?1) AS l WHERE NOT partial
		UNION ALL SELECT 1, coalesce(group_concat(lower(name), ',' ORDER BY pk), '') FROM pragma_table_xinfo(?1) WHERE pk > 0`,
	foreign: `SELECT lower("from"), lower("table"), on_delete FROM pragma_foreign_key_list(?)
		GROUP BY id HAVING count(*) = 1`,
}

var inspectPostgres = inspection{
	exists: `SELECT 1 FROM pg_class WHERE oid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1))
		AND relkind IN ('r', 'p')`,
	columns: `SELECT a.attname, t.typname, a.attnotnull, a.atthasdef OR a.attidentity <> ''
		FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
		WHERE a.attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1))
		AND a.attnum > 0 AND NOT a.attisdropped`,
	indexes: `SELECT i.indisunique, (SELECT coalesce(string_agg(coalesce(a.attname, '?'), ',' ORDER BY k.n), '')
			FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
			LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND a.attnum > 0
			WHERE k.n <= i.indnkeyatts)
		FROM pg_index i
		WHERE i.indrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1))
		AND i.indpred IS NULL AND i.indisvalid`,
	foreign: `SELECT a.attname, f.relname,
			CASE c.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' ELSE 'RESTRICT' END
		FROM pg_constraint c
		JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		JOIN pg_class f ON f.oid = c.confrelid
		WHERE c.contype = 'f' AND cardinality(c.conkey) = 1
		AND c.conrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1))`,
}

// inspect says what is there of a table; nil when it is not there at all.
func (d *dialect) inspect(ctx context.Context, tx *sql.Tx, name string) (*table, error) {
	ask := inspectSQLite
	if d.name == "postgres" {
		ask = inspectPostgres
	}
	exists := false
	err := each(ctx, tx, ask.exists, name, func(scan scanner) error {
		exists = true
		return nil
	})
	if err != nil || !exists {
		return nil, err
	}
	t := &table{columns: map[string]tableColumn{}, foreign: map[string]schema.OnDelete{}}
	err = each(ctx, tx, ask.columns, name, func(scan scanner) error {
		var name string
		var c tableColumn
		err := scan(&name, &c.typ, &c.notNull, &c.generated)
		t.columns[name] = c
		return err
	})
	if err != nil {
		return nil, err
	}
	err = each(ctx, tx, ask.indexes, name, func(scan scanner) error {
		var i tableIndex
		err := scan(&i.unique, &i.columns)
		t.indexes = append(t.indexes, i)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = each(ctx, tx, ask.foreign, name, func(scan scanner) error {
		var column, other, action string
		err := scan(&column, &other, &action)
		t.foreign[column+" "+other] = onDelete(action)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+quote(name)+")").Scan(&t.rows)
	return t, err
}

// onDelete reads an action. Without one (NO ACTION) a deletion is refused as well, only later.
// One that no declaration can ask for is like none of ours.
func onDelete(action string) schema.OnDelete {
	switch action {
	case "CASCADE":
		return schema.Cascade
	case "SET NULL":
		return schema.SetNull
	case "RESTRICT", "NO ACTION":
		return schema.Restrict
	default:
		return 255
	}
}

type scanner func(dests ...any) error

func each(ctx context.Context, tx *sql.Tx, query, name string, fn func(scanner) error) error {
	rows, err := tx.QueryContext(ctx, query, name)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows.Scan); err != nil {
			return fmt.Errorf("read catalog: %w", err)
		}
	}
	return rows.Err()
}
