// Comparison of an existing column's type with the types of a kind.

package migrate

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// holds reports whether a column of type typ, as the database reports it, can store the values of a kind
// with these types. SQLite identifies a type by a part of its name.
func (m *migration) holds(types []string, typ string) bool {
	if !m.postgres() {
		if isText := strings.EqualFold(types[0], "text"); isText && strings.Contains(strings.ToUpper(typ), "INT") {
			return false // by this part of its name it is a column of numbers
		}
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

// narrower returns what a column of PostgreSQL's type typ loses of the values of a declared column, as the rest of a
// sentence about the type; "" for nothing. Rules of the declaration, such as a largest length, may keep such values out.
func (m *migration) narrower(c schema.Column, typ string) string {
	have, want := parseType(typ), parseType(m.in(c).Types[0])
	if !m.postgres() || have == want {
		return ""
	}
	size, _ := strconv.Atoi(have.modifier)
	switch have.name {
	case "smallint", "integer":
		least, most := int64(math.MinInt16), int64(math.MaxInt16)
		if have.name == "integer" {
			least, most = math.MinInt32, math.MaxInt32
		}
		if want.name == "bigint" && !within(c.Value, least, most) {
			return fmt.Sprintf("holds no number above %d, and the declaration has no such limit", most)
		}
	case "character varying":
		if size > 0 && want.modifier == "" && (have.array || longestText(c.Value) > size) {
			return fmt.Sprintf("holds no text of more than %d characters, and the declaration has no such limit (max)", size)
		}
	case "real":
		if want.name == "double precision" && (c.Value.Type == nil || c.Value.Type.Kind() != reflect.Float32) {
			return "keeps only 6 digits of a number"
		}
	case "timestamp with time zone", "timestamp without time zone", "time without time zone", "time with time zone":
		if have.modifier != "" && want.modifier == "" && size < 6 {
			return fmt.Sprintf("keeps only %d digits of a second's fraction", size)
		}
	}
	return ""
}

// within reports whether the rules of an integer permit only numbers between two.
func within(s *field.Spec, least, most int64) bool {
	low, err := strconv.ParseInt(s.Min, 10, 64)
	high, err2 := strconv.ParseInt(s.Max, 10, 64)
	return err == nil && err2 == nil && low >= least && high <= most
}

// longestText returns the number of characters that the rules of a text permit.
func longestText(s *field.Spec) int {
	if s.Choices == nil {
		return cmp.Or(s.MaxLength, math.MaxInt)
	}
	longest := 0
	for _, c := range s.Choices {
		longest = max(longest, utf8.RuneCountInString(c.Value))
	}
	return longest
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
