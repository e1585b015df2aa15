package serve

import (
	"cmp"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// describe answers OPTIONS as Django REST framework's SimpleMetadata does: what the view is, what it
// reads and writes, and the fields for each write that the requester may do.
func describe(x *exchange, a *admission) (result, error) {
	var rec record
	var row *schema.Record
	if a.route.record {
		var found bool
		var err error
		if rec, found, err = loadColumns(x, a, true); err != nil {
			return result{}, err
		}
		if found {
			row = rec.Record
		}
		x.timing.step("load")
	}
	may, err := a.mayWrite(x.ctx, rec, row)
	if err != nil {
		return result{}, err
	}
	*x.buffer = appendMetadata((*x.buffer)[:0], x.h, a.route, writeMethod(may))
	x.timing.step("present")
	return result{content: media.Metadata, record: rec, encoded: *x.buffer}, nil
}

// appendMetadata describes a route, with the method by which the requester may send its fields.
func appendMetadata(b []byte, h *Handler, rt *route, method string) []byte {
	b = field.AppendText(append(b, `{"name":`...), rt.name)
	description := ""
	if rt.resource != nil {
		description = rt.resource.Description
	}
	b = field.AppendText(append(b, `,"description":`...), description)
	b = append(b, `,"renders":[`...)
	for i, f := range h.formats.list {
		b = field.AppendText(comma(b, i), f.MediaType)
	}
	b = append(b, `],"parses":[`...)
	for i, p := range h.plan.Parsers {
		b = field.AppendText(comma(b, i), p.MediaType)
	}
	b = append(b, ']')
	if method != "" {
		b = append(b, `,"actions":{"`+method+`":`...)
		b = append(b, rt.resource.metadata...)
		b = append(b, '}')
	}
	return append(b, '}')
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// writeMethod is the method by which the requester may send fields, "" for none.
func writeMethod(may plan.Actions) string {
	switch {
	case may&plan.Create != 0:
		return "POST"
	case may&plan.Replace != 0:
		return "PUT"
	case may&plan.Modify != 0:
		return "PATCH"
	}
	return ""
}

// fieldsMetadata is the description of an endpoint's fields, made once.
func fieldsMetadata(e *plan.Resource) []byte {
	b := []byte{'{'}
	n := 0
	for _, f := range e.Type.Fields {
		if f.Wire == "" {
			continue
		}
		b = append(field.AppendText(comma(b, n), f.Wire), ':')
		b = appendFieldMetadata(b, f)
		n++
	}
	return append(b, '}')
}

func appendFieldMetadata(b []byte, f *schema.Field) []byte {
	b = append(b, `{"type":"`+metadataType(f)+`","required":`...)
	b = strconv.AppendBool(b, f.Required())
	b = strconv.AppendBool(append(b, `,"read_only":`...), f.ReadOnly)
	b = field.AppendText(append(b, `,"label":`...), f.Label)
	if f.Help != "" {
		b = field.AppendText(append(b, `,"help_text":`...), f.Help)
	}
	if f.MaxLength > 0 {
		b = strconv.AppendInt(append(b, `,"max_length":`...), int64(f.MaxLength), 10)
	}
	if f.Choices != nil {
		b = append(b, `,"choices":[`...)
		for i, c := range f.Choices {
			b = field.AppendText(append(comma(b, i), `{"value":`...), c.Value)
			b = append(field.AppendText(append(b, `,"display_name":`...), c.Label), '}')
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// metadataType names a field's type as Django REST framework's metadata does.
func metadataType(f *schema.Field) string {
	switch {
	case f.Show == schema.ShowLink:
		return "field"
	case f.Choices != nil:
		return "choice"
	case f.Format != "":
		return f.Format
	}
	return cmp.Or(f.Kind.Metadata, "field")
}
