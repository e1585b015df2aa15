// The JSON Schema of a field.

package field

// JSON is the JSON Schema of the field's values.
func (s *Spec) JSON() map[string]any {
	schema := map[string]any{"type": "string"}
	if s.Kind.JSON != nil {
		schema = s.Kind.JSON(s)
	}
	if s.Choices != nil {
		var values []any
		for _, c := range s.Choices {
			values = append(values, s.ChoiceValue(c))
		}
		schema["enum"] = values
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
	case s.MaxLength > 0:
		schema["maxLength"] = s.MaxLength
	}
	if s.Null {
		types, several := schema["type"].([]any)
		if !several {
			types = []any{schema["type"]}
		}
		schema["type"] = append(types, "null")
	}
	return schema
}
