package serve

import (
	"cmp"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// describe is the answer to OPTIONS, as Django REST framework's SimpleMetadata gives it: what the
// view is, what it reads and writes, and the fields for each write that the requester may do.
func (x *exchange) describe() []byte {
	b := append(x.out, `{"name":`...)
	b = field.AppendText(b, x.route.name)
	description := ""
	if e := x.endpoint(); e != nil {
		description = e.Description
	}
	b = field.AppendText(append(b, `,"description":`...), description)
	b = append(b, `,"renders":[`...)
	for i, f := range x.formats.list {
		b = field.AppendText(comma(b, i), f.MediaType)
	}
	b = append(b, `],"parses":[`...)
	for i, p := range x.plan.Parsers {
		b = field.AppendText(comma(b, i), p.MediaType)
	}
	b = append(b, ']')
	if method := x.writeMethod(); method != "" {
		b = append(b, `,"actions":{"`+method+`":`...)
		b = append(b, x.route.resource.metadata...)
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

// writeMethod is the method by which the requester may send the fields here, "" for none.
func (x *exchange) writeMethod() string {
	var row *schema.Record
	if x.loaded {
		row = x.record
	}
	switch {
	case x.mayUse(plan.Create, nil):
		return "POST"
	case x.mayUse(plan.Replace, row):
		return "PUT"
	case x.mayUse(plan.Modify, row):
		return "PATCH"
	}
	return ""
}

// mayUse reports whether the requester may use an unsafe action of this route, on a row as ruled
// gives it and askWritable was asked about.
func (x *exchange) mayUse(action plan.Actions, row *schema.Record) bool {
	e := x.endpoint()
	if e == nil || !x.identified || !e.Has(action) || (action == plan.Create) != (x.route.kind == collectionRoute) {
		return false
	}
	if action == plan.Create {
		return !x.allowed(false).IsFalse()
	}
	return row != nil && x.writable
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
