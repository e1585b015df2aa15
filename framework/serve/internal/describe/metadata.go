// The metadata of a route in the response to OPTIONS.

package describe

import (
	"encoding/json"
	"strconv"

	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/settings"
)

// AppendMetadata describes a route, with the fields of the operations that the requester may use; the
// caller closes the object. Built-in writes have the same fields, so the first of them counts. fixed are
// the fields that are read-only for the record.
func AppendMetadata(b []byte, service *request.Service, rt *request.Route, may []*request.Operation, fixed map[*schema.Field]string) []byte {
	b = notation.AppendText(append(b, `{"name":`...), rt.Name)
	b = notation.AppendText(append(b, `,"description":`...), rt.Description)
	b = append(b, `,"renders":[`...)
	for i, f := range service.Negotiation.Formats.List {
		b = notation.AppendText(request.Comma(b, i), f.MediaType)
	}
	b = append(b, `],"parses":[`...)
	for i, p := range service.Plan.Parsers {
		b = notation.AppendText(request.Comma(b, i), p.MediaType)
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
		b = append(notation.AppendText(request.Comma(b, described-1), o.Method), ':')
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
	if service.Plan.Requests.ParamsInOptions {
		b = appendParams(rt, b, &service.Options.Limits)
		b = appendBulk(rt, b)
	}
	return b
}

// AppendTimeZone describes how requests name a time zone, if the set lets them, and the zone of this one.
func AppendTimeZone(x *request.Exchange, b []byte) []byte {
	zones := x.Service.Plan.TimeZones
	if zones == nil {
		return b
	}
	b = append(b, `,"timezone":{"prefer":"`+request.ZonePreference+`"`...)
	if zones.Param != "" {
		b = notation.AppendText(append(b, `,"parameter":`...), zones.Param)
	}
	current := "UTC"
	if in := x.Locale.Zone; in != nil {
		current = in.String()
	}
	return append(notation.AppendText(append(b, `,"current":`...), current), '}')
}

// appendBulk lists the bulk methods of the route, with their limits.
func appendBulk(rt *request.Route, b []byte) []byte {
	n := 0
	for _, o := range rt.Offered {
		if o.Resource == nil || o.Record || o.Builtin&(plan.ModifyList|plan.DestroyList) == 0 && !o.Resource.Bulk.Has(o.Builtin) {
			continue
		}
		if b = request.Comma(b, n); n == 0 {
			b = append(b, `,"bulk":{`...)
		}
		b = append(notation.AppendText(b, o.Method), `:{"max_items":`...)
		b = append(strconv.AppendInt(b, int64(o.Resource.Bulk.Max), 10), '}')
		n++
	}
	if n > 0 {
		b = append(b, '}')
	}
	return b
}

// appendParams lists the query parameters of the route, with the number of values that each may have.
func appendParams(rt *request.Route, b []byte, limits *settings.Limits) []byte {
	for _, o := range rt.Offered {
		if o.Query == nil {
			continue
		}
		b = append(b, `,"parameters":[`...)
		for i, p := range o.Query.Listed {
			b = notation.AppendText(append(request.Comma(b, i), `{"name":`...), p.Name)
			b = notation.AppendText(append(b, `,"role":`...), p.Role.String())
			if p.Lookup != "" {
				b = notation.AppendText(append(b, `,"lookup":`...), string(p.Lookup))
			}
			b = notation.AppendText(append(b, `,"description":`...), p.Description())
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

// InputMetadata describes the input fields of an operation. fixed are the fields that are read-only for its
// record.
func InputMetadata(o *plan.Operation, fixed map[*schema.Field]string) []byte {
	b := fieldsMetadata(o.Input.Type, o.Builtin&(plan.Replace|plan.Modify|plan.ModifyList) == 0, fixed)
	if o.Builtin != 0 && o.Resource.Envelope != nil {
		b = request.NestMetadata(b, o.Resource.Envelope.InputPath(), o.Resource.Name)
	}
	return b
}
