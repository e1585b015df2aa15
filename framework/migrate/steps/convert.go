// Conversions of values between kinds.

package steps

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/migrate"
	"example.com/resourceful/framework/migrate/conditions"
)

// conversion converts the values of a column into another form.
type conversion struct {
	value  string // in SQL, with %s for the former value
	broken string // the condition of values that have none, with %s for the value; "" for none
}

// conversionOf returns the conversion between two columns of a database; ok is false if people have to write it.
func conversionOf(dialect string, former, c migrate.Column) (conversion, bool) {
	from, digits := kindOf(former.Form)
	to, wanted := kindOf(c.Form)
	if from == "decimal" && to == "decimal" {
		return betweenDecimals(dialect, digits, wanted), dialect == "postgres" || digits.all <= 18 && wanted.all <= 18
	}
	v, ok := conversions[dialect+" "+from+" "+to]
	if !ok && dialect == "postgres" && from == "text" {
		how := conversion{value: "CAST(%s AS {type})"} // refuses what is none
		if plain, _, _ := strings.Cut(to, " "); jsonTypes[plain] != "" {
			how.broken = "json_typeof(CAST(%s AS json)) <> '" + jsonTypes[plain] + "'"
		}
		return how, true
	}
	if dialect == "sqlite" && (digits.all > 18 || wanted.all > 18) {
		return conversion{}, false // a text of fixed width
	}
	unit := "1" + strings.Repeat("0", max(digits.places, wanted.places))
	v.value, v.broken = strings.ReplaceAll(v.value, "{unit}", unit), strings.ReplaceAll(v.broken, "{unit}", unit)
	return v, ok
}

// jsonTypes are PostgreSQL's names of the JSON of kinds, by the first word of their names.
var jsonTypes = map[string]string{"object": "object", "list": "array", "set": "array"}

// conversions are those between kinds, by database and names of both. PostgreSQL converts texts, and refuses those that are
// none. SQLite keeps decimals as integers of their last place; a cast to the type that a value has tells lint of a conversion.
var conversions = map[string]conversion{
	"postgres integer text":      {value: "CAST(%s AS text)"},
	"postgres integer number":    {value: "CAST(%s AS double precision)"},
	"postgres integer decimal":   {value: "CAST(%s AS {type})"},
	"postgres integer boolean":   {value: "%s <> 0", broken: "%s NOT IN (0, 1)"},
	"postgres boolean integer":   {value: "CAST(CAST(%s AS integer) AS bigint)"},
	"postgres boolean text":      {value: "CAST(%s AS text)"},
	"postgres number text":       {value: "CAST(%s AS text)"},
	"postgres number integer":    {value: "CAST(%s AS bigint)", broken: "%s <> trunc(%s)"},
	"postgres decimal text":      {value: "CAST(%s AS text)"},
	"postgres decimal integer":   {value: "CAST(%s AS bigint)", broken: "%s <> trunc(%s)"},
	"postgres decimal number":    {value: "CAST(%s AS double precision)"},
	"postgres date text":         {value: "to_char(%s, 'YYYY-MM-DD')"},
	"postgres date timestamp":    {value: "CAST(%s AS timestamp) AT TIME ZONE 'UTC'"},
	"postgres timestamp date":    {value: "CAST(%s AT TIME ZONE 'UTC' AS date)"},
	"postgres uuid text":         {value: "CAST(%s AS text)"},
	"postgres ip address text":   {value: "host(%s)"},
	"sqlite integer text":        {value: "CAST(%s AS TEXT)"},
	"sqlite integer number":      {value: "CAST(%s AS REAL)"},
	"sqlite integer decimal":     {value: "%s * {unit}"},
	"sqlite integer boolean":     {value: "CAST(%s AS INTEGER)", broken: "%s NOT IN (0, 1)"},
	"sqlite boolean integer":     {value: "CAST(%s AS INTEGER)"},
	"sqlite boolean text":        {value: "CASE %s WHEN 0 THEN 'false' WHEN 1 THEN 'true' END"},
	"sqlite number text":         {value: "CAST(%s AS TEXT)"},
	"sqlite number integer":      {value: "CAST(%s AS INTEGER)", broken: "%s <> CAST(%s AS INTEGER)"},
	"sqlite decimal integer":     {value: "%s / {unit}", broken: "%s %% {unit} <> 0"},
	"sqlite decimal number":      {value: "%s / CAST({unit} AS REAL)"},
	"sqlite text integer":        {value: "CAST(%s AS INTEGER)", broken: "CAST(CAST(%s AS INTEGER) AS TEXT) <> %s"},
	"sqlite text number":         {value: "CAST(%s AS REAL)", broken: "CASE WHEN json_valid(%s) THEN json_type(%s) NOT IN ('integer', 'real') OR abs(CAST(%s AS REAL)) > 1.7976931348623157e308 ELSE %s IS NOT NULL END"},
	"sqlite text boolean":        {value: "%s IN ('true', '1')", broken: "%s NOT IN ('true', '1', 'false', '0')"},
	"sqlite text date":           {value: "CAST(%s AS TEXT)", broken: "date(%s) IS NOT %s OR %s < '0001'"},
	"sqlite text uuid":           {value: "lower(%s)", broken: "lower(%s) NOT GLOB '" + uuidPattern + "'"},
	"sqlite date text":           {value: "CAST(%s AS TEXT)"},
	"sqlite date timestamp":      {value: "%s || 'T00:00:00.000000Z'"},
	"sqlite timestamp date":      {value: "substr(%s, 1, 10)"},
	"sqlite timestamp text":      {value: "CAST(%s AS TEXT)"},
	"sqlite uuid text":           {value: "CAST(%s AS TEXT)"},
	"sqlite ip address text":     {value: "CAST(%s AS TEXT)"},
	"sqlite time of day text":    {value: "CAST(%s AS TEXT)"},
	"sqlite set of choices text": {value: "CAST(%s AS TEXT)"},
}

