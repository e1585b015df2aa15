// Sequences of keys on PostgreSQL, which rows of an import may have overtaken.

package migrate

import (
	"context"
	"fmt"
	"slices"
)

// sequencesQuery finds the sequences that number the keys of some tables: table, column, sequence, whether it counts
// fewer numbers than a bigint, whether the service may use, read, set and change it, and its largest number.
const sequencesQuery = `SELECT own.relname, attname, CAST(CAST(s.seqrelid AS regclass) AS text), s.seqtypid <> CAST('bigint' AS regtype) AND atttypid = CAST('bigint' AS regtype),
		attidentity <> '' OR has_sequence_privilege(s.seqrelid, 'USAGE, UPDATE'), has_sequence_privilege(s.seqrelid, 'USAGE, SELECT'), has_sequence_privilege(s.seqrelid, 'UPDATE'),
		pg_has_role((SELECT relowner FROM pg_class WHERE pg_class.oid = s.seqrelid), 'USAGE'), s.seqmax
	FROM own JOIN pg_attribute a ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
	LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
	JOIN pg_sequence s ON s.seqrelid IN (
		SELECT refobjid FROM pg_depend WHERE classid = CAST('pg_attrdef' AS regclass) AND objid = d.oid AND refclassid = CAST('pg_class' AS regclass)
		UNION ALL SELECT objid FROM pg_depend WHERE classid = CAST('pg_class' AS regclass) AND refobjid = own.oid AND refobjsubid = attnum AND deptype = 'i')
	WHERE s.seqincrement > 0`

// sequence numbers the key of a table.
type sequence struct {
	table, column, name                           string
	short, usable, readable, settable, changeable bool
	most                                          int64
}

// sequencesOf returns the sequences that number the keys of tables, which begin of a query finds.
func (m *migration) sequencesOf(ctx context.Context, begin string, tables []*table) (found []sequence, err error) {
	err = m.each(ctx, begin+sequencesQuery, []any{m.dialect.List(names(tables))}, func(scan scanner) error {
		var s sequence
		err := scan(&s.table, &s.column, &s.name, &s.short, &s.usable, &s.readable, &s.settable, &s.changeable, &s.most)
		if m.keys[s.table] == s.column {
			found = append(found, s)
		}
		return err
	})
	return found, err
}

// compareSequencesOfOthers reports the sequences behind the rows of tables that others manage, in which the service creates
// rows. It changes none.
func (m *migration) compareSequencesOfOthers(ctx context.Context, others []*table) error {
	created := slices.DeleteFunc(slices.Clone(others), func(t *table) bool { return !t.writes.creates })
	if !m.postgres() || len(created) == 0 {
		return nil
	}
	found, err := m.sequencesOf(ctx, visiblePostgres, created)
	for i := range found {
		found[i].settable, found[i].changeable = false, false
	}
	if err != nil {
		return err
	}
	return m.compareSequences(ctx, found)
}

// advanceSequences advances the sequences that are behind their rows, as after an import of rows with keys, and lets
// those of a bigint key count as far. In SQLite a key is always above those of all rows.
func (m *migration) advanceSequences(ctx context.Context, want []*table, have map[string]*existing) error {
	if !m.postgres() {
		return nil
	}
	found, err := m.sequencesOf(ctx, ownPostgres, want)
	if err != nil {
		return err
	}
	return m.compareSequences(ctx, slices.DeleteFunc(found, func(s sequence) bool { return have[s.table].lacks != "" }))
}

// compareSequences advances those sequences that the service may set, and reports the others.
func (m *migration) compareSequences(ctx context.Context, found []sequence) error {
	for _, s := range found {
		if !s.usable {
			m.differs(s.table, s.column, fmt.Sprintf("the service may not use the sequence %s, which numbers column %s.%s", s.name, s.table, s.column), fmt.Sprintf("run as its owner: GRANT USAGE ON SEQUENCE %s TO the role of the service", s.name))
			continue
		}
		last := "(SELECT max(" + quote(s.column) + ") FROM " + quote(s.table) + ")"
		var behind, far bool
		if !s.readable { // where it stands is the owner's business
			continue
		}
		stands := "pg_sequence_last_value('" + s.name + "')" // NULL before the first use; the right to use it suffices
		start := "(SELECT seqstart FROM pg_sequence WHERE seqrelid = CAST('" + s.name + "' AS regclass))"
		query := "SELECT coalesce(" + last + " >= coalesce(" + stands + " + 1, " + start + "), FALSE), greatest(" + stands + ", " + start + ", " + last + ") < $1"
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
