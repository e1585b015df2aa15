// The metadata by which OPTIONS describes a route.

package describe

import (
	"encoding/json"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/settings"
)

// AppendMetadata describes a route, without the end of the object, with the fields of those of its operations that the requester may use.
// Of the built-in ones, which take the same fields, it is the first; some of them may be read-only for the record.
func AppendMetadata(b []byte, h *request.Service, rt *request.Route, may []*request.Operation, fixed map[*schema.Field]string) []byte {
	b = field.AppendText(append(b, `{"name":`...), rt.Name)
	b = field.AppendText(append(b, `,"description":`...), rt.Description)
	b = append(b, `,"renders":[`...)
	for i, f := range h.Negotiation.Formats.List {
		b = field.AppendText(request.Comma(b, i), f.MediaType)
	}
	b = append(b, `],"parses":[`...)
	for i, p := range h.Plan.Parsers {
		b = field.AppendText(request.Comma(b, i), p.MediaType)
	}
	b = append(b, ']')
	described, builtin := 0, false
	for _, o := range may {
		if o.Metadata == nil || o.Builtin != 0 && builtin {
			continue
		}
		if described++; described == 1 {
			b = append(b, `,"actions":{`...)
		}
		b = append(field.AppendText(request.Comma(b, described-1), o.Method), ':')
		if o.Builtin&(plan.Replace|plan.Modify) != 0 && fixed != nil {
			b = append(b, InputMetadata(o.Operation, fixed)...)
		} else {
			b = append(b, o.Metadata...)
		}
		builtin = builtin || o.Builtin != 0
	}
	if described > 0 {
		b = append(b, '}')
	}
	if rt.Record && rt.Res != nil && rt.Res.RequireVersion {
		b = append(b, `,"requires":["If-Match"]`...)
	}
	if h.Plan.Requests.ParamsInOptions {
		b = appendParams(rt, b, &h.Options.Limits)
		b = appendBulk(rt, b)
	}
	return b
}

// AppendTimeZone says how requests name their zone where the set lets them, and which this one has.
func AppendTimeZone(x *request.Exchange, b []byte) []byte {
	zones := x.Service.Plan.TimeZones
	if zones == nil {
		return b
	}
	b = append(b, `,"timezone":{"prefer":"`+request.ZonePreference+`"`...)
	if zones.Param != "" {
		b = field.AppendText(append(b, `,"parameter":`...), zones.Param)
	}
	current := "UTC"
	if in := x.Locale.Zone; in != nil {
		current = in.String()
	}
	return append(field.AppendText(append(b, `,"current":`...), current), '}')
}

// appendBulk lists the methods of the route that take many rows, with how many.
func appendBulk(rt *request.Route, b []byte) []byte {
	n := 0
	for _, o := range rt.Offered {
		if o.Resource == nil || o.Record || o.Builtin&(plan.ModifyList|plan.DestroyList) == 0 && !o.Resource.Bulk.Has(o.Builtin) {
			continue
		}
		if b = request.Comma(b, n); n == 0 {
			b = append(b, `,"bulk":{`...)
		}
		b = append(field.AppendText(b, o.Method), `:{"max_items":`...)
		b = append(strconv.AppendInt(b, int64(o.Resource.Bulk.Max), 10), '}')
		n++
	}
	if n > 0 {
		b = append(b, '}')
	}
	return b
}

// appendParams lists what the query of the route may have, with how many values a parameter takes.
func appendParams(rt *request.Route, b []byte, limits *settings.Limits) []byte {
	for _, o := range rt.Offered {
		if o.Query == nil {
			continue
		}
		b = append(b, `,"parameters":[`...)
		for i, p := range o.Query.Listed {
			b = field.AppendText(append(request.Comma(b, i), `{"name":`...), p.Name)
			b = field.AppendText(append(b, `,"role":`...), p.Role.String())
			if p.Lookup != "" {
				b = field.AppendText(append(b, `,"lookup":`...), string(p.Lookup))
			}
			b = field.AppendText(append(b, `,"description":`...), p.About)
			most := 1
			if p.Several || p.Commas {
				most = limits.ParamValues
			}
			b = strconv.AppendInt(append(b, `,"max_values":`...), int64(most), 10)
			if p.Read != nil {
				b = strconv.AppendInt(append(b, `,"max_length":`...), int64(limits.ParamText), 10)
			}
			if p.Role == plan.SearchRole {
				b = strconv.AppendInt(append(b, `,"max_words":`...), plan.MaxSearchWords, 10)
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

// InputMetadata describes the fields that an operation takes, some of which may be read-only for its record.
func InputMetadata(o *plan.Operation, fixed map[*schema.Field]string) []byte {
	b := fieldsMetadata(o.Input.Type, o.Builtin&(plan.Replace|plan.Modify|plan.ModifyList) == 0, fixed)
	if o.Builtin != 0 && o.Resource.Envelope != nil {
		b = request.NestMetadata(b, o.Resource.Envelope.InputPath(), o.Resource.Name)
	}
	return b
}
