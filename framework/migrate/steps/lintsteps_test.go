// Tests of the steps that lint prints: they run to the letter, beside writes of both versions.

package steps_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/steps"
	"example.com/resourceful/framework/schema"
)

// printed returns what lint prints for a change of a table, in its steps, each statement by itself; back undoes expand. Only the
// change of the column is found.
func (b *base) printed(from, to schema.Table) (expand, back, contract []string) {
	b.Helper()
	folder := b.TempDir()
	var files []string
	for i, t := range []schema.Table{from, to} {
		w, err := steps.Write(steps.Request{Folder: folder, Name: "m", Tables: []schema.Table{t}, Now: time.Unix(int64(i), 0), Sure: true, Options: steps.Options{Drop: true}})
		if err != nil {
			b.Fatal(err)
		}
		files = w.Files
	}
	s, err := steps.Between(b.dialect, b.state, migrate.StateOf(b.dialect, []schema.Table{to}), steps.Options{Drop: true})
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		if filepath.Base(filepath.Dir(file)) != b.dialect {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range steps.Lint(b.dialect, string(content), s.State) {
			first, last, is := strings.Cut(f.Instead, "\n-- 3. contract")
			if !is {
				continue // the copy of the rows, and a default that an older version needs
			}
			first, _, _ = strings.Cut(first, "\n-- 2. deploy")
			first, undo, undone := strings.Cut(first, "\n-- +goose Down\n")
			if !undone {
				b.Errorf("no way back in\n%s", f.Instead)
			}
			if expand != nil {
				b.Errorf("%s: got another finding %q", content, f.Problem)
			}
			expand, back, contract = apart("--"+first), apart(undo), apart("--"+last)
		}
		if expand == nil {
			b.Errorf("lint finds nothing in\n%s", content)
		}
	}
	return expand, back, contract
}

// apart returns the statements of a text, as goose reads a migration in which people put it: a line that ends in a semicolon
// ends a statement, outside of StatementBegin and StatementEnd.
func apart(text string) (list []string) {
	begun, block := "", false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\n"), " -- ")
		switch {
		case line == "-- +goose StatementBegin":
			block = true
			continue
		case line == "-- +goose StatementEnd":
			block = false
		case strings.HasPrefix(line, "--"):
			continue
		default:
			begun += line + "\n"
		}
		if !block && (begun != "" && strings.HasPrefix(line, "--") || strings.HasSuffix(line, ";")) {
			list, begun = append(list, begun), ""
		}
	}
	return list
}

