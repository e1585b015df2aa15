// Full text: a column that PostgreSQL makes itself, or a table of SQLite that triggers keep.

package migrate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// fullTextLength is how many characters of a column are part of the full text: PostgreSQL refuses a row whose
// full text is larger than a megabyte.
const fullTextLength = 50_000

// addFullTexts adds the full texts that are missing, with those of the rows that are there. What is there and
// different is a problem: to remove it is for people to decide.
func (m *migration) addFullTexts(ctx context.Context, tables []schema.Table) error {
	add := m.addTextTable
	if m.postgres() {
		add = m.addTextColumn
	}
	for _, t := range tables {
		if t.FullText == nil {
			continue
		}
		if err := add(ctx, t); err != nil {
			return fmt.Errorf("full text of %s: %w", t.Name, err)
		}
	}
	return nil
}

// addTextColumn adds the column that PostgreSQL makes of others, and its index. What it is made of is said by
// its comment, as the server writes the expression in words of its own. Letters are folded by a list, as what
// the server takes for the other case of a letter depends on its locale.
func (m *migration) addTextColumn(ctx context.Context, t schema.Table) error {
	about := t.FullText.Language + " full text of " + strings.Join(t.FullText.Columns, ", ")
	var is bool
	var comment string
	err := m.tx.QueryRowContext(ctx, `SELECT count(*) > 0, coalesce(max(col_description(attrelid, attnum)), '') FROM pg_attribute
		WHERE attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1)) AND attname = $2 AND NOT attisdropped`,
		t.Name, schema.FullTextColumn).Scan(&is, &comment)
	switch {
	case err != nil:
		return err
	case is && comment != about:
		m.problem(`column %s.%s is not the %s (%q); drop it by hand, so that it is made anew`, t.Name, schema.FullTextColumn, about, comment)
		return nil
	case is:
		return nil
	}
	letters, folds := predicate.CommonCases()
	parts := make([]string, len(t.FullText.Columns))
	for i, column := range t.FullText.Columns {
		text := fmt.Sprintf("left(coalesce(%s, ''), %d)", quote(column), fullTextLength)
		folded := fmt.Sprintf("CASE WHEN octet_length(%[1]s) = length(%[1]s) THEN %[2]s ELSE translate(%[2]s, '%[3]s', '%[4]s') END", quote(column), text, letters, folds)
		parts[i] = fmt.Sprintf("setweight(to_tsvector('pg_catalog.%s'::regconfig, %s), '%c')", t.FullText.Language, folded, 'A'+rune(min(i, 3)))
	}
	table, column := quote(t.Name), quote(schema.FullTextColumn)
	m.fullTexts = append(m.fullTexts,
		"ALTER TABLE "+table+" ADD COLUMN "+column+" tsvector GENERATED ALWAYS AS ("+strings.Join(parts, " || ")+") STORED",
		"COMMENT ON COLUMN "+table+"."+column+" IS '"+about+"'",
		"CREATE INDEX "+quote(database.Shorten(schema.FullTextName(t.Name)))+" ON "+table+" USING gin ("+column+")",
	)
	return nil
}

// addTextTable adds the table of words of SQLite, the triggers that keep it, and the words of the rows that
// are there.
func (m *migration) addTextTable(ctx context.Context, t schema.Table) error {
	w := newTextTable(t)
	names := make([]any, len(w.objects))
	for i, o := range w.objects {
		names[i] = o.name
	}
	have := map[string]string{}
	err := m.each(ctx, "SELECT name, coalesce(sql, '') FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))", m.dialect.List(names), func(scan scanner) error {
		var name, sql string
		err := scan(&name, &sql)
		have[name] = sql
		return err
	})
	if err != nil {
		return err
	}
	if len(have) == 0 {
		for _, o := range w.objects {
			m.fullTexts = append(m.fullTexts, o.sql)
		}
		m.fullTexts = append(m.fullTexts, w.fill...)
		return nil
	}
	differs := func(o textObject) bool { return have[o.name] != o.sql }
	if slices.ContainsFunc(w.objects, differs) {
		quoted := make([]string, len(w.objects))
		for i, o := range w.objects {
			quoted[i] = quote(o.name)
		}
		m.problem(`the full text of table %s is not the one that the declaration asks for, of %s (%s); drop %s by hand, so that it is made anew`,
			t.Name, strings.Join(t.FullText.Columns, ", "), t.FullText.Language, strings.Join(quoted, ", "))
	}
	return nil
}

