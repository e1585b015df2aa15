// The types of columns: whether one that is there is one that a kind can use.

package migrate

import (
	"slices"
	"strconv"
	"strings"
)

// holds reports whether a column of the type typ, as the database reports it, can keep the values of a
// kind with these types. SQLite knows a type by a part of its name.
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

// columnType is a type of PostgreSQL, whatever of its names it was written by.
type columnType struct {
	name     string // "timestamp with time zone"
	modifier string // "3", "8,2", "" for none
	array    bool
}

// parseType reads a type as a kind names it, or as PostgreSQL reports it: "NUMERIC(8, 2)",
// "timestamp(3) with time zone", "char[]".
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

// complete adds the modifier that PostgreSQL adds by itself.
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

// typeNames are the names by which PostgreSQL reports types that have several.
var typeNames = map[string]string{
	"bool": "boolean", "char": "character", "nchar": "character", "national character": "character", "dec": "numeric", "decimal": "numeric",
	"float4": "real", "float8": "double precision", "int": "integer", "int2": "smallint", "int4": "integer", "int8": "bigint",
	"timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone", "time": "time without time zone",
	"timetz": "time with time zone", "varbit": "bit varying", "varchar": "character varying",
	"char varying": "character varying", "national character varying": "character varying",
}
