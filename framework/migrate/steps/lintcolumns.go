// The steps that lint prints for a column which takes the place of another one, beside a running version.

package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/conditions"
)

// conversionBeside is the conversion of a column between two types, in SQL with the column in it; "…" is left to people.
type conversionBeside struct {
	typ    string // the type that it leads to
	value  string
	broken []string // conditions of values that have none
}

// columnPair is a column and the one that takes its place. While both versions run, a trigger keeps them in step.
type columnPair struct {
	table, former, now string
	there, back        conversionBeside // from the former column to the new one, and back
	state              migrate.State    // after the migration; its column has the name nowNamed
	nowNamed           string
	formerIndexes      []string // of the former column
	formerDefault      string   // of the former column in SQL, "" for none
}

// in returns SQL about a column with another name in place of it.
func in(sql, column, name string) string {
	var b strings.Builder
	end := 0
	for _, at := range conditions.Places(sql) {
		word := sql[at[0]:at[1]]
		called := strings.HasPrefix(strings.TrimSpace(sql[at[1]:]), "(")
		if word == quote(column) || strings.EqualFold(word, column) && !called {
			b.WriteString(sql[end:at[0]] + name)
			end = at[1]
		}
	}
	return b.String() + sql[end:]
}

// forward and backward return the value of one column made of the other, whose names have a prefix, such as "NEW.".
func (p columnPair) forward(prefix string) string {
	return in(p.there.value, p.former, prefix+quote(p.former))
}

func (p columnPair) backward(prefix string) string {
	return in(p.back.value, p.former, prefix+quote(p.now))
}

// refusals returns what refuses values of a column that have no form in the other one: each of its conditions in a format.
func refusals(format, of, column string, how conversionBeside, name string) string {
	var b strings.Builder
	for _, condition := range how.broken {
		fmt.Fprintf(&b, format, in(condition, column, name), strings.ReplaceAll(of, "'", "''"))
	}
	return b.String()
}

// declared returns the declaration of the new column, which may be null for a while, and of the table; nil if they are
// not known.
func (p columnPair) declared() (*migrate.Table, *migrate.Column) {
	t := p.state.Table(p.table)
	if t == nil || t.Column(p.nowNamed) == nil {
		return t, nil
	}
	c := *t.Column(p.nowNamed)
	c.Name = p.now
	c.Check = in(c.Check, p.nowNamed, quote(p.now))
	return t, &c
}

