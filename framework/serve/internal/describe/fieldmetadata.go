// The fields of a write in the response to OPTIONS.

package describe

import (
	"cmp"
	"encoding/json"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
)

// fieldsMetadata describes the input fields of a create or an update. fixed are the fields that are
// read-only for the record.
func fieldsMetadata(t *schema.Type, create bool, fixed map[*schema.Field]string) []byte {
	b := []byte{'{'}
	n := 0
	for _, f := range t.Fields {
		if f.Wire == "" {
			continue
		}
		_, isFixed := fixed[cmp.Or(f.Of, f)]
		readOnly := !f.WritableIn(create) || f.RefusesChange && !create || isFixed
		b = append(notation.AppendText(request.Comma(b, n), f.Wire), ':')
		b = appendFieldMetadata(b, f, metadataType(f), readOnly)
		n++
	}
	return append(b, '}')
}

func appendFieldMetadata(b []byte, f *schema.Field, typ string, readOnly bool) []byte {
	b = appendTypeMetadata(b, typ, f.Required() && !readOnly, readOnly)
	b = notation.AppendText(append(b, `,"label":`...), f.Label)
	if f.Help != "" {
		b = notation.AppendText(append(b, `,"help_text":`...), f.Help)
	}
	if !readOnly {
		b = appendLimits(b, &f.Spec)
	}
	switch {
	case f.Kind.Input.Many:
		return append(appendChoices(b, f.Item), '}')
	case f.Kind.Members != nil:
		return append(memberMetadata(b, f.Kind.Members), '}')
	case f.Item != nil:
		b = append(b, `,"child":`...)
		b = appendTypeMetadata(b, specType(f.Item), true, false)
		b = append(memberMetadata(appendChoices(appendLimits(b, f.Item), f.Item), f.Item.Kind.Members), '}')
	default:
		b = nestedMetadata(b, f)
	}
	return append(appendChoices(b, &f.Spec), '}')
}

// nestedMetadata describes the rows of a nested field.
func nestedMetadata(b []byte, f *schema.Field) []byte {
	switch {
	case f.IsList():
		b = appendTypeMetadata(append(b, `,"child":`...), "nested object", f.Writable(), f.ReadOnly)
		return append(childrenMetadata(append(b, `,"children":`...), f.Derived.Shape), '}')
	case f.IsNested() && f.Writable():
		return childrenMetadata(append(b, `,"children":`...), f.Derived.Shape)
	}
	return b
}

// memberMetadata describes the members of an object with a Go struct; without members it adds nothing.
func memberMetadata(b []byte, members []field.Member) []byte {
	if members == nil {
		return b
	}
	b = append(b, `,"children":{`...)
	for i, m := range members {
		b = append(notation.AppendText(request.Comma(b, i), m.Name), ':')
		b = appendTypeMetadata(b, specType(m.Spec), m.Required, false)
		b = append(memberMetadata(appendChoices(appendLimits(b, m.Spec), m.Spec), m.Kind.Members), '}')
	}
	return append(b, '}')
}

// childrenMetadata describes the members of nested rows, each with the type and the choices of its column.
func childrenMetadata(b []byte, t *schema.Type) []byte {
	b = append(b, '{')
	for i, f := range t.Shown {
		of := cmp.Or(f.Of, f)
		typ := metadataType(of)
		if by := of.ShownBy(); by != nil && of.Show == schema.ShowField && of.IsToOne() {
			typ = specType(&by.Spec)
		}
		b = append(notation.AppendText(request.Comma(b, i), f.Wire), ':')
		b = appendTypeMetadata(b, typ, of.Required() && !f.ReadOnly, f.ReadOnly || of.ReadOnly)
		b = notation.AppendText(append(b, `,"label":`...), f.Label)
		if f.IsNested() && f.Writable() {
			b = nestedMetadata(b, f)
		}
		b = append(appendChoices(b, &of.Spec), '}')
	}
	return append(b, '}')
}

func appendTypeMetadata(b []byte, typ string, required, readOnly bool) []byte {
	b = append(b, `{"type":"`+typ+`","required":`...)
	b = strconv.AppendBool(b, required)
	return strconv.AppendBool(append(b, `,"read_only":`...), readOnly)
}

// appendLimits writes the largest length and the bounds of a value.
func appendLimits(b []byte, s *field.Spec) []byte {
	if s.MaxLength > 0 {
		b = strconv.AppendInt(append(b, `,"max_length":`...), int64(s.MaxLength), 10)
	}
	for _, limit := range [...]struct{ name, value string }{{"min_value", s.Min}, {"max_value", s.Max}} {
		switch {
		case limit.value == "":
		case json.Valid([]byte(limit.value)):
			b = append(b, `,"`+limit.name+`":`+limit.value...)
		default:
			b = notation.AppendText(append(b, `,"`+limit.name+`":`...), limit.value)
		}
	}
	return b
}

func appendChoices(b []byte, s *field.Spec) []byte {
	if s.Choices == nil {
		return b
	}
	b = append(b, `,"choices":[`...)
	for i, c := range s.Choices {
		b = append(request.Comma(b, i), `{"value":`...)
		if number, ok := s.ChoiceValue(c).(json.Number); ok {
			b = append(b, number...)
		} else {
			b = notation.AppendText(b, c.Value)
		}
		b = append(notation.AppendText(append(b, `,"display_name":`...), c.Label), '}')
	}
	return append(b, ']')
}

// metadataType names a field's type as Django REST framework's metadata does.
func metadataType(f *schema.Field) string {
	if f.Show == schema.ShowLink && !f.IsFile() {
		return "field"
	}
	if d := f.Derived; d != nil && !f.IsMade() && d.Form != schema.FormPath && d.Form != schema.FormNested {
		return "field"
	}
	return specType(&f.Spec)
}

func specType(s *field.Spec) string {
	if s.Choices != nil {
		return "choice"
	}
	return cmp.Or(s.Metadata, s.Format, s.Kind.Metadata, "field")
}
