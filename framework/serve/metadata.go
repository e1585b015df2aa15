// The operation OPTIONS.

package serve

import (
	"cmp"
	"encoding/json"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/schema"
)

// describe answers OPTIONS as Django REST framework's SimpleMetadata does: what the view is, what it
// reads and writes, and the fields for each write that the requester may do.
func describe(x *exchange, a *admission) (result, error) {
	var rec record
	var row *schema.Record
	if a.route.Record {
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
	may, err := a.mayUse(x.ctx, rec, row)
	if err != nil {
		return result{}, err
	}
	*x.buffer = appendMetadata((*x.buffer)[:0], x.h, a.route, may)
	x.timing.step("present")
	return result{content: media.Metadata, record: rec, encoded: *x.buffer}, nil
}

// appendMetadata describes a route, with the fields of those of its operations that the requester may use.
// Of the built-in ones, which take the same fields, it is the first.
func appendMetadata(b []byte, h *Handler, rt *route, may []*operation) []byte {
	b = field.AppendText(append(b, `{"name":`...), rt.Name)
	b = field.AppendText(append(b, `,"description":`...), rt.Description)
	b = append(b, `,"renders":[`...)
	for i, f := range h.formats.list {
		b = field.AppendText(comma(b, i), f.MediaType)
	}
	b = append(b, `],"parses":[`...)
	for i, p := range h.plan.Parsers {
		b = field.AppendText(comma(b, i), p.MediaType)
	}
	b = append(b, ']')
	described, builtin := 0, false
	for _, o := range may {
		if o.metadata == nil || o.Builtin != 0 && builtin {
			continue
		}
		if described++; described == 1 {
			b = append(b, `,"actions":{`...)
		}
		b = append(field.AppendText(comma(b, described-1), o.Method), ':')
		b = append(b, o.metadata...)
		builtin = builtin || o.Builtin != 0
	}
	if described > 0 {
		b = append(b, '}')
	}
	if h.plan.Query.InOptions {
		b = rt.appendParams(b, &h.options.Limits)
	}
	return append(b, '}')
}

// appendParams lists what the query of the route may have, with how many values a parameter takes.
func (rt *route) appendParams(b []byte, limits *Limits) []byte {
	for _, o := range rt.offered {
		if o.query == nil {
			continue
		}
		b = append(b, `,"parameters":[`...)
		for i, p := range o.query.listed {
			b = field.AppendText(append(comma(b, i), `{"name":`...), p.Name)
			b = field.AppendText(append(b, `,"role":`...), p.Role.String())
			if p.Lookup != "" {
				b = field.AppendText(append(b, `,"lookup":`...), string(p.Lookup))
			}
			b = field.AppendText(append(b, `,"description":`...), p.About)
			most := 1
			if p.Several {
				most = limits.Values
			}
			b = strconv.AppendInt(append(b, `,"max_values":`...), int64(most), 10)
			if p.Read != nil {
				b = strconv.AppendInt(append(b, `,"max_length":`...), int64(limits.Value), 10)
			}
			if schema, err := json.Marshal(p.Schema); err == nil && p.Schema != nil {
				b = append(append(b, `,"schema":`...), schema...)
			}
			b = append(b, '}')
		}
		return append(b, ']')
	}
	return b
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// fieldsMetadata is the description of the fields that are sent to create or to change a record, made once.
func fieldsMetadata(t *schema.Type, create bool) []byte {
	b := []byte{'{'}
	n := 0
	for _, f := range t.Fields {
		if f.Wire == "" {
			continue
		}
		b = append(field.AppendText(comma(b, n), f.Wire), ':')
		b = appendFieldMetadata(b, f, create)
		n++
	}
	return append(b, '}')
}

func appendFieldMetadata(b []byte, f *schema.Field, create bool) []byte {
	b = append(b, `{"type":"`+metadataType(f)+`","required":`...)
	readOnly := f.ReadOnly || f.CreateOnly && !create
	b = strconv.AppendBool(b, f.Required() && !readOnly)
	b = strconv.AppendBool(append(b, `,"read_only":`...), readOnly)
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
