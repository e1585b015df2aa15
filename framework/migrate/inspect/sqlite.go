// Reading the catalog of SQLite.

package inspect

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Names of SQLite ignore letter case. They are read in lower case, as the framework writes them.
const (
	sqliteTables = `SELECT lower(l.name), l.name, CASE l.type WHEN 'virtual' THEN 'virtual table' ELSE l.type END, coalesce(s.sql, '')
		FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
		WHERE l.schema = 'main' AND l.type <> 'shadow' AND l.name NOT LIKE 'sqlite\_%' ESCAPE '\'`

	sqliteColumns = `SELECT lower(s.name), lower(c.name), c.name, c.type, c."notnull" <> 0,
			c.pk = 1 AND upper(c.type) = 'INTEGER' AND NOT l.wr AND (SELECT count(*) FROM pragma_table_info(s.name) WHERE pk > 0) = 1,
			c.hidden > 1, coalesce(c.dflt_value, '')
		FROM sqlite_schema AS s JOIN pragma_table_list(s.name) AS l ON l.schema = 'main' JOIN pragma_table_xinfo(s.name) AS c
		WHERE s.type = ?1 AND c.hidden <> 1 AND l.type IN ('table', 'view') AND (?2 = '' OR lower(s.name) = ?2) ORDER BY s.name, c.cid`

	sqliteKeys = `SELECT lower(s.name), group_concat(lower(c.name), char(31) ORDER BY c.pk)
		FROM sqlite_schema AS s JOIN pragma_table_info(s.name) AS c WHERE s.type = 'table' AND c.pk > 0 GROUP BY s.name`

	sqliteIndexes = `SELECT lower(s.name), l.name, l."unique" <> 0 AND l.origin <> 'pk', l.partial <> 0,
			(SELECT group_concat(coalesce(lower(i.name), ''), char(31) ORDER BY i.seqno) FROM pragma_index_xinfo(l.name) AS i WHERE i.key)
		FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS l WHERE s.type = 'table' ORDER BY l.name`

	sqliteForeigns = `SELECT lower(s.name), group_concat(lower(f."from"), char(31) ORDER BY f.seq), lower(f."table"),
			group_concat(lower(coalesce(f."to", '')), char(31) ORDER BY f.seq), upper(f.on_delete)
		FROM sqlite_schema AS s JOIN pragma_foreign_key_list(s.name) AS f WHERE s.type = 'table' GROUP BY s.name, f.id ORDER BY s.name, f.id`
)

// sqlite reads the schema main.
func (r *reader) sqlite() error {
	if r.schema.Name != "" && r.schema.Name != "main" {
		return fmt.Errorf("SQLite has only the schema main, and not %q; leave the schema out", r.schema.Name)
	}
	r.schema.Name = "main"
	return errors.Join(r.sqliteTables(), r.sqliteColumns("table", ""), r.sqliteViews(), r.sqliteKeys(), r.sqliteIndexes(), r.sqliteForeigns())
}

func (r *reader) sqliteTables() error {
	return r.each("tables", sqliteTables, nil, func(scan func(...any) error) error {
		t, text := &Table{}, ""
		err := scan(&t.Name, &t.written, &t.Kind, &text)
		if t.Kind == "table" {
			t.Checks = checksIn(text)
		}
		r.add(t)
		return err
	})
}

// sqliteViews reads the columns of the views, at once or, because SQLite then reads no view if one of them is broken, one by one.
func (r *reader) sqliteViews() error {
	if r.sqliteColumns("view", "") == nil {
		return nil
	}
	for _, t := range r.schema.Tables {
		if t.Kind != "view" {
			continue
		}
		t.Columns = nil
		if err := r.sqliteColumns("view", t.Name); err != nil {
			t.Remarks = append(t.Remarks, fmt.Sprintf("the database cannot read the view: %v", err))
		}
	}
	return r.ctx.Err()
}

func (r *reader) sqliteColumns(of, name string) error {
	return r.each("columns", sqliteColumns, []any{of, name}, func(scan func(...any) error) error {
		var table string
		c := &Column{}
		err := scan(&table, &c.Name, &c.written, &c.Type.SQL, &c.NotNull, &c.Numbered, &c.Generated, &c.Default)
		if c.declare(); strings.EqualFold(c.Default, "NULL") {
			c.Default = ""
		}
		if t := r.tables[table]; t != nil {
			t.Columns = append(t.Columns, c)
		}
		return err
	})
}

var sqliteType = regexp.MustCompile(`^(.*?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?\s*$`)

// declare sets the type by its name in CREATE TABLE, which SQLite does not enforce.
func (c *Column) declare() {
	m := sqliteType.FindStringSubmatch(strings.ToLower(c.Type.SQL))
	if m == nil {
		c.Type.Name = strings.ToLower(c.Type.SQL)
		return
	}
	c.Type.Name = m[1]
	first, _ := strconv.Atoi(m[2])
	second, _ := strconv.Atoi(m[3])
	if affinity(c.Type.Name) == "text" {
		c.Type.Length = first
	} else {
		c.Type.Digits, c.Type.Places = first, second
	}
}

// affinity returns the affinity of a type by the rules of SQLite.
func affinity(name string) string {
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(name, part) {
				return true
			}
		}
		return false
	}
	switch {
	case has("int"):
		return "integer"
	case has("char", "clob", "text"):
		return "text"
	case has("blob") || name == "":
		return "blob"
	case has("real", "floa", "doub"):
		return "real"
	}
	return "numeric"
}

func (r *reader) sqliteKeys() error {
	return r.each("keys", sqliteKeys, nil, func(scan func(...any) error) error {
		var table, columns string
		err := scan(&table, &columns)
		if t := r.tables[table]; t != nil {
			t.addIndex(index{key: true, unique: true, usable: true, columns: split(columns)})
			if len(t.Key) == 1 { // SQLite allows null in other keys, which no row of a service has
				key := t.column(t.Key[0])
				if !key.NotNull && !key.Numbered {
					t.Remarks = append(t.Remarks, fmt.Sprintf("SQLite allows null in the key %s, and a row with null has no address: find them with SELECT * FROM %s WHERE %[1]s IS NULL.", key.Name, t.Name))
				}
				key.NotNull = true
			}
		}
		return err
	})
}

func (r *reader) sqliteIndexes() error {
	return r.each("indexes", sqliteIndexes, nil, func(scan func(...any) error) error {
		var table, columns string
		i := index{usable: true}
		err := scan(&table, &i.name, &i.unique, &i.partial, &columns)
		if i.columns = split(columns); columns == "" {
			i.columns = []string{""}
		}
		if t := r.tables[table]; t != nil {
			t.addIndex(i)
		}
		return err
	})
}

func (r *reader) sqliteForeigns() error {
	return r.each("foreign keys", sqliteForeigns, nil, func(scan func(...any) error) error {
		var table, columns, to, toColumns, action string
		err := scan(&table, &columns, &to, &toColumns, &action)
		t, other := r.tables[table], r.tables[to]
		if t == nil {
			return err
		}
		referred := strings.Split(toColumns, separator)
		if other != nil && referred[0] == "" { // it names none, and means the key
			referred = other.Key
		}
		if other == nil {
			to = ""
		}
		t.addForeign(split(columns), to, referred, action)
		return err
	})
}