// textTable is what SQLite keeps the full text of a table in.
type textTable struct {
	objects []textObject
	fill    []string // statements that add the rows that are there
}

// textObject is a table or a trigger, in the words that SQLite keeps of it.
type textObject struct{ name, sql string }

// newTextTable keeps words without the texts, under numbers: those of the rows, or, as the rows of other
// keys have no lasting number, those of a table of keys.
func newTextTable(t schema.Table) textTable {
	name, keys, table := quote(schema.FullTextName(t.Name)), quote(schema.FullTextKeys(t.Name)), quote(t.Name)
	i := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return c.Key })
	key := quote(t.Columns[i].Name)
	columns := list(t.FullText.Columns)
	texts := func(row string) string {
		parts := make([]string, len(t.FullText.Columns))
		for i, column := range t.FullText.Columns {
			parts[i] = "substr(" + row + "." + quote(column) + ", 1, " + strconv.Itoa(fullTextLength) + ")"
		}
		return strings.Join(parts, ", ")
	}
	number := func(row string) string { return row + "." + key }
	var w textTable
	begin, end := "", ""
	tokenizer := "unicode61 remove_diacritics 0"
	if t.FullText.Language == "english" {
		tokenizer = "porter " + tokenizer
	}
	add := func(name, sql string) { w.objects = append(w.objects, textObject{name, sql}) }
	add(schema.FullTextName(t.Name), "CREATE VIRTUAL TABLE "+name+" USING fts5 ("+columns+", content='', contentless_delete=1, tokenize='"+tokenizer+"')")
	if !numbered(t.Columns[i]) {
		add(schema.FullTextKeys(t.Name), "CREATE TABLE "+keys+` ("id" INTEGER PRIMARY KEY, "key" ANY NOT NULL UNIQUE) STRICT`)
		w.fill = append(w.fill, "INSERT INTO "+keys+` ("key") SELECT `+key+" FROM "+table)
		begin = "INSERT INTO " + keys + ` ("key") VALUES (new.` + key + "); "
		end = " DELETE FROM " + keys + ` WHERE "key" = old.` + key + ";"
		number = func(row string) string {
			return "(SELECT k.\"id\" FROM " + keys + " AS k WHERE k.\"key\" = " + row + "." + key + ")"
		}
	}
	insert := "INSERT INTO " + name + " (rowid, " + columns + ") "
	added := begin + insert + "VALUES (" + number("new") + ", " + texts("new") + ");"
	removed := "DELETE FROM " + name + " WHERE rowid = " + number("old") + ";" + end
	changed := make([]string, 0, len(t.FullText.Columns)+1)
	for _, column := range append([]string{t.Columns[i].Name}, t.FullText.Columns...) {
		changed = append(changed, "old."+quote(column)+" IS NOT new."+quote(column))
	}
	trigger := func(on, when, do string) {
		name := schema.FullTextName(t.Name) + "_" + strings.ToLower(on)
		add(name, "CREATE TRIGGER "+quote(name)+" AFTER "+on+" ON "+table+when+" BEGIN "+do+" END")
	}
	trigger("INSERT", "", added)
	trigger("DELETE", "", removed)
	trigger("UPDATE", " WHEN "+strings.Join(changed, " OR "), removed+" "+added)
	w.fill = append(w.fill, insert+"SELECT "+number("t")+", "+texts("t")+" FROM "+table+" AS t")
	return w
}
