// Full-text search: a generated column in PostgreSQL, or a table with triggers in SQLite.

package migrate

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// fullTextLength is the number of characters of a column in the full text: PostgreSQL refuses a row whose
// full text exceeds a megabyte.
const fullTextLength = 50_000

// addFullTexts adds the missing full texts, and fills them from existing rows. It replaces a full text of
// other fields, of another language or of another release, which holds nothing that the rows do not.
// Another object with its name is a problem.
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

// addTextColumn adds the generated column of PostgreSQL, and its index. The comment of the column names its
// source columns, with a sum of the expression, because the server rewrites the expression. A full text
// without a comment, as in a dump without comments, is replaced.
func (m *migration) addTextColumn(ctx context.Context, t schema.Table) error {
	var is, made bool
	var comment string
	err := m.tx.QueryRowContext(ctx, `SELECT count(*) > 0, coalesce(max(col_description(attrelid, attnum)), ''),
			coalesce(bool_or(attgenerated = 's' AND atttypid = 'tsvector'::regtype), FALSE)
		FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1)) AND attname = $2 AND NOT attisdropped`,
		t.Name, schema.FullTextColumn).Scan(&is, &comment, &made)
	switch {
	case err != nil:
		return err
	case is && comment == aboutText(t.FullText):
		return nil
	case is && !strings.Contains(comment, ofColumns) && !(made && comment == ""):
		m.columnDiffers(t.Name, schema.FullTextColumn, "is not the full text that the declaration asks for, of "+strings.Join(t.FullText.Columns, ", "), "rename it by hand")
		return nil
	case is:
		m.fullTexts = append(m.fullTexts, dropColumn(t.Name, schema.FullTextColumn)) // with its index
	}
	m.fullTexts = append(m.fullTexts, textColumn(t)...)
	return nil
}

// textColumn returns the statements that add the generated column, its comment and its index.
func textColumn(t schema.Table) []string {
	table, column := quote(t.Name), quote(schema.FullTextColumn)
	return []string{
		"ALTER TABLE " + table + " ADD COLUMN " + column + " tsvector GENERATED ALWAYS AS (" + textExpression(t.FullText) + ") STORED",
		"COMMENT ON COLUMN " + table + "." + column + " IS '" + aboutText(t.FullText) + "'",
		"CREATE INDEX " + quote(database.Shorten(schema.FullTextName(t.Name))) + " ON " + table + " USING gin (" + column + ")",
	}
}

// ofColumns is in the comment of each full text, before its columns.
const ofColumns = " full text of "

// aboutText returns the comment of a full text.
func aboutText(text *schema.FullText) string {
	return fmt.Sprintf("%s%s%s, version %08x", text.Language, ofColumns, strings.Join(text.Columns, ", "), crc32.ChecksumIEEE([]byte(textExpression(text))))
}

// textExpression returns the expression of PostgreSQL's full text. It folds letters by a list, because the
// server's own folding depends on its locale.
func textExpression(of *schema.FullText) string {
	letters, folds := predicate.CommonCases()
	parts := make([]string, len(of.Columns))
	for i, column := range of.Columns {
		text := fmt.Sprintf("left(coalesce(%s, ''), %d)", quote(column), fullTextLength)
		folded := fmt.Sprintf("CASE WHEN octet_length(%[1]s) = length(%[1]s) THEN %[2]s ELSE translate(%[2]s, '%[3]s', '%[4]s') END", quote(column), text, letters, folds)
		parts[i] = fmt.Sprintf("setweight(to_tsvector('pg_catalog.%s'::regconfig, %s), '%c')", of.Language, folded, 'A'+rune(min(i, 3)))
	}
	return strings.Join(parts, " || '|:16'::tsvector || ") // a word of no text, so that no phrase goes from one column into the next
}

// addTextTable adds the table of words in SQLite, its triggers, and the words of existing rows.
func (m *migration) addTextTable(ctx context.Context, t schema.Table) error {
	w := newTextTable(t)
	names := []any{schema.FullTextKeys(t.Name)} // another release may have made it
	for _, o := range w.objects {
		names = append(names, o.name)
	}
	have, drops, foreign := map[string]string{}, []string{}, []string{}
	err := m.each(ctx, "SELECT upper(type), name, coalesce(sql, '') FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?)) ORDER BY type DESC, name", []any{m.dialect.List(names)}, func(scan scanner) error {
		var kind, name, sql string
		err := scan(&kind, &name, &sql)
		have[name] = sql
		drops = append(drops, "DROP "+kind+" "+quote(name)) // triggers before tables
		if !isTextObject(t.Name, name, sql) {
			foreign = append(foreign, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	switch {
	case len(have) == len(w.objects) && !slices.ContainsFunc(w.objects, func(o textObject) bool { return have[o.name] != o.sql }):
		return nil
	case len(foreign) > 0:
		m.differs(t.Name, "", fmt.Sprintf("%s is not of the full text that the declaration asks for, of %s in table %s", strings.Join(foreign, ", "), strings.Join(t.FullText.Columns, ", "), t.Name), "rename it by hand")
		return nil
	}
	m.fullTexts = append(m.fullTexts, drops...)
	for _, o := range w.objects {
		m.fullTexts = append(m.fullTexts, o.sql)
	}
	m.fullTexts = append(m.fullTexts, w.fill...)
	return nil
}

// isTextObject reports whether an object of SQLite was made by this release or an earlier one for the full
// text of a table: only such objects may be dropped.
func isTextObject(table, name, sql string) bool {
	words := schema.FullTextName(table)
	switch name {
	case words:
		return strings.Contains(sql, "USING fts5") && strings.Contains(sql, "content=''")
	case schema.FullTextKeys(table):
		return sql == textKeysTable(table)
	default: // a trigger
		return strings.Contains(sql, " "+quote(words)+" ")
	}
}

// textKeysTable returns the statement that creates the table of keys that are no numbers.
func textKeysTable(table string) string {
	return "CREATE TABLE " + quote(schema.FullTextKeys(table)) + ` ("id" INTEGER PRIMARY KEY, "key" ANY NOT NULL UNIQUE) STRICT`
}

// textTable is the full text of a table in SQLite.
type textTable struct {
	objects []textObject
	fill    []string // statements that add the existing rows
}

// textObject is a table or a trigger, with the SQL that SQLite stores.
type textObject struct{ name, sql string }

// newTextTable returns a full text that stores words without texts, under the numbers of the rows. Rows
// with other keys have no permanent number, so they use a table of keys.
func newTextTable(t schema.Table) textTable {
	name, keys, table := quote(schema.FullTextName(t.Name)), quote(schema.FullTextKeys(t.Name)), quote(t.Name)
	i := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return c.Key })
	key := quote(t.Columns[i].Name)
	columns := quote(t.FullText.Columns...)
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
		add(schema.FullTextKeys(t.Name), textKeysTable(t.Name))
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
