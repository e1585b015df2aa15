// Sequences of keys on PostgreSQL, which rows of an import may have overtaken.

package migrate

import (
	"context"
	"fmt"
)

// sequencesQuery finds the sequences that number the keys of some tables: table, column, sequence, whether it counts
// fewer numbers than a bigint, whether the service may use, read, set and change it, and its largest number.
const sequencesQuery = ownPostgres + `SELECT own.relname, attname, CAST(CAST(s.seqrelid AS regclass) AS text), s.seqtypid <> CAST('bigint' AS regtype) AND atttypid = CAST('bigint' AS regtype),
		attidentity <> '' OR has_sequence_privilege(s.seqrelid, 'USAGE, UPDATE'), has_sequence_privilege(s.seqrelid, 'SELECT'), has_sequence_privilege(s.seqrelid, 'UPDATE'),
		pg_has_role((SELECT relowner FROM pg_class WHERE pg_class.oid = s.seqrelid), 'USAGE'), s.seqmax
	FROM own JOIN pg_attribute a ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
	LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
	JOIN pg_sequence s ON s.seqrelid IN (
		SELECT refobjid FROM pg_depend WHERE classid = CAST('pg_attrdef' AS regclass) AND objid = d.oid AND refclassid = CAST('pg_class' AS regclass)
		UNION ALL SELECT objid FROM pg_depend WHERE classid = CAST('pg_class' AS regclass) AND refobjid = own.oid AND refobjsubid = attnum AND deptype = 'i')
	WHERE s.seqincrement > 0`

// advanceSequences advances the sequences that are behind their rows, as after an import of rows with keys, and lets
// those of a bigint key count as far. In SQLite a key is always above those of all rows.
func (m *migration) advanceSequences(ctx context.Context, want []*table, have map[string]*existing) error {
	if !m.postgres() {
		return nil
	}
	type sequence struct {
		table, column, name                           string
		short, usable, readable, settable, changeable bool
		most                                          int64
	}
	var found []sequence
	err := m.each(ctx, sequencesQuery, []any{m.dialect.List(names(want))}, func(scan scanner) error {
		var s sequence
		err := scan(&s.table, &s.column, &s.name, &s.short, &s.usable, &s.readable, &s.settable, &s.changeable, &s.most)
		if m.keys[s.table] == s.column && have[s.table].lacks == "" {
			found = append(found, s)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, s := range found {
		if !s.usable {
			m.differs(s.table, s.column, fmt.Sprintf("the service may not use the sequence %s, which numbers column %s.%s", s.name, s.table, s.column), fmt.Sprintf("run as its owner: GRANT USAGE ON SEQUENCE %s TO the role of the service", s.name))
			continue
		}
		if !s.readable { // where it stands is the owner's business
			continue
		}
		last := "(SELECT max(" + quote(s.column) + ") FROM " + quote(s.table) + ")"
		var behind, far bool
		query := "SELECT coalesce(" + last + " >= last_value + CASE WHEN is_called THEN 1 ELSE 0 END, FALSE), greatest(last_value, " + last + ") < $1 FROM " + s.name
		if err := m.tx.QueryRowContext(ctx, query, s.most/2).Scan(&behind, &far); err != nil {
			return fmt.Errorf("sequence %s: %w", s.name, err)
		}
		longer := "ALTER SEQUENCE " + s.name + " AS bigint"
		switch {
		case !s.short:
		case s.changeable:
			m.sequences = append(m.sequences, longer)
		case far:
			m.remarks = append(m.remarks, fmt.Sprintf("sequence %s counts to %d only, and column %s.%s has room for more; run as its owner: %s", s.name, s.most, s.table, s.column, longer))
		default:
			m.differs(s.table, s.column, fmt.Sprintf("sequence %s, which numbers column %s.%s, ends at %d", s.name, s.table, s.column, s.most), "run as its owner: "+longer)
		}
		if behind {
			advance := fmt.Sprintf("SELECT setval('%[1]s', greatest(%[2]s, nextval('%[1]s')))", s.name, last)
			if s.settable {
				m.sequences = append(m.sequences, advance)
			} else {
				m.differs(s.table, s.column, fmt.Sprintf("sequence %s is behind the rows of %s", s.name, s.table), "run as its owner: "+advance)
			}
		}
	}
	return nil
}

// names returns the names of tables, as a list for the database.
func names(tables []*table) []any {
	list := make([]any, len(tables))
	for i, t := range tables {
		list[i] = t.name
	}
	return list
}
