// Values of existing rows that a changed declaration cannot show, and the table in which a start remembers what it has read.

package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// columnKind is a column and the kind whose fields can show all its values.
type columnKind struct{ table, column, kind string }

// maxUnfit is the number of values that are counted which a kind cannot show.
const maxUnfit = 1000

// kinds are what a comparison knows about the kinds of columns.
type kinds struct {
	fit     []columnKind // that the database is to remember
	unread  []unreadKinds
	remarks []string
}

// unreadKinds are the columns of an existing table whose values have to be read, because their kind has changed.
type unreadKinds struct {
	of      *table
	columns []schema.Column
	there   *existing
}

// querier is a transaction or a connection.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// noteKinds notes the kinds of columns that the database does not know from the last start, and the tables that have to be
// read for them.
func (m *migration) noteKinds(ctx context.Context, want []*table, have map[string]*existing) error {
	known, err := m.knownKinds(ctx)
	if err != nil {
		return fmt.Errorf("read %s: %w", schema.ColumnKindsTable, err)
	}
	for _, t := range want {
		var changed []schema.Column
		for _, c := range t.columns {
			if t.ours || t.pairs || c.References != "" || c.Numbered || c.Value.Type == nil {
				continue
			}
			if of := (columnKind{t.name, c.Name, kindText(c.Value)}); known[[2]string{t.name, c.Name}] != of.kind {
				m.kinds.fit = append(m.kinds.fit, of)
				changed = append(changed, c)
			}
		}
		if there := have[t.name]; there != nil && there.kind == "" && changed != nil {
			m.kinds.unread = append(m.kinds.unread, unreadKinds{t, changed, there})
		}
	}
	return nil
}

// readKinds reports values in tables of the service that their declarations cannot show, as after a field became an int16
// that was an int64: reading such a row would be an error. It reads only columns whose kind is another one than at the last
// start, and only values that the type of the column does not exclude. It takes no lock.
func (m *migration) readKinds(ctx context.Context, db *database.DB) error {
	conn, done, err := db.Patient(ctx)
	if err != nil {
		return err
	}
	defer done()
	m.tx = conn
	for _, u := range m.kinds.unread {
		if err := m.checkValues(ctx, u.of, u.columns, u.there); err != nil {
			return fmt.Errorf("values of %s: %w", u.of.name, err)
		}
		if err := m.remarkChoices(ctx, u.of, u.columns, u.there); err != nil {
			return fmt.Errorf("choices of %s: %w", u.of.name, err)
		}
	}
	return nil
}

// remarkChoices remarks values that are none of the declared choices. They are shown as they are, although the document says
// otherwise. The next start looks for them again.
func (m *migration) remarkChoices(ctx context.Context, t *table, changed []schema.Column, there *existing) error {
	for _, c := range changed {
		isText := c.Value.Kind.FreeText
		if _, is := there.columns[c.Name]; !is || c.Value.Choices == nil || !isText && c.Value.Kind.Name != "integer" || m.isReported(t.name, c.Name) {
			continue
		}
		var choices []string
		for _, choice := range c.Value.Choices {
			value := choice.Value
			if isText {
				value = quoteText(value)
			}
			choices = append(choices, value)
		}
		if isText && c.Value.Optional {
			choices = append(choices, "''")
		}
		name := quote(c.Name)
		where := fmt.Sprintf("%s NOT IN (%s)", name, strings.Join(choices, ", "))
		var value any
		err := m.tx.QueryRowContext(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s LIMIT 1", name, quote(t.name), where)).Scan(&value)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		default:
			m.kinds.remarks = append(m.kinds.remarks, fmt.Sprintf("column %s.%s has values that are none of its choices, such as %s; they are shown, and clients cannot send them back; declare them, or run: UPDATE %s SET %s = … WHERE %s",
				t.name, c.Name, shownValue(value), quote(t.name), name, where))
			m.kinds.fit = slices.DeleteFunc(m.kinds.fit, func(of columnKind) bool { return of.table == t.name && of.column == c.Name })
		}
	}
	return nil
}

// isReported reports whether a column has a difference.
func (m *migration) isReported(table, column string) bool {
	return slices.ContainsFunc(m.differences, func(d Difference) bool { return d.Table == table && d.Column == column })
}

func quoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// kindsPostgres is the table in the schema of new tables, NULL for none.
const kindsPostgres = "to_regclass(quote_ident(current_schema()) || '." + schema.ColumnKindsTable + "')"

// knownKinds returns the kinds that the last start has found fit, by table and column; none if it could not write them.
func (m *migration) knownKinds(ctx context.Context) (map[[2]string]string, error) {
	there := "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '" + schema.ColumnKindsTable + "')"
	if m.postgres() {
		there = "SELECT EXISTS (SELECT 1 FROM pg_class WHERE oid = " + kindsPostgres + " AND has_table_privilege(oid, 'SELECT'))"
	}
	readable, known := false, map[[2]string]string{}
	if err := m.tx.QueryRowContext(ctx, there).Scan(&readable); err != nil || !readable {
		return nil, err
	}
	err := m.each(ctx, "SELECT table_name, column_name, kind FROM "+schema.ColumnKindsTable, nil, func(scan scanner) error {
		var of columnKind
		err := scan(&of.table, &of.column, &of.kind)
		known[[2]string{of.table, of.column}] = of.kind
		return err
	})
	return known, err
}

// kindText identifies the values that fields of a spec can show: by its kind and Go type, with those of its parts.
func kindText(s *field.Spec) string {
	text := fmt.Sprintf("%v %v", s, s.Type)
	if s.Item != nil {
		text += " of " + kindText(s.Item)
	}
	for _, choice := range s.Choices {
		text += fmt.Sprintf(" %q", choice.Value)
	}
	for _, member := range s.Kind.Members {
		text += fmt.Sprintf(" %s:%t(%s)", member.Name, member.Required, kindText(member.Spec))
	}
	return text
}

// unfit are the values of a column that its declaration cannot show.
type unfit struct {
	of    schema.Column
	shows func(any) error
	count int
	value any    // the first of them
	key   string // of its row
}

// checkValues reads the columns of an existing table whose kind has changed, without those of a type that is reported.
func (m *migration) checkValues(ctx context.Context, t *table, changed []schema.Column, there *existing) error {
	var columns []*unfit
	var names, conditions []string
	key := "''"
	for _, c := range t.columns {
		if _, is := there.columns[c.Name]; c.Key && is {
			key = "CAST(" + quote(c.Name) + " AS text)"
		}
	}
	for _, c := range changed {
		name := quote(c.Name)
		condition := m.in(c).Fits
		_, is := there.columns[c.Name]
		if !is || m.isReported(t.name, c.Name) || condition == "TRUE" {
			continue
		}
		if condition = strings.ReplaceAll(condition, "%s", name); condition != "" {
			condition = " AND NOT (" + condition + ")"
		}
		conditions = append(conditions, name+" IS NOT NULL"+condition)
		names = append(names, name)
		columns = append(columns, &unfit{of: c, shows: schema.Shows(c.Value)})
	}
	if columns == nil {
		return nil
	}
	if err := m.readUnfit(ctx, columns, "SELECT "+key+", "+strings.Join(names, ", ")+" FROM "+quote(t.name)+" WHERE "+strings.Join(conditions, " OR ")); err != nil {
		return err
	}
	for _, c := range columns {
		if c.count > 0 {
			m.reportUnfit(t, c)
		}
	}
	return nil
}

// errEnough ends the reading of rows.
var errEnough = errors.New("enough")