// parts returns the indexes, references and constraints of the new column.
func (p columnPair) parts() (parts []migrate.Part) {
	t, c := p.declared()
	if c == nil {
		return nil
	}
	for _, part := range t.Parts {
		if !slices.Contains([]string{"index", "unique", "reference", "constraint"}, part.Kind) || !strings.Contains(part.Create[0], quote(p.nowNamed)) {
			continue
		}
		if p.now != p.nowNamed {
			name := strings.Replace(part.Name, p.nowNamed, p.now, 1)
			if name == part.Name {
				name += "_" + p.now
			}
			names := strings.NewReplacer(quote(part.Name), quote(name), quote(p.nowNamed), quote(p.now))
			part.Name, part.Create = name, slices.Clone(part.Create)
			for i, text := range part.Create {
				part.Create[i] = names.Replace(text)
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// columnSteps are the steps of a pair on one database.
type columnSteps struct {
	columnPair
	postgres           bool
	table, former, now string // quoted
	name               string // of the trigger
	column             *migrate.Column
	set                bool   // both columns get NOT NULL: the declaration says so, or is not known
	note               string // behind the statements of NOT NULL, if the declaration is not known
	byDefault          string
}

// steps returns the steps for a database.
func (p columnPair) steps(dialect string) string {
	s := &columnSteps{columnPair: p, postgres: dialect == "postgres", table: quote(p.table), former: quote(p.former), now: quote(p.now), name: p.table + "_" + p.now}
	if _, s.column = p.declared(); s.column != nil {
		s.set, s.byDefault = s.column.NotNull, s.column.Default
		s.column.NotNull, s.column.Default = false, ""
	} else {
		s.set, s.note = true, " -- if it is required"
	}
	deploy := fmt.Sprintf("-- 2. deploy the version that has %s", s.now)
	if p.now == p.nowNamed { // a rename keeps the default
		s.formerDefault = s.byDefault
	} else {
		deploy = fmt.Sprintf(`-- 2. deploy the version whose field has the tag db:"%s"`, p.now)
	}
	return strings.Join(slices.Concat(s.expand(), s.expandParts(), s.back(), []string{deploy}, s.contract()), "\n")
}

// wayBack precedes the statements that undo the first step.
const wayBack = "-- +goose Down"

// back undoes expand and expandParts, for the old version.
func (s *columnSteps) back() []string {
	list := []string{wayBack, s.dropTriggers()}
	if s.postgres && s.byDefault != "" && s.formerDefault != "" {
		list = append(list, fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s;", s.table, s.former, s.formerDefault))
	}
	if s.set {
		list = append(list, s.setNotNull(s.former, s.formerSet()))
	}
	if !s.postgres {
		for _, part := range s.parts() {
			list = append(list, "DROP INDEX IF EXISTS "+quote(part.Name)+";")
		}
		if s.column != nil && s.column.References != "" {
			return append(list, "-- SQLite drops no column with a reference: rebuild the table without "+s.now)
		}
	}
	return append(list, fmt.Sprintf("ALTER TABLE %s DROP COLUMN %s;", s.table, s.now))
}

// dropTriggers drops what keeps both columns in step.
func (s *columnSteps) dropTriggers() string {
	if s.postgres {
		return fmt.Sprintf("DROP TRIGGER %s ON %s; DROP FUNCTION %[1]s();", quote(s.name), s.table)
	}
	return fmt.Sprintf("DROP TRIGGER %s; DROP TRIGGER %s;", quote(s.name+"_insert"), quote(s.name+"_update"))
}

// setNotNull lets a column have no null, in place of the condition of that name on PostgreSQL.
func (s *columnSteps) setNotNull(column, condition string) string {
	instead := ""
	if s.postgres {
		instead = ", DROP CONSTRAINT " + quote(condition)
	}
	return fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s SET NOT NULL%s;%s", s.table, column, instead, s.note)
}

// inFileOfItsOwn precedes a statement that waits for others, outside of a transaction.
const inFileOfItsOwn = "-- in a file with NO TRANSACTION"

// expand adds the column, fills it, and keeps both columns in step while the old version runs.
func (s *columnSteps) expand() []string {
	column := s.now + " " + s.there.typ
	if s.column != nil {
		column = s.column.SQL()
	}
	list := []string{"-- 1. expand: while the old version runs", fmt.Sprintf("ALTER TABLE %s ADD COLUMN %s; -- may be null", s.table, column)}
	if s.set {
		list = append(list, keptByTriggers, fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s DROP NOT NULL;%s", s.table, s.former, s.note))
	}
	fill := fmt.Sprintf("UPDATE %s SET %s = %s WHERE %[2]s IS NULL AND %s IS NOT NULL;", s.table, s.now, s.forward(""), s.former)
	if !s.postgres {
		if s.byDefault != "" && !s.set {
			list = append(list, "-- a null that the new version creates becomes "+s.byDefault+", the default, until step 3")
		}
		return append(list, s.triggersOfSQLite(s.name), fill)
	}
	if s.byDefault != "" {
		list = append(list, fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s DROP DEFAULT; -- the running version writes the column", s.table, s.former))
	}
	list = append(list, s.triggerOfPostgres(s.name), fill+" -- in batches")
	if s.set {
		former, now := quote(s.formerSet()), quote(s.nowSet())
		list = append(list, fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s IS NOT NULL) NOT VALID, ADD CONSTRAINT %s CHECK (%s IS NOT NULL) NOT VALID;%s",
			s.table, former, s.former, now, s.now, s.note))
		for _, name := range []string{former, now} {
			list = append(list, inFileOfItsOwn, fmt.Sprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s;%s", s.table, name, s.note))
		}
	}
	return list
}

// formerSet and nowSet return the names of the conditions that let a column have no null.
func (s *columnSteps) formerSet() string {
	return s.columnPair.table + "_" + s.columnPair.former + "_set"
}

func (s *columnSteps) nowSet() string { return s.name + "_set" }

// expandParts adds the indexes, references and constraints of the new column.
func (s *columnSteps) expandParts() (list []string) {
	for _, part := range s.parts() {
		switch {
		case !s.postgres:
			for _, text := range part.Create {
				list = append(list, text+";")
			}
		case part.Kind == "reference" || part.Kind == "constraint":
			list = append(list, part.Create[0]+" NOT VALID;", inFileOfItsOwn, fmt.Sprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s;", s.table, quote(part.Name)))
		default:
			list = append(list, inFileOfItsOwn, strings.Replace(part.Create[0], "INDEX ", "INDEX CONCURRENTLY ", 1)+";")
		}
	}
	return list
}

// contract removes the former column, and what kept both in step, when no older version runs.
func (s *columnSteps) contract() []string {
	list := []string{"-- 3. contract: when no older version runs"}
	add := func(is bool, format string, args ...any) {
		if is {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	add(s.postgres && s.set, "ALTER TABLE %s DROP CONSTRAINT %s;%s", s.table, quote(s.formerSet()), s.note)
	list = append(list, s.dropTriggers())
	if s.set {
		list = append(list, s.setNotNull(s.now, s.nowSet()))
	}
	add(s.postgres && s.byDefault != "", "ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s;", s.table, s.now, s.byDefault)
	if !s.postgres {
		for _, name := range s.formerIndexes {
			list = append(list, "DROP INDEX IF EXISTS "+quote(name)+";")
		}
		if s.column != nil && (s.column.Check != "" || s.column.References != "") {
			return append(list, "-- SQLite drops no column with a reference or a condition: write the rest with migrate diff --drop, which rebuilds the table")
		}
	}
	return append(list, fmt.Sprintf("ALTER TABLE %s DROP COLUMN %s;", s.table, s.former))
}

// triggerOfPostgres returns the function and the trigger that keep the columns in step. What an insert has in the new column is of the new
// version; what an update changes counts. Values that the other column cannot hold are refused.
func (p columnPair) triggerOfPostgres(name string) string {
	const refuse = "\t\tIF %s THEN RAISE EXCEPTION '%s'; END IF;\n"
	there := refusals(refuse, p.former+" has a value without a form in "+p.now, p.former, p.there, "NEW."+quote(p.former)) +
		fmt.Sprintf("\t\tNEW.%s := %s;\n", quote(p.now), p.forward("NEW."))
	back := refusals(refuse, p.now+" has a value without a form in "+p.former, p.former, p.back, "NEW."+quote(p.now)) +
		fmt.Sprintf("\t\tNEW.%s := %s;\n", quote(p.former), p.backward("NEW."))
	words := strings.NewReplacer("{there}", there, "{back}", back, "{name}", quote(name), "{table}", quote(p.table),
		"{former}", quote(p.former), "{now}", quote(p.now), "{forward}", p.forward("NEW."))
	return block(words.Replace(`CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'INSERT' AND NEW.{now} IS NOT NULL THEN
{back}	ELSIF TG_OP = 'INSERT' THEN
{there}	ELSIF NEW.{now} IS DISTINCT FROM OLD.{now} THEN
		IF NEW.{now} IS DISTINCT FROM {forward} THEN
{back}		END IF;
	ELSIF NEW.{former} IS DISTINCT FROM OLD.{former} THEN
{there}	END IF;
	RETURN NEW; END $$`)) + words.Replace("\nCREATE TRIGGER {name} BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}();")
}

// triggersOfSQLite returns the triggers that keep the columns in step, as that of PostgreSQL does. The update in each does
// not run it again.
func (p columnPair) triggersOfSQLite(name string) string {
	// A SELECT of RAISE, since a trigger has no other condition within it.
	refuse := func(when, of string, how conversionBeside, column string) string {
		return refusals("\tSELECT RAISE(ABORT, '%[2]s') WHERE "+when+" AND (%[1]s);\n", of, p.former, how, "new."+quote(column))
	}
	changed := fmt.Sprintf("new.%s IS NOT old.%[1]s", quote(p.now))
	there, back := p.former+" has a value without a form in "+p.now, p.now+" has a value without a form in "+p.former
	words := strings.NewReplacer("{table}", quote(p.table), "{insert}", quote(name+"_insert"), "{update}", quote(name+"_update"),
		"{former}", quote(p.former), "{now}", quote(p.now), "{forward}", p.forward("new."), "{backward}", p.backward("new."), "{row}", linter{state: p.state}.row(p.table), "{changed}", changed,
		"{refusals of inserts}", refuse("new."+quote(p.now)+" IS NULL", there, p.there, p.former)+refuse("new."+quote(p.now)+" IS NOT NULL", back, p.back, p.now),
		"{refusals of updates}", refuse("NOT ("+changed+")", there, p.there, p.former)+refuse(changed, back, p.back, p.now))
	return block(words.Replace(`CREATE TRIGGER {insert} AFTER INSERT ON {table} BEGIN
{refusals of inserts}	UPDATE {table} SET {former} = iif(new.{now} IS NULL, new.{former}, {backward}), {now} = coalesce(new.{now}, {forward}) WHERE {row}; END`)) + "\n" + block(words.Replace(`CREATE TRIGGER {update} AFTER UPDATE OF {former}, {now} ON {table}
	WHEN {changed} AND new.{now} IS NOT {forward} OR new.{former} IS NOT old.{former} AND NOT ({changed}) BEGIN
{refusals of updates}	UPDATE {table} SET {former} = iif({changed}, {backward}, new.{former}), {now} = iif({changed}, new.{now}, {forward}) WHERE {row}; END`))
}

// besides returns the steps for a rename, or for another type of a column; "" for other statements. The way back has
// the conversion back.
func (l linter) besides(s statement) string {
	if m := columnRename.FindStringSubmatch(s.text); m != nil {
		same := conversionBeside{typ: "…", value: quote(m[2])}
		return columnPair{m[1], m[2], m[3], same, same, l.state, m[3], l.indexesOf(m[1], m[2]), ""}.steps(l.dialect)
	}
	m := typeChange.FindStringSubmatch(s.text)
	if m == nil {
		return ""
	}
	there := conversionBeside{typ: m[3], value: valueOf(m), broken: l.guards(m[1], m[2], l.up)}
	back := conversionBeside{typ: "…", value: "…", broken: l.guards(m[1], m[2], l.down)}
	for _, undo := range l.down {
		if u := typeChange.FindStringSubmatch(undo.text); u != nil && u[1] == m[1] && u[2] == m[2] {
			back.typ, back.value = u[3], valueOf(u)
		}
	}
	return columnPair{m[1], m[2], m[2] + "_new", there, back, l.state, m[2], l.indexesOf(m[1], m[2]), l.defaultBack(m[1], m[2])}.steps(l.dialect)
}

// indexMade matches the creation of an index.
var indexMade = regexp.MustCompile(`(?is)^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?"?(\w+)"? ON "?(\w+)"? (.*)$`)

// indexesOf returns the indexes that a column has before the migration: the way back makes them, or the state has them.
func (l linter) indexesOf(table, column string) (names []string) {
	statements := slices.Clone(l.down)
	if t := l.state.Table(table); t != nil {
		for _, p := range t.Parts {
			statements = append(statements, statement{text: oneLine(p.Create[0])})
		}
	}
	for _, s := range statements {
		m := indexMade.FindStringSubmatch(s.text)
		if m != nil && m[2] == table && strings.Contains(m[3], quote(column)) && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// defaultSet matches a new default of a column.
var defaultSet = regexp.MustCompile(table + `ALTER COLUMN "?(\w+)"? SET DEFAULT (.+)$`)

// defaultBack returns the default that the way back gives a column, "" for none.
func (l linter) defaultBack(table, column string) string {
	for _, s := range l.down {
		if m := defaultSet.FindStringSubmatch(s.text); m != nil && m[1] == table && m[2] == column {
			return m[3]
		}
	}
	return ""
}

// valueOf returns the conversion in a change of a type.
func valueOf(m []string) string {
	if m[4] != "" {
		return m[4]
	}
	plain, _, _ := strings.Cut(m[3], " COLLATE ")
	return "CAST(" + quote(m[2]) + " AS " + plain + ")"
}

// guard matches what holds a migration up if a table has values without a form in a new type: see hold.
var guard = regexp.MustCompile(`^` + conditions.Guard + `SELECT count\(\*\) FROM "(\w+)" WHERE (.*)$`)

// guards returns the conditions of values of a column that hold a migration up.
func (l linter) guards(table, column string, statements []statement) (list []string) {
	for _, s := range statements {
		if m := guard.FindStringSubmatch(s.text); m != nil && m[1] == table && strings.Contains(m[2], quote(column)) {
			list = append(list, m[2])
		}
	}
	return list
}
