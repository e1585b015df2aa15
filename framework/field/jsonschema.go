// The JSON Schema of a field.

package field

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// JSON returns the JSON Schema of the values that clients send to the field, with the limits of its rules.
// Limits that JSON Schema does not have, such as the earliest date, are in x-minimum and x-maximum.
func (s *Spec) JSON() map[string]any {
	schema := s.kindJSON()
	for _, rule := range s.Rules {
		s.addRule(schema, rule.Tag)
	}
	if format := map[string]string{"email": "email", "url": "uri"}[s.Format]; format != "" {
		schema["format"] = format
	}
	if pattern, ok := s.Tags["pattern"]; ok && s.Kind.FreeText {
		schema["pattern"] = pattern
	}
	switch {
	case s.MaxLength > 0 && s.Kind.Several:
		schema["maxItems"] = s.MaxLength
	case s.MaxLength > 0 && s.Kind.File == NoFile:
		schema["maxLength"] = s.MaxLength
	}
	if s.Kind.FreeText && s.Choices == nil && !s.AllowBlank() && schema["minLength"] == nil {
		schema["minLength"] = 1
	}
	if schema["contentEncoding"] == "base64" { // rules count bytes, a schema counts the characters of base64
		for _, word := range []string{"minLength", "maxLength"} {
			if n, is := schema[word].(int); is {
				schema[word] = (n + 2) / 3 * 4
			}
		}
	}
	return s.orNull(schema)
}

// ValueJSON returns the JSON Schema of the stored values. It has no rules: they may be newer than the rows,
// and filters ignore them.
func (s *Spec) ValueJSON() map[string]any {
	return s.orNull(withoutBounds(s.kindJSON()))
}

// kindJSON returns the schema of the kind, with the choices.
func (s *Spec) kindJSON() map[string]any {
	schema := map[string]any{"type": "string"}
	if s.Kind.JSON != nil {
		schema = s.Kind.JSON(s)
	}
	if s.Choices != nil && s.also == nil {
		var values []any
		for _, c := range s.Choices {
			values = append(values, s.ChoiceValue(c))
		}
		schema["enum"] = values
	}
	return schema
}

// orNull returns a schema that also allows null if the field may be null.
func (s *Spec) orNull(schema map[string]any) map[string]any {
	if s.Null {
		return OrNull(schema)
	}
	return schema
}

// OrNull returns a JSON Schema of the same values, and null.
func OrNull(schema map[string]any) map[string]any {
	types, several := schema["type"].([]any)
	if !several && schema["type"] != nil {
		types = []any{schema["type"]}
	}
	if types == nil {
		return map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
	}
	schema = maps.Clone(schema)
	if !slices.Contains(types, any("null")) {
		schema["type"] = append(slices.Clone(types), "null")
	}
	if values, is := schema["enum"].([]any); is && !slices.Contains(values, nil) {
		schema["enum"] = append(slices.Clone(values), nil)
	}
	return schema
}

// limits of a JSON Schema from rules, which filters ignore
var boundWords = []string{
	"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
	"pattern", "x-minimum", "x-maximum", "x-exclusiveMinimum", "x-exclusiveMaximum", "const", "not",
}

// withoutBounds returns a schema, and the schemas within it, without their limits.
func withoutBounds(schema map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range schema {
		if slices.Contains(boundWords, name) {
			continue
		}
		switch value := value.(type) {
		case map[string]any:
			if name == "properties" {
				members := map[string]any{}
				for member, of := range value {
					members[member] = withoutBounds(of.(map[string]any))
				}
				out[name] = members
				continue
			}
			out[name] = withoutBounds(value)
		default:
			out[name] = value
		}
	}
	return out
}

// rulePatterns are the patterns of text rules.
var rulePatterns = map[string]string{
	"slug": `^[-a-zA-Z0-9_]+$`, "alpha": `^[a-zA-Z]+$`, "alphanum": `^[a-zA-Z0-9]+$`, "number": `^[0-9]+$`,
}

// addRule adds a part of a validate tag, if JSON Schema has an equivalent.
func (s *Spec) addRule(schema map[string]any, tag string) {
	name, param, _ := strings.Cut(tag, "=")
	switch {
	case strings.Contains(tag, "|"):
	case s.Kind.Counted || s.Kind.FreeText:
		s.addTextRule(schema, name, param)
	case s.Kind.Input.Numeric:
		addNumberRule(schema, name, json.Number(s.ruleText(tag, param)))
	case s.Kind.RulesOfNow:
		addOtherRule(schema, name, "now")
	case s.Kind.Input.Bounds || s.Kind.Compare != nil:
		addOtherRule(schema, name, s.ruleText(tag, param))
	}
}

// addTextRule adds a rule of a text or of the items of a list.
func (s *Spec) addTextRule(schema map[string]any, name, param string) {
	least, most := "minLength", "maxLength"
	if s.Kind.Several || s.Item != nil {
		least, most = "minItems", "maxItems"
	}
	if n, err := strconv.Atoi(param); err == nil {
		blank := s.AllowBlank()
		switch name {
		case "min", "gte":
			if !blank {
				schema[least] = n
			}
		case "gt":
			if !blank {
				schema[least] = n + 1
			}
		case "max", "lte":
			schema[most] = n
		case "lt":
			schema[most] = n - 1
		case "len":
			if schema[most] = n; !blank {
				schema[least] = n
			}
		}
	}
	pattern := rulePatterns[name]
	switch name {
	case "startswith":
		pattern = "^" + regexp.QuoteMeta(param)
	case "endswith":
		pattern = regexp.QuoteMeta(param) + "$"
	case "contains":
		pattern = regexp.QuoteMeta(param)
	case "uuid":
		schema["format"] = "uuid"
	}
	if pattern != "" && s.Kind.FreeText && schema["pattern"] == nil {
		if s.AllowBlank() {
			pattern = "^$|" + pattern
		}
		schema["pattern"] = pattern
	}
}

func addNumberRule(schema map[string]any, name string, bound json.Number) {
	words := map[string]string{
		"min": "minimum", "gte": "minimum", "max": "maximum", "lte": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum", "eq": "const",
	}
	if word := words[name]; word != "" && json.Valid([]byte(bound)) {
		schema[word] = bound
	}
}

// addOtherRule adds a limit of values that JSON Schema cannot compare. The limit "now" is the time of the
// request.
func addOtherRule(schema map[string]any, name, bound string) {
	words := map[string]string{
		"min": "x-minimum", "gte": "x-minimum", "max": "x-maximum", "lte": "x-maximum", "gt": "x-exclusiveMinimum", "lt": "x-exclusiveMaximum",
	}
	if word := words[name]; word != "" && bound != "" {
		schema[word] = bound
	}
}
