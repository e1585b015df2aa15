// Triggers of PostgreSQL that read columns which are not there.

package migrate

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// unread matches the comments and texts of a function, in which nothing is read, and names in a schema that is called new or old.
var unread = regexp.MustCompile(`(?is)--[^\n]*|/\*.*?\*/|\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\b(?:into|from|join|update|table|only)\s+(?:new|old)\s*\.|\b(?:new|old)\s*\.\s*"?\w+"?\s*\(`)

// dollar matches the mark around a text.
var dollar = regexp.MustCompile(`\$(?:[A-Za-z_]\w*)?\$`)

// read returns the text of a function without what is not read.
func read(text string) string {
	for {
		mark := dollar.FindString(text)
		before, rest, _ := strings.Cut(text, mark)
		_, after, ends := strings.Cut(rest, mark)
		if mark == "" || !ends {
			return unread.ReplaceAllString(text, " ")
		}
		text = before + " " + after
	}
}

// fieldOfRow matches what a function of a trigger reads of a row.
var fieldOfRow = regexp.MustCompile(`(?i)\b(?:new|old)\s*\.\s*(?:"([^"]+)"|([a-z_]\w*))`)

// systemColumns are those of each row.
var systemColumns = []string{"tableoid", "ctid", "xmin", "xmax", "cmin", "cmax"}

// compareTriggers reports triggers that read a column which is neither there nor declared: PostgreSQL drops a column in spite of
// them, and then every write fails. A function of several tables may read the columns of each, and is not examined.
func (m *migration) compareTriggers(ctx context.Context, tables []*table) error {
	if !m.postgres() {
		return nil
	}
	byName := map[string]*table{}
	for _, t := range tables {
		byName[t.name] = t
	}
	const query = `SELECT relname, tgname, prosrc, (SELECT json_agg(attname) FROM pg_attribute WHERE attrelid = tgrelid AND attnum > 0 AND NOT attisdropped)
		FROM pg_trigger AS own JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_language ON pg_language.oid = prolang
		WHERE pg_table_is_visible(tgrelid) AND lanname = 'plpgsql' AND NOT tgisinternal AND tgenabled IN ('O', 'A') AND tgtype & 1 = 1
			AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgfoid = own.tgfoid AND tgrelid <> own.tgrelid)
		ORDER BY relname, tgname`
	return m.each(ctx, query, nil, func(scan scanner) error {
		var name, trigger, text, list string
		if err := scan(&name, &trigger, &text, &list); err != nil {
			return err
		}
		t := byName[name]
		if t == nil {
			return nil
		}
		var columns []string
		if err := json.Unmarshal([]byte(list), &columns); err != nil {
			return fmt.Errorf("the columns of %s: %w", name, err)
		}
		for _, c := range t.columns {
			columns = append(columns, c.Name)
		}
		for _, found := range fieldOfRow.FindAllStringSubmatch(read(text), -1) {
			column := found[1]
			if column == "" {
				column = strings.ToLower(found[2])
			}
			if !slices.Contains(columns, column) && !slices.Contains(systemColumns, column) {
				m.differs(name, column, fmt.Sprintf("trigger %s of the table %s reads the column %s, which is missing, so that writes fail", trigger, name, column),
					fmt.Sprintf("change its function, or run: DROP TRIGGER %s ON %s", quote(trigger), quote(name)))
				break
			}
		}
		return nil
	})
}
