// Types of Go for the types of columns, and defaults in Go for those in SQL.

package inspect

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// goType is how a field of the framework declares values of a column.
type goType struct {
	name     string // "int32"; "" if there is none
	imported string // the package of the name, "" for none
	kind     string // "number", "whole", "text", "bool", "moment", "day", "uuid", "clock" or "other"
	digits   string // the parameter of a decimal, "" for none
}

// postgresGo are the types of Go for the types of PostgreSQL.
var postgresGo = map[string]goType{
	"int2": {name: "int16", kind: "whole"}, "int4": {name: "int32", kind: "whole"}, "int8": {name: "int64", kind: "whole"},
	"numeric": {name: "decimal.Decimal", imported: "github.com/shopspring/decimal", kind: "number"},
	"float4":  {name: "float32", kind: "number"}, "float8": {name: "float64", kind: "number"}, "bool": {name: "bool", kind: "bool"},
	"text": {name: "string", kind: "text"}, "varchar": {name: "string", kind: "text"}, "bpchar": {name: "string", kind: "text"},
	"citext": {name: "string", kind: "text"}, "name": {name: "string", kind: "text"},
	"uuid":        {name: "uuid.UUID", imported: "github.com/google/uuid", kind: "uuid"},
	"timestamptz": {name: "time.Time", imported: "time", kind: "moment"}, "timestamp": {name: "time.Time", imported: "time", kind: "moment"},
	"date": {name: "rest.Date", kind: "day"}, "time": {name: "rest.TimeOfDay", kind: "clock"},
	"json": {name: "json.RawMessage", imported: "encoding/json", kind: "other"}, "jsonb": {name: "json.RawMessage", imported: "encoding/json", kind: "other"},
	"bytea": {name: "[]byte", kind: "other"}, "inet": {name: "netip.Addr", imported: "net/netip", kind: "other"},
}

// listItems are the types of PostgreSQL whose arrays are lists.
var listItems = strings.Fields("int2 int4 int8 numeric float4 float8 bool text varchar bpchar citext name uuid date time timestamptz inet")

// maxDigits is the largest number of digits that the tag digits may have.
const maxDigits = 200

// goTypeOf returns the type for a column, without a name if there is none.
func goTypeOf(dialect string, t Type) goType {
	if dialect == "sqlite" {
		return sqliteGo(t)
	}
	found := postgresGo[t.Name]
	switch {
	case t.Array && t.Enum != nil:
		return goType{name: "[]string", kind: "other"}
	case t.Array && !slices.Contains(listItems, t.Name):
		return goType{}
	case t.Array:
		return goType{name: "[]" + found.name, imported: found.imported, kind: "other"}
	}
	if t.Name == "numeric" {
		found.digits = digitsOf(t)
	}
	return found
}

// digitsOf returns the parameter of the tag digits, "" for any number of digits.
func digitsOf(t Type) string {
	if t.Digits <= 0 || t.Digits > maxDigits || t.Places < 0 || t.Places > t.Digits {
		return ""
	}
	return fmt.Sprintf("%d,%d", t.Digits, t.Places)
}

// sqliteNumeric are the types of Go for types of SQLite that it treats as numbers, if the values are no texts.
var sqliteNumeric = map[string]goType{
	"numeric": postgresGo["numeric"], "decimal": postgresGo["numeric"], "date": postgresGo["date"], "time": postgresGo["time"],
	"datetime": postgresGo["timestamptz"], "timestamp": postgresGo["timestamptz"], "json": postgresGo["json"],
}

// sqliteGo returns the type for a column of SQLite, whose values may be of any type: most are as its name says.
func sqliteGo(t Type) goType {
	switch kind := affinity(t.Name); {
	case strings.HasPrefix(t.Name, "bool"), t.Name == "tinyint" && t.Digits == 1:
		return goType{name: "bool", kind: "bool"}
	case kind == "integer":
		return goType{name: "int64", kind: "whole"}
	case kind == "text":
		return goType{name: "string", kind: "text"}
	case kind == "real":
		return goType{name: "float64", kind: "number"}
	case t.Name == "blob":
		return goType{name: "[]byte", kind: "other"}
	}
	found := sqliteNumeric[t.Name]
	if found.name == "decimal.Decimal" {
		found.digits = digitsOf(t)
	}
	return found
}

// cast matches the casts that PostgreSQL writes behind a constant.
var cast = regexp.MustCompile(`(?i)::["a-z_][a-z0-9_" .]*(\(\d+(,\d+)?\))?(\[\])?$`)

// bareDefault returns the default of a column without the casts and parentheses around it.
func bareDefault(c *Column) string {
	text := strings.TrimSpace(c.Default)
	for bare := ""; bare != text; { // casts and parentheses may be around one another
		bare = text
		text = cast.ReplaceAllString(text, "")
		if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && strings.Count(text, "(") == 1 {
			text = text[1 : len(text)-1]
		}
	}
	return text
}

// defaultOf returns the parameter of the tag default for a default in SQL, if there is one that means the same.
func defaultOf(c *Column, as goType) (param string, ok bool) {
	text := bareDefault(c)
	lower := strings.ToLower(text)
	quoted := len(text) > 1 && text[0] == '\'' && text[len(text)-1] == '\'' && !strings.Contains(strings.ReplaceAll(text[1:len(text)-1], "''", ""), "'")
	constant := strings.ReplaceAll(strings.Trim(text, "'"), "''", "'")
	switch as.kind {
	case "moment":
		return "now", slices.Contains([]string{"now()", "current_timestamp", "transaction_timestamp()", "statement_timestamp()", "clock_timestamp()", "localtimestamp", "'now'"}, lower)
	case "day":
		if _, err := time.Parse(time.DateOnly, constant); err == nil {
			return constant, quoted
		}
		return "now", slices.Contains([]string{"current_date", "now()", "'now'"}, lower)
	case "clock":
		_, err := time.Parse(time.TimeOnly, constant)
		return constant, err == nil && quoted
	case "uuid":
		return "random", slices.Contains([]string{"gen_random_uuid()", "uuid_generate_v4()", "public.gen_random_uuid()", "public.uuid_generate_v4()"}, lower)
	case "bool":
		switch strings.Trim(lower, "'") {
		case "true", "t", "1":
			return "true", true
		case "false", "f", "0":
			return "false", true
		}
	case "text":
		if quoted {
			constant = strings.ReplaceAll(text[1:len(text)-1], "''", "'")
		}
		return constant, quoted && !strings.ContainsAny(constant, "\n\r\t") && constant == strings.TrimSpace(constant)
	case "whole":
		_, err := strconv.ParseInt(constant, 10, 64)
		return constant, err == nil
	case "number":
		_, err := strconv.ParseFloat(constant, 64)
		return constant, err == nil && isNumber(strings.TrimPrefix(constant, "-"))
	}
	return "", false
}
