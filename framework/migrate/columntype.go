// Comparison of an existing column's type with the types of a kind.

package migrate

import (
	"slices"
	"strconv"
	"strings"
)

// holds reports whether a column of type typ, as the database reports it, can store the values of a kind
// with these types. SQLite identifies a type by a part of its name.
func (m *migration) holds(types []string, typ string) bool {
	if !m.postgres() {
		return slices.ContainsFunc(types, func(part string) bool {
			return strings.Contains(strings.ToLower(typ), strings.ToLower(part))
		})
	}
	have := parseType(typ)
	return slices.ContainsFunc(types, func(t string) bool {
		want := parseType(t)
		return want == have || want.modifier == "" && want == columnType{name: have.name, array: have.array}
	})
}

// columnType is a type of PostgreSQL, in a form that does not depend on its spelling.
type columnType struct {
	name     string // "timestamp with time zone"
	modifier string // "3", "8,2", "" for none
	array    bool
}

// parseType parses a type in the spelling of a kind or of PostgreSQL: "NUMERIC(8, 2)", "timestamp(3) with
// time zone", "char[]".
func parseType(text string) columnType {
	text, array := strings.CutSuffix(strings.ToLower(strings.TrimSpace(text)), "[]")
	before, rest, _ := strings.Cut(text, "(")
	modifier, after, _ := strings.Cut(rest, ")")
	t := columnType{
		name:     strings.Join(strings.Fields(before+" "+after), " "),
		modifier: strings.ReplaceAll(modifier, " ", ""),
		array:    array,
	}
	if name := typeNames[t.name]; name != "" {
		t.name = name
	}
	return t.complete()
}

// complete adds the default modifier of PostgreSQL.
func (t columnType) complete() columnType {
	switch t.name {
	case "float":
		t.name = "double precision"
		if bits, err := strconv.Atoi(t.modifier); err == nil && bits <= 24 {
			t.name = "real"
		}
		t.modifier = ""
	case "character", "bit":
		if t.modifier == "" {
			t.modifier = "1"
		}
	case "numeric":
		if t.modifier != "" && !strings.Contains(t.modifier, ",") {
			t.modifier += ",0"
		}
	}
	return t
}

// typeNames are PostgreSQL's own names of types with several.
var typeNames = map[string]string{
	"bool": "boolean", "char": "character", "nchar": "character", "national character": "character", "dec": "numeric", "decimal": "numeric",
	"float4": "real", "float8": "double precision", "int": "integer", "int2": "smallint", "int4": "integer", "int8": "bigint",
	"timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone", "time": "time without time zone",
	"timetz": "time with time zone", "varbit": "bit varying", "varchar": "character varying",
	"char varying": "character varying", "national character varying": "character varying",
}