// uuidPattern is a uuid for GLOB.
var uuidPattern = strings.Repeat("[0-9a-f]", 8) + strings.Repeat("-"+strings.Repeat("[0-9a-f]", 4), 3) + "-" + strings.Repeat("[0-9a-f]", 12)

// digits are those of decimals.
type digits struct{ all, places int }

// kindOf returns the name of a form and the digits of a decimal.
func kindOf(form string) (name string, of digits) {
	name, parameters, _ := strings.Cut(form, "(")
	if name == "decimal" {
		_, _ = fmt.Sscanf(parameters, "%d,%d)", &of.all, &of.places)
	}
	return name, of
}

// betweenDecimals converts decimals of some digits into those of others, which must have room for them.
func betweenDecimals(dialect string, from, to digits) conversion {
	shift := "1" + strings.Repeat("0", max(from.places-to.places, to.places-from.places))
	switch {
	case dialect == "postgres" && to.places < from.places:
		return conversion{"CAST(%s AS {type})", fmt.Sprintf("%%s <> round(%%s, %d)", to.places)}
	case dialect == "postgres":
		return conversion{value: "CAST(%s AS {type})"}
	case to.places < from.places:
		return conversion{"%s / " + shift, "%s %% " + shift + " <> 0"}
	}
	return conversion{value: "%s * " + shift}
}

// convert returns the former value of a column in the form of the new one. Before it, it writes a check of the values that
// have no such form, or for kinds that it does not know a statement that fails until people have written the conversion.
func (w *writer) convert(table string, former, c migrate.Column) string {
	value := quote(former.Name)
	how, known := conversionOf(w.dialect, former, c)
	if !known {
		w.note("write the conversion of %s from %s to %s in place of %s below, and take this statement out", quote(c.Name), former.Form, c.Form, value)
		w.add("SELECT write_the_conversion_of_" + table + "_" + c.Name + "()")
		return value
	}
	if how.broken != "" {
		w.note("fails if a value of %s is not of type %s", quote(c.Name), c.Form)
		w.hold("SELECT count(*) FROM " + quote(table) + " WHERE " + strings.ReplaceAll(strings.ReplaceAll(how.broken, "%s", value), "%%", "%"))
	}
	plain, _, _ := strings.Cut(c.Type, " COLLATE ")
	made := strings.ReplaceAll(strings.ReplaceAll(how.value, "%s", value), "{type}", plain)
	former.Fits = ""
	w.checkFits(table, former, c, made)
	return made
}

// checkFits writes a check of values that the Go type of the new column cannot hold, if it holds fewer than the former one.
func (w *writer) checkFits(table string, former, c migrate.Column, value string) {
	if c.Fits == "" || c.Fits == former.Fits {
		return
	}
	w.note("fails if a value of %s is beyond the declared type", quote(c.Name))
	w.hold("SELECT count(*) FROM " + quote(table) + " WHERE " + strings.ReplaceAll("%s IS NOT NULL AND NOT ("+c.Fits+")", "%s", value))
}

// hold adds a statement that fails unless a query finds 0: see holding.
func (w *writer) hold(query string) { w.add(conditions.Guard + query) }

// holding returns statements with the table that hold needs, if they need it.
func holding(statements []string) []string {
	if !slices.ContainsFunc(statements, func(s string) bool { return strings.HasPrefix(s, conditions.Guard) }) {
		return statements
	}
	return slices.Concat([]string{conditions.BeginGuards}, statements, []string{conditions.EndGuards})
}