// readUnfit counts the values in the results of a query, whose first column is the key.
func (m *migration) readUnfit(ctx context.Context, columns []*unfit, query string) error {
	var key string
	values := make([]any, len(columns))
	dests := []any{&key}
	for i := range values {
		dests = append(dests, &values[i])
	}
	err := m.each(ctx, query, nil, func(scan scanner) error {
		if err := scan(dests...); err != nil {
			return err
		}
		for i, c := range columns {
			if values[i] == nil || c.shows(values[i]) == nil {
				continue
			}
			if c.count++; c.count == 1 {
				c.key, c.value = key, values[i]
			}
			if c.count == maxUnfit {
				return errEnough
			}
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// reportUnfit reports the values of a column that its declaration cannot show.
func (m *migration) reportUnfit(t *table, c *unfit) {
	number, where, remedy := fmt.Sprintf("%d values", c.count), "", "change them"
	switch c.count {
	case 1:
		number, remedy = "a value", "change it"
	case maxUnfit:
		number = fmt.Sprintf("%d values or more", maxUnfit)
	}
	for _, of := range t.columns {
		if of.Key && of.Name != c.of.Name {
			key := c.key
			if parseType(m.in(of).Types[0]).name != "bigint" && m.in(of).Types[0] != "integer" {
				key = quoteText(key)
			}
			where = fmt.Sprintf(" WHERE %s = %s", quote(of.Name), key)
		}
	}
	if where != "" {
		remedy += fmt.Sprintf(", the first with: UPDATE %s SET %s = …%s", quote(t.name), quote(c.of.Name), where)
		if c.count == 1 {
			remedy = strings.Replace(remedy, ", the first with", " with", 1)
		}
	}
	m.columnDiffers(t.name, c.of.Name, fmt.Sprintf("has %s that the declaration cannot show as %s, such as %s", number, kindWords(c.of.Value), shownValue(c.value)),
		"declare a type that has them, or "+remedy)
}

// kindWords returns the kind with its article, and with the Go type if the kind has several sizes.
func kindWords(s *field.Spec) string {
	switch s.Type.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return fmt.Sprintf("%s (%s)", s.Kind.WithArticle(), s.Type.Kind())
	}
	return s.Kind.WithArticle()
}

// shownValue returns a value from the driver for people.
func shownValue(v any) string {
	switch v := v.(type) {
	case []byte:
		return shorten(string(v))
	case string:
		return shorten(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}

// shorten returns the beginning of a text in quotes.
func shorten(text string) string {
	if short := []rune(text); len(short) > maxDuplicate {
		text = string(short[:maxDuplicate]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// Remember notes in the database which columns a comparison has read, so that the next start reads only those whose kind has
// changed since. A service without the right to write there reads them at each start.
func (c Comparison) Remember(ctx context.Context, db *database.DB) error {
	if len(c.kinds) == 0 {
		return nil
	}
	return db.Write(ctx, func(s database.Session) error {
		m := migration{dialect: db.Dialect(), tx: s.Tx(), kinds: kinds{fit: c.kinds}}
		if err := m.begin(ctx); err != nil {
			return err
		}
		return m.remember(ctx)
	})
}

// remember writes the kinds of columns.
func (m *migration) remember(ctx context.Context) error {
	if len(m.kinds.fit) == 0 {
		return nil
	}
	const create = "CREATE TABLE IF NOT EXISTS " + schema.ColumnKindsTable + " (table_name TEXT NOT NULL, column_name TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (table_name, column_name))"
	if m.postgres() {
		var there, may bool
		const rights = "SELECT oid IS NOT NULL, CASE WHEN oid IS NULL THEN coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE)" +
			" ELSE has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE') END FROM (SELECT " + kindsPostgres + " AS oid) AS kinds"
		if err := m.tx.QueryRowContext(ctx, rights).Scan(&there, &may); err != nil || !may {
			return err
		}
		if there {
			return m.writeKinds(ctx)
		}
	}
	if _, err := m.tx.ExecContext(ctx, create); err != nil {
		return err
	}
	return m.writeKinds(ctx)
}

func (m *migration) writeKinds(ctx context.Context) error {
	values, args := make([]string, 0, len(m.kinds.fit)), make([]any, 0, 3*len(m.kinds.fit))
	for batch := range slices.Chunk(m.kinds.fit, 200) {
		values, args = values[:0], args[:0]
		for i, of := range batch {
			values = append(values, fmt.Sprintf("($%d, $%d, $%d)", 3*i+1, 3*i+2, 3*i+3))
			args = append(args, of.table, of.column, of.kind)
		}
		text := "INSERT INTO " + schema.ColumnKindsTable + " (table_name, column_name, kind) VALUES " + strings.Join(values, ", ") +
			" ON CONFLICT (table_name, column_name) DO UPDATE SET kind = excluded.kind"
		if _, err := m.tx.ExecContext(ctx, text, args...); err != nil {
			return fmt.Errorf("%s: %w", schema.ColumnKindsTable, err)
		}
	}
	return nil
}