// The versions before and after a change write between each two of the steps that lint prints for it. Both see all values,
// and no write fails or is lost.
func TestPrintedSteps(t *testing.T) {
	required := func(c schema.Column) schema.Column { c.Null = false; return c }
	for _, tt := range []struct {
		name     string
		from, to schema.Column
		// forms are values in SQL, of the former column and of the new one; where the databases differ, "SQLite|PostgreSQL".
		forms [][2]string
	}{
		{"rename", of("v", field.Text()), with(of("w", field.Text()), was("v")), [][2]string{{"'a'", "'a'"}, {"NULL", "NULL"}, {"'b'", "'b'"}}},
		{"rename, required", text("v"), with(text("w"), was("v")), [][2]string{{"'a'", "'a'"}, {"'b'", "'b'"}}},
		{"rename, with a default", with(text("v"), byDefault("d")), with(with(text("w"), byDefault("d")), was("v")), [][2]string{{"'a'", "'a'"}, {"'b'", "'b'"}}},
		{"rename, unique", with(of("v", field.Text()), unique), with(with(of("w", field.Text()), unique), was("v")), [][2]string{{"'a'||$", "'a'||$"}, {"NULL", "NULL"}}},
		{"text to integer", of("v", field.Text()), of("v", field.Integer()), [][2]string{{"'12'", "12"}, {"NULL", "NULL"}, {"'-7'", "-7"}}},
		{"text to integer, required", text("v"), required(of("v", field.Integer())), [][2]string{{"'12'", "12"}, {"'7'", "7"}}},
		{"text to integer, with a default", with(text("v"), byDefault("3")), with(required(of("v", field.Integer())), byDefault(int64(3))), [][2]string{{"'12'", "12"}, {"'3'", "3"}}},
		{"text to integer, with an index", with(of("v", field.Text()), unique), with(of("v", field.Integer()), unique), [][2]string{{"'1'||$", "CAST('1'||$ AS {integer})"}, {"NULL", "NULL"}}},
		{"integer to text", of("v", field.Integer()), of("v", field.Text()), [][2]string{{"12", "'12'"}, {"NULL", "NULL"}, {"0", "'0'"}}},
		{"integer to number", of("v", field.Integer()), of("v", field.Number()), [][2]string{{"12", "12.0"}, {"NULL", "NULL"}}},
		{"number to integer", of("v", field.Number()), of("v", field.Integer()), [][2]string{{"12.0", "12"}, {"NULL", "NULL"}}},
		{"boolean to text", of("v", field.Boolean()), of("v", field.Text()), [][2]string{{"TRUE", "'true'"}, {"FALSE", "'false'"}, {"NULL", "NULL"}}},
		{"integer to boolean", of("v", field.Integer()), of("v", field.Boolean()), [][2]string{{"1", "TRUE"}, {"0", "FALSE"}, {"NULL", "NULL"}}},
		{"decimals", money("v", "2"), money("v", "3"), [][2]string{{"1250|12.50", "12500|12.500"}, {"NULL", "NULL"}}},
		{"decimals back", money("v", "3"), money("v", "2"), [][2]string{{"12500|12.500", "1250|12.50"}, {"NULL", "NULL"}}},
		{"date to text", of("v", field.Day()), of("v", field.Text()), [][2]string{{"'2026-01-02'", "'2026-01-02'"}, {"NULL", "NULL"}}},
		{"date to timestamp", of("v", field.Day()), of("v", field.Timestamp()), [][2]string{{"'2026-01-02'", "'2026-01-02T00:00:00.000000Z'"}, {"NULL", "NULL"}}},
		{"uuid to text", of("v", field.UUID()), of("v", field.Text()), [][2]string{{"'0190f0e2-0000-7000-8000-000000000001'", "'0190f0e2-0000-7000-8000-000000000001'"}, {"NULL", "NULL"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onBoth(t, func(b *base) {
				from, to := table("t", tt.from), table("t", tt.to)
				b.to(steps.Options{}, from)
				databasetest.Exec(b, b.db, "INSERT INTO t (v) VALUES ("+b.form(tt.forms[0][0], 0)+")")
				expand, back, contract := b.printed(from, to)
				now := tt.to.Name
				if now == "v" {
					now = "v_new"
				}
				w := writers{base: b, was: "v", now: now, forms: tt.forms, want: map[int64]string{1: b.form(tt.forms[0][1], 0)}}
				for _, s := range expand {
					w.write(true, false)
					b.exec(s)
				}
				w.write(true, false)
				w.check("v", now)
				beside := tt.to
				beside.Name = now
				b.starts(from)
				b.starts(table("t", beside))
				w.write(true, true)
				w.check("v", now)
				for _, s := range back {
					b.exec(s)
				}
				b.starts(from)
				w.write(true, false)
				for _, s := range expand {
					b.exec(s)
				}
				w.check("v", now)
				w.write(false, true)
				for _, s := range contract {
					w.write(false, true)
					b.exec(s)
				}
				w.write(false, true)
				w.check(now)
			})
		})
	}
}

// starts checks that a version with a declaration starts.
func (b *base) starts(t schema.Table) {
	b.Helper()
	if compared, err := migrate.Compare(b.Context(), b.db, []schema.Table{t}); err != nil || len(compared.Statements) > 0 {
		b.Errorf("a version with columns %v does not start: it lacks %q, error %v", t.Columns, compared.Statements, err)
	}
}

// exec runs a statement as a file without a transaction does.
func (b *base) exec(statement string) {
	b.Helper()
	if _, err := b.raw.ExecContext(b.Context(), statement); err != nil {
		b.Fatalf("%s: %v", statement, err)
	}
}

// writers write as two versions of a program do, with all values in turn.
type writers struct {
	*base
	was, now string
	forms    [][2]string
	want     map[int64]string // the value of each row as the new version has it, in SQL
	rows     int64
}

// form returns a value in SQL for a row.
func (b *base) form(text string, row int64) string {
	lite, postgres, two := strings.Cut(text, "|")
	typ := "INTEGER"
	if b.dialect == "postgres" {
		typ = "bigint"
	}
	if strings.HasPrefix(text, "'1'||") || strings.Contains(text, "||$") {
		return strings.NewReplacer("$", fmt.Sprintf("'%d'", row), "{integer}", typ).Replace(text)
	}
	if two && b.dialect == "postgres" {
		return postgres
	}
	return lite
}

// write creates and changes a row with each value, by either version.
func (w *writers) write(old, now bool) {
	w.Helper()
	for n, by := range []struct {
		writes bool
		column string
	}{{old, w.was}, {now, w.now}} {
		for _, form := range w.forms {
			if !by.writes {
				continue
			}
			w.rows++
			databasetest.Exec(w, w.db, fmt.Sprintf("INSERT INTO t (%s) VALUES (%s)", by.column, w.form(form[n], w.rows)))
			id := databasetest.Number(w, w.db, "SELECT max(id) FROM t")
			w.want[id] = w.form(form[1], w.rows)
			for _, again := range w.forms { // rows of either version change, also to the same value
				w.rows++
				other := 1 + (id*7+w.rows)%id
				databasetest.Exec(w, w.db, fmt.Sprintf("UPDATE t SET %s = %s WHERE id = %d", by.column, w.form(again[n], w.rows), other))
				w.want[other] = w.form(again[1], w.rows)
			}
		}
	}
}

// check compares the values in both columns with what was written last.
func (w *writers) check(columns ...string) {
	w.Helper()
	last := columns[len(columns)-1]
	for id, want := range w.want {
		if databasetest.Number(w, w.db, fmt.Sprintf("SELECT count(*) FROM t WHERE id = %d AND (%s = %s OR %[2]s IS NULL AND (%[3]s) IS NULL)", id, last, want)) != 1 {
			w.Fatalf("row %d: got %v in %s, want %s", id, databasetest.Texts(w, w.db, fmt.Sprintf("SELECT coalesce(CAST(%s AS text), 'NULL') FROM t WHERE id = %d", last, id)), last, want)
		}
		if len(columns) < 2 {
			continue
		}
		same := false
		for _, form := range w.forms {
			for row := range w.rows + 1 {
				if w.form(form[1], row) == want {
					same = same || databasetest.Number(w, w.db, fmt.Sprintf("SELECT count(*) FROM t WHERE id = %d AND (%s = %s OR %[2]s IS NULL AND (%[3]s) IS NULL)", id, columns[0], w.form(form[0], row))) == 1
					break
				}
			}
		}
		if !same {
			w.Fatalf("row %d: got %v in %s beside %s", id, databasetest.Texts(w, w.db, fmt.Sprintf("SELECT coalesce(CAST(%s AS text), 'NULL') FROM t WHERE id = %d", columns[0], id)), columns[0], want)
		}
	}
}

// While both versions run, a value that one of the columns cannot hold is refused, and nothing of it is stored.
func TestPrintedStepsRefuse(t *testing.T) {
	for _, tt := range []struct {
		from, to schema.Column
		refused  []string
	}{
		{of("v", field.Text()), of("v", field.Integer()), []string{"INSERT INTO t (v) VALUES ('12 apples')", "UPDATE t SET v = 'x'"}},
		{of("v", field.Integer()), of("v", field.Text()), []string{"INSERT INTO t (v_new) VALUES ('12 apples')", "UPDATE t SET v_new = 'x'"}},
		{of("v", field.Integer()), of("v", field.Number()), []string{"INSERT INTO t (v_new) VALUES (1.5)", "UPDATE t SET v_new = 1.5"}},
	} {
		onBoth(t, func(b *base) {
			from, to := table("t", tt.from), table("t", tt.to)
			b.to(steps.Options{}, from)
			expand, _, _ := b.printed(from, to)
			for _, s := range expand {
				b.exec(s)
			}
			databasetest.Exec(b, b.db, "INSERT INTO t (v) VALUES (NULL)")
			for _, text := range tt.refused {
				if err := databasetest.TryExec(b, b.db, text); err == nil {
					b.Errorf("%s succeeds", text)
				}
			}
			b.wants("SELECT CAST(count(*) AS text) || CAST(count(v) + count(v_new) AS text) FROM t", "10")
		})
	}
}

// A column that gets or loses NOT NULL, or goes, has no null while a version runs that reads none.
func TestPrintedStepsOfNulls(t *testing.T) {
	for _, tt := range []struct {
		name     string
		from, to schema.Table
		old, now string // what the versions write
	}{
		{
			"required", table("t", of("v", field.Integer())), table("t", number("v")),
			"INSERT INTO t (v) VALUES (NULL), (7)", "INSERT INTO t (v) VALUES (5)",
		},
		{
			"optional", table("t", number("v")), table("t", of("v", field.Integer())),
			"INSERT INTO t (v) VALUES (7)", "INSERT INTO t (v) VALUES (NULL), (5)",
		},
		{"dropped", table("t", number("v")), table("t"), "INSERT INTO t (v) VALUES (7)", "INSERT INTO t DEFAULT VALUES"},
		{"dropped text", table("t", text("v")), table("t"), "INSERT INTO t (v) VALUES ('')", "INSERT INTO t DEFAULT VALUES"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onBoth(t, func(b *base) {
				b.to(steps.Options{}, tt.from)
				databasetest.Exec(b, b.db, tt.old)
				expand, back, contract := b.printed(tt.from, tt.to)
				noNulls := func() { b.wants("SELECT CAST(count(*) AS text) FROM t WHERE v IS NULL", "0") }
				for _, s := range expand {
					databasetest.Exec(b, b.db, tt.old)
					b.exec(s)
				}
				noNulls()
				b.starts(tt.from)
				b.starts(tt.to)
				databasetest.Exec(b, b.db, tt.old, tt.now, tt.old, tt.now)
				b.starts(tt.from)
				noNulls()
				if tt.name == "required" {
					b.wants("SELECT CAST(v AS text) FROM t GROUP BY v ORDER BY v", "0 5 7")
				}
				for _, s := range back {
					b.exec(s)
				}
				b.starts(tt.from)
				databasetest.Exec(b, b.db, tt.old)
				for _, s := range expand {
					b.exec(s)
				}
				for _, s := range contract {
					databasetest.Exec(b, b.db, tt.now)
					b.exec(s)
				}
				databasetest.Exec(b, b.db, tt.now)
				b.starts(tt.to)
			})
		})
	}
}
